#include "net/values.h"

#include "base/mem.h"
#include "base/pages.h"
#include "math/f32.h"
#include "net/pattern.h"
#include "net/readout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// LN₁ of every row, [n, C]; free with pages_free.
static float *normed_rows(const NetRun *run, int layer) {
    size_t n = (size_t)run->n, c = (size_t)run->w->shape.width;
    float *normed = pages_new(n * c, sizeof *normed);
    for (int i = 0; i < run->n; i++) net_layer_norm(run, layer, i, normed + (size_t)i * c);
    return normed;
}

// The columns of W_QKV that make v of this head; rows lie 3C apart. bias: likewise.
static const float *value_columns(const NetRun *run, NetPart part, int layer, int head) {
    const NetShape *s = &run->w->shape;
    return net_weights_get(run->w, part, layer) + 2 * s->width + head * (s->width / s->heads);
}

void net_values(const NetRun *run, int layer, int head, float *out) {
    const NetShape *s = &run->w->shape;
    int c = s->width, d = c / s->heads;
    float *normed = normed_rows(run, layer);
    for (int i = 0; i < run->n; i++)
        memcpy(out + (size_t)i * (size_t)d, value_columns(run, NET_QKV_BIAS, layer, head), (size_t)d * sizeof *out);
    blas_product(run->blas, run->n, d, c, 1, (BlasMatrix){normed, c, false},
                 (BlasMatrix){value_columns(run, NET_QKV, layer, head), 3 * c, false}, 1, out, d);
    pages_free(normed, (size_t)run->n * (size_t)c, sizeof *normed);
}

void net_value_norms(const NetRun *run, int layer, int head, float *out) {
    const NetShape *s = &run->w->shape;
    size_t n = (size_t)run->n, c = (size_t)s->width, d = c / (size_t)s->heads, len = n * (d + c);
    float *v = pages_new(len, sizeof *v), *added = v + n * d;
    net_values(run, layer, head, v);
    blas_product(run->blas, run->n, s->width, (int)d, 1, (BlasMatrix){v, (int)d, false},
                 (BlasMatrix){net_weights_get(run->w, NET_OUT, layer) + (size_t)head * d * c, s->width, false}, 0,
                 added, s->width);
    for (size_t j = 0; j < n; j++) out[j] = sqrtf(f32_dot(added + j * c, added + j * c, s->width));
    pages_free(v, len, sizeof *v);
}

// Σ_j A[i][j] v_j = (Σ_j A[i][j] LN₁(x_j))·W + b·Σ_j A[i][j]: no v but the one that is wanted.
static void mix_row(const NetRun *run, int layer, int head, const float *weights, const float *normed, float *row,
                    float *out) {
    const NetShape *s = &run->w->shape;
    int c = s->width, d = c / s->heads;
    const float *w = value_columns(run, NET_QKV, layer, head), *b = value_columns(run, NET_QKV_BIAS, layer, head);
    float sum = 0;
    memset(row, 0, (size_t)c * sizeof *row);
    for (int j = 0; j < run->n; j++) {
        sum += weights[j];
        if (weights[j] != 0) f32_add_times(row, normed + (size_t)j * (size_t)c, weights[j], c);
    }
    for (int k = 0; k < d; k++) out[k] = sum * b[k];
    for (int k = 0; k < c; k++) f32_add_times(out, w + (size_t)k * 3 * (size_t)c, row[k], d);
}

// The mean of the pattern's rows: what a head set to its mean mixes with everywhere in the text.
static void mean_weights(const NetRun *run, int layer, int head, float *out) {
    size_t n = (size_t)run->n, front = (size_t)run->front;
    float *pattern = pages_new(n * n, sizeof *pattern);
    net_pattern(run, NULL, layer, head, pattern);
    memset(out, 0, n * sizeof *out);
    for (size_t i = front; i < n; i++) f32_add_times(out, pattern + i * n, 1 / (float)(n - front), run->n);
    pages_free(pattern, n * n, sizeof *pattern);
}

void net_mixed(const NetRun *run, int layer, int i, float *out) {
    const NetShape *s = &run->w->shape;
    int d = s->width / s->heads;
    float *normed = normed_rows(run, layer), *weights = MEM_NEW(float, (size_t)run->n + (size_t)s->width),
          *row = weights + run->n;
    for (int h = 0; h < s->heads; h++) {
        const NetCut *cut = net_levers_head(&run->levers, layer, h);
        if (cut && cut->kind == NET_CUT_ZERO) memset(weights, 0, (size_t)run->n * sizeof *weights);
        else if (cut && i >= run->front) mean_weights(run, layer, h, weights);
        else net_weights_row(run, NULL, layer, h, i, weights);
        mix_row(run, layer, h, weights, normed, row, out + (size_t)h * (size_t)d);
    }
    pages_free(normed, (size_t)run->n * (size_t)s->width, sizeof *normed);
    free(weights);
}

void net_head_output(const NetRun *run, int layer, int head, const float *mixed, float *out) {
    const NetShape *s = &run->w->shape;
    size_t c = (size_t)s->width, d = c / (size_t)s->heads;
    const float *w = net_weights_get(run->w, NET_OUT, layer) + (size_t)head * d * c;
    memset(out, 0, c * sizeof *out);
    for (size_t k = 0; k < d; k++) f32_add_times(out, w + k * c, mixed[(size_t)head * d + k], s->width);
}
