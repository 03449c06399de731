// What can be changed in a running model, and what can be read off it, against oracle/gpt2_levers.json
// (gpt2_levers.py).
#include "base/mem.h"
#include "model/checkpoint.h"
#include "net/checks.h"
#include "net/pattern.h"
#include "net/readout.h"
#include "net/values.h"

#include "oracle/json.h"

#include <stdlib.h>

typedef struct Fixture {
    Checkpoint model;
    Blas blas;
    NetRun run;
    json_t *want;
} Fixture;

static double number(const json_t *list, int k) {
    return json_number_value(json_array_get(list, (size_t)k));
}

static void check_run(const NetRun *run, const json_t *want) {
    const NetShape *s = &run->w->shape;
    int n = run->n;
    float *pattern = MEM_NEW(float, (size_t)n *(size_t)n), *logits = MEM_NEW(float, (size_t)s->vocabulary);
    for (int l = 0; l < s->layers; l++) {
        for (int h = 0; h < s->heads; h++) {
            const json_t *cells = json_array_get(json_array_get(member(want, "attentions"), (size_t)l), (size_t)h);
            net_pattern(run, NULL, l, h, pattern);
            for (int k = 0; k < n * n; k++)
                CHECK_NEAR((double)pattern[k], number(json_array_get(cells, (size_t)(k / n)), k % n), 2e-5);
        }
    }
    net_logits(run, s->layers, n - 1, logits);
    for (int k = 0; k < s->vocabulary; k++) CHECK_NEAR((double)logits[k], number(member(want, "logits_last"), k), 2e-4);
    free(pattern);
    free(logits);
}

static void check_cuts(Fixture *f, const char *name, const NetCut *cuts, int count) {
    NetLevers levers = net_levers();
    NetRun changed;
    for (int k = 0; k < count; k++) net_levers_toggle(&levers, cuts[k]);
    net_run_fork(&changed, &f->run, &levers);
    net_run_finish(&changed);
    check_run(&changed, member(f->want, name));
    net_run_free(&changed);
}

static void knock_outs(void **state) {
    static const NetCut MEAN[] = {{NET_CUT_MEAN, 0, 2, 0, 0}, {NET_CUT_MEAN, 1, 1, 0, 0}},
                        EDGE[] = {{NET_CUT_EDGE, 0, 3, 16, 5}}, ALONE[] = {{NET_CUT_EDGE, 0, 0, 0, 0}},
                        ZERO[] = {{NET_CUT_ZERO, 1, 0, 0, 0}, {NET_CUT_ZERO, 1, 3, 0, 0}};
    check_cuts(*state, "mean_0_2_1_1", MEAN, 2);
    check_cuts(*state, "edge_0_3_16_5", EDGE, 1);
    check_cuts(*state, "edge_0_0_0_0", ALONE, 1);
    check_cuts(*state, "zero_1_0_1_3", ZERO, 2);
}

static void check_shape(Fixture *f, const char *name, bool divide, bool by_layer) {
    NetWeights w = f->model.weights;
    NetLevers levers = net_levers();
    NetRun run;
    Error err;
    w.shape.divide = divide;
    w.shape.divide_by_layer = by_layer;
    assert_true(net_run_start(&run, &w, &f->blas, f->run.ids, f->run.n, &levers, &err));
    net_run_finish(&run);
    check_run(&run, member(f->want, name));
    net_run_free(&run);
}

static void divisors_of_the_model(void **state) {
    check_shape(*state, "by_layer", true, true);
    check_shape(*state, "undivided", false, false);
}

static void norms_of_values(void **state) {
    Fixture *f = *state;
    float norms[64];
    for (int l = 0; l < 2; l++) {
        for (int h = 0; h < 4; h++) {
            const json_t *want = json_array_get(json_array_get(member(f->want, "value_norms"), (size_t)l), (size_t)h);
            net_value_norms(&f->run, l, h, norms);
            for (int j = 0; j < f->run.n; j++) CHECK_NEAR((double)norms[j], number(want, j), 1e-4);
        }
    }
}

static void logit_lens(void **state) {
    Fixture *f = *state;
    float logits[128];
    for (int depth = 0; depth <= 2; depth++) {
        const json_t *want = json_array_get(member(f->want, "lens_9"), (size_t)depth);
        net_logits(&f->run, depth, 9, logits);
        for (int k = 0; k < 97; k++) CHECK_NEAR((double)logits[k], number(want, k), 2e-4);
    }
}

static void check_direct(const NetRun *run, const json_t *want) {
    NetDirect d = {0};
    float logits[128];
    int i = (int)json_integer_value(member(want, "i")), a = (int)json_integer_value(member(want, "a")),
        b = (int)json_integer_value(member(want, "b"));
    net_direct(run, i, a, b, &d);
    double sum = d.embedding + d.final_bias;
    CHECK_NEAR(d.embedding, json_number_value(member(want, "embedding")), 1e-4);
    CHECK_NEAR(d.final_bias, json_number_value(member(want, "final_bias")), 1e-4);
    for (int k = 0; k < 8; k++) {
        CHECK_NEAR(d.head[k], number(member(want, "head"), k), 1e-4);
        sum += d.head[k];
    }
    for (int l = 0; l < 2; l++) {
        CHECK_NEAR(d.bias[l], number(member(want, "bias"), l), 1e-4);
        CHECK_NEAR(d.mlp[l], number(member(want, "mlp"), l), 1e-4);
        sum += d.bias[l] + d.mlp[l];
    }
    net_logits(run, 2, i, logits);
    CHECK_NEAR(sum, (double)logits[a] - (b < 0 ? 0 : (double)logits[b]), 2e-4);
    net_direct_free(&d);
}

static void contributions(void **state) {
    Fixture *f = *state;
    check_direct(&f->run, json_array_get(member(f->want, "direct"), 0));
    check_direct(&f->run, json_array_get(member(f->want, "direct"), 1));
    NetLevers levers = net_levers();
    NetRun changed;
    net_levers_toggle(&levers, (NetCut){.kind = NET_CUT_MEAN, .layer = 0, .head = 2});
    net_levers_toggle(&levers, (NetCut){.kind = NET_CUT_MEAN, .layer = 1, .head = 1});
    net_run_fork(&changed, &f->run, &levers);
    net_run_finish(&changed);
    check_direct(&changed, member(f->want, "direct_mean"));
    net_run_free(&changed);
}

static void facts_it_proves_about_itself(void **state) {
    Fixture *f = *state;
    NetChecks c;
    Error err;
    const json_t *want = member(f->want, "checks");
    assert_true(net_checks(&f->run, &c, &err));
    assert_int_equal(c.patterns, 8);
    assert_true(c.sum_off < 1e-6);
    assert_int_equal(c.above, 0);
    assert_int_equal(c.changed, 8);
    assert_int_equal(c.earlier_moved, 0);
    assert_true(c.later_moved > 0.1);
    assert_true(c.rebuilt < 2e-6);
    CHECK_NEAR(c.divisor, sqrt(8), 1e-12);
    CHECK_NEAR(c.undivided, json_number_value(member(want, "undivided")), 2e-5);
    CHECK_NEAR(c.entropy, json_number_value(member(want, "entropy")), 1e-6);
    CHECK_NEAR(c.entropy_undivided, json_number_value(member(want, "entropy_undivided")), 1e-6);
    CHECK_NEAR(c.raw_row, json_number_value(member(want, "raw_row")), 2e-5);
    CHECK_NEAR(c.no_bias, json_number_value(member(want, "no_bias")), 2e-5);
}

// Without the mask the same checks see what they look for.
static void facts_that_do_not_hold_are_seen(void **state) {
    Fixture *f = *state;
    NetChecks c;
    NetRun unmasked;
    NetLevers levers = net_levers();
    Error err;
    levers.mask = false;
    net_run_fork(&unmasked, &f->run, &levers);
    net_run_finish(&unmasked);
    assert_true(net_checks(&unmasked, &c, &err));
    assert_true(c.above > 8 * 17);
    assert_true(c.earlier_moved > 8 * 8); // every pattern's rows, and the stream
    assert_true(c.rebuilt > 0.1);
    net_run_free(&unmasked);
}

static int load(void **state) {
    Fixture *f = MEM_NEW(Fixture, 1);
    Error err;
    int ids[64], n = 0;
    json_t *reference = json_load_file(TEST_DATA "/gpt2-tiny/f32/reference.json", 0, NULL),
           *given = json_object_get(reference, "ids");
    f->want = json_load_file(ORACLE_DATA "/gpt2_levers.json", 0, NULL);
    for (; n < (int)json_array_size(given); n++) ids[n] = (int)json_integer_value(json_array_get(given, (size_t)n));
    json_decref(reference);
    NetLevers levers = net_levers();
    blas_open(&f->blas, 1);
    bool ok = checkpoint_load(&f->model, TEST_DATA "/gpt2-tiny/f32", &err) &&
              net_run_start(&f->run, &f->model.weights, &f->blas, ids, n, &levers, &err);
    if (ok) net_run_finish(&f->run);
    *state = f;
    return ok && f->want ? 0 : -1;
}

static int unload(void **state) {
    Fixture *f = *state;
    net_run_free(&f->run);
    checkpoint_free(&f->model);
    blas_close(&f->blas);
    json_decref(f->want);
    free(f);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(knock_outs),
                                       cmocka_unit_test(divisors_of_the_model),
                                       cmocka_unit_test(norms_of_values),
                                       cmocka_unit_test(logit_lens),
                                       cmocka_unit_test(contributions),
                                       cmocka_unit_test(facts_it_proves_about_itself),
                                       cmocka_unit_test(facts_that_do_not_hold_are_seen)};
    return cmocka_run_group_tests(tests, load, unload);
}
