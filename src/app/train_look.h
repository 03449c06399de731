// What the screen of a training shows, worked out for one frame: a text run through the model as it is, or was.
#ifndef LOOKBACK_APP_TRAIN_LOOK_H
#define LOOKBACK_APP_TRAIN_LOOK_H

#include "app/trainer.h"
#include "net/readout.h"

enum { TRAIN_TEXT_MAX = 1 + TRAIN_OWN_MAX, TRAIN_TOP = 24 };

typedef struct TrainText {
    int n, ids[TRAIN_TEXT_MAX];
    int right, wrong; // the word that is due behind the last one, and the one it is not; −1: none
} TrainText;

// The text that is looked at.
void train_text(const Words *words, const TrainView *v, TrainText *out);

typedef struct TrainLook {
    const State *state;
    const Trainer *trainer;
    bool ready;           // what follows is there
    NetShape shape;
    int moment, step;
    bool masked;          // a query may not look ahead
    const Pulse *pulse;   // the last one up to the step
    TrainText text;
    int n;                // of the text
    double *pattern;      // [layers, heads, n, n]; NaN where the model has no numbers
    int top_count;
    NetTop top[TRAIN_TOP]; // what it expects behind the last word
    double right, wrong;   // probabilities of these words
} TrainLook;

void train_look(TrainLook *out, const State *s, const World *w);
void train_look_free(TrainLook *look);

// Pattern [n, n] of a head; the chosen one.
const double *train_look_pattern(const TrainLook *look, int layer, int head);
const double *train_look_chosen(const TrainLook *look);

const char *train_look_word(const TrainLook *look, int id);

// The class in which the head scores most in a pulse.
ScoreClass train_look_class(const Pulse *p, int layer, int head);

// How much a head looks at the very next word, its answer: mean weight of key i + 1. It is 0 with the mask.
double train_look_ahead(const TrainLook *look, int layer, int head);

// The first step at which some head's score of the class was above a half; −1: not up to now.
int train_look_since(const TrainLook *look, ScoreClass c, int *layer, int *head);

#endif
