#include "attn/source.h"

#include "base/mem.h"
#include "math/nn.h"
#include "math/row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool source_open_batch(Source *s, int batch, Error *err) {
    if (batch == s->batch) return true;
    if (!s->open_batch) return error_set(err, "there is one sample only");
    return s->open_batch(s, batch, err);
}

int source_moment(const Source *s, bool past, int step) {
    int k = s->moments - 1;
    while (past && k > 0 && s->moment[k].step > step) k--;
    return k;
}

double source_divisor(const Source *s, bool past, int step, int layer) {
    int k = source_moment(s, past, step);
    return (k < 0 ? s->divisor : s->moment[k].divisor) * (s->divisor_grows ? layer + 1 : 1);
}

bool source_follow(Source *s, const SourceView *v, Error *err) {
    return s->follow ? s->follow(s, v, err) : source_open_batch(s, v->batch, err);
}

static void fill(double *out, int n, double value) {
    for (int j = 0; j < n; j++) out[j] = value;
}

// The mean of the marked heads' weights; scores have no mean that means anything.
static bool mean_row(Source *s, const SourceView *v, int query, AttentionRow *out, Error *err) {
    double *sum = MEM_NEW(double, (size_t)out->n);
    bool ok = true;
    for (int k = 0; ok && k < v->marks; k++) {
        ok = s->row(s, v, v->mark[k], query, out, err);
        for (int j = 0; j < out->n; j++) sum[j] += out->weight[j];
    }
    for (int j = 0; j < out->n; j++) out->weight[j] = sum[j] / v->marks;
    if (v->marks > 1) {
        fill(out->score, out->n, NAN);
        fill(out->scaled, out->n, NAN);
    }
    free(sum);
    return ok;
}

// Keys the query may look at: those up to its own position if nothing lies beyond, else all, so that a leak is seen.
static int visible_keys(const Source *s, const SourceView *v, const AttentionRow *row) {
    bool causal = s->related && (s->raw ? v->mask : s->causal);
    int seen = row->query + 1;
    if (!causal || seen >= row->n) return row->n;
    return row_is_zero_doubles(row->weight + seen, row->n - seen) ? seen : row->n; // NaN is none
}

// Whether ⟨BOS⟩ stands in front of all, but the head looked at is to do without: only ⟨BOS⟩ itself still sees it.
static bool lacks_first(const Source *s, const SourceView *v, int query) {
    return s->follow && s->begins && !v->bos && !v->whole && query > 0;
}

static void hide_first(AttentionRow *row) {
    row->hides = true;
    row->hidden = row->weight[0];
    double rest = 0;
    for (int j = 1; j < row->visible; j++) rest += row->weight[j];
    row->weight[0] = 0;
    if (!(rest > 0)) return; // nothing is left to be shown, as in row 0; or NaN
    for (int j = 1; j < row->n; j++) row->weight[j] /= rest;
}

bool source_weights(Source *s, const SourceView *v, int query, AttentionRow *out, Error *err) {
    attention_row_resize(out, s->keys);
    out->query = query;
    out->hides = false;
    out->hidden = 0;
    bool ok = v->marks > 0 ? mean_row(s, v, query, out, err) : s->row(s, v, v->at, query, out, err);
    if (!ok) fill(out->weight, out->n, NAN), fill(out->score, out->n, NAN), fill(out->scaled, out->n, NAN);
    out->visible = visible_keys(s, v, out);
    for (int j = 0; j < out->n; j++) out->masked[j] = j < out->visible ? out->scaled[j] : -INFINITY;
    if (lacks_first(s, v, query)) out->masked[0] = -INFINITY;
    for (int k = 0; k < v->cuts && v->marks == 0; k++) {
        const SourceCut *c = &v->cut[k];
        bool here = c->kind == CUT_EDGE && c->layer == v->at.layer && c->head == v->at.head && c->query == query;
        if (here && c->key < out->n) out->masked[c->key] = -INFINITY;
    }
    if (v->hide_first) hide_first(out);
    return ok;
}

bool source_row(Source *s, const SourceView *v, int query, AttentionRow *out, Error *err) {
    bool ok = source_weights(s, v, query, out, err);
    out->entropy = nn_entropy_bits(out->weight, out->n);
    int seen = out->visible - (v->hide_first || lacks_first(s, v, query));
    out->ceiling = seen > 0 ? log2(seen) : 0;
    out->future = 0;
    for (int j = query + 1; s->related && j < out->n; j++) out->future += out->weight[j];
    return ok;
}

bool source_ask_query(Source *s, const SourceView *view, int query, Error *err) {
    int batch = view->batch;
    if (s->active && s->active_query == query && s->active_batch == batch) return true;
    if (!source_follow(s, view, err)) return false;
    if (!s->active) s->active = MEM_NEW(double, (size_t)s->layers * (size_t)s->heads);
    AttentionRow row = {0};
    SourceView v = {.batch = batch, .mask = s->causal};
    bool ok = true;
    if (s->follow) v = *view, v.marks = 0, v.hide_first = false;
    for (int k = 0; ok && k < s->layers * s->heads; k++) {
        v.at = (HeadAt){k / s->heads, k % s->heads};
        if (!s->follow) v.divisor = source_divisor(s, false, 0, v.at.layer);
        ok = source_weights(s, &v, query, &row, err);
        double sum = 0;
        for (int j = 1; j < row.n; j++) sum += row.weight[j];
        s->active[k] = sum;
    }
    attention_row_free(&row);
    s->active_query = query;
    s->active_batch = batch;
    return ok;
}
