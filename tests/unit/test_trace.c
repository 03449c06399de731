// One row through a head of a checkpoint: each number is the run's own, and each is the sum it is said to be.
#include "model/language.h"
#include "net/pattern.h"
#include "net/readout.h"
#include "net/trace.h"
#include "net/values.h"

#include "base/mem.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 9, MOST_WIDE = 256 };

typedef struct Fixture {
    Language m;
    NetRun run;
} Fixture;

static const int IDS[N] = {3, 17, 64, 17, 5, 90, 3, 17, 41};

static void start(Fixture *f, bool by_layer, const NetLevers *levers) {
    Error err;
    *f = (Fixture){0};
    if (!language_load(&f->m, TEST_DATA "/gpt2-tiny/f32", 1, &err)) fail_msg("%s", err.text);
    f->m.checkpoint.weights.shape.divide_by_layer = by_layer;
    NetLevers plain = net_levers();
    if (!net_run_start(&f->run, &f->m.checkpoint.weights, &f->m.blas, IDS, N, levers ? levers : &plain, &err))
        fail_msg("%s", err.text);
    net_run_finish(&f->run);
}

static void stop(Fixture *f) {
    net_run_free(&f->run);
    language_free(&f->m);
}

// x + MLP(LN₂(x)): the layer's end, from what its attention handed over, in double precision.
static void finish_layer(const NetRun *run, int layer, const double *x, double *out) {
    const NetShape *s = &run->w->shape;
    double mean = 0, variance = 0, y[MOST_WIDE];
    for (int m = 0; m < s->width; m++) mean += x[m] / s->width;
    for (int m = 0; m < s->width; m++) variance += (x[m] - mean) * (x[m] - mean) / s->width;
    for (int m = 0; m < s->width; m++) {
        y[m] =
            (x[m] - mean) / sqrt(variance + (double)s->eps) * (double)net_weights_get(run->w, NET_LN2_GAIN, layer)[m] +
            (double)net_weights_get(run->w, NET_LN2_BIAS, layer)[m];
        out[m] = x[m] + (double)net_weights_get(run->w, NET_MLP_OUT_BIAS, layer)[m];
    }
    for (int k = 0; k < s->hidden; k++) {
        double h = (double)net_weights_get(run->w, NET_MLP_IN_BIAS, layer)[k];
        for (int m = 0; m < s->width; m++)
            h += y[m] * (double)net_weights_get(run->w, NET_MLP_IN, layer)[m * s->hidden + k];
        h = 0.5 * h * (1 + tanh(sqrt(2 / M_PI) * (h + 0.044715 * h * h * h)));
        for (int m = 0; m < s->width; m++)
            out[m] += h * (double)net_weights_get(run->w, NET_MLP_OUT, layer)[k * s->width + m];
    }
}

static void check_against_run(const NetTrace *t, const NetLevers *levers) {
    const NetRun *run = t->run;
    float row[MOST_WIDE], v[N * MOST_WIDE];
    double end[MOST_WIDE];
    for (int m = 0; m < t->width; m++)
        CHECK_NEAR(t->part[NET_TRACE_ROW][m], (double)net_residual(run, t->layer, t->query)[m], 0);
    net_layer_norm(run, t->layer, t->query, row);
    for (int m = 0; m < t->width; m++) CHECK_NEAR(t->part[NET_TRACE_NORMAL][m], (double)row[m], 0);
    net_values(run, t->layer, t->head, v);
    for (int e = 0; e < t->d; e++) {
        CHECK_NEAR(t->part[NET_TRACE_Q][e], (double)net_query(run, t->layer, t->head, t->query)[e], 0);
        CHECK_NEAR(t->part[NET_TRACE_K][e], (double)net_key(run, t->layer, t->head, t->query)[e], 0);
        CHECK_NEAR(t->part[NET_TRACE_V][e], (double)v[t->query * t->d + e], 0);
    }
    net_weights_row(run, levers, t->layer, t->head, t->query, row);
    for (int j = 0; j < N; j++) CHECK_NEAR(t->weight[j], (double)row[j], 0);
    // all that the layer's heads add, then its MLP: where the forward pass came
    finish_layer(run, t->layer, t->part[NET_TRACE_ALL], end);
    for (int m = 0; m < t->width; m++) CHECK_NEAR(end[m], (double)net_residual(run, t->layer + 1, t->query)[m], 1e-5);
}

static void every_row_of_every_head(bool by_layer) {
    Fixture f;
    start(&f, by_layer, NULL);
    NetLevers plain = net_levers();
    NetTrace t = {0};
    for (int k = 0; k < 2 * 4 * N; k++) {
        int layer = k / N / 4;
        net_trace_make(&t, &f.run, &plain, layer, k / N % 4, k % N);
        CHECK_NEAR(t.divisor, sqrt(8) * (by_layer ? layer + 1 : 1), 1e-12);
        check_against_run(&t, &plain);
    }
    net_trace_free(&t);
    stop(&f);
}

static void the_numbers_are_those_of_the_run(void **state) {
    every_row_of_every_head(false);
    (void)state;
}

static void also_where_the_divisor_grows_with_the_layer(void **state) {
    every_row_of_every_head(true);
    (void)state;
}

static void each_number_is_the_sum_it_is_said_to_be(void **state) {
    static const int MOST[] = {0, 3, NET_TRACE_TERMS};
    Fixture f;
    start(&f, false, NULL);
    NetLevers plain = net_levers();
    NetTrace t = {0};
    NetTerms sum;
    double biases = 0;
    for (int k = 0; k < 2 * 4; k++) {
        net_trace_make(&t, &f.run, &plain, k / 4, k % 4, 6);
        for (NetTracePart p = 0; p < NET_TRACE_PARTS; p++) {
            for (int at = 0; at < net_trace_size(&t, p); at++) {
                for (int m = 0; m < 3; m++) {
                    net_trace_terms(&t, p, at, MOST[m], &sum);
                    CHECK_NEAR(sum.sum, t.part[p][at], 1e-5);
                    double parts = sum.rest + (isnan(sum.bias) ? 0 : sum.bias);
                    for (int j = 0; j < sum.terms; j++) parts += sum.term[j].sum;
                    if (p != NET_TRACE_NORMAL) CHECK_NEAR(parts, sum.sum, 1e-9);
                    for (int j = 1; j < sum.terms; j++) assert_true(fabs(sum.term[j - 1].sum) >= fabs(sum.term[j].sum));
                    assert_true(sum.terms <= MOST[m] && sum.terms <= sum.all);
                }
                if (p == NET_TRACE_Q) biases += fabs(sum.bias);
            }
        }
    }
    assert_true(biases > 0.1); // the bias of c_attn is there and counts
    net_trace_free(&t);
    stop(&f);
    (void)state;
}

static void layer_norm_is_mean_and_size(void **state) {
    Fixture f;
    start(&f, false, NULL);
    NetLevers plain = net_levers();
    NetTrace t = {0};
    net_trace_make(&t, &f.run, &plain, 1, 0, 4);
    for (int m = 0; m < t.width; m++) {
        double gain = (double)net_weights_get(t.run->w, NET_LN1_GAIN, 1)[m],
               bias = (double)net_weights_get(t.run->w, NET_LN1_BIAS, 1)[m];
        CHECK_NEAR((t.part[NET_TRACE_ROW][m] - t.mean) / t.size * gain + bias, t.part[NET_TRACE_NORMAL][m], 1e-5);
    }
    net_trace_free(&t);
    stop(&f);
    (void)state;
}

static void levers_of_this_head_alone(void **state) {
    Fixture f;
    start(&f, false, NULL);
    NetLevers levers = net_levers();
    NetTrace t = {0}, plain = {0};
    NetLevers none = net_levers();
    levers.mask = false, levers.divisor = 1;
    net_levers_toggle(&levers, (NetCut){.kind = NET_CUT_EDGE, .layer = 1, .head = 2, .query = 4, .key = 1});
    net_trace_make(&plain, &f.run, &none, 1, 2, 4);
    net_trace_make(&t, &f.run, &levers, 1, 2, 4);
    double sum = 0;
    for (int j = 0; j < N; j++) {
        CHECK_NEAR(t.part[NET_TRACE_SCORE][j], plain.part[NET_TRACE_SCORE][j], 0);
        CHECK_NEAR(t.scaled[j], t.part[NET_TRACE_SCORE][j], 0);
        assert_true((j == 1) == (t.masked[j] == -INFINITY));
        assert_true((j > 4) == (plain.masked[j] == -INFINITY));
        assert_true((t.weight[j] == 0) == (j == 1));
        sum += t.weight[j];
    }
    CHECK_NEAR(sum, 1, 1e-6);
    // the others add what they did
    for (int m = 0; m < t.width; m++) {
        double moved = t.part[NET_TRACE_ALL][m] - plain.part[NET_TRACE_ALL][m],
               own = t.part[NET_TRACE_OUT][m] - plain.part[NET_TRACE_OUT][m];
        CHECK_NEAR(moved, own, 1e-9);
    }
    net_trace_make(&t, &f.run, &none, 1, 2, 4); // and nothing stays behind
    for (int m = 0; m < t.width; m++) CHECK_NEAR(t.part[NET_TRACE_ALL][m], plain.part[NET_TRACE_ALL][m], 0);
    net_trace_free(&t);
    net_trace_free(&plain);
    stop(&f);
    (void)state;
}

static void a_head_that_is_cut_out_passes_on_nothing_or_its_mean(void **state) {
    for (NetCutKind kind = NET_CUT_ZERO; kind <= NET_CUT_MEAN; kind++) {
        Fixture f, whole;
        NetLevers levers = net_levers(), none = net_levers();
        NetTrace t = {0}, other = {0};
        net_levers_toggle(&levers, (NetCut){.kind = kind, .layer = 0, .head = 3});
        start(&f, false, &levers);
        start(&whole, false, NULL);
        net_trace_make(&t, &f.run, &levers, 0, 3, 5);
        assert_non_null(t.cut);
        check_against_run(&t, &levers);
        for (int e = 0; e < t.d; e++) {
            double mean = 0;
            for (int i = 0; i < N; i++) {
                net_trace_make(&other, &whole.run, &none, 0, 3, i);
                mean += other.part[NET_TRACE_BLEND][e] / N;
            }
            CHECK_NEAR(t.passed[e], kind == NET_CUT_ZERO ? 0 : mean, 1e-5);
        }
        net_trace_make(&other, &whole.run, &none, 0, 3, 5);
        for (int e = 0; e < t.d; e++) // what it would have passed on is still told
            CHECK_NEAR(t.part[NET_TRACE_BLEND][e], other.part[NET_TRACE_BLEND][e], 1e-6);
        // cut out alone: the run knows nothing of it
        double passed[MOST_WIDE];
        for (int e = 0; e < t.d; e++) passed[e] = t.passed[e];
        net_trace_make(&t, &whole.run, &levers, 0, 3, 5);
        for (int e = 0; e < t.d; e++) CHECK_NEAR(t.passed[e], passed[e], 1e-6);
        net_trace_free(&t);
        net_trace_free(&other);
        stop(&f);
        stop(&whole);
    }
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_numbers_are_those_of_the_run),
        cmocka_unit_test(also_where_the_divisor_grows_with_the_layer),
        cmocka_unit_test(each_number_is_the_sum_it_is_said_to_be),
        cmocka_unit_test(layer_norm_is_mean_and_size),
        cmocka_unit_test(levers_of_this_head_alone),
        cmocka_unit_test(a_head_that_is_cut_out_passes_on_nothing_or_its_mean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
