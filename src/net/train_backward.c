#include "net/train_kept.h"

#include "math/f32.h"
#include "math/f32_back.h"

#include <math.h>
#include <string.h>

static float *row_of(float *rows, int i, int width) {
    return rows + (size_t)i * (size_t)width;
}

// ---- the loss

// One sequence: logits [T, V] become ∂L/∂logits. The last position has no next word.
typedef struct Sums {
    double first, again, sentences;
    int firsts, agains, words;
} Sums;

static void add_losses(float *logits, const int *ids, int period, int length, int vocabulary, float share, Sums *sums) {
    for (int i = 0; i < length - 1; i++) {
        double loss = f32_cross_entropy(row_of(logits, i, vocabulary), ids[i + 1], share, vocabulary);
        if (!period) {
            sums->sentences += loss;
            sums->words++;
        } else if (i < period) {
            sums->first += loss;
            sums->firsts++;
        } else {
            sums->again += loss;
            sums->agains++;
        }
    }
    memset(row_of(logits, length - 1, vocabulary), 0, (size_t)vocabulary * sizeof *logits);
}

static NetLoss find_loss(NetTrain *t) {
    const NetShape *s = &t->weights.shape;
    NetKept *k = t->kept;
    int length = s->positions, targets = k->rows * (length - 1);
    Sums sums = {0};
    for (int row = 0; row < k->rows; row++) {
        add_losses(row_of(k->logits, row * length, s->vocabulary), k->ids + row * length, k->period[row], length,
                   s->vocabulary, 1 / (float)targets, &sums);
    }
    return (NetLoss){.all = (sums.first + sums.again + sums.sentences) / targets,
                     .first = sums.firsts ? sums.first / sums.firsts : NAN,
                     .again = sums.agains ? sums.again / sums.agains : NAN,
                     .sentences = sums.words ? sums.sentences / sums.words : NAN};
}

// ---- back through the layers. What each gets is ∂L/∂out; the gradients of its parts are set, not added to.

// Back through out = in·W + b, all [n, …].
static void back_apply(const NetTrain *t, NetPart w, NetPart b, int layer, int n, const float *in, float *dout,
                       float *din) {
    NetPartInfo info = net_part_info(&t->weights.shape, w);
    float *slope = net_train_slope(t, w, layer);
    blas_product(t->blas, info.rows, info.cols, n, 1, (BlasMatrix){in, info.rows, true},
                 (BlasMatrix){dout, info.cols, false}, 0, slope, info.cols);
    f32_sum_rows(net_train_slope(t, b, layer), dout, n, info.cols);
    blas_product(t->blas, n, info.rows, info.cols, 1, (BlasMatrix){dout, info.cols, false},
                 (BlasMatrix){net_train_part(t, w, layer), info.cols, true}, 0, din, info.rows);
}

// Adds ∂L/∂in to dx.
static void back_normalise(const NetTrain *t, NetPart gain, NetPart bias, int layer, int n, float *in, float *norms,
                           float *dout, float *dx) {
    const NetShape *s = &t->weights.shape;
    int c = s->width;
    const float *g = net_train_part(t, gain, layer);
    float *dgain = net_train_slope(t, gain, layer), *dbias = net_train_slope(t, bias, layer);
    for (int i = 0; i < n; i++) {
        f32_layernorm_back(row_of(in, i, c), g, row_of(norms, i, 2), row_of(dout, i, c), row_of(dx, i, c), dgain, dbias,
                           c);
    }
}

// One head of one sequence, pattern A, with m = A·v:  dA = dm·vᵀ, dv = Aᵀ·dm, then through the softmax to ds,
// dq = ds·k, dk = dsᵀ·q. What A has as 0 needs no mask.
static void back_attend(const NetTrain *t, int layer, const float *qkv, float *pattern, const float *dmixed,
                        float *dqkv) {
    const NetShape *s = &t->weights.shape;
    int n = s->positions, c = s->width, d = c / s->heads, padded = t->kept->padded;
    float *ds = t->kept->scratch;
    float factor = (float)(1 / net_divisor(s, layer));
    BlasMatrix dm = {dmixed, c, false};
    blas_product(t->blas, n, n, d, 1, dm, (BlasMatrix){qkv + 2 * c, 3 * c, true}, 0, ds, padded);
    blas_product(t->blas, n, d, n, 1, (BlasMatrix){pattern, padded, true}, dm, 0, dqkv + 2 * c, 3 * c);
    for (int i = 0; i < n; i++) {
        int seen = net_kept_seen(t, i);
        f32_softmax_back(row_of(pattern, i, padded), row_of(ds, i, padded), factor, seen);
        memset(row_of(ds, i, padded) + seen, 0, (size_t)(padded - seen) * sizeof *ds);
    }
    blas_product(t->blas, n, d, n, 1, (BlasMatrix){ds, padded, false}, (BlasMatrix){qkv + c, 3 * c, false}, 0, dqkv,
                 3 * c);
    blas_product(t->blas, n, d, n, 1, (BlasMatrix){ds, padded, true}, (BlasMatrix){qkv, 3 * c, false}, 0, dqkv + c,
                 3 * c);
}

static void back_heads(NetTrain *t, int layer) {
    const NetShape *s = &t->weights.shape;
    NetKept *kept = t->kept;
    NetKeptLayer *k = &kept->layer[layer];
    int length = s->positions, c = s->width, d = c / s->heads;
    for (int row = 0; row < kept->rows; row++) {
        for (int h = 0; h < s->heads; h++) {
            back_attend(t, layer, row_of(k->qkv, row * length, 3 * c) + h * d,
                        k->pattern + (size_t)(row * s->heads + h) * (size_t)length * (size_t)kept->padded,
                        row_of(kept->dmixed, row * length, c) + h * d, row_of(kept->dqkv, row * length, 3 * c) + h * d);
        }
    }
}

// dx: ∂L/∂ the stream behind the layer; becomes that before it.
static void back_layer(NetTrain *t, int layer) {
    const NetShape *s = &t->weights.shape;
    NetKept *kept = t->kept;
    NetKeptLayer *k = &kept->layer[layer];
    int n = kept->rows * s->positions;
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

double net_train_backward(NetTrain *t) {
    const NetShape *s = &t->weights.shape;
    NetKept *k = t->kept;
    int length = s->positions, n = k->rows * length, c = s->width, v = s->vocabulary;
    memset(t->gradient, 0, t->count * sizeof *t->gradient);
    t->loss = find_loss(t);
    float *tokens = net_train_slope(t, NET_TOKENS, 0), *positions = net_train_slope(t, NET_POSITIONS, 0);
    blas_product(t->blas, v, c, n, 1, (BlasMatrix){k->logits, v, true}, (BlasMatrix){k->normed, c, false}, 0, tokens,
                 c);
    blas_product(t->blas, n, c, v, 1, (BlasMatrix){k->logits, v, false},
                 (BlasMatrix){net_train_part(t, NET_TOKENS, 0), c, false}, 0, k->dnormed, c);
    memset(k->dx, 0, (size_t)n * (size_t)c * sizeof *k->dx);
    back_normalise(t, NET_LNF_GAIN, NET_LNF_BIAS, 0, n, k->x, k->norms, k->dnormed, k->dx);
    for (int l = s->layers - 1; l >= 0; l--) back_layer(t, l);
    for (int i = 0; i < n; i++) {
        f32_add(tokens + (size_t)k->ids[i] * (size_t)c, row_of(k->dx, i, c), c);
        f32_add(positions + (size_t)(i % length) * (size_t)c, row_of(k->dx, i, c), c);
    }
    return t->loss.all;
}
