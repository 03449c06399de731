#include "model/doctor.h"

#include "base/mem.h"
#include "math/row.h"
#include "model/doctor_measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Rounding each weight of a row that sums to 1 moves the sum by at most half a unit of the type's last place: 2^-12 for
// float16, 2^-9 for bfloat16. Twice that, and some room for numbers that were printed.
static double slack_of(const Capture *c) {
    if (!c->weights.there) return 1e-6;
    const Tensor *t = &c->table.at[c->weights.family->tensor[0]];
    return t->type == TENSOR_BF16 ? 1e-2 : t->type == TENSOR_F16 ? 2e-3 : 1e-3;
}

Doctor *doctor_new(Capture *c) {
    Doctor *d = MEM_NEW(Doctor, 1);
    size_t heads = (size_t)c->layers * (size_t)c->heads;
    d->c = c;
    d->slack = slack_of(c);
    d->row = MEM_NEW(double, (size_t)c->keys);
    d->head = MEM_NEW(HeadMeasure, heads);
    d->reach = MEM_NEW(int, (size_t)c->queries);
    for (size_t k = 0; k < heads; k++) {
        d->head[k].least = INFINITY;
        d->head[k].most = -INFINITY;
    }
    for (int i = 0; i < c->queries; i++) d->reach[i] = -1;
    d->first_key = c->keys;
    d->last_key = -1;
    return d;
}

void doctor_free(Doctor *d) {
    if (!d) return;
    free(d->row);
    free(d->head);
    free(d->reach);
    free(d);
}

// ---- one row

static uint64_t mix(uint64_t print, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (print ^ bits) * UINT64_C(0x9E3779B97F4A7C15) + 1;
}

// A row with NaN or ∞: of scores, −∞ is a masked key and nothing ill.
static bool examine_infinite(Doctor *d, HeadMeasure *h, int query) {
    bool nan = false, inf = false;
    for (int j = 0; j < d->c->keys; j++) {
        nan = nan || isnan(d->row[j]);
        inf = inf || (isinf(d->row[j]) && (d->row[j] > 0 || d->c->weights.there));
    }
    if (nan && h->nan++ == 0) h->nan_at = query;
    if (inf && !nan && h->inf++ == 0) h->inf_at = query;
    return nan || inf;
}

// Of a row with nothing from key `end` on.
static void note_reach(Doctor *d, int query, int end) {
    int last = end - 1, first = 0;
    while (last >= 0 && d->row[last] == 0) last--;
    while (first <= last && d->row[first] == 0) first++;
    if (last < 0) return;
    if (last > d->reach[query]) d->reach[query] = last;
    if (last > d->last_key) d->last_key = last;
    if (first < d->first_key) d->first_key = first;
}

static void examine(Doctor *d, HeadMeasure *h, int query) {
    static const double E = 2.718281828459045;
    const Capture *c = d->c;
    int seen = c->related && c->offset + query + 1 < c->keys ? c->offset + query + 1 : c->keys;
    RowSpan own = row_span(d->row, seen), beyond = row_span(d->row + seen, c->keys - seen);
    double sum = own.sum + beyond.sum, least = fmin(own.least, beyond.least);
    h->rows++;
    if (!isfinite(sum) && examine_infinite(d, h, query)) return;
    h->print = mix(mix(h->print + (uint64_t)query, sum), own.moment + beyond.moment + seen * beyond.sum);
    h->negative += least < -1e-6;
    note_reach(d, query, beyond.zeros == c->keys - seen ? seen : c->keys);
    if (own.zeros + beyond.zeros == c->keys) {
        h->empty++;
        return;
    }
    h->off += fabs(sum - 1) > d->slack;
    h->least = fmin(h->least, sum);
    h->most = fmax(h->most, sum);
    h->holes += own.zeros;
    h->mass += sum;
    h->future += beyond.sum;
    h->future_rows += beyond.sum > d->slack * fabs(sum);
    double most = fmax(own.most, beyond.sum > 0 ? beyond.most : 0), floor = beyond.sum > 0 ? least : own.least;
    int keys = beyond.sum > 0 ? c->keys : seen;
    if (keys < 3) return;
    h->long_rows++;
    h->flat += floor > 0 && most <= floor * E * 1.01;
}

bool doctor_step(Doctor *d, long rows, Error *err) {
    Capture *c = d->c;
    long all = capture_rows(c), stop = rows < all - d->next ? d->next + rows : all;
    bool ok = true;
    CaptureWalk w = capture_walk(c, d->next);
    capture_pass(c, true);
    for (; ok && d->next < stop; d->next++, capture_walk_on(&w)) {
        int layer = w.at[CAPTURE_LAYER], head = w.at[CAPTURE_HEAD], query = w.at[CAPTURE_QUERY];
        ok = capture_weights(c, layer, head, query, d->row, err);
        if (ok) examine(d, &d->head[layer * c->heads + head], query);
    }
    capture_pass(c, false);
    return ok;
}

bool doctor_done(const Doctor *d) {
    return d->next == capture_rows(d->c);
}

double doctor_progress(const Doctor *d) {
    return (double)d->next / (double)capture_rows(d->c);
}

bool doctor_check(Capture *c, Findings *out, Error *err) {
    Doctor *d = doctor_new(c);
    bool ok = doctor_step(d, capture_rows(c), err) && doctor_report(d, out, err);
    doctor_free(d);
    return ok;
}
