// Earlier states of a training as models to be run: made of half precision when they are first asked for, one at a time.
#ifndef LOOKBACK_MODEL_PAST_H
#define LOOKBACK_MODEL_PAST_H

#include "model/timeline.h"

// {0} is valid and empty. What it is a view of is borrowed, and may not change while it is used.
typedef struct Past {
    const Timeline *line; // tells the shape, and how each state was trained
    int states;
    const int *step;         // [states] rising
    const uint16_t *numbers; // [states, line->count]
    // below this: for past.c
    int shown; // counted from 1
    float *block;
    NetWeights weights;
} Past;

// Views the states that the timeline keeps, or others of the same training. What was viewed before is forgotten.
void past_view(Past *p, const Timeline *line);
void past_view_states(Past *p, const Timeline *line, int states, const int *step, const uint16_t *numbers);
void past_free(Past *p);

// The last state at or before a step; there is one at step 0.
int past_at(const Past *p, int step);

// The weights of state k, as they are until the next call.
const NetWeights *past_weights(Past *p, int k);

#endif
