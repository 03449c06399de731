#include "net/readout.h"

#include "base/mem.h"
#include "base/pages.h"
#include "math/f32.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float *rest(const NetRun *run, NetPart part) {
    return net_weights_get(run->w, part, 0);
}

const float *net_residual(const NetRun *run, int depth, int i) {
    return run->input[depth] + (size_t)i * (size_t)run->w->shape.width;
}

static void final_norm(const NetRun *run, int depth, int i, float *out) {
    const NetShape *s = &run->w->shape;
    f32_layernorm(net_residual(run, depth, i), rest(run, NET_LNF_GAIN), rest(run, NET_LNF_BIAS), s->eps, out, s->width);
}

void net_layer_norm(const NetRun *run, int layer, int i, float *out) {
    const NetShape *s = &run->w->shape;
    f32_layernorm(net_residual(run, layer, i), net_weights_get(run->w, NET_LN1_GAIN, layer),
                  net_weights_get(run->w, NET_LN1_BIAS, layer), s->eps, out, s->width);
}

void net_logits(const NetRun *run, int depth, int i, float *out) {
    const NetShape *s = &run->w->shape;
    float *normed = MEM_NEW(float, (size_t)s->width);
    final_norm(run, depth, i, normed);
    blas_apply(run->blas, s->vocabulary, s->width, rest(run, NET_UNEMBED), normed, out);
    free(normed);
}

// ---- the likeliest tokens

static bool before(const float *logits, int a, int b) {
    bool nan_a = isnan(logits[a]), nan_b = isnan(logits[b]);
    if (nan_a != nan_b) return nan_b;
    if (nan_a || logits[a] == logits[b]) return a < b;
    return logits[a] > logits[b];
}

int net_top(const float *logits, int vocabulary, int k, NetTop *out) {
    int count = 0;
    double all = f32_log_sum_exp(logits, vocabulary);
    for (int id = 0; id < vocabulary; id++) {
        if (count == k && (k == 0 || !before(logits, id, out[k - 1].id))) continue;
        int at = count < k ? count++ : k - 1;
        for (; at > 0 && before(logits, id, out[at - 1].id); at--) out[at] = out[at - 1];
        out[at].id = id;
    }
    for (int j = 0; j < count; j++) {
        out[j].logit = (double)logits[out[j].id];
        out[j].probability = exp(out[j].logit - all);
    }
    return count;
}

void net_losses(const NetRun *run, int from, int to, double *out) {
    enum { ROWS = 16 };
    const NetShape *s = &run->w->shape;
    size_t c = (size_t)s->width, v = (size_t)s->vocabulary, len = ROWS * (c + v);
    float *normed = pages_new(len, sizeof *normed), *logits = normed + ROWS * c;
    for (int at = from; at < to; at += ROWS) {
        int rows = to - at < ROWS ? to - at : ROWS;
        for (int k = 0; k < rows; k++) final_norm(run, s->layers, at + k - 1, normed + (size_t)k * c);
        blas_product(run->blas, rows, s->vocabulary, s->width, 1, (BlasMatrix){normed, s->width, false},
                     (BlasMatrix){rest(run, NET_UNEMBED), s->width, true}, 0, logits, s->vocabulary);
        for (int k = 0; k < rows; k++) {
            const float *row = logits + (size_t)k * v;
            out[at - from + k] = f32_log_sum_exp(row, s->vocabulary) - (double)row[run->ids[at + k]];
        }
    }
    pages_free(normed, len, sizeof *normed);
}
