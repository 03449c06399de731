// Facts that any checkpoint can prove about itself on any text, and two mistakes made on purpose to see how far they
// miss.
#ifndef LOOKBACK_NET_CHECKS_H
#define LOOKBACK_NET_CHECKS_H

#include "net/forward.h"

// Differences are the largest over all cells; layer 0, head 0 where nothing else is said.
typedef struct NetChecks {
    int n, patterns;
    double sum_off;     // |Σ_j A[i][j] − 1| over every row of every pattern
    long above;         // weights above the diagonal that are not exactly 0, in all patterns
    int changed;        // the token that was changed for another; −1: the text is too short
    int changed_to;     // its new id
    long earlier_moved; // rows before it, of every pattern and of the stream, that are not the same bit for bit
    double later_moved; // how far the weights of the rows from it on moved
    double divisor;
    double rebuilt;   // pattern made anew in double precision from LN₁ and c_attn, less the model's own
    double undivided; // the same without the divisor
    double entropy, entropy_undivided; // mean over the rows, bits
    double raw_row;                    // the first mistake: q and k from the row as it is, not normalised
    double no_bias;                    // the second: the matrix slice without its bias
} NetChecks;

// A finished run, masked and uncut. The text runs once more with one token changed. False when that is not possible
// (a number that is not finite).
bool net_checks(const NetRun *run, NetChecks *out, Error *err);

#endif
