// Three random checkpoints (float32, float16, bfloat16) against values computed in double precision by someone else:
// patterns, scores, logits and losses, as they are, without the mask, without the divisor, with a head cut out.
#include "base/mem.h"
#include "model/checkpoint.h"
#include "net/pattern.h"
#include "net/readout.h"

#include "oracle/json.h"

#include <stdlib.h>

static const double PATTERN_WITHIN = 2e-5, LOGIT_WITHIN = 2e-4;

typedef struct Case {
    Checkpoint model;
    Blas blas;
    NetRun run;
    json_t *reference;
} Case;

static void check_rows(const float *got, const json_t *want, int n, double within) {
    assert_int_equal(json_array_size(want), n);
    for (int i = 0; i < n; i++) {
        const json_t *row = json_array_get(want, (size_t)i);
        assert_int_equal(json_array_size(row), n);
        for (int j = 0; j < n; j++) {
            const json_t *cell = json_array_get(row, (size_t)j);
            if (json_is_number(cell)) CHECK_NEAR((double)got[i * n + j], json_number_value(cell), within);
        }
    }
}

static void check_patterns(const NetRun *run, const json_t *want) {
    const NetShape *s = &run->w->shape;
    int n = run->n;
    float *pattern = MEM_NEW(float, (size_t)n *(size_t)n), *row = MEM_NEW(float, (size_t)n);
    assert_int_equal(json_array_size(want), s->layers);
    for (int l = 0; l < s->layers; l++) {
        assert_int_equal(json_array_size(json_array_get(want, (size_t)l)), s->heads);
        for (int h = 0; h < s->heads; h++) {
            const json_t *cells = json_array_get(json_array_get(want, (size_t)l), (size_t)h);
            net_pattern(run, NULL, l, h, pattern);
            check_rows(pattern, cells, n, PATTERN_WITHIN);
            for (int i = 0; i < n; i++) {
                net_weights_row(run, NULL, l, h, i, row);
                for (int j = 0; j < n; j++) CHECK_NEAR((double)row[j], (double)pattern[i * n + j], 1e-6);
            }
        }
    }
    free(pattern);
    free(row);
}

static void check_logits(const NetRun *run, const json_t *want) {
    int v = run->w->shape.vocabulary;
    float *logits = MEM_NEW(float, (size_t)v);
    assert_int_equal(json_array_size(want), v);
    net_logits(run, run->w->shape.layers, run->n - 1, logits);
    for (int k = 0; k < v; k++)
        CHECK_NEAR((double)logits[k], json_number_value(json_array_get(want, (size_t)k)), LOGIT_WITHIN);
    free(logits);
}

static void check_variant(Case *c, const char *name, const NetLevers *levers) {
    NetRun changed;
    net_run_fork(&changed, &c->run, levers);
    net_run_finish(&changed);
    assert_int_equal(changed.done, changed.w->shape.layers);
    const json_t *want = member(c->reference, name);
    check_patterns(&changed, member(want, "attentions"));
    check_logits(&changed, member(want, "logits_last"));
    net_run_free(&changed);
}

static void plain(Case *c) {
    const json_t *want = member(c->reference, "plain");
    int n = c->run.n;
    check_patterns(&c->run, member(want, "attentions"));
    check_logits(&c->run, member(want, "logits_last"));
    double loss[64];
    const json_t *losses = member(want, "loss_per_token_nats");
    assert_int_equal(json_array_size(losses), n - 1);
    net_losses(&c->run, 1, n, loss);
    for (int k = 0; k < n - 1; k++)
        CHECK_NEAR(loss[k], json_number_value(json_array_get(losses, (size_t)k)), LOGIT_WITHIN);
    float *scores = MEM_NEW(float, (size_t)n *(size_t)n);
    for (int l = 0; l < c->run.w->shape.layers; l++) {
        for (int h = 0; h < c->run.w->shape.heads; h++) {
            net_scores(&c->run, l, h, scores);
            check_rows(scores, json_array_get(json_array_get(member(want, "scores"), (size_t)l), (size_t)h), n,
                       LOGIT_WITHIN);
        }
    }
    free(scores);
}

static void check_all(const char *type, bool own) {
    Case c = {0};
    Error err;
    char path[512];
    int ids[64];
    NetLevers levers = net_levers();
    snprintf(path, sizeof path, "%s/gpt2-tiny/%s", TEST_DATA, type);
    if (!checkpoint_load(&c.model, path, &err)) fail_msg("%s", err.text);
    snprintf(path, sizeof path, "%s/gpt2-tiny/%s/reference.json", TEST_DATA, type);
    c.reference = json_load_file(path, 0, NULL);
    const json_t *given = member(c.reference, "ids");
    int n = (int)json_array_size(given);
    for (int i = 0; i < n; i++) ids[i] = (int)json_integer_value(json_array_get(given, (size_t)i));
    if (!own) blas_open(&c.blas, 1);
    if (!own && !c.blas.library) skip();
    if (!net_run_start(&c.run, &c.model.weights, &c.blas, ids, n, &levers, &err)) fail_msg("%s", err.text);
    net_run_finish(&c.run);
    plain(&c);
    levers.mask = false;
    check_variant(&c, "mask_off", &levers);
    levers = net_levers();
    levers.divisor = 1;
    check_variant(&c, "divisor_1", &levers);
    levers = net_levers();
    net_levers_toggle(&levers, (NetCut){.kind = NET_CUT_ZERO, .layer = 0, .head = 1});
    check_variant(&c, "head_0_1_zeroed", &levers);
    net_run_free(&c.run);
    checkpoint_free(&c.model);
    blas_close(&c.blas);
    json_decref(c.reference);
}

static void float32_by_own_loops(void **state) {
    (void)state;
    check_all("f32", true);
}
static void float16_by_own_loops(void **state) {
    (void)state;
    check_all("f16", true);
}
static void bfloat16_by_own_loops(void **state) {
    (void)state;
    check_all("bf16", true);
}
static void float32_by_the_library(void **state) {
    (void)state;
    check_all("f32", false);
}
static void float16_by_the_library(void **state) {
    (void)state;
    check_all("f16", false);
}
static void bfloat16_by_the_library(void **state) {
    (void)state;
    check_all("bf16", false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(float32_by_own_loops),   cmocka_unit_test(float16_by_own_loops),
        cmocka_unit_test(bfloat16_by_own_loops),  cmocka_unit_test(float32_by_the_library),
        cmocka_unit_test(float16_by_the_library), cmocka_unit_test(bfloat16_by_the_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
