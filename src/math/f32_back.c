#include "math/f32_back.h"

#include "math/f32_inline.h"

WIDE void f32_multiply(float *restrict y, const float *restrict x, int n) {
    for (int j = 0; j < n; j++) y[j] *= x[j];
}

WIDE void f32_sum_rows(float *restrict sum, const float *restrict rows, int count, int width) {
    for (int i = 0; i < count; i++, rows += width) {
        for (int j = 0; j < width; j++) sum[j] += rows[j];
    }
}

WIDE void f32_add_row(float *restrict out, const float *restrict rows, const float *restrict row, int count,
                      int width) {
    for (int i = 0; i < count; i++, out += width, rows += width) {
        for (int j = 0; j < width; j++) out[j] = rows[j] + row[j];
    }
}

// With u = √(2/π)(x + ax³) and s = ½(1 + tanh u) = 1/(1 + e^(−2u)): gelu = xs, gelu′ = s + x·s(1 − s)·2u′.
WIDE void f32_gelu_slope(float *restrict x, float *restrict slope, int n) {
    static const float TWICE_ROOT = 1.59576912f, A = 0.044715f; // 2√(2/π)
    for (int j = 0; j < n; j++) {
        float at = x[j], u = TWICE_ROOT * (at + A * at * at * at), s = 1 / (1 + exp_of(-u));
        x[j] = at * s;
        slope[j] = s + at * s * (1 - s) * TWICE_ROOT * (1 + 3 * A * at * at);
    }
}

// With y = (x − mean)·scale and g = dout·gain: dx = scale · (g − mean(g) − y·mean(g·y)).
static inline void layernorm_back_row(const float *restrict x, const float *restrict gain, const float *restrict kept,
                                      const float *restrict dout, float *restrict dx, float *restrict dgain,
                                      float *restrict dbias, int n) {
    float sum_g[LANES] = {0}, sum_gy[LANES] = {0}, mean = kept[0], scale = kept[1];
    int j = 0;
    for (; j + LANES <= n; j += LANES) {
        ALONG for (int k = 0; k < LANES; k++) {
            float g = dout[j + k] * gain[j + k];
            sum_g[k] += g;
            sum_gy[k] += g * ((x[j + k] - mean) * scale);
        }
    }
    for (int k = 0; j + k < n; k++) {
        float g = dout[j + k] * gain[j + k];
        sum_g[k] += g;
        sum_gy[k] += g * ((x[j + k] - mean) * scale);
    }
    float mean_g = sum_lanes(sum_g) / (float)n, mean_gy = sum_lanes(sum_gy) / (float)n;
    for (j = 0; j < n; j++) {
        float y = (x[j] - mean) * scale;
        dx[j] += scale * (dout[j] * gain[j] - mean_g - y * mean_gy);
        dgain[j] += dout[j] * y;
        dbias[j] += dout[j];
    }
}

WIDE void f32_layernorm_back(const float *restrict x, const float *restrict gain, const float *restrict kept,
                             const float *restrict dout, float *restrict dx, float *restrict dgain,
                             float *restrict dbias, int count, int n) {
    for (int i = 0; i < count; i++, x += n, kept += 2, dout += n, dx += n)
        layernorm_back_row(x, gain, kept, dout, dx, dgain, dbias, n);
}

// ---- attention

static inline void softmax_seen_row(float *x, int width, int seen, float factor) {
    float most[LANES], lane[LANES] = {0};
    for (int k = 0; k < LANES; k++) most[k] = -INFINITY;
    for (int j = 0; j < width; j += LANES) {
        ALONG for (int k = 0; k < LANES; k++) {
            float at = x[j + k];
            at = j + k < seen ? at : -INFINITY;
            most[k] = at > most[k] ? at : most[k];
        }
    }
    float top = greatest_lane(most);
    for (int j = 0; j < width; j += LANES) {
        ALONG for (int k = 0; k < LANES; k++) {
            float e = exp_of(factor * (x[j + k] - top));
            e = j + k < seen ? e : 0;
            x[j + k] = e;
            lane[k] += e;
        }
    }
    float scale = 1 / sum_lanes(lane);
    for (int j = 0; j < width; j += LANES) {
        ALONG for (int k = 0; k < LANES; k++) x[j + k] *= scale;
    }
}

WIDE void f32_softmax_seen(float *x, const F32Seen *at, float factor) {
    for (int i = 0; i < at->rows; i++) softmax_seen_row(x + i * at->apart, at->width, at->seen + i * at->grows, factor);
}

static inline void softmax_back_row(const float *restrict p, float *restrict d, int width, float factor) {
    float lane[LANES] = {0};
    for (int j = 0; j < width; j += LANES) {
        ALONG for (int k = 0; k < LANES; k++) lane[k] += p[j + k] * d[j + k];
    }
    float sum = sum_lanes(lane);
    for (int j = 0; j < width; j += LANES) {
        ALONG for (int k = 0; k < LANES; k++) d[j + k] = factor * p[j + k] * (d[j + k] - sum);
    }
}

WIDE void f32_softmax_back(const float *restrict p, float *restrict d, const F32Seen *at, float factor) {
    for (int i = 0; i < at->rows; i++) softmax_back_row(p + i * at->apart, d + i * at->apart, at->width, factor);
}

// ---- the loss

WIDE double f32_cross_entropy(float *restrict x, int target, float factor, int n) {
    float most = greatest(x, n), wanted = x[target], lane[LANES] = {0};
    int j = 0;
    for (j = 0; j < n; j++) x[j] = exp_of(x[j] - most);
    for (j = 0; j + LANES <= n; j += LANES) {
        ALONG for (int k = 0; k < LANES; k++) lane[k] += x[j + k];
    }
    for (int k = 0; j + k < n; k++) lane[k] += x[j + k];
    float sum = sum_lanes(lane), scale = factor / sum;
    for (j = 0; j < n; j++) x[j] *= scale;
    x[target] -= factor;
    return (double)most + log((double)sum) - (double)wanted;
}

WIDE double f32_sum_squares(const float *x, size_t n) {
    double lane[LANES] = {0}, sum = 0;
    size_t j = 0;
    for (; j + LANES <= n; j += LANES) {
        ALONG for (int k = 0; k < LANES; k++) lane[k] += (double)x[j + (size_t)k] * (double)x[j + (size_t)k];
    }
    for (int k = 0; j + (size_t)k < n; k++) lane[k] += (double)x[j + (size_t)k] * (double)x[j + (size_t)k];
    for (int k = 0; k < LANES; k++) sum += lane[k];
    return sum;
}

WIDE void f32_adam(float *restrict p, const float *restrict g, float *restrict m, float *restrict v, size_t n,
                   const F32Adam *a) {
    float rate = a->rate * a->fade1, epsilon = a->epsilon, clip = a->clip, fade2 = a->fade2;
    float keep1 = a->beta1, keep2 = a->beta2, add1 = 1 - a->beta1, add2 = 1 - a->beta2;
    for (size_t j = 0; j < n; j++) {
        float slope = clip * g[j];
        m[j] = keep1 * m[j] + add1 * slope;
        v[j] = keep2 * v[j] + add2 * slope * slope;
        p[j] -= rate * m[j] / (sqrtf(v[j] * fade2) + epsilon);
    }
}
