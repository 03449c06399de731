#include "net/trace.h"

#include "base/mem.h"
#include "net/pattern.h"
#include "net/readout.h"
#include "net/values.h"

#include <math.h>
#include <stdlib.h>

const char *const NET_TRACE_NAMES[] = {"row", "norm", "q", "k", "v", "score", "blend", "out", "added", "all"};

int net_trace_size(const NetTrace *t, NetTracePart part) {
    if (part == NET_TRACE_SCORE) return t->n;
    bool narrow = part == NET_TRACE_Q || part == NET_TRACE_K || part == NET_TRACE_V || part == NET_TRACE_BLEND;
    return narrow ? t->d : t->width;
}

void net_trace_free(NetTrace *t) {
    free(t->block);
    free(t->value);
    free(t->mixed);
    *t = (NetTrace){0};
}

// ---- making one

static void lay_out(NetTrace *t, const NetRun *run, int layer, int head) {
    const NetShape *s = &run->w->shape;
    net_trace_free(t);
    *t = (NetTrace){.run = run,
                    .layer = layer,
                    .head = head,
                    .query = -1,
                    .n = run->n,
                    .width = s->width,
                    .d = s->width / s->heads};
    size_t all = 3 * (size_t)t->n + (size_t)t->d;
    for (NetTracePart p = 0; p < NET_TRACE_PARTS; p++) all += (size_t)net_trace_size(t, p);
    double *at = t->block = MEM_NEW(double, all);
    for (NetTracePart p = 0; p < NET_TRACE_PARTS; p++) t->part[p] = at, at += net_trace_size(t, p);
    t->scaled = at;
    t->masked = at + t->n;
    t->weight = at + 2 * t->n;
    t->passed = at + 3 * t->n;
    t->value = MEM_NEW(float, (size_t)t->n *(size_t)t->d);
    t->mixed = MEM_NEW(float, (size_t)t->width);
    net_values(run, layer, head, t->value);
}

static void widen(double *out, const float *from, int n) {
    for (int k = 0; k < n; k++) out[k] = (double)from[k];
}

static void normalise(NetTrace *t) {
    int c = t->width;
    float *normed = MEM_NEW(float, (size_t)c);
    double *x = t->part[NET_TRACE_ROW], variance = 0;
    widen(x, net_residual(t->run, t->layer, t->query), c);
    t->mean = 0;
    for (int m = 0; m < c; m++) t->mean += x[m] / c;
    for (int m = 0; m < c; m++) variance += (x[m] - t->mean) * (x[m] - t->mean) / c;
    t->size = sqrt(variance + (double)t->run->w->shape.eps);
    net_layer_norm(t->run, t->layer, t->query, normed);
    widen(t->part[NET_TRACE_NORMAL], normed, c);
    free(normed);
}

static void look(NetTrace *t) {
    const NetLevers *levers = &t->levers;
    float *row = MEM_NEW(float, (size_t)t->n);
    t->divisor = levers->divisor > 0 ? levers->divisor : net_divisor(&t->run->w->shape, t->layer);
    net_scores_row(t->run, t->layer, t->head, t->query, row);
    widen(t->part[NET_TRACE_SCORE], row, t->n);
    net_weights_row(t->run, levers, t->layer, t->head, t->query, row);
    widen(t->weight, row, t->n);
    for (int j = 0; j < t->n; j++) {
        t->scaled[j] = t->part[NET_TRACE_SCORE][j] / t->divisor;
        bool hidden = (levers->mask && j > t->query) || (levers->apart && j == 0 && t->query > 0);
        t->masked[j] = hidden ? -INFINITY : t->scaled[j];
    }
    for (int k = 0; k < levers->cuts; k++) {
        const NetCut *c = &levers->cut[k];
        bool here = c->kind == NET_CUT_EDGE && c->layer == t->layer && c->head == t->head && c->query == t->query;
        if (here && c->key >= 0 && c->key < t->n) t->masked[c->key] = -INFINITY;
    }
    free(row);
}

// What the head itself passes on: under its own levers.
static void replace_own(NetTrace *t) {
    NetRun alone = *t->run;
    float *mixed = MEM_NEW(float, (size_t)t->width);
    alone.levers = t->levers;
    net_mixed(&alone, t->layer, t->query, mixed);
    for (int e = t->head * t->d; e < (t->head + 1) * t->d; e++) t->mixed[e] = mixed[e];
    free(mixed);
}

// The blend, and what goes on of it: the head itself under its own levers, the others as the run has them.
static void blend(NetTrace *t) {
    double *out = t->part[NET_TRACE_BLEND];
    for (int e = 0; e < t->d; e++) out[e] = 0;
    for (int j = 0; j < t->n; j++) {
        for (int e = 0; e < t->d && t->weight[j] != 0; e++)
            out[e] += t->weight[j] * (double)t->value[(size_t)j * (size_t)t->d + (size_t)e];
    }
    net_mixed(t->run, t->layer, t->query, t->mixed);
    t->cut = net_levers_head(&t->levers, t->layer, t->head);
    if (t->cut) replace_own(t);
    for (int e = 0; e < t->d; e++) {
        float *mixed = &t->mixed[t->head * t->d + e];
        t->passed[e] = t->cut ? (double)*mixed : out[e];
        *mixed = (float)t->passed[e];
    }
}

// Row e of the head's block of W_O, [C].
static const float *out_row(const NetTrace *t, int head, int e) {
    return net_weights_get(t->run->w, NET_OUT, t->layer) + (size_t)(head * t->d + e) * (size_t)t->width;
}

// What a head adds to number m of the stream.
static double head_adds(const NetTrace *t, int head, int m) {
    double sum = 0;
    for (int e = 0; e < t->d; e++) sum += (double)t->mixed[head * t->d + e] * (double)out_row(t, head, e)[m];
    return sum;
}

static void add_back(NetTrace *t) {
    double *out = t->part[NET_TRACE_OUT], *added = t->part[NET_TRACE_ADDED], *all = t->part[NET_TRACE_ALL];
    const double *x = t->part[NET_TRACE_ROW];
    for (int m = 0; m < t->width; m++) {
        out[m] = 0;
        all[m] = x[m] + (double)net_weights_get(t->run->w, NET_OUT_BIAS, t->layer)[m];
    }
    for (int k = 0; k < t->width; k++) {
        const float *row = out_row(t, 0, k);
        bool own = k / t->d == t->head;
        for (int m = 0; m < t->width; m++) {
            double more = (own ? t->passed[k % t->d] : (double)t->mixed[k]) * (double)row[m];
            all[m] += more;
            if (own) out[m] += more;
        }
    }
    for (int m = 0; m < t->width; m++) added[m] = x[m] + out[m];
}

void net_trace_make(NetTrace *t, const NetRun *run, const NetLevers *levers, int layer, int head, int query) {
    bool same = t->run == run && t->layer == layer && t->head == head && t->n == run->n;
    bool levered = same && net_levers_first_change(&t->levers, levers, layer + 1) > layer;
    if (levered && t->query == query) return;
    if (!same) lay_out(t, run, layer, head);
    t->levers = *levers;
    t->query = query;
    normalise(t);
    widen(t->part[NET_TRACE_Q], net_query(run, layer, head, query), t->d);
    widen(t->part[NET_TRACE_K], net_key(run, layer, head, query), t->d);
    widen(t->part[NET_TRACE_V], t->value + (size_t)query * (size_t)t->d, t->d);
    look(t);
    blend(t);
    add_back(t);
}

// ---- one number written out

static void add_term(NetTerms *out, int most, int at, double a, double b) {
    NetTerm term = {at, a, b, isnan(b) ? a : a * b};
    out->all++;
    out->sum += term.sum;
    bool full = out->terms == most;
    if (full && (most == 0 || !(fabs(term.sum) > fabs(out->term[most - 1].sum)))) {
        out->rest += term.sum;
        return;
    }
    if (full) out->rest += out->term[most - 1].sum;
    int k = full ? most - 1 : out->terms++;
    for (; k > 0 && fabs(term.sum) > fabs(out->term[k - 1].sum); k--) out->term[k] = out->term[k - 1];
    out->term[k] = term;
}

static void add_bias(NetTerms *out, double bias) {
    out->bias = bias;
    out->sum += bias;
}

// The stream's number m as it came about: token, position, each layer before.
static void write_row(const NetTrace *t, int m, int most, NetTerms *out) {
    const NetRun *run = t->run;
    const NetWeights *w = run->w;
    size_t c = (size_t)t->width, position = (size_t)(t->query > 0 ? t->query - run->front : 0);
    add_term(out, most, -2, (double)net_weights_get(w, NET_TOKENS, 0)[(size_t)run->ids[t->query] * c + (size_t)m], NAN);
    add_term(out, most, -1, (double)net_weights_get(w, NET_POSITIONS, 0)[position * c + (size_t)m], NAN);
    for (int l = 0; l < t->layer; l++) {
        double before = (double)net_residual(run, l, t->query)[m],
               after = (double)net_residual(run, l + 1, t->query)[m];
        add_term(out, most, l, after - before, NAN);
    }
}

static void write_product(const NetTrace *t, NetTracePart part, int at, int most, NetTerms *out) {
    const float *w = net_weights_get(t->run->w, NET_QKV, t->layer);
    size_t c = (size_t)t->width, column = (size_t)(part - NET_TRACE_Q) * c + (size_t)(t->head * t->d + at);
    for (size_t m = 0; m < c; m++)
        add_term(out, most, (int)m, t->part[NET_TRACE_NORMAL][m], (double)w[m * 3 * c + column]);
    add_bias(out, (double)net_weights_get(t->run->w, NET_QKV_BIAS, t->layer)[column]);
}

void net_trace_terms(const NetTrace *t, NetTracePart part, int at, int most, NetTerms *out) {
    if (most > NET_TRACE_TERMS) most = NET_TRACE_TERMS;
    *out = (NetTerms){.bias = NAN};
    switch (part) {
    case NET_TRACE_ROW: write_row(t, at, most, out); break;
    case NET_TRACE_Q:
    case NET_TRACE_K:
    case NET_TRACE_V: write_product(t, part, at, most, out); break;
    case NET_TRACE_SCORE: {
        const float *key = net_key(t->run, t->layer, t->head, at);
        for (int e = 0; e < t->d; e++) add_term(out, most, e, t->part[NET_TRACE_Q][e], (double)key[e]);
        break;
    }
    case NET_TRACE_BLEND:
        for (int j = 0; j < t->n; j++)
            add_term(out, most, j, t->weight[j], (double)t->value[(size_t)j * (size_t)t->d + (size_t)at]);
        break;
    case NET_TRACE_OUT:
        for (int e = 0; e < t->d; e++) add_term(out, most, e, t->passed[e], (double)out_row(t, t->head, e)[at]);
        break;
    case NET_TRACE_ADDED:
        add_term(out, most, -1, t->part[NET_TRACE_ROW][at], NAN);
        add_term(out, most, t->head, t->part[NET_TRACE_OUT][at], NAN);
        break;
    case NET_TRACE_ALL:
        add_term(out, most, -1, t->part[NET_TRACE_ROW][at], NAN);
        for (int h = 0; h < t->width / t->d; h++) add_term(out, most, h, head_adds(t, h, at), NAN);
        add_bias(out, (double)net_weights_get(t->run->w, NET_OUT_BIAS, t->layer)[at]);
        break;
    default: out->sum = t->part[part][at]; break;
    }
}
