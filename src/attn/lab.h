// Why √d: what happens to dot products, to the softmax over them and to its gradient as the head gets wider.
//
// q and k have independent entries of mean 0 and variance 1 (each a sum of four uniform numbers: bell-shaped). An entry
// is the same number whatever d is, so a wider head continues the narrower one. Whole-number arithmetic up to the dot
// product: the same on every machine.
#ifndef LOOKBACK_ATTN_LAB_H
#define LOOKBACK_ATTN_LAB_H

#include <stdint.h>

enum {
    LAB_WIDTH_MAX = 1024,
    LAB_SAMPLES = 1000, // pairs of q and k
    LAB_ROWS = 40,      // rows that the means are over
    LAB_KEYS_MIN = 2,
    LAB_KEYS_MAX = 16,
    LAB_CURVE = 11, // d = 1, 2, 4 … 1024
};

typedef struct Lab {
    int d;         // 1 … LAB_WIDTH_MAX
    int keys;      // LAB_KEYS_MIN … LAB_KEYS_MAX: of a row
    uint64_t seed;
} Lab;

// One row of scores through the softmax.
typedef struct LabRow {
    double score[LAB_KEYS_MAX]; // what the softmax was given: q·k, divided or not
    double weight[LAB_KEYS_MAX];
    double entropy;  // bits
    double gradient; // Σ_ij |p_i(δ_ij − p_j)|
} LabRow;

// Index 0: without the divisor, 1: divided by √d.
typedef struct LabResult {
    double dot[LAB_SAMPLES];       // q·k
    double variance;               // of dot: Σ(x − mean)² / (samples − 1)
    LabRow row[2];                 // one row, to look at
    double entropy[2];             // means over LAB_ROWS rows, of which `row` is the first
    double gradient[2];
    double curve[2][LAB_CURVE];    // mean entropy at d = 2^k
    double ceiling;                // log2(keys)
} LabResult;

void lab_init(Lab *lab); // d = 64, 16 keys, seed 1
void lab_run(LabResult *out, const Lab *lab);

// Counts the dots in `bins` equal bins over ±reach; beyond[0] and beyond[1] count those below and above.
void lab_histogram(const LabResult *r, double reach, int bins, int *count, int beyond[2]);

// A row of two keys whose scores differ by gap: the weight of each, the higher first. odds = e^gap.
typedef struct LabGap {
    double odds, weight[2], entropy, gradient;
} LabGap;
LabGap lab_gap(double gap);

#endif
