// The forward pass over one text, in pieces short enough for a screen to answer keys in between.
//
// For each layer l and position i of n, with x the residual stream (x at layer 0 = token + position embedding):
//     q, k, v = LN₁(x)·W + b                       one product, cut into heads of D columns
//     A[i][j] = softmax_j(q_i·k_j / divisor)        over the keys that mask and cuts leave
//     x' = x + concat_h(Σ_j A_h[i][j] v_j)·W_O + b_O
//     next x = x' + gelu(LN₂(x')·W_in + b_in)·W_out + b_out
//
// Kept for every layer: x before it, q and k. Patterns are made from q and k when they are looked at, v from x:
// so 1,024 tokens of GPT-2 small keep 113 MB and not the 604 MB of their patterns.
// The same bits come out of every run on one machine; a row does not depend on the rows behind it.
#ifndef LOOKBACK_NET_FORWARD_H
#define LOOKBACK_NET_FORWARD_H

#include "base/error.h"
#include "math/blas.h"
#include "net/levers.h"
#include "net/weights.h"

#include <stddef.h>

// {0} is valid and empty.
typedef struct NetRun {
    const NetWeights *w; // borrowed
    const Blas *blas;    // borrowed
    NetLevers levers;
    int n;
    int *ids;
    int done;      // layers whose output is there: input[0 … done], qk[0 … done − 1]
    int piece;     // of layer `done`
    long pieces;   // that this run has computed itself
    int bad_layer; // the first whose output is not finite: −1 none; the layers behind it are not run
    float **input; // [layers + 1]: x before layer l, [n, C]; the last is the output of the whole
    float **qk;    // [layers]: [n, 2C], q of all heads, then k; before each of these lies a row that net/front.h may fill
    int front;     // 1: row 0 is a token set in front of the text for some heads (net/front.h); else 0
    const struct NetAlone *alone; // heads whose output was exchanged at the stream's end (net/alone.h); NULL: none
    // below this: for net/ alone
    int own;      // layers before it belong to the run this one was forked from
    bool starts;  // no fork: input[0] is its own
    float *block; // memory of input and qk from layer own on
    size_t block_len;
    float *scratch;
    size_t scratch_len;
    float *v, *mixed;                // parts of scratch: [n, C], of layer `done`
    float *normed, *hidden, *scores; // [n, C], [n, columns at once], [NET_PATTERN_ROWS, n] a thread
} NetRun;

// Starts a run over n ids. Fails on no id, on more than the model has positions, on an id outside its vocabulary.
bool net_run_start(NetRun *run, const NetWeights *w, const Blas *blas, const int *ids, int n, const NetLevers *levers,
                   Error *err);

// Starts a run over the same text that uses every layer of base before the first that the levers change; base must
// live longer and stay as it is. base must be done at least up to there.
void net_run_fork(NetRun *run, const NetRun *base, const NetLevers *levers);

// Between net_run_start or net_run_fork and the first step: run takes the memory of a run that is given up, if it is
// enough, since a first touch of new memory costs as much as a good deal of arithmetic. old is freed.
void net_run_inherit(NetRun *run, NetRun *old);

// Computes one piece: columns of one product, or a head. Returns whether there is more to do.
bool net_run_piece(NetRun *run);

// Computes for a moment: about a thousand million multiplications at most, in pieces. Returns whether there is more
// to do.
bool net_run_step(NetRun *run);

// All that is left.
void net_run_finish(NetRun *run);

// Between 0 and 1.
double net_run_progress(const NetRun *run);

void net_run_free(NetRun *run);

#endif
