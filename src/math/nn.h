// The small functions every layer is made of, on one row of doubles.
#ifndef LOOKBACK_MATH_NN_H
#define LOOKBACK_MATH_NN_H

// out[j] = e^(in[j] − max) / Σ, over n entries; −∞ becomes exactly 0. in == out is allowed. A NaN makes the row NaN;
// a row of only −∞ becomes 0 everywhere.
void nn_softmax(const double *in, double *out, int n);

// Σ e^((in[j] − max) / divisor) over n ≥ 1 numbers, by which a softmax divides its powers, for who wants few of these;
// *max is the largest number. Quick for rows of few different values, as rules make them.
double nn_power_sum(const double *in, int n, double divisor, double *max);

// H = −Σ p log2 p in bits, with 0·log 0 = 0 and no ε.
double nn_entropy_bits(const double *p, int n);

// out = (in − mean) / √(variance + eps) over n entries, without gain and bias; variance is the mean square (÷ n).
void nn_layernorm(const double *in, double *out, int n, double eps);

// The size of softmax's whole Jacobian, Σ_ij |p_i(δ_ij − p_j)|: how much a nudge of the scores can still move the row.
double nn_softmax_slope(const double *p, int n);

#endif
