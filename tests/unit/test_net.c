// A random model made here, larger than one block of rows: what must hold of any model.
#include "base/mem.h"
#include "math/random.h"
#include "net/forward.h"
#include "net/pattern.h"
#include "net/readout.h"
#include "net/values.h"

#include "check.h"

#include <math.h>
#include <stdlib.h>

enum { LAYERS = 3, HEADS = 2, WIDTH = 16, HIDDEN = 40, POSITIONS = 600, VOCABULARY = 50, LONG = 530, SHORT = 12 };

typedef struct Model {
    NetWeights w;
    Blas blas;
    float *numbers;
    int ids[POSITIONS];
} Model;

static const NetShape SHAPE = {LAYERS, HEADS, WIDTH, HIDDEN, POSITIONS, VOCABULARY, 1e-5f, true, false};

static size_t size_of(NetPart part) {
    NetPartInfo info = net_part_info(&SHAPE, part);
    return (size_t)(info.rows ? info.rows : 1) * (size_t)info.cols;
}

static int make_model(void **state) {
    Model *m = MEM_NEW(Model, 1);
    Random r = {7};
    size_t all = 0;
    net_weights_init(&m->w, &SHAPE);
    for (NetPart p = 0; p < NET_PARTS; p++) all += size_of(p) * (p < NET_LAYER_PARTS ? LAYERS : 1);
    float *at = m->numbers = MEM_NEW(float, all);
    for (size_t k = 0; k < all; k++) at[k] = (float)((double)(random_next(&r) >> 40) / (1 << 24) - 0.5);
    for (NetPart p = 0; p < NET_PARTS; p++) {
        for (int l = 0; l < (p < NET_LAYER_PARTS ? LAYERS : 1); l++, at += size_of(p)) net_weights_set(&m->w, p, l, at);
    }
    for (int i = 0; i < POSITIONS; i++) m->ids[i] = (int)(random_next(&r) % VOCABULARY);
    blas_open(&m->blas, 1);
    *state = m;
    return 0;
}

static int free_model(void **state) {
    Model *m = *state;
    net_weights_free(&m->w);
    blas_close(&m->blas);
    free(m->numbers);
    free(m);
    return 0;
}

static NetRun run_text(const Model *m, int n, const NetLevers *levers) {
    NetRun run;
    Error err;
    NetLevers plain = net_levers();
    if (!net_run_start(&run, &m->w, &m->blas, m->ids, n, levers ? levers : &plain, &err)) fail_msg("%s", err.text);
    net_run_finish(&run);
    assert_int_equal(run.done, LAYERS);
    return run;
}

static void check_same(const NetRun *a, const NetRun *b) {
    float x[VOCABULARY], y[VOCABULARY];
    for (int depth = 0; depth <= LAYERS; depth++) {
        assert_memory_equal(net_residual(a, depth, 0), net_residual(b, depth, 0), (size_t)a->n * WIDTH * sizeof(float));
    }
    net_logits(a, LAYERS, a->n - 1, x);
    net_logits(b, LAYERS, b->n - 1, y);
    assert_memory_equal(x, y, sizeof x);
}

static void two_runs_give_the_same_bits(void **state) {
    NetRun a = run_text(*state, LONG, NULL), b = run_text(*state, LONG, NULL);
    check_same(&a, &b);
    net_run_free(&a);
    net_run_free(&b);
}

static void a_fork_is_what_a_new_run_would_be_and_uses_what_is_there(void **state) {
    NetRun base = run_text(*state, LONG, NULL);
    for (int layer = 0; layer < LAYERS; layer++) {
        NetLevers levers = net_levers();
        NetRun fork;
        net_levers_toggle(&levers, (NetCut){.kind = NET_CUT_MEAN, .layer = layer, .head = 1});
        net_levers_toggle(&levers,
                          (NetCut){.kind = NET_CUT_EDGE, .layer = LAYERS - 1, .head = 0, .query = 300, .key = 2});
        NetRun fresh = run_text(*state, LONG, &levers);
        net_run_fork(&fork, &base, &levers);
        assert_int_equal(fork.done, layer);
        for (int l = 0; l < layer; l++) assert_ptr_equal(fork.qk[l], base.qk[l]);
        assert_ptr_equal(fork.input[layer], base.input[layer]);
        net_run_finish(&fork);
        check_same(&fork, &fresh);
        assert_true(net_pattern_distance(&fork, &base, layer, 0) == 0 || layer == LAYERS - 1);
        if (layer > 0) assert_true(net_pattern_distance(&fork, &base, layer - 1, 1) == 0);
        if (layer + 1 < LAYERS) assert_true(net_pattern_distance(&fork, &base, layer + 1, 1) > 0);
        net_run_free(&fork);
        net_run_free(&fresh);
    }
    NetLevers same = net_levers();
    NetRun fork;
    net_run_fork(&fork, &base, &same);
    assert_int_equal(fork.done, LAYERS);
    check_same(&fork, &base);
    net_run_free(&fork);
    net_run_free(&base);
}

static void a_changed_token_leaves_the_rows_before_it_bit_for_bit(void **state) {
    Model *m = *state;
    static const int AT[] = {1, 127, 128, 400, 529};
    float a[LONG], b[LONG];
    for (int k = 0; k < 5; k++) {
        NetRun before = run_text(m, LONG, NULL);
        m->ids[AT[k]] = (m->ids[AT[k]] + 1) % VOCABULARY;
        NetRun after = run_text(m, LONG, NULL);
        for (int l = 0; l <= LAYERS; l++) {
            assert_memory_equal(net_residual(&before, l, 0), net_residual(&after, l, 0),
                                (size_t)AT[k] * WIDTH * sizeof(float));
            assert_memory_not_equal(net_residual(&before, l, AT[k]), net_residual(&after, l, AT[k]),
                                    WIDTH * sizeof(float));
        }
        for (int i = 0; i < AT[k]; i += 50) {
            net_weights_row(&before, NULL, 2, 1, i, a);
            net_weights_row(&after, NULL, 2, 1, i, b);
            assert_memory_equal(a, b, sizeof a);
        }
        net_run_free(&before);
        net_run_free(&after);
    }
}

// The layer's last stage by hand: what the heads carry through W_O, and b_O, is what the stream gains before the MLP.
static void rows_of_patterns_mix_values(void **state) {
    NetRun run = run_text(*state, LONG, NULL);
    float *v = MEM_NEW(float, LONG *WIDTH / HEADS), row[LONG], mixed[WIDTH];
    static const int ROWS[] = {0, 1, 200, 529};
    for (int k = 0; k < 4; k++) {
        net_mixed(&run, 1, ROWS[k], mixed);
        for (int h = 0; h < HEADS; h++) {
            net_values(&run, 1, h, v);
            net_weights_row(&run, NULL, 1, h, ROWS[k], row);
            for (int d = 0; d < WIDTH / HEADS; d++) {
                double want = 0;
                for (int j = 0; j < LONG; j++) want += (double)row[j] * (double)v[j * WIDTH / HEADS + d];
                CHECK_NEAR((double)mixed[h * WIDTH / HEADS + d], want, 1e-5);
            }
        }
    }
    free(v);
    net_run_free(&run);
}

static void this_head_only_changes_nothing_but_the_row_looked_at(void **state) {
    NetRun run = run_text(*state, SHORT, NULL);
    float plain[SHORT], sharp[SHORT], open[SHORT], cut[SHORT], scores[SHORT];
    NetLevers levers = net_levers();
    net_weights_row(&run, NULL, 1, 0, 5, plain);
    net_scores_row(&run, 1, 0, 5, scores);
    levers.divisor = 0.01;
    net_weights_row(&run, &levers, 1, 0, 5, sharp);
    levers = net_levers();
    levers.mask = false;
    net_weights_row(&run, &levers, 1, 0, 5, open);
    levers = net_levers();
    net_levers_toggle(&levers, (NetCut){.kind = NET_CUT_EDGE, .layer = 1, .head = 0, .query = 5, .key = 3});
    net_weights_row(&run, &levers, 1, 0, 5, cut);
    double sum = 0, most = 0, future = 0;
    for (int j = 0; j < SHORT; j++) {
        most = fmax(most, (double)sharp[j]);
        future += j > 5 ? (double)open[j] : 0;
        sum += (double)cut[j];
        if (j > 5) assert_true(plain[j] == 0 && sharp[j] == 0 && cut[j] == 0 && scores[j] != 0);
        if (j <= 5 && j != 3) CHECK_NEAR((double)cut[j], (double)plain[j] / (1 - (double)plain[3]), 1e-6);
    }
    assert_true(cut[3] == 0 && most > 0.99 && future > 0.1);
    CHECK_NEAR(sum, 1, 1e-6);
    net_run_free(&run);
}

// Columns of q and k, of v, a head each, columns of their output, of the hidden layer: a model this small is not cut.
enum { PIECES = 2 + HEADS + 2 };

static void pieces_are_counted_and_can_stop_anywhere(void **state) {
    Model *m = *state;
    NetRun run, whole = run_text(m, LONG, NULL);
    Error err;
    NetLevers levers = net_levers();
    double last = -1;
    assert_true(net_run_start(&run, &m->w, &m->blas, m->ids, LONG, &levers, &err));
    for (bool more = true; more;) {
        assert_true(net_run_progress(&run) > last);
        last = net_run_progress(&run);
        more = net_run_piece(&run);
    }
    assert_int_equal(run.pieces, LAYERS * PIECES);
    CHECK_NEAR(net_run_progress(&run), 1, 0);
    assert_false(net_run_piece(&run));
    assert_false(net_run_step(&run));
    assert_int_equal(run.pieces, LAYERS * PIECES);
    check_same(&run, &whole);
    net_run_free(&run);
    assert_true(net_run_start(&run, &m->w, &m->blas, m->ids, LONG, &levers, &err));
    for (int k = 0; k < 8; k++) net_run_piece(&run);
    NetRun fork;
    levers.divisor = 3;
    net_run_fork(&fork, &run, &levers); // of a run that is not done
    net_run_finish(&fork);
    assert_int_equal(fork.done, LAYERS);
    net_run_free(&fork);
    net_run_free(&run);
    net_run_free(&whole);
}

static void a_fork_computes_no_layer_before_the_first_change(void **state) {
    NetRun base = run_text(*state, SHORT, NULL);
    for (int layer = 0; layer <= LAYERS; layer++) {
        NetLevers levers = net_levers();
        NetRun fork;
        if (layer < LAYERS) net_levers_toggle(&levers, (NetCut){.kind = NET_CUT_ZERO, .layer = layer, .head = 0});
        net_run_fork(&fork, &base, &levers);
        net_run_finish(&fork);
        assert_int_equal(fork.pieces, (LAYERS - layer) * PIECES);
        net_run_free(&fork);
    }
    net_run_free(&base);
}

// out[width] = bias + norm(x)·W, in double precision; norm is left out where gain is 0.
static void layer_by_hand(const NetWeights *w, const double *x, int c, int gain, NetPart weights, double *out, int width) {
    const float *matrix = net_weights_get(w, weights, 0), *bias = net_weights_get(w, weights + 1, 0);
    double mean = 0, square = 0, scale = 1;
    for (int k = 0; gain >= 0 && k < c; k++) mean += x[k] / c;
    for (int k = 0; gain >= 0 && k < c; k++) square += (x[k] - mean) * (x[k] - mean) / c;
    if (gain >= 0) scale = 1 / sqrt(square + (double)w->shape.eps);
    for (int j = 0; j < width; j++) out[j] = (double)bias[j];
    for (int k = 0; k < c; k++) {
        double in = x[k];
        if (gain >= 0)
            in = (x[k] - mean) * scale * (double)net_weights_get(w, gain, 0)[k] + (double)net_weights_get(w, gain + 1, 0)[k];
        for (int j = 0; j < width; j++) out[j] += in * (double)matrix[(size_t)k * (size_t)width + (size_t)j];
    }
}

// The output of a run of one layer for its first token, which sees itself alone: what its heads give is its own v.
static void check_first_row(const NetRun *run) {
    enum { C_MOST = 1000, F_MOST = 1200 };
    static double x[C_MOST], qkv[3 * C_MOST], given[C_MOST], hidden[F_MOST];
    int c = run->w->shape.width, f = run->w->shape.hidden;
    for (int k = 0; k < c; k++) x[k] = (double)net_residual(run, 0, 0)[k];
    layer_by_hand(run->w, x, c, NET_LN1_GAIN, NET_QKV, qkv, 3 * c);
    for (int k = 0; k < 2 * c; k++) CHECK_NEAR((double)run->qk[0][k], qkv[k], 1e-4);
    layer_by_hand(run->w, qkv + 2 * c, c, -1, NET_OUT, given, c);
    for (int k = 0; k < c; k++) x[k] += given[k];
    layer_by_hand(run->w, x, c, NET_LN2_GAIN, NET_MLP_IN, hidden, f);
    for (int k = 0; k < f; k++)
        hidden[k] *= 0.5 * (1 + tanh(0.7978845608028654 * (hidden[k] + 0.044715 * pow(hidden[k], 3))));
    layer_by_hand(run->w, hidden, f, -1, NET_MLP_OUT, given, c);
    for (int k = 0; k < c; k++) CHECK_NEAR((double)net_residual(run, 1, 0)[k], x[k] + given[k], 1e-4);
}

// Wide enough that products are cut into columns, the last cut narrower than the others.
static void columns_that_are_cut_are_the_columns_of_the_whole(void **state) {
    enum { N = 700, C = 976, F = 1104 };
    (void)state;
    NetShape shape = {1, 4, C, F, N, 11, 1e-5f, true, false};
    NetWeights w;
    Random r = {5};
    net_weights_init(&w, &shape);
    float *part[NET_PARTS];
    for (NetPart p = 0; p < NET_PARTS; p++) {
        NetPartInfo info = net_part_info(&shape, p);
        size_t len = (size_t)(info.rows ? info.rows : 1) * (size_t)info.cols;
        part[p] = MEM_NEW(float, len);
        for (size_t k = 0; k < len; k++) part[p][k] = (float)((double)(random_next(&r) >> 40) / (1 << 24) - 0.5) / 8;
        net_weights_set(&w, p, 0, part[p]);
    }
    int ids[N];
    for (int i = 0; i < N; i++) ids[i] = i % 11;
    Blas blas;
    blas_open(&blas, 1);
    NetRun run;
    Error err;
    NetLevers levers = net_levers();
    assert_true(net_run_start(&run, &w, &blas, ids, N, &levers, &err));
    net_run_finish(&run);
    assert_true(run.pieces > 2 + 4 + 2);
    check_first_row(&run);
    net_run_free(&run);
    blas_close(&blas);
    net_weights_free(&w);
    for (NetPart p = 0; p < NET_PARTS; p++) free(part[p]);
}

static void a_run_in_the_memory_of_another_gives_the_same_bits(void **state) {
    Model *m = *state;
    NetLevers levers = net_levers();
    NetRun whole = run_text(m, LONG, NULL), other, run;
    Error err;
    assert_true(net_run_start(&other, &m->w, &m->blas, m->ids + 7, LONG, &levers, &err)); // another text
    net_run_finish(&other);
    const float *memory = other.block;
    assert_true(net_run_start(&run, &m->w, &m->blas, m->ids, LONG, &levers, &err));
    net_run_inherit(&run, &other);
    assert_null(other.input);
    assert_ptr_equal(run.block, memory);
    net_run_finish(&run);
    check_same(&run, &whole);
    levers.divisor = 2;
    NetRun fresh = run_text(m, LONG, &levers), fork;
    net_run_fork(&fork, &whole, &levers);
    net_run_inherit(&fork, &run);
    assert_ptr_equal(fork.block, memory);
    net_run_finish(&fork);
    check_same(&fork, &fresh);
    net_run_fork(&run, &whole, &levers);
    net_run_inherit(&run, &(NetRun){0}); // nothing to take
    net_run_finish(&run);
    check_same(&run, &fresh);
    net_run_free(&run);
    net_run_free(&fork);
    net_run_free(&fresh);
    net_run_free(&whole);
}

// With a library that uses two threads heads are shared among them, and the activation's rows.
static void two_threads_give_what_one_gives(void **state) {
    Model *m = *state;
    NetRun one = run_text(m, LONG, NULL), two;
    Blas blas;
    Error err;
    NetLevers levers = net_levers();
    blas_open(&blas, 2);
    blas.threads = 2; // also where the library has but one, and without a library
    for (int again = 0; again < 3; again++) {
        assert_true(net_run_start(&two, &m->w, &blas, m->ids, LONG, &levers, &err));
        net_run_finish(&two);
        assert_int_equal(two.pieces, LAYERS * (PIECES - HEADS + HEADS / 2));
        check_same(&two, &one);
        net_run_free(&two);
    }
    net_run_free(&one);
    blas_close(&blas);
}

static void texts_that_cannot_be_run_are_refused(void **state) {
    Model *m = *state;
    NetRun run;
    Error err;
    NetLevers levers = net_levers();
    int ids[POSITIONS + 1] = {0};
    assert_false(net_run_start(&run, &m->w, &m->blas, ids, 0, &levers, &err));
    assert_string_equal(err.text, "the text has no token");
    assert_false(net_run_start(&run, &m->w, &m->blas, ids, POSITIONS + 1, &levers, &err));
    assert_string_equal(err.text, "the text has 601 tokens; this model reads at most 600 (n_positions)");
    ids[3] = VOCABULARY;
    assert_false(net_run_start(&run, &m->w, &m->blas, ids, 4, &levers, &err));
    assert_string_equal(err.text, "token 3 has the id 50; the model's vocabulary is 0 to 49");
    ids[3] = -1;
    assert_false(net_run_start(&run, &m->w, &m->blas, ids, 4, &levers, &err));
}

static void a_layer_that_is_not_finite_is_told(void **state) {
    Model *m = *state;
    float *bias = (float *)net_weights_get(&m->w, NET_MLP_OUT_BIAS, 1), kept = bias[3];
    NetRun run;
    Error err;
    NetLevers levers = net_levers();
    bias[3] = NAN;
    assert_true(net_run_start(&run, &m->w, &m->blas, m->ids, SHORT, &levers, &err));
    net_run_finish(&run);
    assert_int_equal(run.bad_layer, 1);
    assert_int_equal(run.done, 1);
    net_run_free(&run);
    bias[3] = kept;
}

static void levers_toggle_and_compare(void **state) {
    (void)state;
    NetLevers a = net_levers(), b = net_levers();
    NetCut zero = {.kind = NET_CUT_ZERO, .layer = 2, .head = 1}, mean = {.kind = NET_CUT_MEAN, .layer = 2, .head = 1},
           edge = {NET_CUT_EDGE, 2, 1, 5, 3};
    assert_int_equal(net_levers_first_change(&a, &b, 4), 4);
    assert_true(net_levers_toggle(&a, zero));
    assert_int_equal(net_levers_first_change(&a, &b, 4), 2);
    assert_int_equal(net_levers_first_change(&b, &a, 4), 2);
    net_levers_toggle(&a, mean); // replaces
    assert_int_equal(a.cuts, 1);
    assert_int_equal(net_levers_head(&a, 2, 1)->kind, NET_CUT_MEAN);
    net_levers_toggle(&b, zero);
    assert_int_equal(net_levers_first_change(&a, &b, 4), 2);
    net_levers_toggle(&a, edge);
    assert_int_equal(a.cuts, 2);
    net_levers_toggle(&a, edge);
    net_levers_toggle(&a, mean);
    assert_int_equal(a.cuts, 0);
    assert_null(net_levers_head(&a, 2, 1));
    b = a;
    b.divisor = 2;
    assert_int_equal(net_levers_first_change(&a, &b, 4), 0);
    for (int k = 0; k < NET_CUTS_MAX; k++)
        assert_true(net_levers_toggle(&a, (NetCut){.kind = NET_CUT_ZERO, .layer = k, .head = 0}));
    assert_false(net_levers_toggle(&a, (NetCut){.kind = NET_CUT_ZERO, .layer = 99, .head = 0}));
}

static void the_likeliest_come_first(void **state) {
    (void)state;
    static const float LOGITS[] = {1, 5, NAN, 5, -2, 7};
    NetTop top[8];
    assert_int_equal(net_top(LOGITS, 6, 4, top), 4);
    assert_int_equal(top[0].id, 5);
    assert_int_equal(top[1].id, 1);
    assert_int_equal(top[2].id, 3);
    assert_int_equal(top[3].id, 0);
    assert_int_equal(net_top(LOGITS, 6, 8, top), 6);
    assert_int_equal(top[5].id, 2);
    static const float PLAIN[] = {0, 0, 0, 0};
    assert_int_equal(net_top(PLAIN, 4, 2, top), 2);
    CHECK_NEAR(top[1].probability, 0.25, 1e-7);
    assert_int_equal(top[1].id, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_runs_give_the_same_bits),
        cmocka_unit_test(a_fork_is_what_a_new_run_would_be_and_uses_what_is_there),
        cmocka_unit_test(a_changed_token_leaves_the_rows_before_it_bit_for_bit),
        cmocka_unit_test(rows_of_patterns_mix_values),
        cmocka_unit_test(this_head_only_changes_nothing_but_the_row_looked_at),
        cmocka_unit_test(pieces_are_counted_and_can_stop_anywhere),
        cmocka_unit_test(a_fork_computes_no_layer_before_the_first_change),
        cmocka_unit_test(columns_that_are_cut_are_the_columns_of_the_whole),
        cmocka_unit_test(a_run_in_the_memory_of_another_gives_the_same_bits),
        cmocka_unit_test(two_threads_give_what_one_gives),
        cmocka_unit_test(texts_that_cannot_be_run_are_refused),
        cmocka_unit_test(a_layer_that_is_not_finite_is_told),
        cmocka_unit_test(levers_toggle_and_compare),
        cmocka_unit_test(the_likeliest_come_first),
    };
    return cmocka_run_group_tests(tests, make_model, free_model);
}
