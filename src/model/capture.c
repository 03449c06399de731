#include "model/capture.h"

#include "base/mem.h"
#include "math/nn.h"
#include "model/capture_open.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PASS_WINDOW = 1 << 18 };

static void free_kept(CaptureKept *kept) {
    part_reader_free(&kept->weights);
    part_reader_free(&kept->scores);
    part_reader_free(&kept->q);
    part_reader_free(&kept->k);
    blocks_free(&kept->blocks);
}

void capture_free(Capture *c) {
    tokens_free(&c->tokens);
    tokens_free(&c->query_tokens);
    str_free(&c->tokens_from);
    str_free(&c->name);
    str_free(&c->guess);
    str_free(&c->others);
    families_free(&c->families);
    table_free(&c->table);
    free_kept(&c->looks);
    free_kept(&c->pass);
    *c = (Capture){0};
}

bool capture_set_batch(Capture *c, int batch, Error *err) {
    if (batch < 0 || batch >= c->batches) return error_set(err, "batch %d: the file has %d", batch, c->batches);
    int before = c->batch;
    c->batch = batch;
    bool ok = capture_read_tokens(c, err);
    if (!ok) c->batch = before;
    capture_describe(c);
    return ok;
}

// ---- rows

static CaptureKept *kept(Capture *c) {
    return c->passing ? &c->pass : &c->looks;
}

static int batch_of(const Capture *c, const Part *p) {
    return c->batch < p->side[AXIS_BATCH] ? c->batch : 0;
}

// Keys may have fewer heads than queries: each serves a group of them.
static int key_head(const Capture *c, int head) {
    int kv = c->k.side[AXIS_HEAD];
    return kv < c->heads ? head / (c->heads / kv) : head;
}

static bool gather(const Block *b, PartReader *r, int keys, Error *err) {
    bool ok = true;
    for (int i = 0; ok && i < b->count; i++) {
        const int at[AXES] = {b->of.layer, b->of.batch, b->of.head, b->first + i, 0};
        ok = part_row(b->of.part, r, at, b->row + (size_t)i * (size_t)keys, err);
    }
    return ok;
}

// The queries of a block, [width][BLOCK_ROWS].
static bool read_queries(Capture *c, const Block *b, double *q, Error *err) {
    int d = c->width;
    double *vector = MEM_NEW(double, (size_t)d);
    bool ok = true;
    for (int i = 0; ok && i < b->count; i++) {
        const int at[AXES] = {b->of.layer, batch_of(c, &c->q), b->of.head, b->first + i, 0};
        ok = part_row(&c->q, &kept(c)->q, at, vector, err);
        for (int x = 0; x < d; x++) q[x * BLOCK_ROWS + i] = vector[x];
    }
    free(vector);
    return ok;
}

static bool multiply(Capture *c, const Block *b, Error *err) {
    enum { TILE = 8 }; // keys, so that whole lines of memory are written
    int d = c->width, keys = c->keys;
    double product[TILE][BLOCK_ROWS], *q = MEM_NEW(double, (size_t)d * BLOCK_ROWS), *k = MEM_NEW(double, (size_t)d);
    bool ok = read_queries(c, b, q, err);
    for (int j = 0; ok && j < keys; j++) {
        const int at[AXES] = {b->of.layer, batch_of(c, &c->k), key_head(c, b->of.head), j, 0};
        ok = part_row(&c->k, &kept(c)->k, at, k, err);
        block_multiply(q, k, d, b->count, product[j % TILE]);
        if ((j + 1) % TILE != 0 && j + 1 < keys) continue;
        int from = j - j % TILE;
        for (int i = 0; i < b->count; i++) {
            for (int t = from; t <= j; t++) b->row[(size_t)i * (size_t)keys + (size_t)t] = product[t - from][i];
        }
    }
    free(q);
    free(k);
    return ok;
}

static bool kept_row(Capture *c, const Part *p, PartReader *r, int layer, int head, int query, double *row,
                     Error *err) {
    Blocks *blocks = &kept(c)->blocks;
    BlockOf of = {p, layer, batch_of(c, p), head};
    const double *found = blocks_find(blocks, &of, query, c->keys);
    if (!found) {
        Block *b = blocks_take(blocks, &of, query, c->queries, c->keys);
        if (!(p == &c->q ? multiply(c, b, err) : gather(b, r, c->keys, err))) {
            b->count = 0;
            return false;
        }
        found = blocks_find(blocks, &of, query, c->keys);
    }
    memcpy(row, found, (size_t)c->keys * sizeof *row);
    return true;
}

static bool part_at(Capture *c, const Part *p, PartReader *r, int layer, int head, int query, double *row, Error *err) {
    // A pass goes in the order of the file and needs each row once.
    if (!c->passing && !part_is_dense(p)) return kept_row(c, p, r, layer, head, query, row, err);
    const int at[AXES] = {layer, batch_of(c, p), head, query, 0};
    return part_row(p, r, at, row, err);
}

static bool products(Capture *c, int layer, int head, int query, double *row, Error *err) {
    return kept_row(c, &c->q, NULL, layer, head, query, row, err);
}

bool capture_scores(Capture *c, int layer, int head, int query, double *row, Error *err) {
    bool vectors = c->q.there && c->k.there;
    if (vectors && !c->file_raw) return products(c, layer, head, query, row, err);
    if (c->scores.there) return part_at(c, &c->scores, &kept(c)->scores, layer, head, query, row, err);
    return error_set(err, "the dump holds weights alone: the scores before the softmax are not known");
}

// softmax of raw scores of a layer, divided and masked; grows: layer l divides by l + 1 as well.
static void finish_raw(const Capture *c, int layer, int query, double divisor, bool grows, double *row) {
    if (grows) divisor *= layer + 1;
    int seen = c->keys;
    if (c->causal == CAUSAL_YES && c->offset + query + 1 < seen) seen = c->offset + query + 1;
    for (int j = 0; j < seen; j++) row[j] /= divisor;
    for (int j = seen; j < c->keys; j++) row[j] = -INFINITY;
    nn_softmax(row, row, c->keys);
}

bool capture_weights(Capture *c, int layer, int head, int query, double *row, Error *err) {
    if (c->weights.there) return part_at(c, &c->weights, &kept(c)->weights, layer, head, query, row, err);
    if (c->scores.there && !c->file_raw) {
        if (!part_at(c, &c->scores, &kept(c)->scores, layer, head, query, row, err)) return false;
        nn_softmax(row, row, c->keys);
        return true;
    }
    if (!capture_scores(c, layer, head, query, row, err)) return false;
    finish_raw(c, layer, query, c->divisor, c->divisor_grows, row);
    return true;
}

// ---- whether q and k are those of the weights

// How far the file's weights and those that q and k give are apart, as the share of a row that lies elsewhere, at most in
// sample rows: every layer (a model may divide otherwise in each), unless there are very many.
static bool vectors_distance(Capture *c, double divisor, bool grows, double *most, Error *err) {
    enum { ROWS = 4, LAYERS_MAX = 16 };
    double *want = MEM_NEW(double, (size_t)c->keys), *got = MEM_NEW(double, (size_t)c->keys);
    int rows = c->layers < ROWS ? ROWS : c->layers < LAYERS_MAX ? c->layers : LAYERS_MAX;
    bool ok = true;
    *most = 0;
    for (int s = 0; ok && s < rows; s++) {
        int layer = (int)((long)c->layers * s / rows), head = (int)((long)c->heads * (rows - 1 - s) / rows),
            query = c->queries - 1 - (c->queries - 1) * (s % ROWS) / (ROWS + 1);
        double apart = 0;
        ok = capture_weights(c, layer, head, query, want, err) && products(c, layer, head, query, got, err);
        if (ok) finish_raw(c, layer, query, divisor, grows, got);
        for (int j = 0; ok && j < c->keys; j++) apart += fabs(got[j] - want[j]) / 2;
        *most = fmax(*most, apart);
    }
    free(want);
    free(got);
    return ok;
}

bool capture_trust_vectors(Capture *c, Error *err) {
    static const double SLACK = 0.03; // weights in bfloat16, and q and k in it too
    if (!c->q.there || !(c->weights.there || c->scores.there) || c->file_raw) return true;
    for (int way = 0; way < (c->layers > 1 ? 4 : 2); way++) { // a model may not divide, or more in each layer
        double divisor = way % 2 ? 1 : c->divisor, apart;
        if (!vectors_distance(c, divisor, way >= 2, &apart, err)) return false;
        if (!(apart <= SLACK)) continue;
        c->divisor = divisor;
        c->divisor_grows = way >= 2;
        return true;
    }
    c->q = c->k = (Part){0};
    c->vectors_differ = true;
    c->scores_raw = false;
    c->divisor = 1;
    c->divisor_grows = false;
    return true;
}

bool capture_v_norms(Capture *c, int layer, int head, double *row, Error *err) {
    if (!c->v_norms.there) return error_set(err, "the dump holds no norms of v");
    int kv = c->v_norms.side[AXIS_HEAD];
    PartReader reader = {0};
    const int at[AXES] = {layer, batch_of(c, &c->v_norms), kv < c->heads ? head / (c->heads / kv) : head, 0, 0};
    bool ok = part_row(&c->v_norms, &reader, at, row, err);
    part_reader_free(&reader);
    return ok;
}

// ---- passes

static const Part *main_part(const Capture *c) {
    return c->weights.there ? &c->weights : c->scores.there ? &c->scores : &c->q;
}

long capture_rows(const Capture *c) {
    return (long)c->layers * c->heads * c->queries;
}

CaptureWalk capture_walk(const Capture *c, long r) {
    const Part *p = main_part(c);
    const int64_t stride[CAPTURE_AXES] = {p->split ? INT64_MAX : p->stride[AXIS_LAYER], p->stride[AXIS_HEAD],
                                          p->stride[AXIS_QUERY]};
    CaptureWalk w = {.side = {c->layers, c->heads, c->queries}, .order = {CAPTURE_LAYER, CAPTURE_HEAD, CAPTURE_QUERY}};
    for (int i = 1; i < CAPTURE_AXES && p != &c->q; i++) { // products are made head by head
        for (int j = i; j > 0 && stride[w.order[j]] > stride[w.order[j - 1]]; j--) {
            CaptureAxis swap = w.order[j];
            w.order[j] = w.order[j - 1];
            w.order[j - 1] = swap;
        }
    }
    for (int i = CAPTURE_AXES - 1; i >= 0; i--) {
        w.at[w.order[i]] = (int)(r % w.side[w.order[i]]);
        r /= w.side[w.order[i]];
    }
    return w;
}

void capture_walk_on(CaptureWalk *w) {
    for (int i = CAPTURE_AXES - 1; i >= 0; i--) {
        CaptureAxis a = w->order[i];
        if (++w->at[a] < w->side[a]) return;
        w->at[a] = 0;
    }
}

void capture_pass(Capture *c, bool on) {
    CaptureKept *p = &c->pass;
    c->passing = on;
    p->weights.window = p->scores.window = p->q.window = p->k.window = PASS_WINDOW;
}
