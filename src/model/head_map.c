#include "model/head_map.h"

#include "attn/source.h"
#include "base/mem.h"
#include "math/row.h"

#include <math.h>
#include <stdlib.h>

void head_map_start(HeadMap *m, Capture *c) {
    head_map_free(m);
    int *kind = c->tokens_given > 0 ? MEM_NEW(int, (size_t)c->keys) : NULL;
    for (int j = 0; kind && j < c->keys; j++) kind[j] = c->tokens.kind[j];
    m->c = c;
    detect_text(&m->text, kind, c->keys, c->queries, c->offset, c->related, c->causal == CAUSAL_YES, c->bos);
    m->period = detect_period(&m->text, kind);
    m->head = MEM_NEW(DetectHead, (size_t)c->layers * (size_t)c->heads);
    size_t heads = (size_t)c->layers * (size_t)c->heads;
    m->thumb = MEM_NEW(float, heads * HEAD_THUMB * HEAD_THUMB);
    head_thumb_start(m->thumb, heads, &m->text, c->queries);
    m->row = MEM_NEW(double, (size_t)c->keys);
    m->room = MEM_NEW(float, (size_t)c->keys);
    m->band = MEM_NEW(float, (size_t)c->keys);
    m->band_of = -1;
    free(kind);
}

void head_map_free(HeadMap *m) {
    detect_text_free(&m->text);
    free(m->head);
    free(m->row);
    free(m->room);
    free(m->band);
    free(m->thumb);
    *m = (HeadMap){0};
}

// The largest of n weights; NaN is none, and −∞ says that there is none. In eight lanes, which a processor takes at
// once.
static float largest(const float *row, int n) {
    float lane[8], most = -INFINITY;
    int j = 0;
    for (int k = 0; k < 8; k++) lane[k] = -INFINITY;
    for (; j + 8 <= n; j += 8) {
        for (int k = 0; k < 8; k++) lane[k] = row[j + k] > lane[k] ? row[j + k] : lane[k];
    }
    for (; j < n; j++) most = row[j] > most ? row[j] : most;
    for (int k = 0; k < 8; k++) most = lane[k] > most ? lane[k] : most;
    return most;
}

// Part k of n things in HEAD_THUMB parts begins here.
static int part_start(int k, int n) {
    return (int)((long)k * n / HEAD_THUMB);
}

void head_thumb_start(float *thumb, size_t count, const DetectText *text, int queries) {
    for (int y = 0; y < HEAD_THUMB; y++) {
        int from = part_start(y, queries), to = part_start(y + 1, queries);
        int last = text->offset + (to > from ? to : from + 1) - 1;
        for (int x = 0; x < HEAD_THUMB; x++) {
            bool masked = text->causal && text->related && part_start(x, text->keys) > last;
            for (size_t k = 0; k < count; k++)
                thumb[(k * HEAD_THUMB + (size_t)y) * HEAD_THUMB + (size_t)x] = masked ? (float)SOURCE_MASKED : NAN;
        }
    }
}

// One weight more in a part, −∞ for none. What is masked stays so until there is something: a sick dump.
static void raise_part(float *part, float most) {
    if (most == -INFINITY || (*part == (float)SOURCE_MASKED && !(most > 0))) return;
    if (most < 0) most = 0;
    if (isnan(*part) || most > *part) *part = most;
}

// The same of keys [left, right), those from `own` on being masked: a 0 there is no weight.
static float largest_seen(const float *row, int left, int right, int own) {
    int middle = own < left ? left : own < right ? own : right;
    float most = largest(row + left, middle - left), leaked = largest(row + middle, right - middle);
    return leaked > 0 && leaked > most ? leaked : most;
}

void head_thumb_add(float *thumb, int queries, int keys, int query, int own, const float *row) {
    for (int y = 0; y < HEAD_THUMB; y++) {
        int from = part_start(y, queries), to = part_start(y + 1, queries);
        if (query < from || query >= (to > from ? to : from + 1)) continue; // few queries: one fills several parts
        for (int x = 0; x < HEAD_THUMB; x++) {
            int left = part_start(x, keys), right = part_start(x + 1, keys);
            raise_part(&thumb[y * HEAD_THUMB + x], largest_seen(row, left, right > left ? right : left + 1, own));
        }
    }
}

// Puts the band where it belongs. It may go on after that.
static void show_band(HeadMap *m) {
    const Capture *c = m->c;
    if (m->band_of < 0) return;
    float *thumb = m->thumb + m->band_of / HEAD_THUMB * HEAD_THUMB * HEAD_THUMB;
    head_thumb_add(thumb, c->queries, c->keys, m->band_query, c->keys, m->band);
}

// A thumb is made of bands, since taking the largest weights of two rows key by key is far less work than of the parts
// of a row. Of few queries each is its own band. From key `reach` on weights are 0.
static void add_thumb(HeadMap *m, int layer, int head, int query, const float *row, int reach) {
    const Capture *c = m->c;
    long part = ((query + 1L) * HEAD_THUMB - 1) / c->queries, band = ((long)layer * c->heads + head) * HEAD_THUMB + part;
    if (band != m->band_of) {
        show_band(m);
        for (int j = 0; j < c->keys; j++) m->band[j] = -INFINITY;
        m->band_of = band;
        m->band_query = query;
    }
    bool masks = m->text.causal && m->text.related;
    int own = masks ? m->text.offset + query + 1 : c->keys;
    row_raise(m->band, row, own < reach ? own : reach);
    for (int j = own; j < reach; j++) m->band[j] = row[j] > 0 && row[j] > m->band[j] ? row[j] : m->band[j]; // a leak
    for (int j = reach; j < own; j++) m->band[j] = m->band[j] > 0 ? m->band[j] : 0;
}

static bool measure_floats(HeadMap *m, DetectHead *h, const int at[AXES], Error *err) {
    const float *row = part_floats(&m->c->weights, &m->c->pass.weights, at, m->room, err);
    if (!row) return false;
    int reach = detect_add_floats(h, &m->text, at[AXIS_QUERY], row);
    add_thumb(m, at[AXIS_LAYER], at[AXIS_HEAD], at[AXIS_QUERY], row, reach);
    for (int j = 0; m->period > 0 && j < m->c->keys; j++) m->row[j] = (double)row[j];
    return true;
}

static bool measure(HeadMap *m, int layer, int head, int query, Error *err) {
    Capture *c = m->c;
    DetectHead *h = &m->head[layer * c->heads + head];
    if (c->weights.there && part_has_floats(&c->weights)) {
        const int at[AXES] = {layer, c->batch, head, query, 0};
        if (!measure_floats(m, h, at, err)) return false;
    } else {
        if (!capture_weights(c, layer, head, query, m->row, err)) return false;
        detect_add(h, &m->text, query, m->row);
        for (int j = 0; j < c->keys; j++) m->room[j] = (float)m->row[j];
        add_thumb(m, layer, head, query, m->room, c->keys);
    }
    if (m->period > 0) detect_add_stripes(h, &m->text, m->period, query, m->row);
    return true;
}

bool head_map_step(HeadMap *m, long rows, Error *err) {
    long all = capture_rows(m->c), stop = rows < all - m->next ? m->next + rows : all;
    bool ok = true;
    CaptureWalk w = capture_walk(m->c, m->next);
    capture_pass(m->c, true);
    for (; ok && m->next < stop; m->next++, capture_walk_on(&w))
        ok = measure(m, w.at[CAPTURE_LAYER], w.at[CAPTURE_HEAD], w.at[CAPTURE_QUERY], err);
    capture_pass(m->c, false);
    show_band(m);
    return ok;
}

bool head_map_done(const HeadMap *m) {
    return m->next == capture_rows(m->c);
}

double head_map_progress(const HeadMap *m) {
    return (double)m->next / (double)capture_rows(m->c);
}
