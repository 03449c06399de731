#include "attn/detect.h"

#include "base/mem.h"
#include "math/row.h"

#include <math.h>
#include <stdlib.h>

const char *const DETECT_NAMES[DETECT_CLASSES] = {"previous-token", "duplicate-token", "induction", "first-token"};
const char *const DETECT_FORMULAS[DETECT_CLASSES] = {
    "mean over queries of A[i][i−1]",
    "mean over queries with an earlier copy of Σ A[i][j], j an earlier copy",
    "mean over queries with an earlier copy of Σ A[i][j+1], j an earlier copy",
    "mean over queries of A[i][0]",
};
const char *const DETECT_REASONS[DETECT_CLASSES] = {
    "no query has a token before it",
    "nothing repeats in this text",
    "nothing repeats in this text",
    "there are no keys",
};

// ---- the text

// Fills before by sorting positions by kind: equal kinds then stand together in their order.
typedef struct Place {
    int kind, position;
} Place;

static int by_kind(const void *a, const void *b) {
    const Place *x = a, *y = b;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    return (x->position > y->position) - (x->position < y->position);
}

void detect_text(DetectText *out, const int *kind, int keys, int queries, int offset, bool related, bool causal,
                 bool bos) {
    DetectText t = {keys, queries, offset, related, causal, bos, MEM_NEW(int, (size_t)keys),
                    MEM_NEW(double, (size_t)keys + 1)};
    for (int j = 0; j < keys; j++) t.before[j] = -1;
    for (int j = 1; j <= keys; j++) t.bits[j] = log2(j);
    if (kind && related) {
        Place *place = MEM_NEW(Place, (size_t)keys);
        for (int j = 0; j < keys; j++) place[j] = (Place){kind[j], j};
        qsort(place, (size_t)keys, sizeof *place, by_kind);
        for (int j = 1; j < keys; j++) {
            if (place[j].kind == place[j - 1].kind) t.before[place[j].position] = place[j - 1].position;
        }
        free(place);
    }
    detect_text_free(out);
    *out = t;
}

void detect_text_free(DetectText *t) {
    free(t->before);
    free(t->bits);
    *t = (DetectText){0};
}

// ---- rows

// A row, in either type.
typedef struct Row {
    const double *wide;
    const float *narrow; // if wide is NULL
} Row;

static double at(Row row, int j) {
    return row.wide ? row.wide[j] : (double)row.narrow[j];
}

// Σ A·D and Σ D of one class in the row of position p.
static int count_targets(const DetectText *t, DetectClass c, int p, Row row, double *sum) {
    *sum = 0;
    if (c == DETECT_FIRST) {
        *sum = at(row, 0);
        return 1;
    }
    if (!t->related || p < 0 || p >= t->keys) return 0;
    if (c == DETECT_PREVIOUS) {
        if (p < 1) return 0;
        *sum = at(row, p - 1);
        return 1;
    }
    int count = 0;
    for (int j = t->before[p]; j >= 0; j = t->before[j]) {
        *sum += at(row, c == DETECT_INDUCTION ? j + 1 : j);
        count++;
    }
    return count;
}

static int keys_seen(const DetectText *t, int p) {
    if (!t->causal || !t->related || p >= t->keys) return t->keys;
    return p < 0 ? 0 : p + 1;
}

// What one row adds to the shape of its head.
typedef struct Shape {
    double sum, bits, distance, future;
    int reach; // from there on weights are 0
} Shape;

static Shape shape_of(const DetectText *t, int p, const double *row) {
    Shape s = {.reach = t->keys};
    for (int j = 0; j < t->keys; j++) {
        double w = row[j];
        if (w == 0) continue;
        s.sum += w;
        if (w > 0) s.bits -= w * log2(w);
        s.distance += w * fabs((double)p - j);
        if (j > p) s.future += w;
    }
    return s;
}

// Σ w·|p − j| = p·Σw − Σ w·j up to p, and the other way round beyond.
static Shape shape_of_floats(const DetectText *t, int p, const float *row) {
    enum { STEP = 16 }; // a whole number of them is summed up without a rest; zeros do not matter
    int own = !t->related || p >= t->keys ? t->keys : p < 0 ? 0 : p + 1, up = (own + STEP - 1) / STEP * STEP;
    if (row_is_zero(row + own, t->keys - own)) {
        if (up > t->keys) up = t->keys;
        RowSums a = row_sums(row, up);
        return (Shape){a.sum, a.bits, p * a.sum - a.moment, 0, up};
    }
    RowSums a = row_sums(row, own), b = row_sums(row + own, t->keys - own);
    return (Shape){a.sum + b.sum, a.bits + b.bits, (p * a.sum - a.moment) + (b.moment + (own - p) * b.sum), b.sum,
                   t->keys};
}

static void add_shape(DetectHead *h, const DetectText *t, int seen, Shape s) {
    h->mass += s.sum;
    if (t->related) {
        h->future += s.future;
        h->distance += s.distance;
        h->seen += s.sum;
    }
    if (seen < 2) return;
    double ceiling = t->bits[seen];
    h->entropy += s.bits;
    h->ceiling += ceiling;
    h->normalised += s.bits / ceiling;
    h->entropy_rows++;
}

static void add_targets(DetectHead *h, const DetectText *t, int p, int seen, Row row) {
    for (DetectClass c = DETECT_PREVIOUS; c < DETECT_CLASSES; c++) {
        double sum;
        int targets = count_targets(t, c, p, row, &sum);
        if (targets == 0) continue;
        h->hits[c] += sum;
        if (c == DETECT_PREVIOUS && t->bos && p == 1) continue; // its only target begins every text
        h->at[c].score += sum;
        h->at[c].baseline += (double)targets / (seen > 0 ? seen : 1);
        h->at[c].rows++;
    }
}

static int add(DetectHead *h, const DetectText *t, int query, Row row) {
    int p = t->offset + query, seen = keys_seen(t, p);
    h->rows++;
    Shape s = {0};
    if (t->keys > 0) s = row.wide ? shape_of(t, p, row.wide) : shape_of_floats(t, p, row.narrow);
    if (t->keys == 0 || !isfinite(s.sum)) {
        h->bad++;
        return t->keys;
    }
    add_targets(h, t, p, seen, row);
    add_shape(h, t, seen, s);
    return s.reach;
}

void detect_add(DetectHead *h, const DetectText *t, int query, const double *row) {
    add(h, t, query, (Row){row, NULL});
}

int detect_add_floats(DetectHead *h, const DetectText *t, int query, const float *row) {
    return add(h, t, query, (Row){NULL, row});
}

// ---- results

double detect_score(const DetectHead *h, DetectClass c) {
    return h->at[c].rows ? h->at[c].score / h->at[c].rows : NAN;
}

double detect_baseline(const DetectHead *h, DetectClass c) {
    return h->at[c].rows ? h->at[c].baseline / h->at[c].rows : NAN;
}

double detect_entropy(const DetectHead *h) {
    return h->entropy_rows ? h->entropy / h->entropy_rows : NAN;
}

double detect_entropy_normalised(const DetectHead *h) {
    return h->entropy_rows ? h->normalised / h->entropy_rows : NAN;
}

double detect_distance(const DetectHead *h) {
    return h->seen > 0 ? h->distance / h->seen : NAN;
}

double detect_future(const DetectHead *h) {
    return h->seen > 0 ? h->future / h->seen : NAN;
}

double detect_mul(const DetectHead *h, DetectClass c) {
    return h->mass > 0 ? h->hits[c] / h->mass : NAN;
}

static bool is_finite(const double *row, int n) {
    double sum = 0;
    for (int j = 0; j < n; j++) sum += row[j] * 0;
    return sum == 0;
}

// ---- stripes

int detect_period(const DetectText *t, const int *kind) {
    int start = t->bos, n = t->keys - start;
    for (int period = 1; kind && period <= n / 2; period++) {
        if (kind[start] != kind[start + period]) continue;
        int j = start + period;
        while (j < t->keys && kind[j] == kind[j - period]) j++;
        if (j == t->keys) return period;
    }
    return 0;
}

void detect_add_stripes(DetectHead *h, const DetectText *t, int period, int query, const double *row) {
    const int back[DETECT_CLASSES] = {
        [DETECT_PREVIOUS] = 1, [DETECT_DUPLICATE] = period, [DETECT_INDUCTION] = period - 1};
    int p = t->offset + query;
    if (!t->related || p >= t->keys || period < 1 || !is_finite(row, t->keys)) return;
    for (DetectClass c = DETECT_PREVIOUS; c < DETECT_FIRST; c++) {
        if (p < back[c]) continue;
        h->stripe[c] += row[p - back[c]];
        h->stripe_rows[c]++;
    }
}

double detect_stripe(const DetectHead *h, DetectClass c) {
    return h->stripe_rows[c] ? h->stripe[c] / h->stripe_rows[c] : NAN;
}

// ---- two patterns

double detect_divergence(const double *p, const double *q, int n) {
    double bits = 0;
    for (int j = 0; j < n; j++) {
        double m = (p[j] + q[j]) / 2;
        if (p[j] > 0) bits += p[j] * log2(p[j] / m) / 2;
        if (q[j] > 0) bits += q[j] * log2(q[j] / m) / 2;
    }
    return bits > 0 || isnan(bits) ? bits : 0;
}
