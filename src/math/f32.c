#include "math/f32.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { LANES = 16 };

// One copy of a function for each vector width; the processor picks at start-up. Products and sums are not fused
// (-ffp-contract=off), so all copies compute the same bits.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__)
#define WIDE __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define WIDE
#endif

static inline float sum_lanes(float *lane) {
    for (int half = LANES / 2; half > 0; half /= 2) {
        for (int k = 0; k < half; k++) lane[k] += lane[k + half];
    }
    return lane[0];
}

WIDE float f32_dot(const float *a, const float *b, int n) {
    float lane[LANES] = {0};
    int j = 0;
    for (; j + LANES <= n; j += LANES) {
        for (int k = 0; k < LANES; k++) lane[k] += a[j + k] * b[j + k];
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

WIDE void f32_layernorm(const float *in, const float *gain, const float *bias, float eps, float *out, int n) {
    float lane[LANES] = {0}, square[LANES] = {0};
    int j = 0;
    for (; j + LANES <= n; j += LANES) {
        for (int k = 0; k < LANES; k++) lane[k] += in[j + k];
    }
    for (int k = 0; j + k < n; k++) lane[k] += in[j + k];
    float mean = sum_lanes(lane) / (float)n;
    for (j = 0; j + LANES <= n; j += LANES) {
        for (int k = 0; k < LANES; k++) square[k] += (in[j + k] - mean) * (in[j + k] - mean);
    }
    for (int k = 0; j + k < n; k++) square[k] += (in[j + k] - mean) * (in[j + k] - mean);
    float scale = 1 / sqrtf(sum_lanes(square) / (float)n + eps);
    for (j = 0; j < n; j++) out[j] = (in[j] - mean) * scale * gain[j] + bias[j];
}

static inline float from_bits(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static inline uint32_t to_bits(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

// e^x to 2 units in the last place for −87 ≤ x ≤ 88, beyond that as at the border; NaN stays NaN. x = n·ln 2 + r with
// |r| ≤ ln 2 / 2, e^r by its Taylor series to r⁷ (error below 1e-8). Adding 1.5·2²³ rounds to a whole number, which
// then stands in the low bits.
static inline float exp_of(float x) {
    static const float MAGIC = 12582912.0f, LN2_HIGH = 0.693359375f, LN2_LOW = -2.12194440e-4f;
    x = x < -87 ? -87 : x;
    x = x > 88 ? 88 : x;
    float shifted = x * 1.44269504f + MAGIC, whole = shifted - MAGIC;
    float r = x - whole * LN2_HIGH - whole * LN2_LOW;
    float p = 1.0f / 5040;
    p = p * r + 1.0f / 720;
    p = p * r + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    p = p * r + 1;
    p = p * r + 1;
    return p * from_bits((to_bits(shifted) - to_bits(MAGIC) + 127u) << 23);
}

// ½(1 + tanh u) = 1 / (1 + e^(−2u)).
WIDE void f32_gelu(float *x, int n) {
    static const float TWICE_ROOT = 1.59576912f; // 2√(2/π)
    for (int j = 0; j < n; j++) {
        float u = TWICE_ROOT * (x[j] + 0.044715f * x[j] * x[j] * x[j]);
        x[j] = x[j] / (1 + exp_of(-u));
    }
}

static inline float greatest(const float *x, int n) {
    float lane[LANES];
    for (int k = 0; k < LANES; k++) lane[k] = -INFINITY;
    int j = 0;
    for (; j + LANES <= n; j += LANES) {
        for (int k = 0; k < LANES; k++) lane[k] = x[j + k] > lane[k] ? x[j + k] : lane[k];
    }
    for (int k = 0; j + k < n; k++) lane[k] = x[j + k] > lane[k] ? x[j + k] : lane[k];
    for (int k = 1; k < LANES; k++) lane[0] = lane[k] > lane[0] ? lane[k] : lane[0];
    return lane[0];
}

WIDE void f32_softmax(float *x, int n) {
    float most = greatest(x, n), lane[LANES] = {0};
    if (most == -INFINITY) most = 0; // nothing to look at; or only NaN
    int j = 0;
    for (j = 0; j < n; j++) {
        float e = exp_of(x[j] - most);
        x[j] = x[j] == -INFINITY ? 0 : e;
    }
    for (j = 0; j + LANES <= n; j += LANES) {
        for (int k = 0; k < LANES; k++) lane[k] += x[j + k];
    }
    for (int k = 0; j + k < n; k++) lane[k] += x[j + k];
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
        for (int k = 0; k < LANES; k++) lane[k] += (double)exp_of(x[j + k] - most);
    }
    for (int k = 0; j + k < n; k++) lane[k] += (double)exp_of(x[j + k] - most);
    for (int k = 0; k < LANES; k++) sum += lane[k];
    return (double)most + log(sum);
}
