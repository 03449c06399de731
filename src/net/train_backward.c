#include "net/train_kept.h"

#include "math/f32.h"
#include "math/f32_back.h"

#include <string.h>

static float *row_of(float *rows, int i, int width) {
    return rows + (size_t)i * (size_t)width;
}

// ---- the loss

// One sequence: logits become ∂L/∂logits. The last position has no next word.
static void add_losses(NetKept *k, const NetShape *s, int row, float share) {
    const int *ids = k->ids + (k->from + row) * s->positions;
    int length = s->positions, period = k->period[k->from + row];
    for (int i = 0; i < length - 1; i++) {
        double loss =
            f32_cross_entropy(row_of(k->logits, row * length + i, k->logits_row), ids[i + 1], share, s->vocabulary);
        if (!period) {
            k->sums.sentences += loss;
            k->sums.words++;
        } else if (i < period) {
            k->sums.first += loss;
            k->sums.firsts++;
        } else {
            k->sums.again += loss;
            k->sums.agains++;
        }
    }
    memset(row_of(k->logits, row * length + length - 1, k->logits_row), 0, (size_t)s->vocabulary * sizeof *k->logits);
}

// ---- back through the layers. What each gets is ∂L/∂out; to the gradients of its parts is added.

// slope[rows, cols] += inᵀ·dout, over n rows of both, of `in` every in_row numbers.
static void add_slope(float *slope, int rows, int cols, int n, const float *in, int in_row, const float *dout) {
    product_run(&(Product){.rows = rows,
                           .cols = cols,
                           .depth = n,
                           .a = in,
                           .a_row = 1,
                           .a_step = in_row,
                           .b = dout,
                           .b_row = cols,
                           .start = slope,
                           .start_row = cols,
                           .c = slope,
                           .c_row = cols});
}

// Back through out = in·W + b, all [n, …].
static void back_apply(const NetTrain *t, NetPart w, NetPart b, int layer, int n, const float *in, const float *dout,
                       float *din) {
    NetPartInfo info = net_part_info(&t->weights.shape, w);
    int row_len;
    const float *turned = net_train_turned(t, w, layer, &row_len);
    add_slope(net_train_slope(t, w, layer), info.rows, info.cols, n, in, info.rows, dout);
    f32_sum_rows(net_train_slope(t, b, layer), dout, n, info.cols);
    product_run(&(Product){.rows = n,
                           .cols = info.rows,
                           .depth = info.cols,
                           .a = dout,
                           .a_row = info.cols,
                           .a_step = 1,
                           .b = turned,
                           .b_row = row_len,
                           .c = din,
                           .c_row = info.rows});
}

// Adds ∂L/∂in to dx.
static void back_normalise(const NetTrain *t, NetPart gain, NetPart bias, int layer, int n, const float *in,
                           const float *norms, const float *dout, float *dx) {
    f32_layernorm_back(in, net_train_part(t, gain, layer), norms, dout, dx, net_train_slope(t, gain, layer),
                       net_train_slope(t, bias, layer), n, t->weights.shape.width);
}

// One head of one sequence, pattern A, with m = A·v:  dA = dm·vᵀ, then through the softmax to ds, dq = ds·k. What A has
// as 0 needs no mask. ds is left in scratch.
static void back_queries(const NetTrain *t, int layer, const float *qkv, const float *turned, const float *pattern,
                         const float *dmixed, float *dqkv) {
    const NetShape *s = &t->weights.shape;
    int n = s->positions, c = s->width, d = c / s->heads, padded = t->kept->padded;
    for (int from = 0, to; from < n; from = to) {
        to = net_kept_block(from, n);
        int seen = t->kept->mask ? to : n, width = net_kept_padded(seen);
        float *ds = row_of(t->kept->scratch, from, padded);
        product_run(&(Product){.rows = to - from,
                               .cols = width,
                               .depth = d,
                               .a = dmixed + (ptrdiff_t)from * c,
                               .a_row = c,
                               .a_step = 1,
                               .b = turned,
                               .b_row = padded,
                               .c = ds,
                               .c_row = padded});
        F32Seen at = {.rows = to - from, .apart = padded, .width = width};
        f32_softmax_back(pattern + (ptrdiff_t)from * padded, ds, &at, (float)(1 / net_divisor(s, layer)));
        product_run(&(Product){.rows = to - from,
                               .cols = d,
                               .depth = seen,
                               .a = ds,
                               .a_row = padded,
                               .a_step = 1,
                               .b = qkv + c,
                               .b_row = 3 * c,
                               .c = row_of(dqkv, from, 3 * c),
                               .c_row = 3 * c});
    }
}

// Then dv = Aᵀ·dm, dk = dsᵀ·q, of each key from the queries that may see it.
static void back_keys(const NetTrain *t, const float *qkv, const float *pattern, const float *dmixed, float *dqkv) {
    const NetShape *s = &t->weights.shape;
    int n = s->positions, c = s->width, d = c / s->heads, padded = t->kept->padded;
    for (int from = 0, to; from < n; from = to) {
        to = net_kept_block(from, n);
        int query = t->kept->mask ? from : 0;
        ptrdiff_t at = (ptrdiff_t)query * padded + from;
        Product p = {.rows = to - from,
                     .cols = d,
                     .depth = n - query,
                     .a = pattern + at,
                     .a_row = 1,
                     .a_step = padded,
                     .b = dmixed + (ptrdiff_t)query * c,
                     .b_row = c,
                     .c = row_of(dqkv, from, 3 * c) + 2 * c,
                     .c_row = 3 * c};
        product_run(&p);
        p.a = t->kept->scratch + at;
        p.b = qkv + (ptrdiff_t)query * 3 * c;
        p.b_row = 3 * c;
        p.c = row_of(dqkv, from, 3 * c) + c;
        product_run(&p);
    }
}

static void back_heads(NetTrain *t, int layer) {
    const NetShape *s = &t->weights.shape;
    NetKept *kept = t->kept;
    NetKeptLayer *k = &kept->layer[layer];
    int length = s->positions, c = s->width, d = c / s->heads;
    for (int row = 0; row < kept->count; row++) {
        const float *qkv = row_of(k->qkv, row * length, 3 * c), *dmixed = row_of(kept->dmixed, row * length, c);
        float *dqkv = row_of(kept->dqkv, row * length, 3 * c);
        product_turn(qkv + 2 * c, 3 * c, length, c, kept->turned_head, kept->padded);
        for (int h = 0; h < s->heads; h++) {
            const float *pattern = k->pattern + (size_t)(row * s->heads + h) * (size_t)length * (size_t)kept->padded;
            back_queries(t, layer, qkv + h * d, row_of(kept->turned_head, h * d, kept->padded), pattern, dmixed + h * d,
                         dqkv + h * d);
            back_keys(t, qkv + h * d, pattern, dmixed + h * d, dqkv + h * d);
        }
    }
}

// dx: ∂L/∂ the stream behind the layer; becomes that before it.
static void back_layer(NetTrain *t, int layer) {
    const NetShape *s = &t->weights.shape;
    NetKept *kept = t->kept;
    NetKeptLayer *k = &kept->layer[layer];
    int n = kept->count * s->positions;
    if (t->recipe.hidden) {
        back_apply(t, NET_MLP_OUT, NET_MLP_OUT_BIAS, layer, n, k->hidden, kept->dx, kept->dhidden);
        f32_multiply(kept->dhidden, k->slope, n * s->hidden);
        back_apply(t, NET_MLP_IN, NET_MLP_IN_BIAS, layer, n, k->normed_mid, kept->dhidden, kept->dnormed);
        back_normalise(t, NET_LN2_GAIN, NET_LN2_BIAS, layer, n, k->mid, k->norms_mid, kept->dnormed, kept->dx);
    }
    back_apply(t, NET_OUT, NET_OUT_BIAS, layer, n, k->mixed, kept->dx, kept->dmixed);
    back_heads(t, layer);
    back_apply(t, NET_QKV, NET_QKV_BIAS, layer, n, k->normed, kept->dqkv, kept->dnormed);
    back_normalise(t, NET_LN1_GAIN, NET_LN1_BIAS, layer, n, k->x, k->norms, kept->dnormed, kept->dx);
}

static void back_unembed(NetTrain *t) {
    const NetShape *s = &t->weights.shape;
    NetKept *k = t->kept;
    int n = k->count * s->positions, c = s->width;
    float share = 1 / (float)(k->rows * (s->positions - 1));
    for (int row = 0; row < k->count; row++) add_losses(k, s, row, share);
    add_slope(net_train_slope(t, NET_TOKENS, 0), s->vocabulary, c, n, k->logits, k->logits_row, k->normed);
    product_run(&(Product){.rows = n,
                           .cols = c,
                           .depth = s->vocabulary,
                           .a = k->logits,
                           .a_row = k->logits_row,
                           .a_step = 1,
                           .b = net_train_part(t, NET_TOKENS, 0),
                           .b_row = c,
                           .c = k->dnormed,
                           .c_row = c});
    memset(k->dx, 0, (size_t)n * (size_t)c * sizeof *k->dx);
    back_normalise(t, NET_LNF_GAIN, NET_LNF_BIAS, 0, n, k->x, k->norms, k->dnormed, k->dx);
}

static void back_embed(NetTrain *t) {
    NetKept *k = t->kept;
    int length = t->weights.shape.positions, c = t->weights.shape.width;
    const int *ids = k->ids + k->from * length;
    float *tokens = net_train_slope(t, NET_TOKENS, 0), *positions = net_train_slope(t, NET_POSITIONS, 0);
    for (int i = 0; i < k->count * length; i++) {
        f32_add(tokens + (size_t)ids[i] * (size_t)c, row_of(k->dx, i, c), c);
        f32_add(positions + (size_t)(i % length) * (size_t)c, row_of(k->dx, i, c), c);
    }
}

void net_train_backward(NetTrain *t, int piece) {
    if (piece < t->weights.shape.layers)
        back_layer(t, piece);
    else
        back_unembed(t);
    if (piece == 0) back_embed(t);
}
