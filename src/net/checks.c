#include "net/checks.h"

#include "base/mem.h"
#include "base/pages.h"
#include "math/nn.h"
#include "net/pattern.h"
#include "net/readout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- every pattern

static void check_pattern(const float *pattern, int n, NetChecks *out) {
    for (int i = 0; i < n; i++) {
        const float *row = pattern + (size_t)i * (size_t)n;
        double sum = 0;
        for (int j = 0; j < n; j++) {
            sum += (double)row[j];
            out->above += j > i && row[j] != 0;
        }
        out->sum_off = fmax(out->sum_off, fabs(sum - 1));
    }
}

static void compare_patterns(const float *pattern, const float *other, int n, NetChecks *out) {
    size_t row = (size_t)n * sizeof *pattern;
    for (int i = 0; i < n; i++) {
        const float *a = pattern + (size_t)i * (size_t)n, *b = other + (size_t)i * (size_t)n;
        if (i < out->changed) out->earlier_moved += memcmp(a, b, row) != 0;
        for (int j = 0; i >= out->changed && j < n; j++)
            out->later_moved = fmax(out->later_moved, fabs((double)a[j] - (double)b[j]));
    }
}

static void compare_streams(const NetRun *run, const NetRun *other, NetChecks *out) {
    size_t row = (size_t)run->w->shape.width * sizeof(float);
    for (int depth = 0; depth <= run->done; depth++) {
        for (int i = 0; i < out->changed; i++) {
            out->earlier_moved += memcmp(net_residual(run, depth, i), net_residual(other, depth, i), row) != 0;
        }
    }
}

// Another id of the text, so that the change is a likely word; else a neighbour in the vocabulary.
static int choose_other(const NetRun *run, int at) {
    for (int i = 0; i < run->n; i++) {
        if (run->ids[i] != run->ids[at]) return run->ids[i];
    }
    return (run->ids[at] + 1) % run->w->shape.vocabulary;
}

static bool run_changed(const NetRun *run, NetRun *other, NetChecks *out, Error *err) {
    int *ids = MEM_NEW(int, (size_t)run->n);
    memcpy(ids, run->ids, (size_t)run->n * sizeof *ids);
    out->changed = run->n < 2 || run->w->shape.vocabulary < 2 ? -1 : 1 + (run->n - 2) / 2;
    if (out->changed >= 0) ids[out->changed] = out->changed_to = choose_other(run, out->changed);
    bool ok = net_run_start(other, run->w, run->blas, ids, run->n, &run->levers, err);
    free(ids);
    if (!ok) return false;
    net_run_finish(other);
    return other->bad_layer < 0 || error_set(err, "with token %d changed, layer %d gives numbers that are not finite",
                                             out->changed, other->bad_layer);
}

static void check_patterns(const NetRun *run, const NetRun *other, NetChecks *out) {
    size_t n = (size_t)run->n;
    float *pattern = pages_new(2 * n * n, sizeof *pattern);
    for (int l = 0; l < run->done; l++) {
        for (int h = 0; h < run->w->shape.heads; h++) {
            net_pattern(run, NULL, l, h, pattern);
            check_pattern(pattern, run->n, out);
            if (out->changed < 0) continue;
            net_pattern(other, NULL, l, h, pattern + n * n);
            compare_patterns(pattern, pattern + n * n, run->n, out);
        }
    }
    pages_free(pattern, 2 * n * n, sizeof *pattern);
}

// ---- the first head made anew

typedef struct Recipe {
    bool normalised, biased;
    double divisor;
} Recipe;

// q and k of every token, each [n, D], in double precision from the stream and the columns of W_QKV.
static void make_qk(const NetRun *run, Recipe r, double *q, double *k) {
    const NetShape *s = &run->w->shape;
    int c = s->width, d = c / s->heads;
    const float *gain = net_weights_get(run->w, NET_LN1_GAIN, 0), *bias = net_weights_get(run->w, NET_LN1_BIAS, 0),
                *w = net_weights_get(run->w, NET_QKV, 0), *b = net_weights_get(run->w, NET_QKV_BIAS, 0);
    double *x = MEM_NEW(double, (size_t)c);
    for (int i = 0; i < run->n; i++) {
        const float *row = net_residual(run, 0, i);
        for (int m = 0; m < c; m++) x[m] = (double)row[m];
        if (r.normalised) nn_layernorm(x, x, c, (double)s->eps);
        for (int m = 0; r.normalised && m < c; m++) x[m] = x[m] * (double)gain[m] + (double)bias[m];
        double *qi = q + (size_t)i * (size_t)d, *ki = k + (size_t)i * (size_t)d;
        for (int e = 0; e < d; e++) {
            qi[e] = r.biased ? (double)b[e] : 0;
            ki[e] = r.biased ? (double)b[c + e] : 0;
        }
        for (int m = 0; m < c; m++) {
            const float *columns = w + (size_t)m * 3 * (size_t)c;
            for (int e = 0; e < d; e++) {
                qi[e] += x[m] * (double)columns[e];
                ki[e] += x[m] * (double)columns[c + e];
            }
        }
    }
    free(x);
}

// How far the recipe's pattern is from the model's; *entropy: its mean, bits.
static double rebuild(const NetRun *run, Recipe r, const float *pattern, double *entropy) {
    int n = run->n, d = run->w->shape.width / run->w->shape.heads;
    double *q = MEM_NEW(double, 2 * (size_t)n * (size_t)d), *k = q + (size_t)n * (size_t)d,
           *row = MEM_NEW(double, (size_t)n), off = 0;
    make_qk(run, r, q, k);
    *entropy = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            row[j] = 0;
            for (int e = 0; e < d; e++)
                row[j] += q[(size_t)i * (size_t)d + (size_t)e] * k[(size_t)j * (size_t)d + (size_t)e] / r.divisor;
        }
        nn_softmax(row, row, i + 1);
        *entropy += nn_entropy_bits(row, i + 1) / n;
        for (int j = 0; j <= i; j++) off = fmax(off, fabs(row[j] - (double)pattern[(size_t)i * (size_t)n + (size_t)j]));
    }
    free(q);
    free(row);
    return off;
}

static void check_first_head(const NetRun *run, NetChecks *out) {
    size_t n = (size_t)run->n;
    float *pattern = pages_new(n * n, sizeof *pattern);
    double unused, divisor = out->divisor = net_divisor(&run->w->shape, 0);
    net_pattern(run, NULL, 0, 0, pattern);
    out->rebuilt = rebuild(run, (Recipe){true, true, divisor}, pattern, &out->entropy);
    out->undivided = rebuild(run, (Recipe){true, true, 1}, pattern, &out->entropy_undivided);
    out->raw_row = rebuild(run, (Recipe){false, true, divisor}, pattern, &unused);
    out->no_bias = rebuild(run, (Recipe){true, false, divisor}, pattern, &unused);
    pages_free(pattern, n * n, sizeof *pattern);
}

bool net_checks(const NetRun *run, NetChecks *out, Error *err) {
    NetRun other;
    *out = (NetChecks){.n = run->n, .patterns = run->done * run->w->shape.heads};
    if (run->bad_layer >= 0) return error_set(err, "layer %d gives numbers that are not finite", run->bad_layer);
    if (!run_changed(run, &other, out, err)) return false;
    check_patterns(run, &other, out);
    if (out->changed >= 0) compare_streams(run, &other, out);
    check_first_head(run, out);
    net_run_free(&other);
    return true;
}
