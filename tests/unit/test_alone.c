// Heads exchanged at the end of the stream: that end is what it should be, and nothing else moved.
#include "model/language.h"
#include "net/alone.h"
#include "net/pattern.h"
#include "net/readout.h"
#include "net/values.h"

#include "check.h"

#include <math.h>
#include <string.h>

enum { N = 11, C = 32, D = 8, HEADS = 4, LAYERS = 2, VOCABULARY = 97 };
static const int IDS[N] = {3, 17, 64, 17, 5, 90, 3, 17, 41, 8, 8};

static Language model;
static NetRun plain;

static NetRun run_with(const NetLevers *levers) {
    NetRun run;
    Error err;
    if (!net_run_start(&run, &model.checkpoint.weights, &model.blas, IDS, N, levers, &err)) fail_msg("%s", err.text);
    net_run_finish(&run);
    return run;
}

static int setup(void **state) {
    Error err;
    NetLevers none = net_levers();
    (void)state;
    if (!language_load(&model, TEST_DATA "/gpt2-tiny/f32", 1, &err)) fail_msg("%s", err.text);
    plain = run_with(&none);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    net_run_free(&plain);
    language_free(&model);
    return 0;
}

static void finish(NetAlone *a) {
    while (net_alone_step(a)) {
    }
    assert_int_equal(a->done, a->exchanges);
}

// What a head passes on at position i under levers, from its weights and values one by one.
static void mixed_at(const NetRun *run, const NetLevers *levers, int layer, int head, int i, double *out) {
    float value[N * D], row[N];
    net_values(run, layer, head, value);
    net_weights_row(run, levers, layer, head, i, row);
    for (int e = 0; e < D; e++) {
        out[e] = 0;
        for (int j = 0; j < N; j++) out[e] += (double)row[j] * (double)value[j * D + e];
    }
}

// The ends differ by (now − was)·W_O at every position.
static void check_end(const NetAlone *a, int layer, int head, double now[N][D], double was[N][D]) {
    const float *w = net_weights_get(plain.w, NET_OUT, layer) + head * D * C;
    for (int i = 0; i < N; i++) {
        for (int m = 0; m < C; m++) {
            double want = (double)net_residual(a->of, LAYERS, i)[m];
            for (int e = 0; e < D; e++) want += (now[i][e] - was[i][e]) * (double)w[e * C + m];
            CHECK_NEAR((double)net_residual(&a->run, LAYERS, i)[m], want, 1e-5);
        }
    }
    for (int l = 0; l < LAYERS; l++) {
        assert_ptr_equal(a->run.qk[l], a->of->qk[l]);
        assert_ptr_equal(a->run.input[l], a->of->input[l]);
    }
}

static void a_head_taken_out(void **state) {
    (void)state;
    NetLevers none = net_levers();
    for (int k = 0; k < LAYERS * HEADS * 2; k++) {
        int layer = k / 2 / HEADS, head = k / 2 % HEADS;
        NetLevers levers = net_levers();
        NetAlone a = {0};
        double was[N][D], now[N][D] = {{0}};
        net_levers_toggle(&levers, (NetCut){.kind = k % 2 ? NET_CUT_MEAN : NET_CUT_ZERO, .layer = layer, .head = head});
        assert_true(net_alone_changes(&levers, &plain));
        net_alone_start(&a, &plain, &levers, 0, 0);
        assert_int_equal(a.exchanges, 1);
        finish(&a);
        for (int i = 0; i < N; i++) mixed_at(&plain, &none, layer, head, i, was[i]);
        for (int i = 0; i < N && k % 2; i++) {
            for (int e = 0; e < N * D; e++) now[i][e % D] += was[e / D][e % D] / N;
        }
        check_end(&a, layer, head, now, was);
        net_alone_free(&a);
    }
}

static void mask_divisor_and_an_edge_of_one_head(void **state) {
    (void)state;
    NetLevers levers = net_levers(), none = net_levers();
    NetAlone a = {0};
    double was[N][D], now[N][D];
    levers.mask = false, levers.divisor = 0.5;
    net_levers_toggle(&levers, (NetCut){.kind = NET_CUT_EDGE, .layer = 1, .head = 2, .query = 4, .key = 1});
    net_alone_start(&a, &plain, &levers, 1, 2);
    assert_int_equal(a.exchanges, 1); // the same head
    finish(&a);
    for (int i = 0; i < N; i++) {
        mixed_at(&plain, &none, 1, 2, i, was[i]);
        mixed_at(&plain, &levers, 1, 2, i, now[i]);
    }
    check_end(&a, 1, 2, now, was);
    net_alone_free(&a);
    // mask and divisor are of the head that is named, an edge of another head comes alone
    net_alone_start(&a, &plain, &levers, 0, 1);
    assert_int_equal(a.exchanges, 2);
    finish(&a);
    NetLevers edge = levers;
    edge.mask = true, edge.divisor = 0;
    for (int e = 0; e < D; e++) {
        mixed_at(&plain, &edge, 1, 2, 4, now[0]);
        CHECK_NEAR((double)net_alone_mixed(&a, 1, 2, 4)[e], now[0][e], 1e-6);
        mixed_at(&plain, &levers, 0, 1, 4, now[0]);
        CHECK_NEAR((double)net_alone_mixed(&a, 0, 1, 4)[e], now[0][e], 1e-6);
    }
    assert_null(net_alone_mixed(&a, 0, 0, 4));
    net_alone_free(&a);
}

// The parts of a logit are still the whole, the head's own is 0, and the others differ by the final norm alone.
static void shares_of_a_logit(void **state) {
    (void)state;
    NetLevers levers = net_levers();
    NetAlone a = {0};
    NetDirect now = {0}, was = {0};
    float logits[VOCABULARY];
    net_levers_toggle(&levers, (NetCut){.kind = NET_CUT_ZERO, .layer = 0, .head = 3});
    net_levers_toggle(&levers, (NetCut){.kind = NET_CUT_MEAN, .layer = 1, .head = 0});
    net_alone_start(&a, &plain, &levers, 0, 0);
    finish(&a);
    net_direct(&a.run, N - 1, 17, -1, &now);
    net_direct(&plain, N - 1, 17, -1, &was);
    net_logits(&a.run, LAYERS, N - 1, logits);
    double sum = now.embedding + now.final_bias;
    for (int k = 0; k < LAYERS * HEADS; k++) sum += now.head[k];
    for (int l = 0; l < LAYERS; l++) sum += now.bias[l] + now.mlp[l];
    CHECK_NEAR(sum, (double)logits[17], 2e-4);
    CHECK_NEAR(now.head[3], 0, 0);
    double size = now.head[0] / was.head[0]; // of the stream's end: one factor for all that stayed
    assert_true(fabs(size - 1) > 1e-4);
    CHECK_NEAR(now.mlp[0], was.mlp[0] * size, 1e-5);
    CHECK_NEAR(now.mlp[1], was.mlp[1] * size, 1e-5);
    assert_true(fabs(now.head[4] - was.head[4] * size) > 1e-3);
    CHECK_NEAR(net_pattern_distance(&plain, &a.run, 1, 2), 0, 0);
    net_direct_free(&now);
    net_direct_free(&was);
    net_alone_free(&a);
}

// On a run that is itself under levers: its own cut of a head gives way to the one made alone.
static void on_a_changed_run(void **state) {
    (void)state;
    NetLevers whole = net_levers(), alone = net_levers();
    NetAlone a = {0};
    double was[N][D] = {{0}}, now[N][D];
    net_levers_toggle(&whole, (NetCut){.kind = NET_CUT_ZERO, .layer = 0, .head = 1});
    NetRun run = run_with(&whole);
    net_levers_toggle(&alone, (NetCut){.kind = NET_CUT_EDGE, .layer = 1, .head = 1, .query = 3, .key = 0});
    net_alone_start(&a, &run, &alone, 0, 0);
    finish(&a);
    NetLevers both = alone;
    for (int i = 0; i < N; i++) {
        mixed_at(&run, &whole, 1, 1, i, was[i]);
        mixed_at(&run, &both, 1, 1, i, now[i]);
    }
    check_end(&a, 1, 1, now, was);
    net_alone_free(&a);
    net_run_free(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_taken_out),
        cmocka_unit_test(mask_divisor_and_an_edge_of_one_head),
        cmocka_unit_test(shares_of_a_logit),
        cmocka_unit_test(on_a_changed_run),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
