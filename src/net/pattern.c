#include "net/pattern.h"

#include "base/pages.h"
#include "math/f32.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static int width_of(const NetRun *run) {
    return run->w->shape.width / run->w->shape.heads;
}

const float *net_query(const NetRun *run, int layer, int head, int i) {
    size_t c = (size_t)run->w->shape.width;
    return run->qk[layer] + (size_t)i * 2 * c + (size_t)head * (size_t)width_of(run);
}

const float *net_key(const NetRun *run, int layer, int head, int j) {
    return net_query(run, layer, head, j) + run->w->shape.width;
}

static double divisor_of(const NetRun *run, const NetLevers *levers, int layer) {
    return levers->divisor > 0 ? levers->divisor : net_divisor(&run->w->shape, layer);
}

// From scaled scores to weights: what mask and cuts hide becomes 0, the rest its softmax. seen: keys that are computed.
static void finish_row(const NetLevers *levers, int layer, int head, int query, int seen, float *row) {
    int visible = levers->mask ? query + 1 : seen;
    for (int k = 0; k < levers->cuts; k++) {
        const NetCut *c = &levers->cut[k];
        bool here = c->kind == NET_CUT_EDGE && c->layer == layer && c->head == head && c->query == query;
        if (here && c->key >= 0 && c->key < visible) row[c->key] = -INFINITY;
    }
    if (levers->apart && query > 0) row[0] = -INFINITY;
    f32_softmax(row, visible);
    for (int j = visible; j < seen; j++) row[j] = 0;
}

int net_pattern_rows(const NetRun *run, const NetLevers *levers, int layer, int head, int from, int to, float *out) {
    if (!levers) levers = &run->levers;
    int ld = 2 * run->w->shape.width, n = run->n, seen = levers->mask ? to : n;
    float factor = (float)(1 / divisor_of(run, levers, layer));
    blas_product(run->blas, to - from, seen, width_of(run), factor,
                 (BlasMatrix){net_query(run, layer, head, from), ld, false},
                 (BlasMatrix){net_key(run, layer, head, 0), ld, true}, 0, out, n);
    for (int i = from; i < to; i++) finish_row(levers, layer, head, i, seen, out + (size_t)(i - from) * (size_t)n);
    return seen;
}

void net_pattern(const NetRun *run, const NetLevers *levers, int layer, int head, float *out) {
    size_t n = (size_t)run->n;
    for (int from = 0; from < run->n; from += NET_PATTERN_ROWS) {
        int to = from + NET_PATTERN_ROWS < run->n ? from + NET_PATTERN_ROWS : run->n;
        int seen = net_pattern_rows(run, levers, layer, head, from, to, out + (size_t)from * n);
        for (int i = from; i < to; i++) memset(out + (size_t)i * n + seen, 0, (n - (size_t)seen) * sizeof *out);
    }
}

void net_scores(const NetRun *run, int layer, int head, float *out) {
    int ld = 2 * run->w->shape.width, n = run->n;
    blas_product(run->blas, n, n, width_of(run), 1, (BlasMatrix){net_query(run, layer, head, 0), ld, false},
                 (BlasMatrix){net_key(run, layer, head, 0), ld, true}, 0, out, n);
}

void net_scores_row(const NetRun *run, int layer, int head, int query, float *out) {
    const float *q = net_query(run, layer, head, query);
    for (int j = 0; j < run->n; j++) out[j] = f32_dot(q, net_key(run, layer, head, j), width_of(run));
}

void net_weights_row(const NetRun *run, const NetLevers *levers, int layer, int head, int query, float *out) {
    if (!levers) levers = &run->levers;
    float factor = (float)(1 / divisor_of(run, levers, layer));
    net_scores_row(run, layer, head, query, out);
    for (int j = 0; j < run->n; j++) out[j] *= factor;
    finish_row(levers, layer, head, query, run->n, out);
}

double net_pattern_distance(const NetRun *a, const NetRun *b, int layer, int head) {
    size_t n = (size_t)a->n, len = NET_PATTERN_ROWS * n;
    if (a->qk[layer] == b->qk[layer] && net_levers_first_change(&a->levers, &b->levers, layer + 1) > layer) return 0;
    float *rows = pages_new(2 * len, sizeof *rows), *x = rows, *y = rows + len;
    double sum = 0;
    for (int from = 0; from < a->n; from += NET_PATTERN_ROWS) {
        int to = from + NET_PATTERN_ROWS < a->n ? from + NET_PATTERN_ROWS : a->n;
        int seen = net_pattern_rows(a, NULL, layer, head, from, to, x),
            also = net_pattern_rows(b, NULL, layer, head, from, to, y);
        for (size_t i = 0; i < (size_t)(to - from); i++) {
            for (int j = 0; j < (seen > also ? seen : also); j++) {
                sum +=
                    fabs((j < seen ? (double)x[i * n + (size_t)j] : 0) - (j < also ? (double)y[i * n + (size_t)j] : 0));
            }
        }
    }
    pages_free(rows, 2 * len, sizeof *rows);
    return sum / 2 / (a->n - a->front);
}
