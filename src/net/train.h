// Training, a step at a time. A step of the usual recipe takes some ten milliseconds, that of a large model seconds:
// whoever has keys to answer calls net_train_slice until its time is over.
//
// Between slices everything can be looked at: `weights` is what net_run_start wants, so patterns, logits and every
// lever of the forward pass work on a model in training as on any other.
//
// The state after a step depends on the state before it, the recipe and the step's number alone: the batch of step k is
// drawn from stream 1 + k of the seed. On one machine the same recipe gives the same bits, in slices or at once,
// resumed or not. Its products are its own (math/product.h): the BLAS is for whoever runs the model.
#ifndef LOOKBACK_NET_TRAIN_H
#define LOOKBACK_NET_TRAIN_H

#include "base/error.h"
#include "math/blas.h"
#include "net/recipe.h"
#include "net/words.h"

#include <stddef.h>

// Mean −log p of the next word, in nats, over the batch of one step; NaN where the batch has none of that kind.
typedef struct NetLoss {
    double all;
    double first, again; // of random words: those said the first time, and those that repeat
    double sentences;
} NetLoss;

// What there is besides the weights: all that is needed to go on.
typedef struct NetState {
    int step;                       // steps done
    float *numbers, *mean, *square; // blocks: the weights, Adam's means of the gradient and of its square
} NetState;

// {0} is valid and empty.
typedef struct NetTrain {
    NetRecipe recipe; // mask and divide may be changed between steps: by net_train_set
    Words words;
    NetWeights weights; // views of state.numbers
    size_t count;       // numbers in a block
    NetState state;
    NetLoss loss;     // of the last step, before it changed the weights
    double size;      // ‖gradient‖ of the last step, before it was clipped
    const Blas *blas; // borrowed
    // below this: for train*.c
    NetState good;   // the last that was seen to be sound
    bool changed;    // since the last step: by net_train_set, or there was none yet
    double excused;  // the loss right after such a change or at the beginning, until it is below that of a guess; else 0
    float *gradient; // a block
    struct NetKept *kept;
} NetTrain;

// A model of noise, drawn from the seed. The recipe must have passed net_recipe_check.
void net_train_init(NetTrain *t, const NetRecipe *recipe, const Blas *blas);
void net_train_free(NetTrain *t);

// Whether steps are left.
bool net_train_more(const NetTrain *t);

// Begins a step or goes on with it, for some ten milliseconds; *done: it is finished, and only then have state, loss
// and size changed. Fails when training has diverged: the loss is no number, or far above that of a guess. The message
// says so with the step and the rate, and the state is again the last sound one (at most NET_TRAIN_SOUND steps old).
enum { NET_TRAIN_SOUND = 25, NET_TRAIN_SLICE = 200000000 }; // the last: multiplications of a slice
bool net_train_slice(NetTrain *t, bool *done, Error *err);

// One step, or what is left of it.
bool net_train_step(NetTrain *t, Error *err);

// Takes up the state that was put into state.numbers, mean and square from outside, after `step` steps.
void net_train_go_on(NetTrain *t, int step);

// Between two steps, changes what may be changed on the way: the mask, the divisor. Width, layers … stay as they are.
// However large the loss is right after it, that is no divergence.
void net_train_set(NetTrain *t, bool mask, bool divide);

// The loss on sequences [rows, 1 + context] (rows ≤ recipe.batch) and its gradient, into gradient (a block), without a
// step; for tests. period as from batch_fill.
double net_train_gradient(NetTrain *t, const int *ids, const int *period, int rows);

#endif
