// A Scene is the one description of a view. The command line, a lesson's scene block and `Y` all read and write it.
#ifndef LOOKBACK_LESSON_SCENE_H
#define LOOKBACK_LESSON_SCENE_H

#include "attn/attention.h"
#include "attn/corpus.h"
#include "attn/difference.h"
#include "attn/lab.h"
#include "attn/heads.h"
#include "attn/measure.h"
#include "attn/plane.h"
#include "attn/source.h"
#include "attn/worked_stages.h"
#include "draw/palette.h"
#include "net/recipe.h"
#include "net/trace.h"

enum { SCENE_TEXT_MAX = 32768, SCENE_WIDTH_MAX = 1024 };
#define SCENE_GAP_MAX 12.0 // of the lab's row of two keys
#define SCENE_DIVISOR_MIN 0.001
#define SCENE_DIVISOR_MAX 1e6

// The views of the program that stand on their own. Each is a command: `lookback play`.
typedef enum ScreenId {
    SCREEN_EXPLORER, // hand-written heads on a sentence
    SCREEN_PLAY,     // the QK playground
    SCREEN_WORKED,   // the worked example
    SCREEN_LAB,      // the √d lab
    SCREEN_ROW,      // one row, all the way
    SCREEN_SUM,      // many heads are a sum
    SCREEN_TRAIN,    // a model being trained
    SCREEN_OPEN,     // one head of a dump or a model; this and the next only where there is a source
    SCREEN_MAP,      // all of its heads
    SCREEN_PREDICT,  // what a model says next, and why; only where the source is a model
    SCREEN_TRACE,    // one row of a model, all the way through a head; likewise
    SCREEN_DIFF,     // two dumps compared; only where there are two
    SCREEN_COUNT
} ScreenId;
extern const char *const SCENE_SCREEN_NAMES[];

// The worked examples that come with the program, or one's own.
typedef struct Example {
    char name[32];
    const char *file; // of one's own, as it was named; borrowed; NULL: comes with the program
    Worked worked;
} Example;

// What scenes choose from: everything that was loaded. Borrowed by all who set or read scenes.
typedef struct Library {
    Corpus corpus;
    Example *example; // worked examples, the first the one to start with
    int examples;
    Heads heads;      // of the sum
    Difference *difference; // of source and another one; NULL: there is one at most. Its pass goes on between events.
    Source *source;   // measured patterns; NULL: none were loaded. Its rows are read as they are asked for.
    const struct Shelf *shelf; // the models that come with the program (lesson/shelf.h); NULL: none
    Source *training; // the model on the training's screen; no layers until there is one. NULL: there is no such screen.
} Library;

typedef enum SceneView { VIEW_ALL, VIEW_SENTENCE, VIEW_HEATMAP, VIEW_ROW, VIEW_COUNT } SceneView;
extern const char *const SCENE_VIEW_NAMES[];

// What a learner typed into a cell.
enum { WORKED_TYPED_MAX = 14 };
typedef struct WorkedAnswer {
    uint8_t len; // of typed; 0: nothing yet
    uint8_t shown; // 1: the learner asked for it
    char typed[WORKED_TYPED_MAX];
} WorkedAnswer;

// Where one stands in the worked example.
typedef struct WorkedView {
    int example; // of the library; Scene.worked is a copy of it, edited or not
    WorkedStageId stage;
    WorkedPart part; // one that the step shows
    int y, x;        // cell of part
    bool zero_after; // instead of masking
    bool exercise;   // what follows is hidden until it is typed or asked for
    WorkedAnswer answer[WORKED_PARTS - WORKED_GIVEN][MATRIX_SIDE][MATRIX_SIDE];
} WorkedView;

// What is looked at in a source.
enum { OPEN_ZOOM_MOST = 4, OPEN_ZOOM_LEAST = -5 };
enum { OPEN_CHOICES_MAX = 6 };
typedef enum PredictPage { PREDICT_NEXT, PREDICT_DIRECT, PREDICT_LENS, PREDICT_LOSS, PREDICT_PAGES } PredictPage;
typedef struct OpenView {
    int batch, layer, head;
    int query, key;  // query: Source.first …; −1 until finished
    bool mask, divide;
    double divisor;  // of one's own; 0: the source's
    bool hide_first; // key 0 left out, the others renormalised
    bool words;      // query and key are words, not tokens; on the screen of one head alone
    bool log;        // colours by the logarithm of the weight
    int zoom;        // of the heatmap: 0 by itself, more: larger cells, less: several tokens a cell
    Measure measure; // that the map is coloured by
    bool cells;      // one coloured cell a head, where there is room for small patterns too
    bool sorted;     // the map's heads stand in its order
    bool average;    // the mean of the marked heads is shown, not `layer`, `head`
    bool pair;       // the first two marked heads side by side
    bool follow;     // the key goes with the query, `lag` before it
    int lag;         // query − key, while following
    int pan_y, pan_x; // tokens from query and key to where the heatmap's window would stand if they were there
    int marks;
    HeadAt mark[SOURCE_MARKS_MAX];
    // of a model
    bool training;   // that of the training on screen, not the library's source
    bool past;       // the state of its training at `step`, or the last one before it
    int step;
    bool bos;        // ⟨BOS⟩ before the text
    bool whole;      // levers bear on the whole model
    bool weigh;      // weights times ‖v W_O‖
    bool seek;       // the key is to be where the query looks most, once that is known
    int cuts;
    SourceCut cut[SOURCE_CUTS_MAX];
    PredictPage page;
    int chosen;      // tokens whose logits are shown
    int choice[OPEN_CHOICES_MAX]; // their ids
    NetTracePart part; // trace: what is looked into
    int cell;          // of its numbers; of the scores it is the key
    int shelf;       // 1 + the number of a model of the shelf; 0: the library's source
} OpenView;

// What is trained, and what is looked at in it. mask and divide of the recipe are levers: they may change on the way.
enum { TRAIN_TEXTS = 5, TRAIN_OWN = TRAIN_TEXTS, TRAIN_OWN_MAX = 48 };
extern const char *const SCENE_TRAIN_TEXTS[TRAIN_TEXTS + 1];
typedef struct TrainView {
    NetRecipe recipe;
    int layer, head;
    int text; // of SCENE_TRAIN_TEXTS; TRAIN_OWN: one's own
    int owns, own[TRAIN_OWN_MAX]; // its words (net/words.h); 0: there is none
    int shelf; // 1 + the number of a stored run of the shelf; 0: one that is trained now
    int step;  // of a stored run: the moment looked at
} TrainView;

// Holds no pointers: copying it (scene_copy) is enough for undo and replay.
typedef struct Scene {
    ScreenId screen;
    int sentence;  // index into Library.corpus; −1: own text
    int text_len;  // of text
    int head;      // index into RULES
    int query, key; // positions, counted with ⟨BOS⟩; −1 until set or finished
    bool mask, bos;
    bool divide;   // the divisor's toggle
    double divisor; // a number of one's own; 0: √width
    int width;     // head width d
    SceneView view;
    Plane plane;      // play
    Worked worked;    // worked, row: the matrices as they stand, edited or not
    Lab lab;
    double gap;        // lab: between the scores of a row of two keys, 0 … SCENE_GAP_MAX
    int position;      // row: whose row is followed; −1: the last (scene_position)
    bool normalise;    // row: a layer norm comes first, as in a model
    int token;         // sum: whose row; −1: the last (scene_token)
    unsigned heads_off; // sum: bit h: head h adds nothing
    OpenView open;      // open, map
    TrainView train;
    Theme theme;
    bool theme_chosen; // asked for, not the one that comes by itself
    ColorMap map;
    bool project;      // drawn for a class; light unless a theme was chosen (scene_project)
    WorkedView work; // worked; what is copied only when it counts stands at the end: its answers, and text
    // own text, any bytes; what stands behind text_len means nothing. Last: scene_copy, scene_same
    char text[SCENE_TEXT_MAX];
} Scene;

// Copies and compares only as much of the text as there is.
void scene_copy(Scene *out, const Scene *s);
bool scene_same(const Scene *a, const Scene *b);

// The screen as it opens; the explorer with ioi, duplicate-token, the sentence's own query, ÷√64, masked. The other
// screens of the scene are set up too, for when they are gone to.
void scene_init(Scene *s, const Library *lib, ScreenId screen);

// Sets one named property of the scene's screen: `head`, `mask`, `length` … as on the command line, which value is
// written as there. On an error s is unchanged.
bool scene_set(Scene *s, const Library *lib, const char *name, const char *value, Error *err);

// Checks what only the whole scene can tell: that the text has tokens and the query lies inside. A query or key that
// was never set follows the text. Call once after the last scene_set.
bool scene_finish(Scene *s, const Library *lib, Error *err);

// Turns projection on or off. Unless a theme was chosen it brings the light one, and leaves with it: a lit room washes
// dark out.
void scene_project(Scene *s, bool on);

// The tokens and the numbers behind the scene. divisor is what scores are really divided by.
bool scene_tokens(const Scene *s, const Library *lib, Tokens *out, Error *err);
AttentionParams scene_params(const Scene *s);
AttentionParams scene_params_of(const Scene *s, int width); // for a head of another width than the scene's

// The source that the screen shows: that of the library, a model of the shelf, or that of the training. NULL: there is
// none.
Source *scene_opened(const Scene *s, const Library *lib);

// The same, or its words.
Source *scene_source(const Scene *s, const Library *lib);

// Whether ⟨BOS⟩ stands in front of a source's text as long as nobody says otherwise. src may be NULL.
bool scene_usual_bos(const Source *src);

// What open and map show of the source, as it is asked for rows.
SourceView scene_source_view(const Scene *s, const Library *lib);

// The number of the part that is looked into on the screen `trace`, inside its `size` numbers.
int scene_trace_cell(const Scene *s, int size);

// The position looked at on the screens `row` and `sum`: always inside their tokens.
int scene_position(const Scene *s);
int scene_token(const Scene *s, const Library *lib);

// The view of what is open as it is when it opens: of the library's source or of the training.
void scene_open_view(Scene *s, const Library *lib, bool training);

// The recipe of a training that is gone on with.
void scene_train_again(Scene *s, const NetRecipe *recipe);

// Opens example k of the library in the scene; answers and edits are gone.
void scene_open_example(Scene *s, const Library *lib, int k);
// The levers as they bear on the worked example, whose √d is its own.
AttentionParams scene_worked_params(const Scene *s);

// Appends the command line that opens this view, quoted for a POSIX shell: `lookback --sentence ioi --head induction
// --query 3`. Properties at their defaults are left out.
void scene_command(const Scene *s, const Library *lib, Str *out);

#endif
