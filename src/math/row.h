// Sums over a row of float weights, fast enough for all rows of a large file. Partial sums run in a fixed order, so sums
// are the same whatever vector width the processor has. (Where it rounds a product and a sum at once, moment and bits
// differ by what rounding a float does.)
#ifndef LOOKBACK_MATH_ROW_H
#define LOOKBACK_MATH_ROW_H

#include <stdbool.h>
#include <stdint.h>

typedef struct RowSums {
    double sum;    // Σ w
    double moment; // Σ w·j
    double bits;   // −Σ w log2 w over w > 0; each log2 is within 5e-7
} RowSums;

// n ≤ 2^24. NaN and ∞ make the sum NaN or infinite.
RowSums row_sums(const float *w, int n);

// Whether every weight is 0.
bool row_is_zero(const float *w, int n);
bool row_is_zero_doubles(const double *w, int n);

// What n doubles add up to, and their extremes; NaN is neither the least nor the most.
typedef struct RowSpan {
    double sum, moment; // Σ w, Σ w·j
    double least, most; // ∞ and −∞ of none
    int zeros;
} RowSpan;
RowSpan row_span(const double *w, int n);

// Raises each of n numbers to that of w where it is larger; NaN is not.
void row_raise(float *restrict most, const float *restrict w, int n);

// IEEE binary16 and bfloat16 as floats, exactly; ∞ and NaN stay so.
void row_from_f16(const uint16_t *in, float *out, int n);
void row_from_bf16(const uint16_t *in, float *out, int n);

// n floats, which may lie at any address.
void row_to_doubles(const void *in, double *out, int n);

#endif
