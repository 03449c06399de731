#include "math/f32.h"

#include "math/f32_inline.h"

WIDE float f32_dot(const float *a, const float *b, int n) {
    float lane[LANES] = {0};
    int j = 0;
    for (; j + LANES <= n; j += LANES) {
        ALONG for (int k = 0; k < LANES; k++) lane[k] += a[j + k] * b[j + k];
    }
    for (int k = 0; j + k < n; k++) lane[k] += a[j + k] * b[j + k];
    return sum_lanes(lane);
}

WIDE void f32_add(float *restrict y, const float *restrict x, int n) {
    for (int j = 0; j < n; j++) y[j] += x[j];
}

WIDE void f32_add_times(float *restrict y, const float *restrict x, float factor, int n) {
    for (int j = 0; j < n; j++) y[j] += factor * x[j];
}

static inline void layernorm_row(const float *in, const float *gain, const float *bias, float eps, float *out, int n,
                                 float *kept) {
    float lane[LANES] = {0}, square[LANES] = {0};
    int j = 0;
    for (; j + LANES <= n; j += LANES) {
        ALONG for (int k = 0; k < LANES; k++) lane[k] += in[j + k];
    }
    for (int k = 0; j + k < n; k++) lane[k] += in[j + k];
    float mean = sum_lanes(lane) / (float)n;
    for (j = 0; j + LANES <= n; j += LANES) {
        ALONG for (int k = 0; k < LANES; k++) square[k] += (in[j + k] - mean) * (in[j + k] - mean);
    }
    for (int k = 0; j + k < n; k++) square[k] += (in[j + k] - mean) * (in[j + k] - mean);
    float scale = 1 / sqrtf(sum_lanes(square) / (float)n + eps);
    for (j = 0; j < n; j++) out[j] = (in[j] - mean) * scale * gain[j] + bias[j];
    kept[0] = mean;
    kept[1] = scale;
}

WIDE void f32_layernorm_keep(const float *in, const float *gain, const float *bias, float eps, float *out, int count,
                             int n, float *kept) {
    for (int i = 0; i < count; i++, in += n, out += n, kept += 2) layernorm_row(in, gain, bias, eps, out, n, kept);
}

void f32_layernorm(const float *in, const float *gain, const float *bias, float eps, float *out, int n) {
    float kept[2];
    f32_layernorm_keep(in, gain, bias, eps, out, 1, n, kept);
}

// ½(1 + tanh u) = 1 / (1 + e^(−2u)).
WIDE void f32_gelu(float *x, int n) {
    static const float TWICE_ROOT = 1.59576912f; // 2√(2/π)
    for (int j = 0; j < n; j++) {
        float u = TWICE_ROOT * (x[j] + 0.044715f * x[j] * x[j] * x[j]);
        x[j] = x[j] / (1 + exp_of(-u));
    }
}

WIDE void f32_softmax(float *x, int n) {
    float most = greatest(x, n), lane[LANES] = {0};
    if (most == -INFINITY) most = 0; // nothing to look at; or only NaN
    int j = 0;
    for (; j + LANES <= n; j += LANES) {
        ALONG for (int k = 0; k < LANES; k++) {
            float e = exp_of(x[j + k] - most);
            lane[k] += x[j + k] = x[j + k] == -INFINITY ? 0 : e;
        }
    }
    for (int k = 0; j + k < n; k++) {
        float e = exp_of(x[j + k] - most);
        lane[k] += x[j + k] = x[j + k] == -INFINITY ? 0 : e;
    }
    float sum = sum_lanes(lane);
    float scale = sum == 0 ? 0 : 1 / sum;
    for (j = 0; j < n; j++) x[j] *= scale;
}

WIDE bool f32_finite(const float *x, int n) {
    uint32_t bad = 0;
    for (int j = 0; j < n; j++) bad |= (to_bits(x[j]) & 0x7F800000u) == 0x7F800000u;
    return !bad;
}

WIDE double f32_log_sum_exp(const float *x, int n) {
    float most = greatest(x, n);
    double lane[LANES] = {0}, sum = 0;
    int j = 0;
    for (; j + LANES <= n; j += LANES) {
        ALONG for (int k = 0; k < LANES; k++) lane[k] += (double)exp_of(x[j + k] - most);
    }
    for (int k = 0; j + k < n; k++) lane[k] += (double)exp_of(x[j + k] - most);
    for (int k = 0; k < LANES; k++) sum += lane[k];
    return (double)most + log(sum);
}
