// The √d lab: Var[q·k] = d, flat with the divisor, collapsing without; the same for the same seed.
#include "attn/lab.h"
#include "math/nn.h"
#include "math/random.h"
#include "out/geometry.h"

#include "check.h"

#include <jansson.h>

static LabResult run(int d, int keys, uint64_t seed) {
    LabResult r;
    lab_run(&r, &(Lab){d, keys, seed});
    return r;
}

static void random_numbers_are_the_published_ones(void **state) {
    (void)state;
    Random r = {1234567}; // splitmix64's reference sequence
    assert_true(random_next(&r) == UINT64_C(6457827717110365317));
    assert_true(random_next(&r) == UINT64_C(3203168211198807973));
}

static void bells_have_mean_0_and_the_stated_variance(void **state) {
    (void)state;
    double sum = 0, squares = 0, product = 0;
    Random r = random_stream(5, 0);
    for (int k = 0; k < 100000; k++) {
        int a, b;
        random_bells(&r, &a, &b);
        assert_true(a >= -510 && a <= 510 && b >= -510 && b <= 510);
        sum += a + b;
        squares += (double)a * a + (double)b * b;
        product += (double)a * b;
    }
    CHECK_NEAR(sum / 200000, 0, 2);
    CHECK_NEAR(squares / 200000 / RANDOM_BELL_VARIANCE, 1, 0.01);
    CHECK_NEAR(product / 100000 / RANDOM_BELL_VARIANCE, 0, 0.015);
    assert_int_equal(random_bell_of(0), -510);
    assert_int_equal(random_bell_of(0xFFFFFFFF), 510);
    assert_int_equal(random_bell_of(0x01020304), -500);
}

static void variance_is_d(void **state) {
    (void)state;
    static const int D[] = {1, 4, 64, 100, 1024};
    for (int k = 0; k < 5; k++) {
        double sum = 0;
        for (uint64_t seed = 1; seed <= 4; seed++) sum += run(D[k], 16, seed).variance / 4;
        CHECK_NEAR(sum / D[k], 1, 0.1); // 4000 samples: a standard error of 2 to 3 %
    }
}

static void divisor_keeps_the_row_alive(void **state) {
    (void)state;
    LabResult narrow = run(1, 16, 1), wide = run(1024, 16, 1);
    assert_true(narrow.entropy[0] == narrow.entropy[1]); // ÷√1
    CHECK_NEAR(wide.entropy[1], narrow.entropy[1], 0.3);
    assert_true(wide.entropy[0] < 0.2 && wide.entropy[1] > 3);
    assert_true(wide.gradient[0] < 0.2 && wide.gradient[1] > 1.5);
    assert_true(wide.ceiling == 4);
    for (int k = 0; k < LAB_CURVE; k++) {
        assert_true(wide.curve[1][k] > 3);
        if (k > 0) assert_true(wide.curve[0][k] < wide.curve[0][k - 1]);
    }
    assert_true(wide.curve[0][LAB_CURVE - 1] == wide.entropy[0] && narrow.curve[0][0] == narrow.entropy[0]);
}

static void curve_does_not_depend_on_d_and_dots_grow(void **state) {
    (void)state;
    LabResult a = run(37, 8, 9), b = run(512, 8, 9);
    assert_memory_equal(a.curve, b.curve, sizeof a.curve);
    assert_true(b.entropy[0] == b.curve[0][9]);
    assert_true(a.ceiling == 3);
}

static void row_is_a_softmax_of_its_scores(void **state) {
    (void)state;
    LabResult r = run(64, 6, 3);
    for (int divided = 0; divided < 2; divided++) {
        double weight[LAB_KEYS_MAX];
        nn_softmax(r.row[divided].score, weight, 6);
        assert_memory_equal(weight, r.row[divided].weight, 6 * sizeof *weight);
        assert_true(r.row[divided].entropy == nn_entropy_bits(weight, 6));
        assert_true(r.row[divided].gradient == nn_softmax_slope(weight, 6));
    }
    for (int j = 0; j < 6; j++) CHECK_NEAR(r.row[0].score[j] / 8, r.row[1].score[j], 1e-12);
}

static void same_seed_same_numbers(void **state) {
    (void)state;
    LabResult a = run(64, 16, 42), b = run(64, 16, 42), c = run(64, 16, 43);
    assert_memory_equal(&a, &b, sizeof a);
    assert_true(a.variance != c.variance);
    // Whole-number arithmetic: these may never change, on any machine.
    CHECK_NEAR(a.dot[0], 0.899336232547494, 1e-12);
    CHECK_NEAR(a.dot[999], -1.665140764477, 1e-12);
}

static void gradient_is_the_jacobian_summed(void **state) {
    (void)state;
    CHECK_NEAR(nn_softmax_slope((double[]){0.5, 0.5}, 2), 1, 1e-12); // four entries of ¼
    CHECK_NEAR(nn_softmax_slope((double[]){1, 0}, 2), 0, 1e-12);
    CHECK_NEAR(nn_softmax_slope((double[]){0.25, 0.25, 0.5}, 3), 2 * (3.0 / 16 + 3.0 / 16 + 0.25), 1e-12);
}

static void histogram_counts_each_once(void **state) {
    (void)state;
    LabResult r = run(64, 16, 1);
    int count[20], beyond[2], sum = 0;
    lab_histogram(&r, 16, 20, count, beyond);
    for (int k = 0; k < 20; k++) sum += count[k];
    assert_int_equal(sum + beyond[0] + beyond[1], LAB_SAMPLES);
    assert_true(beyond[0] > 0 && beyond[1] > 0 && count[9] > count[1]);
    r.dot[0] = 16; // the upper end belongs to the last bin
    for (int s = 1; s < LAB_SAMPLES; s++) r.dot[s] = -16;
    lab_histogram(&r, 16, 20, count, beyond);
    assert_true(count[0] == LAB_SAMPLES - 1 && count[19] == 1 && beyond[0] == 0 && beyond[1] == 0);
}

static void a_gap_of_8(void **state) {
    (void)state;
    LabGap g = lab_gap(8);
    CHECK_NEAR(g.odds, 2980.957987, 1e-6);
    CHECK_NEAR(g.weight[0] / g.weight[1], 2980.957987, 1e-6);
    CHECK_NEAR(g.weight[0] + g.weight[1], 1, 1e-12);
    g = lab_gap(0);
    assert_true(g.odds == 1 && g.weight[0] == 0.5 && g.entropy == 1 && g.gradient == 1);
}

static void json_is_as_listed(void **state) {
    (void)state;
    Lab lab;
    lab_init(&lab);
    assert_int_equal(lab.d, 64);
    lab.seed = UINT64_C(9007199254740993); // beyond a double
    LabResult r;
    lab_run(&r, &lab);
    Str s = {0};
    out_geometry_lab(&s, &lab, &r);
    json_t *root = json_loads(s.s, JSON_REJECT_DUPLICATES, NULL), *on = json_object_get(root, "divisor_on");
    assert_int_equal(json_object_size(root), 7);
    assert_string_equal(json_string_value(json_object_get(root, "schema")), "lookback.lab/1");
    assert_int_equal(json_integer_value(json_object_get(root, "d")), 64);
    assert_int_equal(json_integer_value(json_object_get(root, "samples")), LAB_SAMPLES);
    assert_true(json_integer_value(json_object_get(root, "seed")) == INT64_C(9007199254740993));
    CHECK_NEAR(json_real_value(json_object_get(root, "variance")), r.variance, 1e-6);
    CHECK_NEAR(json_real_value(json_object_get(on, "entropy_bits")), r.entropy[1], 1e-8);
    CHECK_NEAR(json_real_value(json_object_get(on, "gradient")), r.gradient[1], 1e-8);
    CHECK_NEAR(json_real_value(json_object_get(json_object_get(root, "divisor_off"), "entropy_bits")), r.entropy[0],
               1e-8);
    json_decref(root);
    str_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_numbers_are_the_published_ones),
        cmocka_unit_test(bells_have_mean_0_and_the_stated_variance),
        cmocka_unit_test(variance_is_d),
        cmocka_unit_test(divisor_keeps_the_row_alive),
        cmocka_unit_test(curve_does_not_depend_on_d_and_dots_grow),
        cmocka_unit_test(row_is_a_softmax_of_its_scores),
        cmocka_unit_test(same_seed_same_numbers),
        cmocka_unit_test(gradient_is_the_jacobian_summed),
        cmocka_unit_test(histogram_counts_each_once),
        cmocka_unit_test(a_gap_of_8),
        cmocka_unit_test(json_is_as_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
