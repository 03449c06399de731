// One row of a layer, all the way through one head: what it reads, asks and finds, and what it adds to the stream.
// Every number kept, and where each comes from.
#ifndef LOOKBACK_NET_TRACE_H
#define LOOKBACK_NET_TRACE_H

#include "net/forward.h"

// C = width, D = head width, n = tokens.
typedef enum NetTracePart {
    NET_TRACE_ROW,    // [C] x: the stream before the layer
    NET_TRACE_NORMAL, // [C] LN₁(x)
    NET_TRACE_Q,      // [D] LN₁(x)·W_Q + b
    NET_TRACE_K,      // [D]
    NET_TRACE_V,      // [D]
    NET_TRACE_SCORE,  // [n] q·k_j, raw
    NET_TRACE_BLEND,  // [D] Σ_j weight[j] v_j
    NET_TRACE_OUT,    // [C] what goes on · the head's rows of W_O
    NET_TRACE_ADDED,  // [C] x + that
    NET_TRACE_ALL,    // [C] x + what all heads of the layer add + b_O: what the MLP is handed
    NET_TRACE_PARTS
} NetTracePart;
extern const char *const NET_TRACE_NAMES[]; // as they are typed

// {0} is valid and empty.
typedef struct NetTrace {
    const NetRun *run; // borrowed; NULL: empty
    int layer, head, query;
    int n, width, d;
    double divisor;
    double mean, size; // of x: LN₁(x) = (x − mean) / size · gain + bias; size = √(variance + eps)
    const NetCut *cut; // the head is cut out: `passed` is 0 or a mean, not the blend; NULL: it is not
    double *part[NET_TRACE_PARTS];
    double *scaled, *masked, *weight; // [n]; masked: −∞ where mask or cuts hide the key
    double *passed;                   // [D]: what goes on to W_O
    float *value;                     // [n, D]: v of every token
    float *mixed;                     // [C]: what all heads of the layer pass on
    NetLevers levers;                 // of this head
    double *block;                    // for trace.c alone
} NetTrace;

// Numbers of a part.
int net_trace_size(const NetTrace *t, NetTracePart part);

// Follows a row of a layer that the run has done, through a head under levers (mask, divisor and edges bear on this
// head; the others are the run's). Reuses what t holds of the same head, so that the next query is quick.
void net_trace_make(NetTrace *t, const NetRun *run, const NetLevers *levers, int layer, int head, int query);
void net_trace_free(NetTrace *t);

// One number written out as a sum.
enum { NET_TRACE_TERMS = 64 };
typedef struct NetTerm {
    int at;      // what is summed over: a number of the row, of q or of the blend; a key; a layer or head
    double a, b; // the factors; b NaN: a is added as it is
    double sum;  // a·b, or a
} NetTerm;
typedef struct NetTerms {
    int terms, all; // the largest, by size; how many there are
    NetTerm term[NET_TRACE_TERMS];
    double rest; // sum of the others
    double bias; // NaN: there is none
    double sum;  // of all, with the bias; agrees with the part's number to rounding
} NetTerms;

// Writes number `at` of a part as the sum of its `most` largest addends and a rest. Of NET_TRACE_ROW they are the
// token's embedding (−2), its position's (−1) and what each layer before added; of NET_TRACE_ADDED the row (−1) and the
// head; of NET_TRACE_ALL the row (−1) and every head. NET_TRACE_NORMAL is no sum: terms is 0 and sum the number.
void net_trace_terms(const NetTrace *t, NetTracePart part, int at, int most, NetTerms *out);

#endif
