#include "attn/difference.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- whether they can be compared

static bool same_shape(const Source *a, const Source *b, Error *err) {
    bool same = a->layers == b->layers && a->heads == b->heads && a->queries == b->queries && a->keys == b->keys &&
                a->batches == b->batches;
    if (!same) {
        return error_set(err,
                         "the dumps differ in shape: %d × %d × %d × %d × %d, and %d × %d × %d × %d × %d (samples, "
                         "layers, heads, queries, keys)",
                         a->batches, a->layers, a->heads, a->queries, a->keys, b->batches, b->layers, b->heads,
                         b->queries, b->keys);
    }
    if (a->related != b->related) return error_set(err, "the dumps differ: one is cross attention, the other is not");
    return a->first == b->first ||
           error_set(err, "the dumps differ: the first query is token %d, and token %d", a->first, b->first);
}

static bool same_token(const Tokens *a, const Tokens *b, int i) {
    int la, lb;
    const char *ta = tokens_text(a, i, &la), *tb = tokens_text(b, i, &lb);
    return la == lb && memcmp(ta, tb, (size_t)la) == 0;
}

static bool same_text(const Tokens *a, const Tokens *b, const char *what, Error *err) {
    for (int i = 0; i < a->n && i < b->n; i++) {
        if (same_token(a, b, i)) continue;
        int la, lb;
        const char *ta = tokens_text(a, i, &la), *tb = tokens_text(b, i, &lb);
        return error_set(err, "the dumps differ in their text: %s %d is \"%.*s\", and \"%.*s\"", what, i,
                         la < 40 ? la : 40, ta, lb < 40 ? lb : 40, tb);
    }
    return true;
}

// Numbers in place of tokens say nothing against a text.
static bool same_texts(const Source *a, const Source *b, Error *err) {
    if (!a->named || !b->named) return true;
    if (!same_text(a->tokens, b->tokens, "token", err)) return false;
    return !a->query_tokens || !b->query_tokens || same_text(a->query_tokens, b->query_tokens, "query", err);
}

bool difference_open_batch(Difference *d, int batch, Error *err) {
    if (batch == d->same_text - 1 && d->a->batch == batch && d->b->batch == batch) return true;
    if (!source_open_batch(d->a, batch, err) || !source_open_batch(d->b, batch, err) || !same_texts(d->a, d->b, err))
        return false;
    d->same_text = batch + 1;
    return true;
}

static void clear_thumbs(Difference *d) {
    size_t all = (size_t)d->a->layers * (size_t)d->a->heads * SOURCE_THUMB * SOURCE_THUMB;
    for (size_t k = 0; k < all; k++) d->thumb[k] = DIFFERENCE_NONE;
}

bool difference_init(Difference *d, Source *a, Source *b, Error *err) {
    *d = (Difference){.a = a, .b = b};
    if (!same_shape(a, b, err) || !same_texts(a, b, err)) return false;
    size_t all = (size_t)a->layers * (size_t)a->heads;
    d->sum = MEM_NEW(double, all);
    d->rows = MEM_NEW(int, all);
    d->most = MEM_NEW(float, all);
    d->thumb = MEM_NEW(float, all * SOURCE_THUMB * SOURCE_THUMB);
    d->distance = MEM_NEW(double, all);
    clear_thumbs(d);
    a->compared = true;
    return true;
}

void difference_free(Difference *d) {
    if (d->a) d->a->compared = false, d->a->apart = NULL;
    free(d->distance);
    free(d->sum);
    free(d->rows);
    free(d->most);
    free(d->thumb);
    attention_row_free(&d->row_a);
    attention_row_free(&d->row_b);
    *d = (Difference){0};
}

// ---- rows

static SourceView usual_view(const Source *s, int batch, HeadAt at) {
    return (SourceView){.batch = batch, .at = at, .mask = s->causal, .divisor = s->divisor};
}

bool difference_row(Difference *d, int batch, HeadAt at, int query, const double **a, const double **b, int *visible,
                    Error *err) {
    SourceView va = usual_view(d->a, batch, at), vb = usual_view(d->b, batch, at);
    if (!difference_open_batch(d, batch, err) || !source_weights(d->a, &va, query, &d->row_a, err)) return false;
    if (!source_weights(d->b, &vb, query, &d->row_b, err)) return false;
    *a = d->row_a.weight;
    *b = d->row_b.weight;
    *visible = d->row_a.visible > d->row_b.visible ? d->row_a.visible : d->row_b.visible;
    return true;
}

int difference_strongest(Difference *d, int batch, HeadAt at, int query) {
    const double *a, *b;
    Error ignored;
    int best = 0, visible;
    double most = -1;
    if (!difference_row(d, batch, at, query, &a, &b, &visible, &ignored)) return 0;
    for (int j = 0; j < d->a->keys; j++) {
        if (fabs(b[j] - a[j]) > most) best = j, most = fabs(b[j] - a[j]);
    }
    return best;
}

// ---- the pass

static void begin(Difference *d, int batch) {
    size_t all = (size_t)d->a->layers * (size_t)d->a->heads;
    memset(d->sum, 0, all * sizeof *d->sum);
    memset(d->rows, 0, all * sizeof *d->rows);
    memset(d->most, 0, all * sizeof *d->most);
    clear_thumbs(d);
    d->a->apart = NULL;
    d->batch = batch;
    d->next = 0;
    d->done = false;
}

// Part k of n things in SOURCE_THUMB parts begins here.
static int part_start(int k, int n) {
    return (int)((int64_t)k * n / SOURCE_THUMB);
}

// Of few queries or keys one fills several parts.
static void add_thumb(const Difference *d, float *thumb, int line, const double *a, const double *b, int visible) {
    for (int y = 0; y < SOURCE_THUMB; y++) {
        int top = part_start(y, d->a->queries), bottom = part_start(y + 1, d->a->queries);
        if (line < top || line >= (bottom > top ? bottom : top + 1)) continue;
        for (int x = 0; x < SOURCE_THUMB; x++) {
            int left = part_start(x, d->a->keys), right = part_start(x + 1, d->a->keys);
            double most = (double)thumb[y * SOURCE_THUMB + x];
            for (int j = left; (j < right || j == left) && j < visible; j++)
                most = difference_stronger(most, isfinite(b[j] - a[j]) ? b[j] - a[j] : NAN);
            thumb[y * SOURCE_THUMB + x] = (float)most;
        }
    }
}

static void add_row(Difference *d, int k, int line, const double *a, const double *b, int visible) {
    int keys = d->a->keys;
    double sum = 0;
    add_thumb(d, d->thumb + (size_t)k * SOURCE_THUMB * SOURCE_THUMB, line, a, b, visible);
    for (int j = 0; j < keys; j++) sum += 0 * a[j] + 0 * b[j];
    if (sum != 0) return; // NaN or ∞ in one of them
    d->sum[k] += detect_divergence(a, b, keys);
    d->rows[k]++;
    for (int j = 0; j < keys; j++) d->most[k] = (float)difference_stronger((double)d->most[k], b[j] - a[j]);
}

static long all_rows(const Difference *d) {
    return (long)d->a->layers * d->a->heads * d->a->queries;
}

bool difference_step(Difference *d, int batch, long weights, Error *err) {
    if (batch != d->batch) begin(d, batch);
    long count = weights / d->a->keys + 1, all = all_rows(d);
    for (; count > 0 && d->next < all; count--, d->next++) {
        int k = (int)(d->next / d->a->queries), line = (int)(d->next % d->a->queries);
        HeadAt at = {k / d->a->heads, k % d->a->heads};
        const double *a, *b;
        int visible;
        if (!difference_row(d, batch, at, d->a->first + line, &a, &b, &visible, err)) return false;
        add_row(d, k, line, a, b, visible);
    }
    d->done = d->next == all;
    for (int k = 0; d->done && k < d->a->layers * d->a->heads; k++) d->distance[k] = difference_distance(d, k);
    if (d->done) d->a->apart = d->distance;
    return true;
}

double difference_progress(const Difference *d) {
    return (double)d->next / (double)all_rows(d);
}

double difference_distance(const Difference *d, int k) {
    return d->rows[k] ? sqrt(d->sum[k] / d->rows[k]) : NAN;
}

// ---- in order

typedef struct Ranked {
    double distance; // −1: none
    int k;
} Ranked;

static int compare(const void *x, const void *y) {
    const Ranked *a = x, *b = y;
    if (a->distance != b->distance) return a->distance < b->distance ? 1 : -1;
    return (a->k > b->k) - (a->k < b->k);
}

void difference_sort(const Difference *d, int *order) {
    int all = d->a->layers * d->a->heads;
    Ranked *ranked = MEM_NEW(Ranked, (size_t)all);
    for (int k = 0; k < all; k++) ranked[k] = (Ranked){d->rows[k] ? difference_distance(d, k) : -1, k};
    qsort(ranked, (size_t)all, sizeof *ranked, compare);
    for (int k = 0; k < all; k++) order[k] = ranked[k].k;
    free(ranked);
}
