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

// Matrices that are wanted turned, too.
static const NetPart MATRICES[] = {NET_QKV, NET_OUT, NET_MLP_IN, NET_MLP_OUT};
enum { MATRIX_COUNT = sizeof MATRICES / sizeof MATRICES[0] };

static size_t turned_count(const NetShape *s, NetPart part) {
    NetPartInfo info = net_part_info(s, part);
    return (size_t)info.cols * (size_t)net_kept_padded(info.rows);
}

static size_t all_turned(const NetShape *s) {
    size_t layer = 0;
    for (int k = 0; k < MATRIX_COUNT; k++) layer += turned_count(s, MATRICES[k]);
    return turned_count(s, NET_TOKENS) + (size_t)s->layers * layer;
}

static void lay_out_layer(NetKept *k, const NetShape *s, NetKeptLayer *at, size_t n) {
    size_t c = (size_t)s->width, f = (size_t)s->hidden;
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

static void lay_out(NetKept *k, const NetShape *s) {
    size_t t = (size_t)s->positions, n = (size_t)k->most * t, c = (size_t)s->width;
    k->block_len = 0;
    for (int l = 0; l < s->layers; l++) lay_out_layer(k, s, &k->layer[l], n);
    k->x = take(k, n * c);
    k->normed = take(k, n * c);
    k->logits = take(k, n * (size_t)k->logits_row);
    k->norms = take(k, 2 * n);
    k->turned_head = take(k, c * (size_t)k->padded);
    k->scratch = take(k, t * (size_t)k->padded);
    k->dx = take(k, n * c);
    k->dnormed = take(k, n * c);
    k->dmixed = take(k, n * c);
    k->dqkv = take(k, 3 * n * c);
    k->dhidden = take(k, n * (size_t)s->hidden);
    k->turned = take(k, all_turned(s));
    take(k, PRODUCT_BEYOND);
}

// As many sequences as leave most of what is kept of them in the cache; not too few, because all weights and gradients
// are gone through with each part of the batch. It depends on the recipe alone, as the bits do.
static int sequences_at_a_time(const NetShape *s, const NetRecipe *r) {
    enum { NUMBERS = 600000, LEAST = 4 };
    double one = s->positions * (s->layers * (9.0 * s->width + 2.0 * s->hidden + s->heads * (double)s->positions));
    int most = (int)(NUMBERS / one);
    if (most < LEAST) most = LEAST;
    return most < r->batch ? most : r->batch;
}

NetKept *net_kept_new(const NetTrain *t) {
    const NetShape *s = &t->weights.shape;
    NetKept *k = MEM_NEW(NetKept, 1);
    k->layer = MEM_NEW(NetKeptLayer, (size_t)s->layers);
    k->ids = MEM_NEW(int, (size_t)t->recipe.batch *(size_t)s->positions);
    k->period = MEM_NEW(int, (size_t)t->recipe.batch);
    k->padded = net_kept_padded(s->positions);
    k->logits_row = net_kept_padded(s->vocabulary);
    k->most = sequences_at_a_time(s, &t->recipe);
    lay_out(k, s);
    k->block = pages_new(k->block_len, sizeof *k->block);
    lay_out(k, s);
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

float *net_train_turned(const NetTrain *t, NetPart part, int layer, int *row_len) {
    const NetShape *s = &t->weights.shape;
    float *at = t->kept->turned;
    *row_len = net_kept_padded(net_part_info(s, part).rows);
    if (part == NET_TOKENS) return at;
    at +=
        turned_count(s, NET_TOKENS) + (size_t)layer * (all_turned(s) - turned_count(s, NET_TOKENS)) / (size_t)s->layers;
    for (int k = 0; MATRICES[k] != part; k++) at += turned_count(s, MATRICES[k]);
    return at;
}

static void turn(const NetTrain *t, NetPart part, int layer) {
    NetPartInfo info = net_part_info(&t->weights.shape, part);
    int row_len;
    float *to = net_train_turned(t, part, layer, &row_len);
    product_turn(net_train_part(t, part, layer), info.cols, info.rows, info.cols, to, row_len);
}

static void turn_all(const NetTrain *t) {
    turn(t, NET_TOKENS, 0);
    for (int l = 0; l < t->weights.shape.layers; l++) {
        for (int k = 0; k < MATRIX_COUNT; k++) turn(t, MATRICES[k], l);
    }
}

// ---- layers

static float *row_of(float *rows, int i, int width) {
    return rows + (size_t)i * (size_t)width;
}

// out[n, cols] = start + in[n, rows]·W; start is a row for all of them, or out itself.
static void apply(const NetTrain *t, NetPart w, int layer, int n, const float *in, const float *start, float *out) {
    NetPartInfo info = net_part_info(&t->weights.shape, w);
    product_run(&(Product){.rows = n,
                           .cols = info.cols,
                           .depth = info.rows,
                           .a = in,
                           .a_row = info.rows,
                           .a_step = 1,
                           .b = net_train_part(t, w, layer),
                           .b_row = info.cols,
                           .start = start,
                           .start_row = start == out ? info.cols : 0,
                           .c = out,
                           .c_row = info.cols});
}

static void normalise(const NetTrain *t, NetPart gain, NetPart bias, int layer, int n, const float *in, float *out,
                      float *norms) {
    const NetShape *s = &t->weights.shape;
    f32_layernorm_keep(in, net_train_part(t, gain, layer), net_train_part(t, bias, layer), s->eps, out, n, s->width,
                       norms);
}

// One head of one sequence: qkv and mixed at its first position and column, and its rows of kᵀ.
static void attend(const NetTrain *t, int layer, const float *qkv, const float *turned, float *pattern, float *mixed) {
    const NetShape *s = &t->weights.shape;
    int n = s->positions, c = s->width, d = c / s->heads, padded = t->kept->padded;
    bool mask = t->kept->mask;
    for (int from = 0, to; from < n; from = to) {
        to = net_kept_block(from, n);
        int seen = mask ? to : n, width = net_kept_padded(seen);
        float *rows = row_of(pattern, from, padded);
        product_run(&(Product){.rows = to - from,
                               .cols = width,
                               .depth = d,
                               .a = qkv + (ptrdiff_t)from * 3 * c,
                               .a_row = 3 * c,
                               .a_step = 1,
                               .b = turned,
                               .b_row = padded,
                               .c = rows,
                               .c_row = padded});
        F32Seen at = {.rows = to - from, .apart = padded, .width = width, .seen = mask ? from + 1 : n, .grows = mask};
        f32_softmax_seen(rows, &at, (float)(1 / net_divisor(s, layer)));
        product_run(&(Product){.rows = to - from,
                               .cols = d,
                               .depth = seen,
                               .a = rows,
                               .a_row = padded,
                               .a_step = 1,
                               .b = qkv + 2 * c,
                               .b_row = 3 * c,
                               .c = row_of(mixed, from, c),
                               .c_row = c});
    }
}

static void attend_all(NetTrain *t, int layer) {
    const NetShape *s = &t->weights.shape;
    NetKept *kept = t->kept;
    NetKeptLayer *k = &kept->layer[layer];
    int length = s->positions, c = s->width, d = c / s->heads;
    for (int row = 0; row < kept->count; row++) {
        const float *qkv = row_of(k->qkv, row * length, 3 * c);
        product_turn(qkv + c, 3 * c, length, c, kept->turned_head, kept->padded);
        for (int h = 0; h < s->heads; h++) {
            attend(t, layer, qkv + h * d, row_of(kept->turned_head, h * d, kept->padded),
                   k->pattern + (size_t)(row * s->heads + h) * (size_t)length * (size_t)kept->padded,
                   row_of(k->mixed, row * length, c) + h * d);
        }
    }
}

static void run_layer(NetTrain *t, int layer, float *out) {
    const NetShape *s = &t->weights.shape;
    NetKept *kept = t->kept;
    NetKeptLayer *k = &kept->layer[layer];
    int n = kept->count * s->positions, c = s->width;
    normalise(t, NET_LN1_GAIN, NET_LN1_BIAS, layer, n, k->x, k->normed, k->norms);
    apply(t, NET_QKV, layer, n, k->normed, net_train_part(t, NET_QKV_BIAS, layer), k->qkv);
    attend_all(t, layer);
    f32_add_row(k->mid, k->x, net_train_part(t, NET_OUT_BIAS, layer), n, c);
    apply(t, NET_OUT, layer, n, k->mixed, k->mid, k->mid);
    if (!t->recipe.hidden) {
        memcpy(out, k->mid, (size_t)n * (size_t)c * sizeof *out);
        return;
    }
    normalise(t, NET_LN2_GAIN, NET_LN2_BIAS, layer, n, k->mid, k->normed_mid, k->norms_mid);
    apply(t, NET_MLP_IN, layer, n, k->normed_mid, net_train_part(t, NET_MLP_IN_BIAS, layer), k->hidden);
    f32_gelu_slope(k->hidden, k->slope, n * s->hidden);
    f32_add_row(out, k->mid, net_train_part(t, NET_MLP_OUT_BIAS, layer), n, c);
    apply(t, NET_MLP_OUT, layer, n, k->hidden, out, out);
}

static void embed(NetTrain *t) {
    const NetShape *s = &t->weights.shape;
    NetKept *k = t->kept;
    int length = s->positions, c = s->width;
    const float *tokens = net_train_part(t, NET_TOKENS, 0), *positions = net_train_part(t, NET_POSITIONS, 0);
    const int *ids = k->ids + k->from * length;
    for (int i = 0; i < k->count * length; i++) {
        f32_add_row(row_of(k->layer[0].x, i, c), tokens + (size_t)ids[i] * (size_t)c,
                    positions + (size_t)(i % length) * (size_t)c, 1, c);
    }
}

static void unembed(NetTrain *t) {
    const NetShape *s = &t->weights.shape;
    NetKept *k = t->kept;
    int n = k->count * s->positions, c = s->width, row_len;
    const float *turned = net_train_turned(t, NET_TOKENS, 0, &row_len);
    normalise(t, NET_LNF_GAIN, NET_LNF_BIAS, 0, n, k->x, k->normed, k->norms);
    product_run(&(Product){.rows = n,
                           .cols = row_len,
                           .depth = c,
                           .a = k->normed,
                           .a_row = c,
                           .a_step = 1,
                           .b = turned,
                           .b_row = row_len,
                           .c = k->logits,
                           .c_row = k->logits_row});
}

void net_train_forward(NetTrain *t, int piece) {
    int layers = t->weights.shape.layers;
    if (piece == 0 && t->kept->from == 0) turn_all(t);
    if (piece == 0) embed(t);
    if (piece < layers)
        run_layer(t, piece, piece + 1 < layers ? t->kept->layer[piece + 1].x : t->kept->x);
    else
        unembed(t);
}
