// A token in front of a text for heads alone: the row by hand from two runs, and nothing else moved.
#include "model/language.h"
#include "net/alone.h"
#include "net/front.h"
#include "net/pattern.h"
#include "net/readout.h"
#include "net/trace.h"
#include "net/values.h"

#include "check.h"

#include <math.h>
#include <string.h>

enum { N = 9, C = 32, D = 8, HEADS = 4, LAYERS = 2, BOS = 2 };
static const int IDS[N + 1] = {BOS, 17, 64, 17, 5, 90, 3, 17, 41, 8};

typedef struct Fixture {
    Language m;
    NetRun text, one, both; // the text; ⟨BOS⟩; ⟨BOS⟩ and the text
    NetFront front;
    NetLevers lets; // ⟨BOS⟩ be seen
} Fixture;

static NetRun run_with(const Fixture *f, const int *ids, int n, const NetLevers *levers) {
    NetRun run;
    Error err;
    NetLevers plain = net_levers();
    if (!net_run_start(&run, &f->m.checkpoint.weights, &f->m.blas, ids, n, levers ? levers : &plain, &err))
        fail_msg("%s", err.text);
    net_run_finish(&run);
    return run;
}

static void put_in_front(NetFront *front, const NetRun *of) {
    Error err;
    if (!net_front_start(front, of, BOS, &err)) fail_msg("%s", err.text);
    assert_int_equal(front->run.done, 0);
    net_run_finish(&front->lone);
    net_front_meet(front);
    assert_int_equal(front->run.done, of->done);
}

static int setup(void **state) {
    static Fixture f;
    Error err;
    f = (Fixture){.lets = net_levers()};
    if (!language_load(&f.m, TEST_DATA "/gpt2-tiny/f32", 1, &err)) fail_msg("%s", err.text);
    f.text = run_with(&f, IDS + 1, N, NULL);
    f.one = run_with(&f, IDS, 1, NULL);
    f.both = run_with(&f, IDS, N + 1, NULL);
    put_in_front(&f.front, &f.text);
    *state = &f;
    return 0;
}

static int teardown(void **state) {
    Fixture *f = *state;
    net_front_free(&f->front);
    net_run_free(&f->text);
    net_run_free(&f->one);
    net_run_free(&f->both);
    language_free(&f->m);
    return 0;
}

static double dot(const float *a, const float *b, int n) {
    double sum = 0;
    for (int e = 0; e < n; e++) sum += (double)a[e] * (double)b[e];
    return sum;
}

// Weights of text position i over ⟨BOS⟩ and the text up to i, from q and k of the two runs.
static void row_by_hand(const Fixture *f, int layer, int head, int i, double divisor, double *out) {
    const float *q = net_query(&f->text, layer, head, i);
    double sum = 0;
    for (int j = -1; j < N; j++) {
        const float *k = j < 0 ? net_key(&f->one, layer, head, 0) : net_key(&f->text, layer, head, j);
        sum += out[j + 1] = j > i ? 0 : exp(dot(q, k, D) / divisor);
    }
    for (int j = 0; j <= N; j++) out[j] /= sum;
}

static void the_row_is_that_of_two_runs(void **state) {
    const Fixture *f = *state;
    float row[N + 1], pattern[(N + 1) * (N + 1)];
    double want[N + 1];
    NetLevers sharp = f->lets;
    sharp.divisor = 0.5;
    for (int k = 0; k < LAYERS * HEADS; k++) {
        int layer = k / HEADS, head = k % HEADS;
        net_pattern(&f->front.run, &f->lets, layer, head, pattern);
        for (int i = 0; i < N; i++) {
            double sum = 0;
            row_by_hand(f, layer, head, i, sqrt(D), want);
            net_weights_row(&f->front.run, &f->lets, layer, head, i + 1, row);
            for (int j = 0; j <= N; j++) {
                sum += (double)row[j];
                CHECK_NEAR((double)row[j], want[j], 1e-6);
                CHECK_NEAR((double)pattern[(i + 1) * (N + 1) + j], want[j], 1e-6);
            }
            CHECK_NEAR(sum, 1, 1e-6);
            assert_true(row[0] > 0);
            row_by_hand(f, layer, head, i, 0.5, want);
            net_weights_row(&f->front.run, &sharp, layer, head, i + 1, row);
            for (int j = 0; j <= N; j++) CHECK_NEAR((double)row[j], want[j], 1e-5);
        }
        net_weights_row(&f->front.run, &f->lets, layer, head, 0, row); // its own: it sees only itself
        assert_true(row[0] == 1 && row[1] == 0);
    }
}

// In a causal model the first token is what it is alone, whatever comes after.
static void it_is_what_it_is_in_front_of_any_text(void **state) {
    const Fixture *f = *state;
    for (int k = 0; k < LAYERS * HEADS; k++) {
        for (int e = 0; e < D; e++) {
            CHECK_NEAR((double)net_key(&f->front.run, k / HEADS, k % HEADS, 0)[e],
                       (double)net_key(&f->both, k / HEADS, k % HEADS, 0)[e], 1e-5);
            CHECK_NEAR((double)net_query(&f->front.run, k / HEADS, k % HEADS, 0)[e],
                       (double)net_query(&f->both, k / HEADS, k % HEADS, 0)[e], 1e-5);
        }
    }
    for (int m = 0; m < C; m++)
        CHECK_NEAR((double)net_residual(&f->front.run, LAYERS, 0)[m], (double)net_residual(&f->both, LAYERS, 0)[m],
                   1e-5);
}

// Under the run's own levers no head sees it, and the text's rows are its own.
static void no_other_head_sees_it(void **state) {
    const Fixture *f = *state;
    float row[N + 1], was[N];
    for (int k = 0; k < LAYERS * HEADS; k++) {
        for (int i = 0; i < N; i++) {
            net_weights_row(&f->front.run, NULL, k / HEADS, k % HEADS, i + 1, row);
            net_weights_row(&f->text, NULL, k / HEADS, k % HEADS, i, was);
            assert_true(row[0] == 0);
            for (int j = 0; j < N; j++) CHECK_NEAR((double)row[j + 1], (double)was[j], 1e-6);
        }
    }
    for (int l = 0; l <= LAYERS; l++)
        assert_memory_equal(net_residual(&f->front.run, l, 1), net_residual(&f->text, l, 0), N * C * sizeof(float));
}

// Where it stands in front of all, a head does without: key 0 is left out and the rest made to sum to 1.
static void taken_away(void **state) {
    const Fixture *f = *state;
    float row[N + 1], was[N + 1];
    NetLevers without = net_levers();
    without.apart = true;
    for (int k = 0; k < LAYERS * HEADS; k++) {
        for (int i = 0; i <= N; i++) {
            net_weights_row(&f->both, &without, k / HEADS, k % HEADS, i, row);
            net_weights_row(&f->both, NULL, k / HEADS, k % HEADS, i, was);
            assert_true(row[0] == (i == 0));
            for (int j = 1; i > 0 && j <= N; j++)
                CHECK_NEAR((double)row[j], (double)was[j] / (1 - (double)was[0]), 1e-5);
        }
    }
}

// What a head gives at text position i with ⟨BOS⟩ less what it gave without, by hand.
static void change_by_hand(const Fixture *f, int layer, int head, int i, double *out) {
    float value[N * D], first[D];
    double now[N + 1];
    float was[N];
    net_values(&f->text, layer, head, value);
    net_values(&f->one, layer, head, first);
    row_by_hand(f, layer, head, i, sqrt(D), now);
    net_weights_row(&f->text, NULL, layer, head, i, was);
    for (int e = 0; e < D; e++) {
        out[e] = now[0] * (double)first[e];
        for (int j = 0; j < N; j++) out[e] += (now[j + 1] - (double)was[j]) * (double)value[j * D + e];
    }
}

static void what_is_said_with_it(void **state) {
    const Fixture *f = *state;
    NetAlone a = {0};
    double change[D];
    assert_true(net_alone_changes(&f->lets, &f->front.run));
    assert_false(net_alone_changes(&f->lets, &f->text));
    net_alone_start(&a, &f->front.run, &f->lets, 0, 2);
    assert_int_equal(a.exchanges, 1);
    while (net_alone_step(&a)) {
    }
    const float *w = net_weights_get(f->text.w, NET_OUT, 0) + 2 * D * C;
    for (int i = 0; i < N; i++) {
        change_by_hand(f, 0, 2, i, change);
        for (int m = 0; m < C; m++) {
            double want = (double)net_residual(&f->text, LAYERS, i)[m];
            for (int e = 0; e < D; e++) want += change[e] * (double)w[e * C + m];
            CHECK_NEAR((double)net_residual(&a.run, LAYERS, i + 1)[m], want, 1e-5);
        }
    }
    for (int m = 0; m < C; m++)
        CHECK_NEAR((double)net_residual(&a.run, LAYERS, 0)[m], (double)net_residual(&f->one, LAYERS, 0)[m], 1e-5);
    net_alone_free(&a);
}

// A mean is of the text, without what stands in front of it, in the model and in the head alone.
static void a_mean_is_of_the_text(void **state) {
    Fixture *f = *state;
    NetLevers mean = net_levers();
    NetFront front = {0};
    NetAlone a = {0};
    float with[C], without[C];
    net_levers_toggle(&mean, (NetCut){NET_CUT_MEAN, 0, 1, 0, 0});
    NetRun run = run_with(f, IDS + 1, N, &mean), one = run_with(f, IDS, 1, &mean);
    put_in_front(&front, &run);
    net_mixed(&front.run, 0, 4, with);
    net_mixed(&run, 0, 3, without);
    for (int m = 0; m < C; m++) CHECK_NEAR((double)with[m], (double)without[m], 1e-6);
    net_mixed(&front.run, 0, 0, with);
    net_mixed(&one, 0, 0, without);
    for (int m = 0; m < C; m++) CHECK_NEAR((double)with[m], (double)without[m], 1e-6);
    NetLevers alone = mean;
    alone.apart = true; // no ⟨BOS⟩: of a head that is cut out alone
    net_alone_start(&a, &f->front.run, &alone, 0, 1);
    while (net_alone_step(&a)) {
    }
    net_mixed(&run, 0, 3, without);
    for (int e = 0; e < D; e++) CHECK_NEAR((double)net_alone_mixed(&a, 0, 1, 4)[e], (double)without[D + e], 1e-6);
    CHECK_NEAR(net_pattern_distance(&front.run, &f->front.run, 1, 0), net_pattern_distance(&run, &f->text, 1, 0), 1e-7);
    net_alone_free(&a);
    net_front_free(&front);
    net_run_free(&run);
    net_run_free(&one);
}

// What is cut in another head alone bears on that head as it is: without ⟨BOS⟩.
static void another_head_is_cut(void **state) {
    const Fixture *f = *state;
    NetAlone a = {0};
    NetLevers edge = net_levers(), lets = f->lets;
    float row[N], value[N * D];
    net_levers_toggle(&edge, (NetCut){NET_CUT_EDGE, 1, 3, 4, 1});
    net_levers_toggle(&lets, (NetCut){NET_CUT_EDGE, 1, 3, 5, 2}); // the same, counted with ⟨BOS⟩
    net_alone_start(&a, &f->front.run, &lets, 0, 2);
    assert_int_equal(a.exchanges, 2);
    while (net_alone_step(&a)) {
    }
    net_weights_row(&f->text, &edge, 1, 3, 4, row);
    net_values(&f->text, 1, 3, value);
    for (int e = 0; e < D; e++) {
        double want = 0;
        for (int j = 0; j < N; j++) want += (double)row[j] * (double)value[j * D + e];
        CHECK_NEAR((double)net_alone_mixed(&a, 1, 3, 5)[e], want, 1e-6);
    }
    net_alone_free(&a);
}

static void a_row_all_the_way(void **state) {
    const Fixture *f = *state;
    NetTrace t = {0}, was = {0};
    NetTerms sum;
    NetLevers plain = net_levers();
    double want[N + 1];
    net_trace_make(&t, &f->front.run, &f->lets, 1, 3, 5);
    net_trace_make(&was, &f->text, &plain, 1, 3, 4);
    row_by_hand(f, 1, 3, 4, sqrt(D), want);
    for (int j = 0; j <= N; j++) CHECK_NEAR(t.weight[j], want[j], 1e-6);
    for (NetTracePart p = 0; p < NET_TRACE_PARTS; p++) {
        for (int k = 0; k < net_trace_size(&t, p); k++) {
            net_trace_terms(&t, p, k, 8, &sum);
            CHECK_NEAR(sum.sum, t.part[p][k], 1e-5);
        }
    }
    for (int m = 0; m < C; m++) { // only this head's part of the layer changed
        CHECK_NEAR(t.part[NET_TRACE_ROW][m], was.part[NET_TRACE_ROW][m], 0);
        CHECK_NEAR(t.part[NET_TRACE_ALL][m] - was.part[NET_TRACE_ALL][m],
                   t.part[NET_TRACE_OUT][m] - was.part[NET_TRACE_OUT][m], 1e-6);
    }
    net_trace_make(&t, &f->front.run, &f->lets, 1, 3, 0);
    for (int m = 0; m < C; m++) {
        net_trace_terms(&t, NET_TRACE_ROW, m, 8, &sum);
        CHECK_NEAR(sum.sum, t.part[NET_TRACE_ROW][m], 1e-5);
    }
    NetLevers without = net_levers();
    without.apart = true;
    net_trace_make(&t, &f->both, &without, 1, 3, 5);
    assert_true(t.masked[0] == -INFINITY && t.weight[0] == 0 && isfinite(t.masked[5]));
    net_trace_free(&t);
    net_trace_free(&was);
}

static void an_id_outside(void **state) {
    const Fixture *f = *state;
    NetFront front = {0};
    Error err;
    assert_false(net_front_start(&front, &f->text, 97, &err));
    assert_null(front.of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_row_is_that_of_two_runs),
        cmocka_unit_test(it_is_what_it_is_in_front_of_any_text),
        cmocka_unit_test(no_other_head_sees_it),
        cmocka_unit_test(taken_away),
        cmocka_unit_test(what_is_said_with_it),
        cmocka_unit_test(a_mean_is_of_the_text),
        cmocka_unit_test(another_head_is_cut),
        cmocka_unit_test(a_row_all_the_way),
        cmocka_unit_test(an_id_outside),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
