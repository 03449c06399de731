// The kernels of training, on rows of floats: what goes back through the layers of f32.h, and the optimiser. The same
// bits whatever vector width the processor has, as there.
#ifndef LOOKBACK_MATH_F32_BACK_H
#define LOOKBACK_MATH_F32_BACK_H

#include <stddef.h>

// y *= x
void f32_multiply(float *y, const float *x, int n);

// sum[width] += Σ of count rows, which lie one behind the other.
void f32_sum_rows(float *sum, const float *rows, int count, int width);

// out = rows + row, for each of count rows, which lie one behind the other.
void f32_add_row(float *out, const float *rows, const float *row, int count, int width);

// In place: x becomes gelu(x), slope becomes gelu′(x).
void f32_gelu_slope(float *x, float *slope, int n);

// Back through f32_layernorm_keep: from dout = ∂L/∂out, adds ∂L/∂x to dx, ∂L/∂gain to dgain, ∂L/∂bias to dbias.
void f32_layernorm_back(const float *x, const float *gain, const float *kept, const float *dout, float *dx,
                        float *dgain, float *dbias, int count, int n);

// Rows of attention, `apart` numbers from one to the next, of which `width` (a multiple of F32_LANES) are read and
// written. Row i sees its first seen + i·grows entries.
typedef struct F32Seen {
    int rows, apart, width, seen, grows;
} F32Seen;
enum { F32_LANES = 16 };

// In place: softmax of factor · x over what a row sees; 0 behind it. Here factor is above 0, and all is finite or NaN.
void f32_softmax_seen(float *x, const F32Seen *at, float factor);

// Back through it: from d = ∂L/∂p to ∂L/∂x, in place: d_j = factor · p_j (d_j − Σ_k p_k d_k).
void f32_softmax_back(const float *p, float *d, const F32Seen *at, float factor);

// −log softmax(logits)[target] in nats. In place, logits become factor · ∂/∂logits of it: factor · (softmax − 1 at
// target).
double f32_cross_entropy(float *logits, int target, float factor, int n);

// Σ x²
double f32_sum_squares(const float *x, size_t n);

// One step of Adam (Kingma and Ba 2015), g taken times clip:
//     m = β₁m + (1 − β₁)g;  v = β₂v + (1 − β₂)g²;  p −= rate · m/(1 − β₁ᵗ) / (√(v/(1 − β₂ᵗ)) + ε)
typedef struct F32Adam {
    float rate, beta1, beta2, epsilon, clip;
    float fade1, fade2; // 1/(1 − β₁ᵗ), 1/(1 − β₂ᵗ)
} F32Adam;
void f32_adam(float *p, const float *g, float *m, float *v, size_t n, const F32Adam *a);

#endif
