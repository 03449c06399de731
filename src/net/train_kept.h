// What a forward pass over a batch keeps for the way back; for train*.c alone.
//     N = rows · length positions, length T = 1 + context; C, F, D, V as in weights.h
#ifndef LOOKBACK_NET_TRAIN_KEPT_H
#define LOOKBACK_NET_TRAIN_KEPT_H

#include "net/train.h"

// Rows of patterns are padded so that no kernel has a remainder to do one by one.
enum { NET_KEPT_PAD = 16 };

typedef struct NetKeptLayer {
    float *x;                 // [N, C] the stream before the layer
    float *normed;            // [N, C] LN₁(x)
    float *qkv;               // [N, 3C]
    float *pattern;           // [rows, heads, T, T padded]: 0 where masked and behind the row
    float *mixed;             // [N, C] what the heads pass on, before W_O
    float *mid;               // [N, C] the stream between attention and MLP
    float *normed_mid;        // [N, C] LN₂(mid)
    float *hidden, *slope;    // [N, F] gelu, and its derivative
    float *norms, *norms_mid; // [N, 2] of LN₁ and LN₂: mean and scale of each row
} NetKeptLayer;

typedef struct NetKept {
    int rows;          // of the batch at hand
    int *ids, *period; // [N], [rows]
    NetKeptLayer *layer;
    float *x, *normed;            // [N, C] behind the last layer, and LN_f of it
    float *norms;                 // [N, 2]
    int padded;                   // T rounded up to NET_KEPT_PAD
    float *scratch;               // [T, T padded]
    float *logits;                // [N, V]; on the way back ∂L/∂logits
    float *dx, *dnormed, *dmixed; // [N, C]
    float *dqkv, *dhidden;        // [N, 3C], [N, F]
    float *block;
    size_t block_len;
} NetKept;

NetKept *net_kept_new(const NetTrain *t);
void net_kept_free(NetKept *k);

// Of a part of a layer, or of one outside (layer 0).
const float *net_train_part(const NetTrain *t, NetPart part, int layer);
float *net_train_slope(const NetTrain *t, NetPart part, int layer);

// How much of pattern row i the kernels need: the keys it sees, padded. Behind that it is 0.
static inline int net_kept_seen(const NetTrain *t, int i) {
    int seen = t->recipe.mask ? i + 1 : t->weights.shape.positions;
    return (seen + NET_KEPT_PAD - 1) & ~(NET_KEPT_PAD - 1);
}

// Fills kept from ids to logits.
void net_train_forward(NetTrain *t);

// Sets gradient and loss; logits are lost. Returns the loss.
double net_train_backward(NetTrain *t);

#endif
