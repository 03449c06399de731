// What a model was like at a step of its training: its losses, what it could do, and what its heads had become.
#ifndef LOOKBACK_NET_PULSE_H
#define LOOKBACK_NET_PULSE_H

#include "net/exam.h"
#include "net/train.h"

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

enum { SCORE_LAYERS_MAX = NET_RECIPE_LAYERS, SCORE_HEADS_MAX = NET_RECIPE_HEADS };

typedef struct HeadScores {
    float at[SCORE_CLASSES][SCORE_LAYERS_MAX][SCORE_HEADS_MAX]; // 0 … 1
} HeadScores;

// The head of a layer (−1: of any) that scores highest.
float head_scores_best(const HeadScores *s, ScoreClass c, const NetShape *shape, int only_layer, int *layer, int *head);

typedef struct Pulse {
    int step;          // steps done
    NetLoss loss;      // mean over the batches since the pulse before; NaN at step 0
    NetGrades grades;  // of the model with the mask
    HeadScores scores; // with the mask or without, as it is trained
} Pulse;

// The last of them (their steps rise) at or before a step; NULL if there is none.
const Pulse *pulse_at(const Pulse *pulse, int pulses, int step);

#endif
