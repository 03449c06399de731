// A training on screen: what was trained so far, and every k-th state of it, which can be gone back to. It belongs to
// the world; State.training and Scene.train say what it is to do, and slices of work do it (app/work.h).
#ifndef LOOKBACK_APP_TRAINER_H
#define LOOKBACK_APP_TRAINER_H

#include "app/state.h"
#include "model/net_source.h"
#include "model/past.h"
#include "model/train_run.h"

enum { TRAIN_TICK_MS = 50, TRAIN_SPEEDS = 6 };
extern const int TRAINER_SPEED[TRAIN_SPEEDS]; // steps a tick

enum { TRAINER_NOW = -1, TRAINER_LOSSES = 3 }; // a moment; first, again, sentences of NetLoss

typedef struct Trainer {
    bool begun;
    bool stored;       // read from a folder, to be looked at: it never goes on
    int anew;          // Training.anew when it began
    TrainRun run;
    bool diverged;     // it cannot go on
    int version, taken; // changes with what has been trained; the one that a source was shown
    bool within;       // a step is begun and not finished
    bool unmasked;     // some step was done without the mask
    float (*loss)[TRAINER_LOSSES]; // [steps done], NaN where a batch has none
    const char *folder; // to save to; NULL: none was named. Borrowed.
    const char *resume; // the folder with what to go on with at first; NULL: noise. Borrowed.
    // The states kept, in half precision; when they take too much memory every other one is dropped.
    int moments, every; // every: pulses between two of them
    int *moment;        // [moments] steps
    uint16_t *half;     // [moments, numbers]
    // below this: for trainer.c
    int room, loss_room, pulses_seen;
    Blas blas;
    bool blas_open;
    Past past;          // of the moments
} Trainer;

Trainer *trainer_new(void);
void trainer_delete(Trainer *t);

// A stored training: its states are the moments, its pulses give the losses. t must be new; after a failure it is again.
bool trainer_open(Trainer *t, const char *folder, Error *err);

// Whether the training in the folder can be gone on with: it is then what the trainer begins with. *recipe: its recipe.
bool trainer_resume(Trainer *t, const char *folder, NetRecipe *recipe, Error *err);

// Nothing has been trained.
void trainer_forget(Trainer *t);

// Whether what has been trained is what the scene asks for.
bool trainer_fits(const Trainer *t, const State *s);

// Shows a source (net_source_of_training) what has been trained, if that changed. It must have begun.
void trainer_show(Trainer *t, Source *source);

// Whether there is work, and a slice of it: a step, or as much of one as some ten milliseconds hold. What went wrong goes
// to the note.
bool trainer_wanted(const Trainer *t, const State *s);
void trainer_work(Trainer *t, State *s);

// Steps done; 0 if it does not fit.
int trainer_step(const Trainer *t, const State *s);

// The last moment at or before a step.
int trainer_moment_at(const Trainer *t, int step);

// The moment that the state looks at: TRAINER_NOW or one of the moments.
int trainer_moment(const Trainer *t, const State *s);

// Its weights, as they are until the next call, and its step.
const NetWeights *trainer_weights(Trainer *t, int moment);
int trainer_step_of(const Trainer *t, int moment);

#endif
