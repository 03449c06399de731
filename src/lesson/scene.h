// A Scene is the one description of a view. The command line, a lesson's scene block and `Y` all read and write it.
#ifndef LOOKBACK_LESSON_SCENE_H
#define LOOKBACK_LESSON_SCENE_H

#include "attn/attention.h"
#include "attn/corpus.h"
#include "draw/palette.h"

enum { SCENE_TEXT_MAX = 32768, SCENE_WIDTH_MAX = 1024 };
#define SCENE_DIVISOR_MIN 0.001
#define SCENE_DIVISOR_MAX 1e6

typedef enum SceneView { VIEW_ALL, VIEW_SENTENCE, VIEW_HEATMAP, VIEW_ROW, VIEW_COUNT } SceneView;
extern const char *const SCENE_VIEW_NAMES[];

// Holds no pointers: copying it is enough for undo and replay.
typedef struct Scene {
    int sentence;  // index into the corpus; −1: own text
    int text_len;  // of text
    char text[SCENE_TEXT_MAX]; // own text, any bytes
    int head;      // index into RULES
    int query, key; // positions, counted with ⟨BOS⟩; −1 until set or finished
    bool mask, bos;
    bool divide;   // the divisor's toggle
    double divisor; // a number of one's own; 0: √width
    int width;     // head width d
    SceneView view;
    Theme theme;
    ColorMap map;
} Scene;

// The view the program opens with: ioi, duplicate-token, the sentence's own query, ÷√64, masked.
void scene_init(Scene *s, const Corpus *corpus);

// Sets one named property (`head`, `sentence`, `text`, `query`, `key`, `mask`, `divisor`, `d`, `bos`, `view`, `theme`, `map`).
// value is what stands behind the name on the command line. On an error s is unchanged.
bool scene_set(Scene *s, const Corpus *corpus, const char *name, const char *value, Error *err);

// Checks what only the whole scene can tell: that the text has tokens and the query lies inside. A query or key that was never set
// follows the text. Call once after the last scene_set.
bool scene_finish(Scene *s, const Corpus *corpus, Error *err);

// The tokens and the numbers behind the scene. divisor is what scores are really divided by.
bool scene_tokens(const Scene *s, const Corpus *corpus, Tokens *out, Error *err);
AttentionParams scene_params(const Scene *s);

// Appends the command line that opens this view, quoted for a POSIX shell: `lookback --sentence ioi --head induction --query 3`.
// Properties at their defaults are left out.
void scene_command(const Scene *s, const Corpus *corpus, Str *out);

#endif
