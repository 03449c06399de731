// The kernels of a model's forward pass, on rows of floats. Sums run over LANES partial sums in a fixed order, so the
// bits are the same whatever vector width the processor has.
#ifndef LOOKBACK_MATH_F32_H
#define LOOKBACK_MATH_F32_H

#include <stdbool.h>

float f32_dot(const float *a, const float *b, int n);

// y += x, y += factor·x
void f32_add(float *y, const float *x, int n);
void f32_add_times(float *y, const float *x, float factor, int n);

// out = (in − mean) / √(variance + eps) · gain + bias; variance is the mean square (÷ n). in == out is allowed.
void f32_layernorm(const float *in, const float *gain, const float *bias, float eps, float *out, int n);

// The same of count rows, one behind the other, and what the way back wants (f32_back.h): of each row, kept = {mean,
// 1 / √(variance + eps)}.
void f32_layernorm_keep(const float *in, const float *gain, const float *bias, float eps, float *out, int count, int n,
                        float *kept);

// In place: x becomes ½x(1 + tanh(√(2/π)·(x + 0.044715x³))).
void f32_gelu(float *x, int n);

// In place: softmax of n entries; −∞ becomes exactly 0. A NaN makes the row NaN; a row of only −∞ becomes 0 everywhere.
void f32_softmax(float *x, int n);

// Whether none is NaN or infinite.
bool f32_finite(const float *x, int n);

// log Σ e^x
double f32_log_sum_exp(const float *x, int n);

#endif
