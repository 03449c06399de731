// What the heads of a model of the little language have become: detectors (attn/detect.h) over fixed probes.
#ifndef LOOKBACK_MODEL_SCORES_H
#define LOOKBACK_MODEL_SCORES_H

#include "net/exam.h"
#include "net/recipe.h"

typedef enum ScoreClass {
    SCORE_PREVIOUS,
    SCORE_DUPLICATE,
    SCORE_INDUCTION,
    SCORE_FIRST, // as DETECT_…, on words that repeat once
    SCORE_NAME, // where a name is due, the weight on the name that is right: "… John gave a drink to" → Mary. (Like a
                // name mover's.)
    SCORE_CLASSES
} ScoreClass;

extern const char *const SCORE_NAMES[SCORE_CLASSES];

enum { SCORE_PROBES = 8, SCORE_PROMPTS = 24, SCORE_LAYERS_MAX = NET_RECIPE_LAYERS, SCORE_HEADS_MAX = NET_RECIPE_HEADS };

typedef struct HeadScores {
    float at[SCORE_CLASSES][SCORE_LAYERS_MAX][SCORE_HEADS_MAX]; // 0 … 1
} HeadScores;

// False when the model's numbers are not finite. Layers and heads within the bounds above.
bool head_scores(const Words *words, const NetWeights *w, const Blas *blas, bool mask, HeadScores *out);

// The same text by text, k from 0, into an `out` that begins as {0}.
enum { SCORE_TEXTS = SCORE_PROBES + SCORE_PROMPTS };
bool head_scores_add(const Words *words, const NetWeights *w, const Blas *blas, bool mask, int k, HeadScores *out);

// The head of a layer (−1: of any) that scores highest.
float head_scores_best(const HeadScores *s, ScoreClass c, const NetShape *shape, int only_layer, int *layer, int *head);

#endif
