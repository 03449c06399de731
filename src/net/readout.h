// What a run says: next-token logits, losses, and which head said it.
#ifndef LOOKBACK_NET_READOUT_H
#define LOOKBACK_NET_READOUT_H

#include "net/forward.h"

#include <stdint.h>

// The logits of the token after position i, [V]: LN_f of the residual stream, times the unembedding. depth: how many
// layers have been at work, 0 … run->done (the logit lens); the model's own answer is depth = layers.
void net_logits(const NetRun *run, int depth, int i, float *out);

// The stream itself, [C], before and after LN₁ of the layer that comes.
const float *net_residual(const NetRun *run, int depth, int i);
void net_layer_norm(const NetRun *run, int layer, int i, float *out);

typedef struct NetTop {
    int id;
    double logit, probability;
} NetTop;

// The k largest, the largest first, equal ones by id; returns how many there are (k, or fewer if the vocabulary is
// smaller). NaN counts as smallest.
int net_top(const float *logits, int vocabulary, int k, NetTop *out);

// −log p in nats of the tokens at positions [from, to), from ≥ 1, each given those before it. Needs a finished run.
void net_losses(const NetRun *run, int from, int to, double *out);

// Where the logit of token `a` at position i comes from, or that of a less that of b (b < 0: a alone). The final layer
// norm's mean and size are taken as they are; what remains is a sum:
//     logit = embedding + Σ head[l·H + h] + Σ bias[l] + Σ mlp[l] + final_bias
typedef struct NetDirect {
    double embedding, final_bias;
    double *head;       // [layers · heads]: each head's output through its rows of W_O
    double *bias, *mlp; // [layers]: b_O; the MLP
} NetDirect;

// {0} before the first; reuses the memory. Needs a finished run.
void net_direct(const NetRun *run, int i, int a, int b, NetDirect *out);
void net_direct_free(NetDirect *direct);

#endif
