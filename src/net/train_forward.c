#include "net/train_kept.h"

#include "base/mem.h"
#include "base/pages.h"
#include "math/f32.h"
#include "math/f32_back.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- memory

// Takes count numbers of the block; while there is none, only counts.
static float *take(NetKept *k, size_t count) {
    float *at = k->block ? k->block + k->block_len : NULL;
    k->block_len += (count + 15) & ~(size_t)15; // begin at multiples of 64 bytes
    return at;
}

static void lay_out(NetKept *k, const NetShape *s, const NetRecipe *r) {
    size_t t = (size_t)s->positions, n = (size_t)r->batch * t, c = (size_t)s->width, f = (size_t)s->hidden;
    k->block_len = 0;
    for (int l = 0; l < s->layers; l++) {
        NetKeptLayer *at = &k->layer[l];
        at->x = take(k, n * c);
        at->normed = take(k, n * c);
        at->qkv = take(k, 3 * n * c);
        at->pattern = take(k, n * (size_t)s->heads * (size_t)k->padded);
        at->mixed = take(k, n * c);
        at->mid = take(k, n * c);
        at->normed_mid = take(k, n * c);
        at->hidden = take(k, n * f);
        at->slope = take(k, n * f);
        at->norms = take(k, 2 * n);
        at->norms_mid = take(k, 2 * n);
    }
    k->x = take(k, n * c);
    k->normed = take(k, n * c);
    k->logits = take(k, n * (size_t)s->vocabulary);
    k->norms = take(k, 2 * n);
    k->scratch = take(k, t * (size_t)k->padded);
    k->dx = take(k, n * c);
    k->dnormed = take(k, n * c);
    k->dmixed = take(k, n * c);
    k->dqkv = take(k, 3 * n * c);
    k->dhidden = take(k, n * f);
}

NetKept *net_kept_new(const NetTrain *t) {
    const NetShape *s = &t->weights.shape;
    NetKept *k = MEM_NEW(NetKept, 1);
    k->layer = MEM_NEW(NetKeptLayer, (size_t)s->layers);
    k->ids = MEM_NEW(int, (size_t)t->recipe.batch *(size_t)s->positions);
    k->period = MEM_NEW(int, (size_t)t->recipe.batch);
    k->padded = (s->positions + NET_KEPT_PAD - 1) & ~(NET_KEPT_PAD - 1);
    lay_out(k, s, &t->recipe);
    k->block = pages_new(k->block_len, sizeof *k->block);
    lay_out(k, s, &t->recipe);
    return k;
}

void net_kept_free(NetKept *k) {
    if (!k) return;
    pages_free(k->block, k->block_len, sizeof *k->block);
    free(k->layer);
    free(k->ids);
    free(k->period);
    free(k);
}

// ---- layers

static float *row_of(float *rows, int i, int width) {
    return rows + (size_t)i * (size_t)width;
}

// out[n, cols] = in[n, rows]·W + b, and + x[n, cols] if there is one.
static void apply(const NetTrain *t, NetPart w, NetPart b, int layer, int n, const float *in, const float *x,
                  float *out) {
    NetPartInfo info = net_part_info(&t->weights.shape, w);
    const float *bias = net_train_part(t, b, layer);
    for (int i = 0; i < n; i++) {
        float *row = row_of(out, i, info.cols);
        memcpy(row, x ? x + (size_t)i * (size_t)info.cols : bias, (size_t)info.cols * sizeof *row);
        if (x) f32_add(row, bias, info.cols);
    }
    blas_product(t->blas, n, info.cols, info.rows, 1, (BlasMatrix){in, info.rows, false},
                 (BlasMatrix){net_train_part(t, w, layer), info.cols, false}, 1, out, info.cols);
}

static void normalise(const NetTrain *t, NetPart gain, NetPart bias, int layer, int n, float *in, float *out,
                      float *norms) {
    const NetShape *s = &t->weights.shape;
    const float *g = net_train_part(t, gain, layer), *b = net_train_part(t, bias, layer);
    int c = s->width;
    for (int i = 0; i < n; i++)
        f32_layernorm_keep(row_of(in, i, c), g, b, s->eps, row_of(out, i, c), c, row_of(norms, i, 2));
}

// One head of one sequence: qkv and mixed at its first position and column.
static void attend(const NetTrain *t, int layer, const float *qkv, float *pattern, float *mixed) {
    const NetShape *s = &t->weights.shape;
    int n = s->positions, c = s->width, d = c / s->heads, padded = t->kept->padded;
    BlasMatrix q = {qkv, 3 * c, false}, k = {qkv + c, 3 * c, true}, v = {qkv + 2 * c, 3 * c, false};
    blas_product(t->blas, n, n, d, (float)(1 / net_divisor(s, layer)), q, k, 0, pattern, padded);
    for (int i = 0; i < n; i++) {
        float *row = row_of(pattern, i, padded);
        int seen = net_kept_seen(t, i);
        for (int j = t->recipe.mask ? i + 1 : n; j < seen; j++) row[j] = -INFINITY;
        f32_softmax(row, seen);
        memset(row + seen, 0, (size_t)(padded - seen) * sizeof *row);
    }
    blas_product(t->blas, n, d, n, 1, (BlasMatrix){pattern, padded, false}, v, 0, mixed, c);
}

static void run_layer(NetTrain *t, int layer, float *out) {
    const NetShape *s = &t->weights.shape;
    NetKept *kept = t->kept;
    NetKeptLayer *k = &kept->layer[layer];
    int length = s->positions, n = kept->rows * length, c = s->width, d = c / s->heads;
    normalise(t, NET_LN1_GAIN, NET_LN1_BIAS, layer, n, k->x, k->normed, k->norms);
    apply(t, NET_QKV, NET_QKV_BIAS, layer, n, k->normed, NULL, k->qkv);
    for (int row = 0; row < kept->rows; row++) {
        for (int h = 0; h < s->heads; h++) {
            attend(t, layer, row_of(k->qkv, row * length, 3 * c) + h * d,
                   k->pattern + (size_t)(row * s->heads + h) * (size_t)length * (size_t)kept->padded,
                   row_of(k->mixed, row * length, c) + h * d);
        }
    }
    apply(t, NET_OUT, NET_OUT_BIAS, layer, n, k->mixed, k->x, k->mid);
    if (!t->recipe.hidden) {
        memcpy(out, k->mid, (size_t)n * (size_t)c * sizeof *out);
        return;
    }
    normalise(t, NET_LN2_GAIN, NET_LN2_BIAS, layer, n, k->mid, k->normed_mid, k->norms_mid);
    apply(t, NET_MLP_IN, NET_MLP_IN_BIAS, layer, n, k->normed_mid, NULL, k->hidden);
    f32_gelu_slope(k->hidden, k->slope, n * s->hidden);
    apply(t, NET_MLP_OUT, NET_MLP_OUT_BIAS, layer, n, k->hidden, k->mid, out);
}

void net_train_forward(NetTrain *t) {
    const NetShape *s = &t->weights.shape;
    NetKept *k = t->kept;
    int length = s->positions, n = k->rows * length, c = s->width;
    const float *tokens = net_train_part(t, NET_TOKENS, 0), *positions = net_train_part(t, NET_POSITIONS, 0);
    for (int i = 0; i < n; i++) {
        float *x = row_of(k->layer[0].x, i, c);
        memcpy(x, tokens + (size_t)k->ids[i] * (size_t)c, (size_t)c * sizeof *x);
        f32_add(x, positions + (size_t)(i % length) * (size_t)c, c);
    }
    for (int l = 0; l < s->layers; l++) run_layer(t, l, l + 1 < s->layers ? k->layer[l + 1].x : k->x);
    normalise(t, NET_LNF_GAIN, NET_LNF_BIAS, 0, n, k->x, k->normed, k->norms);
    blas_product(t->blas, n, s->vocabulary, c, 1, (BlasMatrix){k->normed, c, false}, (BlasMatrix){tokens, c, true}, 0,
                 k->logits, s->vocabulary);
}
