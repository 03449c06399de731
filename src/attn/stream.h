// One row, all the way through one head: the residual row of a position, what it asks, whom it reads, what comes back
// and is added to it. On the numbers of a worked example.
#ifndef LOOKBACK_ATTN_STREAM_H
#define LOOKBACK_ATTN_STREAM_H

#include "attn/worked.h"

#define STREAM_EPSILON 1e-5 // of the layer norm, as in GPT-2

typedef struct Stream {
    int n, model, d, position;
    bool normalised;
    double row[WORKED_MODEL_MAX];    // X[position]
    double normal[WORKED_MODEL_MAX]; // layer norm of it without gain and bias; row itself when not normalised
    double q[WORKED_HEAD_MAX], k[WORKED_HEAD_MAX], v[WORKED_HEAD_MAX]; // of the position
    double score[WORKED_TOKENS_MAX], scaled[WORKED_TOKENS_MAX], masked[WORKED_TOKENS_MAX], weight[WORKED_TOKENS_MAX];
    double back[WORKED_TOKENS_MAX]; // score(j → position) = q_j·k_position, beside score[j] = q_position·k_j
    double entropy, ceiling;        // bits
    double term[WORKED_TOKENS_MAX][WORKED_HEAD_MAX]; // weight[j]·v_j: what each key adds to the blend
    double blend[WORKED_HEAD_MAX];                   // Σ_j weight[j]·v_j
    double widened[WORKED_MODEL_MAX];                // blend·W_O
    double added[WORKED_MODEL_MAX];                  // row + widened
} Stream;

// Follows row `position`. A model normalises every row before it projects it; the worked example leaves that out, so
// that its numbers can be done by hand: with normalise off, q, k, v and all that follows are the worked example's own.
// The residual row that the result is added to is the raw one in both cases.
void stream_run(Stream *out, const Worked *w, int position, AttentionParams p, bool normalise);

#endif
