// What a forward pass over a batch keeps for the way back; for train*.c alone.
//     N = rows · length positions, length T = 1 + context; C, F, D, V as in weights.h
#ifndef LOOKBACK_NET_TRAIN_KEPT_H
#define LOOKBACK_NET_TRAIN_KEPT_H

#include "net/train.h"

typedef struct NetKeptLayer {
    float *x;              // [N, C] the stream before the layer
    float *normed;         // [N, C] LN₁(x)
    float *qkv;            // [N, 3C]
    float *pattern;        // [rows, heads, T, T]
    float *mixed;          // [N, C] what the heads pass on, before W_O
    float *mid;            // [N, C] the stream between attention and MLP
    float *normed_mid;     // [N, C] LN₂(mid)
    float *hidden, *slope; // [N, F] gelu, and its derivative
} NetKeptLayer;

typedef struct NetKept {
    int rows;             // of the batch at hand
    int *ids, *period;    // [N], [rows]
    NetKeptLayer *layer;
    float *x, *normed;    // [N, C] behind the last layer, and LN_f of it
    float *logits;        // [N, V]; on the way back ∂L/∂logits
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

// Fills kept from ids to logits.
void net_train_forward(NetTrain *t);

// Sets gradient and loss; logits are lost. Returns the loss.
double net_train_backward(NetTrain *t);

#endif
