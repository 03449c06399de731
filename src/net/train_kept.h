// What a forward pass keeps for the way back; for train*.c alone.
//
// A batch is gone through a few sequences at a time, forward and back, the gradients added up: so few that what is kept
// of them stays near the processor. Each piece of that (net_train_piece) is one layer one way.
//     T = 1 + context; n = T · the sequences at hand; C, F, D, V as in weights.h
#ifndef LOOKBACK_NET_TRAIN_KEPT_H
#define LOOKBACK_NET_TRAIN_KEPT_H

#include "math/product.h"
#include "net/train.h"

// Rows of patterns and logits are padded so that no kernel has a remainder to do one by one.
enum { NET_KEPT_PAD = 16 };

typedef struct NetKeptLayer {
    float *x;                 // [n, C] the stream before the layer
    float *normed;            // [n, C] LN₁(x)
    float *qkv;               // [n, 3C]
    float *pattern;           // [sequences, heads, T, T padded]: 0 where masked, as far as the kernels read
    float *mixed;             // [n, C] what the heads pass on, before W_O
    float *mid;               // [n, C] the stream between attention and MLP
    float *normed_mid;        // [n, C] LN₂(mid)
    float *hidden, *slope;    // [n, F] gelu, and its derivative
    float *norms, *norms_mid; // [n, 2] of LN₁ and LN₂: mean and scale of each row
} NetKeptLayer;

typedef struct NetSums {
    double first, again, sentences; // losses
    int firsts, agains, words;      // of so many words
} NetSums;

typedef struct NetKept {
    int rows;          // of the batch at hand
    int *ids, *period; // [rows, T], [rows]
    bool mask;         // of the batch at hand
    int most;          // sequences gone through at a time
    int from, count;   // those at hand
    int piece;         // the next one
    NetSums sums;      // up to now
    NetKeptLayer *layer;
    float *x, *normed;            // [n, C] behind the last layer, and LN_f of it
    float *norms;                 // [n, 2]
    int padded;                   // T rounded up to NET_KEPT_PAD
    int logits_row;               // V rounded up
    float *turned_head;           // [C, T padded] kᵀ or vᵀ of one sequence; 0 behind T
    float *scratch;               // [T, T padded]
    float *logits;                // [n, V padded]; on the way back ∂L/∂logits
    float *dx, *dnormed, *dmixed; // [n, C]
    float *dqkv, *dhidden;        // [n, 3C], [n, F]
    float *turned;                // all matrices turned (net_train_turned), as they were when the batch began
    float *block;
    size_t block_len;
} NetKept;

NetKept *net_kept_new(const NetTrain *t);
void net_kept_free(NetKept *k);

// Of a part of a layer, or of one outside (layer 0).
const float *net_train_part(const NetTrain *t, NetPart part, int layer);
float *net_train_slope(const NetTrain *t, NetPart part, int layer);

// A matrix [rows, cols], or the token embedding, turned: [cols, *row_len], its rows padded with 0.
float *net_train_turned(const NetTrain *t, NetPart part, int layer, int *row_len);

static inline int net_kept_padded(int n) {
    return (n + NET_KEPT_PAD - 1) & ~(NET_KEPT_PAD - 1);
}

// Queries, or keys, are taken a block of some at a time, the last one with what is left; with the mask, only the keys
// that the last query of the block sees are gone through. Where the block that begins at `from` ends:
static inline int net_kept_block(int from, int n) {
    enum { BLOCK = 12 };
    return n - from < 2 * BLOCK ? n : from + BLOCK;
}

// The part of the batch at hand, forward. piece is a layer, or the one behind the last: logits.
void net_train_forward(NetTrain *t, int piece);

// And back: piece is a layer, or the one behind the last: from logits, which are lost. Gradients are added to.
void net_train_backward(NetTrain *t, int piece);

#endif
