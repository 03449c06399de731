// How to train: all that decides the outcome, down to the last bit on one machine.
#ifndef LOOKBACK_NET_RECIPE_H
#define LOOKBACK_NET_RECIPE_H

#include "base/error.h"
#include "net/weights.h"

#include <stdint.h>

typedef struct NetRecipe {
    int layers, heads, width;
    int hidden;  // of the MLP; 0: no MLP
    int context; // words of a sequence, behind <BOS>
    int batch;   // sequences of a step
    int steps;
    uint64_t seed;
    double rate;     // the largest learning rate
    double repeated; // share of sequences that are random words repeated, 0 … 1
    bool mask;       // causal; false: a token may read its answer
    bool divide;     // scores divided by √D
} NetRecipe;

enum { NET_RECIPE_LAYERS = 8, NET_RECIPE_HEADS = 16 }; // at most

// The usual one.
NetRecipe net_recipe(void);

// Whether it can be done; the message names what is wrong.
bool net_recipe_check(const NetRecipe *r, Error *err);

// The shape of its model. Without an MLP that has one hidden unit, of zeros: what reads GPT-2 reads this too.
NetShape net_recipe_shape(const NetRecipe *r, int vocabulary);

// The rate rises so many steps: 100, or a tenth of a short run.
int net_recipe_warm_up(const NetRecipe *r);

// Warm-up, level, then a straight line to 0 over the second half.
double net_recipe_rate(const NetRecipe *r, int step);

#endif
