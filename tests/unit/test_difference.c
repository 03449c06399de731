// Two sources compared: distances, order, refusals.
#include "attn/difference.h"
#include "model/capture_source.h"

#include "check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static Source *open_dump(const char *name) {
    static char path[8][512];
    static int used;
    char *at = path[used++ % 8];
    Error err;
    CaptureOptions options = {0};
    snprintf(at, sizeof path[0], TEST_DATA "/dumps/%s", name);
    Source *s = capture_source_open(at, &options, &err);
    if (!s) fail_msg("%s", err.text);
    return s;
}

typedef struct Rows {
    Source *s;
    HeadAt at;
} Rows;

static bool row_of(void *context, int query, double *row) {
    Rows *r = context;
    AttentionRow out = {0};
    Error err;
    SourceView v = {.at = r->at, .mask = r->s->causal, .divisor = r->s->divisor};
    bool ok = source_weights(r->s, &v, r->s->first + query, &out, &err);
    if (ok) memcpy(row, out.weight, (size_t)out.n * sizeof *row);
    attention_row_free(&out);
    return ok;
}

// As detect.h has it, whole patterns at once.
static double right_distance(Source *a, Source *b, int k) {
    HeadAt at = {(k / a->heads), (k % a->heads)};
    Rows ra = {a, at}, rb = {b, at};
    double bits;
    assert_true(detect_pattern_divergence(row_of, &ra, row_of, &rb, a->queries, a->keys, &bits));
    return sqrt(bits);
}

static void compare_with(const char *other, void (*check)(Difference *d)) {
    Source *a = open_dump("f32.safetensors"), *b = open_dump(other);
    Difference d;
    Error err;
    assert_true(difference_init(&d, a, b, &err));
    for (int steps = 0; !d.done; steps++) {
        assert_true(steps < 1000);
        assert_true(difference_step(&d, 0, 20, &err)); // a few rows at a time
    }
    CHECK_NEAR(difference_progress(&d), 1, 0);
    check(&d);
    difference_free(&d);
    capture_source_free(a);
    capture_source_free(b);
}

static void check_distances(Difference *d) {
    int order[12];
    difference_sort(d, order);
    for (int k = 0; k < 12; k++) {
        CHECK_NEAR(difference_distance(d, k), right_distance(d->a, d->b, k), 1e-12);
        assert_true(k == 0 || difference_distance(d, order[k - 1]) >= difference_distance(d, order[k]));
    }
}

static void distances_are_those_of_the_whole_patterns_sorted(void **state) {
    (void)state;
    compare_with("sick_double_softmax.npy", check_distances);
    compare_with("sick_unmasked.npy", check_distances);
    compare_with("sick_nan.npy", check_distances); // rows that are not finite are left out
}

static void check_same(Difference *d) {
    for (int k = 0; k < 12; k++) {
        CHECK_NEAR(difference_distance(d, k), 0, 1e-3);
        CHECK_NEAR((double)d->most[k], 0, 1e-6);
    }
}

static void the_same_pattern_in_another_form_is_at_distance_0(void **state) {
    (void)state;
    compare_with("lhqk.npy", check_same);
}

static void check_largest(Difference *d) {
    for (int k = 0; k < 12; k++) {
        HeadAt at = {(k / 4), (k % 4)};
        double most = 0;
        for (int i = 0; i < 9; i++) {
            const double *a, *b;
            Error err;
            assert_true(difference_row(d, 0, at, i, &a, &b, &err));
            int best = 0;
            for (int j = 0; j < 9; j++) {
                if (fabs(b[j] - a[j]) > fabs(b[best] - a[best])) best = j;
            }
            if (fabs(b[best] - a[best]) > fabs(most)) most = b[best] - a[best];
            assert_int_equal(difference_strongest(d, 0, at, i), best);
        }
        CHECK_NEAR((double)d->most[k], most, 1e-6);
    }
}

static void the_largest_difference_keeps_its_sign(void **state) {
    (void)state;
    compare_with("sick_unmasked.npy", check_largest);
}

static void other_shapes_are_refused(void **state) {
    (void)state;
    Source *a = open_dump("f32.safetensors"), *b = open_dump("cross.npy");
    Difference d;
    Error err;
    assert_false(difference_init(&d, a, b, &err));
    assert_non_null(strstr(err.text, "differ in shape"));
    difference_free(&d);
    capture_source_free(a);
    capture_source_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_those_of_the_whole_patterns_sorted),
        cmocka_unit_test(the_same_pattern_in_another_form_is_at_distance_0),
        cmocka_unit_test(the_largest_difference_keeps_its_sign),
        cmocka_unit_test(other_shapes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
