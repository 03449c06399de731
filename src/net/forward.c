#include "net/forward.h"

#include "base/mem.h"
#include "base/pages.h"
#include "math/f32.h"
#include "net/pattern.h"

#include <stdlib.h>
#include <string.h>

// Rows of the text that go through a product at once.
enum { ROWS = 512 };

static const NetShape *shape_of(const NetRun *run) {
    return &run->w->shape;
}

static const float *part(const NetRun *run, NetPart which) {
    return net_weights_get(run->w, which, run->done);
}

// ---- memory

static int rows_at_once(const NetRun *run) {
    return run->n < ROWS ? run->n : ROWS;
}

static void lay_out(NetRun *run, bool first_input) {
    const NetShape *s = shape_of(run);
    size_t n = (size_t)run->n, c = (size_t)s->width, made = (size_t)(s->layers - run->own);
    run->block_len = (made * 3 + first_input) * n * c;
    float *at = run->block = pages_new(run->block_len, sizeof *at);
    if (first_input) {
        run->input[0] = at;
        at += n * c;
    }
    for (int l = run->own; l < s->layers; l++, at += 3 * n * c) {
        run->qk[l] = at;
        run->input[l + 1] = at + 2 * n * c;
    }
    size_t rows = (size_t)rows_at_once(run), block = n < NET_PATTERN_ROWS ? n : NET_PATTERN_ROWS;
    run->scratch_len = 2 * n * c + rows * (c + (size_t)s->hidden) + block * n;
    run->v = run->scratch = pages_new(run->scratch_len, sizeof *at);
    run->mixed = run->v + n * c;
    run->normed = run->mixed + n * c;
    run->hidden = run->normed + rows * c;
    run->scores = run->hidden + rows * (size_t)s->hidden;
}

static NetRun empty_run(const NetWeights *w, const Blas *blas, const int *ids, int n, const NetLevers *levers) {
    NetRun run = {.w = w, .blas = blas, .levers = *levers, .n = n, .bad_layer = -1};
    run.ids = MEM_NEW(int, (size_t)n);
    memcpy(run.ids, ids, (size_t)n * sizeof *ids);
    run.input = MEM_NEW(float *, (size_t)w->shape.layers + 1);
    run.qk = MEM_NEW(float *, (size_t)w->shape.layers);
    return run;
}

void net_run_free(NetRun *run) {
    free(run->ids);
    free(run->input);
    free(run->qk);
    pages_free(run->block, run->block_len, sizeof *run->block);
    pages_free(run->scratch, run->scratch_len, sizeof *run->scratch);
    *run = (NetRun){0};
}

// ---- start

static void embed(NetRun *run) {
    size_t c = (size_t)shape_of(run)->width;
    const float *tokens = part(run, NET_TOKENS), *positions = part(run, NET_POSITIONS);
    for (size_t i = 0; i < (size_t)run->n; i++) {
        memcpy(run->input[0] + i * c, tokens + (size_t)run->ids[i] * c, c * sizeof *tokens);
        f32_add(run->input[0] + i * c, positions + i * c, (int)c);
    }
}

bool net_run_start(NetRun *run, const NetWeights *w, const Blas *blas, const int *ids, int n, const NetLevers *levers,
                   Error *err) {
    if (n < 1) return error_set(err, "the text has no token");
    if (n > w->shape.positions) {
        return error_set(err, "the text has %d tokens; this model reads at most %d (n_positions)", n,
                         w->shape.positions);
    }
    for (int i = 0; i < n; i++) {
        if (ids[i] >= 0 && ids[i] < w->shape.vocabulary) continue;
        return error_set(err, "token %d has the id %d; the model's vocabulary is 0 to %d", i, ids[i],
                         w->shape.vocabulary - 1);
    }
    *run = empty_run(w, blas, ids, n, levers);
    lay_out(run, true);
    embed(run);
    return true;
}

void net_run_fork(NetRun *run, const NetRun *base, const NetLevers *levers) {
    int layers = shape_of(base)->layers, first = net_levers_first_change(&base->levers, levers, layers);
    NetRun fork = empty_run(base->w, base->blas, base->ids, base->n, levers);
    fork.own = fork.done = first < base->done ? first : base->done;
    memcpy(fork.input, base->input, (size_t)(fork.own + 1) * sizeof *fork.input);
    memcpy(fork.qk, base->qk, (size_t)fork.own * sizeof *fork.qk);
    lay_out(&fork, false);
    *run = fork;
}

// ---- the pieces of a layer

static float *row_of(float *rows, int i, int width) {
    return rows + (size_t)i * (size_t)width;
}

// Every row of out [rows, width] becomes bias.
static void fill(float *out, const float *bias, int rows, int width) {
    for (int i = 0; i < rows; i++) memcpy(row_of(out, i, width), bias, (size_t)width * sizeof *bias);
}

static void project(NetRun *run, int from, int to) {
    const NetShape *s = shape_of(run);
    int c = s->width, rows = to - from;
    const float *w = part(run, NET_QKV), *b = part(run, NET_QKV_BIAS);
    float *x = row_of(run->input[run->done], from, c), *normed = run->normed;
    float *qk = row_of(run->qk[run->done], from, 2 * c), *v = row_of(run->v, from, c);
    for (int i = 0; i < rows; i++) {
        f32_layernorm(row_of(x, i, c), part(run, NET_LN1_GAIN), part(run, NET_LN1_BIAS), s->eps, row_of(normed, i, c),
                      c);
    }
    fill(qk, b, rows, 2 * c);
    fill(v, b + 2 * c, rows, c);
    BlasMatrix in = {normed, c, false};
    blas_product(run->blas, rows, 2 * c, c, 1, in, (BlasMatrix){w, 3 * c, false}, 1, qk, 2 * c);
    blas_product(run->blas, rows, c, c, 1, in, (BlasMatrix){w + 2 * c, 3 * c, false}, 1, v, c);
}

// Every row of the head's columns becomes their mean over the text.
static void make_mean(float *mixed, int n, int c, int d) {
    for (int k = 0; k < d; k++) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += (double)row_of(mixed, i, c)[k];
        for (int i = 0; i < n; i++) row_of(mixed, i, c)[k] = (float)(sum / n);
    }
}

static void attend(NetRun *run, int head) {
    const NetShape *s = shape_of(run);
    int n = run->n, c = s->width, d = c / s->heads;
    float *mixed = run->mixed + (size_t)head * (size_t)d;
    const NetCut *cut = net_levers_head(&run->levers, run->done, head);
    if (cut && cut->kind == NET_CUT_ZERO) {
        for (int i = 0; i < n; i++) memset(row_of(mixed, i, c), 0, (size_t)d * sizeof *mixed);
        return;
    }
    for (int from = 0; from < n; from += NET_PATTERN_ROWS) {
        int to = from + NET_PATTERN_ROWS < n ? from + NET_PATTERN_ROWS : n;
        int seen = net_pattern_rows(run, NULL, run->done, head, from, to, run->scores);
        blas_product(run->blas, to - from, d, seen, 1, (BlasMatrix){run->scores, n, false},
                     (BlasMatrix){run->v + (size_t)head * (size_t)d, c, false}, 0, row_of(mixed, from, c), c);
    }
    if (cut) make_mean(mixed, n, c, d);
}

static void add_outputs(NetRun *run, int from, int to) {
    const NetShape *s = shape_of(run);
    int c = s->width, f = s->hidden, rows = to - from;
    float *x = row_of(run->input[run->done + 1], from, c), *hidden = run->hidden, *normed = run->normed;
    memcpy(x, row_of(run->input[run->done], from, c), (size_t)rows * (size_t)c * sizeof *x);
    for (int i = 0; i < rows; i++) f32_add(row_of(x, i, c), part(run, NET_OUT_BIAS), c);
    blas_product(run->blas, rows, c, c, 1, (BlasMatrix){row_of(run->mixed, from, c), c, false},
                 (BlasMatrix){part(run, NET_OUT), c, false}, 1, x, c);
    for (int i = 0; i < rows; i++) {
        f32_layernorm(row_of(x, i, c), part(run, NET_LN2_GAIN), part(run, NET_LN2_BIAS), s->eps, row_of(normed, i, c),
                      c);
    }
    fill(hidden, part(run, NET_MLP_IN_BIAS), rows, f);
    blas_product(run->blas, rows, f, c, 1, (BlasMatrix){normed, c, false},
                 (BlasMatrix){part(run, NET_MLP_IN), f, false}, 1, hidden, f);
    for (int i = 0; i < rows; i++) f32_gelu(row_of(hidden, i, f), f);
    for (int i = 0; i < rows; i++) f32_add(row_of(x, i, c), part(run, NET_MLP_OUT_BIAS), c);
    blas_product(run->blas, rows, c, f, 1, (BlasMatrix){hidden, f, false},
                 (BlasMatrix){part(run, NET_MLP_OUT), c, false}, 1, x, c);
}

// ---- steps: the rows' q, k and v; then each head; then the rows' outputs

static int chunks_of(const NetRun *run) {
    return (run->n + ROWS - 1) / ROWS;
}

static void finish_layer(NetRun *run) {
    int c = shape_of(run)->width;
    bool finite = true;
    for (int i = 0; i < run->n; i++) finite = finite && f32_finite(row_of(run->input[run->done + 1], i, c), c);
    if (!finite) run->bad_layer = run->done;
    else run->done++;
    run->piece = 0;
}

bool net_run_step(NetRun *run) {
    const NetShape *s = shape_of(run);
    if (run->bad_layer >= 0 || run->done == s->layers) return false;
    int chunks = chunks_of(run), head = run->piece - chunks, chunk = head < 0 ? run->piece : head - s->heads;
    int from = chunk * ROWS, to = from + ROWS < run->n ? from + ROWS : run->n;
    run->piece++;
    if (head < 0) project(run, from, to);
    else if (head < s->heads) attend(run, head);
    else add_outputs(run, from, to);
    if (chunk == chunks - 1 && head >= s->heads) finish_layer(run);
    return run->bad_layer < 0 && run->done < s->layers;
}

void net_run_finish(NetRun *run) {
    while (net_run_step(run)) {
    }
}

double net_run_progress(const NetRun *run) {
    double pieces = 2 * chunks_of(run) + shape_of(run)->heads;
    return (run->done + run->piece / pieces) / shape_of(run)->layers;
}
