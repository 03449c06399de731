#include "net/forward.h"

#include "base/mem.h"
#include "base/pages.h"
#include "math/f32.h"
#include "math/share.h"
#include "net/pattern.h"

#include <stdlib.h>
#include <string.h>

// Multiplications of one piece, and of one step. Columns of a product are cut, not rows: then each number of the weights
// is packed once, and a row's bits cannot depend on where a cut between rows falls.
static const double PIECE = 6.1e8, STEP = 6e8;
// What reading a weight costs, in multiplications: in a short text it takes longer than using it.
enum { READING = 24, COLUMNS_LEAST = 64, SHARED_LEAST = 128 };

static const NetShape *shape_of(const NetRun *run) {
    return &run->w->shape;
}

static const float *part(const NetRun *run, NetPart which) {
    return net_weights_get(run->w, which, run->done);
}

// ---- memory

// Columns of a product with k rows of weights that make a piece: as many for each piece, at most `most`.
static int columns_at_once(const NetRun *run, int k, int most) {
    double fit = PIECE / ((double)run->n * k);
    int room = fit < most ? (int)fit : most, least = most < COLUMNS_LEAST ? most : COLUMNS_LEAST;
    room = room > least ? room : least;
    int pieces = (most + room - 1) / room, each = (most + pieces - 1) / pieces;
    each = (each + 15) / 16 * 16;
    return each < most ? each : most;
}

// Of the hidden layer: made, and used for the output, in one piece.
static int hidden_at_once(const NetRun *run) {
    return columns_at_once(run, 2 * shape_of(run)->width, shape_of(run)->hidden);
}

// Threads for what no library does: none more than one for a text so short that starting them takes longer.
static int threads_of(const NetRun *run) {
    int threads = run->blas->threads, heads = shape_of(run)->heads;
    threads = threads < SHARE_MOST ? threads : SHARE_MOST;
    threads = threads < heads ? threads : heads;
    return threads < 1 || run->n < SHARED_LEAST ? 1 : threads;
}

static void place(NetRun *run) {
    const NetShape *s = shape_of(run);
    size_t n = (size_t)run->n, c = (size_t)s->width, rows = n + 1; // one is free, in front
    float *at = run->block;
    if (run->starts) run->input[0] = at + c, at += rows * c;
    for (int l = run->own; l < s->layers; l++, at += 3 * rows * c) {
        run->qk[l] = at + 2 * c;
        run->input[l + 1] = at + 2 * rows * c + c;
    }
    run->v = run->scratch;
    run->mixed = run->v + n * c;
    run->normed = run->mixed + n * c;
    run->hidden = run->normed + n * c;
    run->scores = run->hidden + n * (size_t)hidden_at_once(run);
}

static void lay_out(NetRun *run) {
    const NetShape *s = shape_of(run);
    size_t n = (size_t)run->n, c = (size_t)s->width, made = (size_t)(s->layers - run->own);
    size_t rows = n < NET_PATTERN_ROWS ? n : NET_PATTERN_ROWS;
    run->block_len = (made * 3 + run->starts) * (n + 1) * c;
    run->block = pages_new(run->block_len, sizeof *run->block);
    run->scratch_len = n * (3 * c + (size_t)hidden_at_once(run)) + (size_t)threads_of(run) * rows * n;
    run->scratch = pages_new(run->scratch_len, sizeof *run->scratch);
    place(run);
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
    run->starts = true;
    lay_out(run);
    embed(run);
    return true;
}

void net_run_fork(NetRun *run, const NetRun *base, const NetLevers *levers) {
    int layers = shape_of(base)->layers, first = net_levers_first_change(&base->levers, levers, layers);
    NetRun fork = empty_run(base->w, base->blas, base->ids, base->n, levers);
    fork.own = fork.done = first < base->done ? first : base->done;
    memcpy(fork.input, base->input, (size_t)(fork.own + 1) * sizeof *fork.input);
    memcpy(fork.qk, base->qk, (size_t)fork.own * sizeof *fork.qk);
    lay_out(&fork);
    *run = fork;
}

void net_run_inherit(NetRun *run, NetRun *old) {
    if (old->block_len >= run->block_len && old->scratch_len >= run->scratch_len) {
        NetRun room = *run;
        run->block = old->block, run->block_len = old->block_len;
        run->scratch = old->scratch, run->scratch_len = old->scratch_len;
        old->block = room.block, old->block_len = room.block_len;
        old->scratch = room.scratch, old->scratch_len = room.scratch_len;
        place(run);
        if (run->starts) embed(run);
    }
    net_run_free(old);
}

// ---- the pieces of a layer

static float *row_of(float *rows, int i, int width) {
    return rows + (size_t)i * (size_t)width;
}

static void norm_rows(NetRun *run, const float *x, NetPart gain, NetPart bias) {
    const NetShape *s = shape_of(run);
    int c = s->width;
    for (size_t at = 0; at < (size_t)run->n * (size_t)c; at += (size_t)c)
        f32_layernorm(x + at, part(run, gain), part(run, bias), s->eps, run->normed + at, c);
}

// out[n, columns from … to] = bias + in·W, with in [n, k] and W and out `width` columns wide.
static void apply(const NetRun *run, const float *in, int k, const float *w, const float *bias, int w_width, int from,
                  int to, float *out, int out_width) {
    for (int i = 0; i < run->n; i++)
        memcpy(row_of(out, i, out_width), bias + from, (size_t)(to - from) * sizeof *bias);
    blas_product(run->blas, run->n, to - from, k, 1, (BlasMatrix){in, k, false}, (BlasMatrix){w + from, w_width, false},
                 1, out, out_width);
}

// Columns of q, k or v.
static void project(NetRun *run, int from, int to) {
    int c = shape_of(run)->width;
    if (from == 0) norm_rows(run, run->input[run->done], NET_LN1_GAIN, NET_LN1_BIAS);
    float *out = from < 2 * c ? run->qk[run->done] + from : run->v + (from - 2 * c);
    apply(run, run->normed, c, part(run, NET_QKV), part(run, NET_QKV_BIAS), 3 * c, from, to, out,
          from < 2 * c ? 2 * c : c);
}

// Every row of the head's columns becomes their mean over the text.
static void make_mean(float *mixed, int n, int c, int d) {
    for (int k = 0; k < d; k++) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += (double)row_of(mixed, i, c)[k];
        for (int i = 0; i < n; i++) row_of(mixed, i, c)[k] = (float)(sum / n);
    }
}

static void attend(NetRun *run, int head, float *scores) {
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
        int seen = net_pattern_rows(run, NULL, run->done, head, from, to, scores);
        blas_product(run->blas, to - from, d, seen, 1, (BlasMatrix){scores, n, false},
                     (BlasMatrix){run->v + (size_t)head * (size_t)d, c, false}, 0, row_of(mixed, from, c), c);
    }
    if (cut) make_mean(mixed, n, c, d);
}

typedef struct Heads {
    NetRun *run;
    int from;
} Heads;

static void attend_part(void *heads, int part) {
    const Heads *h = heads;
    size_t n = (size_t)h->run->n, rows = n < NET_PATTERN_ROWS ? n : NET_PATTERN_ROWS;
    attend(h->run, h->from + part, h->run->scores + (size_t)part * rows * n);
}

// A head each thread, with the products of a head in one: softmax takes as long as they do.
static void attend_heads(NetRun *run, int from, int to) {
    if (to - from > 1) blas_use(run->blas, 1);
    share_work(to - from, attend_part, &(Heads){run, from});
    if (to - from > 1) blas_use(run->blas, run->blas->threads);
}

// Columns of what the heads give to the residual stream.
static void add_heads(NetRun *run, int from, int to) {
    int c = shape_of(run)->width;
    float *x = run->input[run->done + 1];
    apply(run, run->mixed, c, part(run, NET_OUT), part(run, NET_OUT_BIAS), c, from, to, x + from, c);
    for (int i = 0; i < run->n; i++)
        f32_add(row_of(x, i, c) + from, row_of(run->input[run->done], i, c) + from, to - from);
}

typedef struct Gelu {
    float *at;
    int count, parts;
} Gelu;

static void gelu_part(void *gelu, int part) {
    const Gelu *g = gelu;
    int each = (g->count / g->parts + 15) / 16 * 16, from = part * each;
    int to = part + 1 < g->parts && from + each < g->count ? from + each : g->count;
    if (from < to) f32_gelu(g->at + from, to - from);
}

// Columns of the hidden layer, and what they give.
static void add_hidden(NetRun *run, int from, int to) {
    const NetShape *s = shape_of(run);
    int c = s->width, f = s->hidden, cols = to - from;
    float *x = run->input[run->done + 1], *hidden = run->hidden;
    if (from == 0) norm_rows(run, x, NET_LN2_GAIN, NET_LN2_BIAS);
    apply(run, run->normed, c, part(run, NET_MLP_IN), part(run, NET_MLP_IN_BIAS), f, from, to, hidden, cols);
    share_work(threads_of(run), gelu_part, &(Gelu){hidden, run->n * cols, threads_of(run)});
    for (int i = 0; from == 0 && i < run->n; i++) f32_add(row_of(x, i, c), part(run, NET_MLP_OUT_BIAS), c);
    blas_product(run->blas, run->n, c, cols, 1, (BlasMatrix){hidden, cols, false},
                 (BlasMatrix){part(run, NET_MLP_OUT) + (size_t)from * (size_t)c, c, false}, 1, x, c);
}

// ---- pieces: columns of q and k, then of v; heads; columns of their output; columns of the hidden layer

typedef enum Phase { PHASE_QK, PHASE_V, PHASE_HEADS, PHASE_OUT, PHASE_HIDDEN, PHASES } Phase;

typedef struct Cut {
    int whole, each; // columns (or heads) in all, and of a piece
    double cost;     // of one of them
} Cut;

static Cut cut_of(const NetRun *run, Phase phase) {
    const NetShape *s = shape_of(run);
    double n = run->n, product = (n + READING) * s->width;
    int c = s->width;
    switch (phase) {
    case PHASE_QK: return (Cut){2 * c, columns_at_once(run, c, 2 * c), product};
    case PHASE_V:
    case PHASE_OUT: return (Cut){c, columns_at_once(run, c, c), product};
    case PHASE_HEADS: return (Cut){s->heads, threads_of(run), 2 * n * n * (c / s->heads)};
    default: return (Cut){s->hidden, hidden_at_once(run), 2 * product};
    }
}

static int pieces_of(Cut cut) {
    return (cut.whole + cut.each - 1) / cut.each;
}

static void finish_layer(NetRun *run) {
    int c = shape_of(run)->width;
    bool finite = true;
    for (int i = 0; i < run->n; i++) finite = finite && f32_finite(row_of(run->input[run->done + 1], i, c), c);
    if (!finite) run->bad_layer = run->done;
    else run->done++;
    run->piece = 0;
}

// Does the next piece and tells its cost in multiplications.
static double do_piece(NetRun *run) {
    int piece = run->piece++, c = shape_of(run)->width;
    Phase phase = 0;
    Cut cut = cut_of(run, phase);
    while (piece >= pieces_of(cut)) {
        piece -= pieces_of(cut);
        cut = cut_of(run, ++phase);
    }
    int from = piece * cut.each, to = from + cut.each < cut.whole ? from + cut.each : cut.whole;
    switch (phase) {
    case PHASE_QK: project(run, from, to); break;
    case PHASE_V: project(run, 2 * c + from, 2 * c + to); break;
    case PHASE_HEADS: attend_heads(run, from, to); break;
    case PHASE_OUT: add_heads(run, from, to); break;
    default: add_hidden(run, from, to);
    }
    run->pieces++;
    if (phase == PHASE_HIDDEN && to == cut.whole) finish_layer(run);
    return cut.cost * (to - from);
}

static bool is_over(const NetRun *run) {
    return run->bad_layer >= 0 || run->done == shape_of(run)->layers;
}

bool net_run_piece(NetRun *run) {
    if (!is_over(run)) do_piece(run);
    return !is_over(run);
}

bool net_run_step(NetRun *run) {
    double spent = 0;
    while (spent < STEP && !is_over(run)) spent += do_piece(run);
    return !is_over(run);
}

void net_run_finish(NetRun *run) {
    while (net_run_step(run)) {
    }
}

double net_run_progress(const NetRun *run) {
    int pieces = 0;
    for (Phase phase = 0; phase < PHASES; phase++) pieces += pieces_of(cut_of(run, phase));
    return (run->done + (double)run->piece / pieces) / shape_of(run)->layers;
}
