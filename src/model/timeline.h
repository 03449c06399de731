// What happened in a training: some twenty states of the model, which can be gone back to, and between them the pulse:
// losses, grades and head scores every few steps.
#ifndef LOOKBACK_MODEL_TIMELINE_H
#define LOOKBACK_MODEL_TIMELINE_H

#include "net/pulse.h"

enum { TIMELINE_STATES = 22, TIMELINE_PULSE = 25, TIMELINE_PULSES = 240 };

// How it was trained from a step on: the levers that may be pulled on the way.
typedef struct Turn {
    int step;
    bool mask, divide;
} Turn;

// {0} is valid and empty.
typedef struct Timeline {
    NetRecipe recipe; // mask and divide: as they were set last
    NetShape shape;
    size_t count; // numbers of a state
    int states;
    int *step;         // [states] rising; each has a pulse
    uint16_t *numbers; // [states, count] half precision, blocks of net/block.h
    int pulses;
    Pulse *pulse; // [pulses] rising
    int turns;
    Turn *turn; // [turns] rising, the first at step 0
    int done;   // steps done
} Timeline;

void timeline_init(Timeline *t, const NetRecipe *recipe, const NetShape *shape);
void timeline_free(Timeline *t);

// Steps between pulses: TIMELINE_PULSE, more if there would be more than TIMELINE_PULSES.
int timeline_interval(const NetRecipe *recipe);

// Whether the state after so many steps is one to keep: half of them from the first sixth of the training, where things
// happen; always the first and the last.
bool timeline_keeps(const NetRecipe *recipe, int step);

void timeline_add_pulse(Timeline *t, const Pulse *pulse);
void timeline_add_state(Timeline *t, int step, const float *block);

// Notes how it is trained from a step on, if that is another way than before.
void timeline_turn(Timeline *t, int step, bool mask, bool divide);

// How the state after so many steps came to be: the levers of its last step.
Turn timeline_levers(const Timeline *t, int step);

// Forgets what lies behind a step.
void timeline_cut(Timeline *t, int step);

// The last pulse at or before a step; NULL if there is none.
const Pulse *timeline_pulse_at(const Timeline *t, int step);

// timeline.safetensors of a folder. Everything in the file is checked; out is {0} before, and free after a failure.
bool timeline_write(const Timeline *t, const Words *words, const char *folder, Error *err);
bool timeline_open(Timeline *out, const Words *words, const char *folder, Error *err);

#endif
