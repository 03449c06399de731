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

static void read_row(Source *s, HeadAt at, int query, AttentionRow *out) {
    Error err;
    SourceView v = {.at = at, .mask = s->causal, .divisor = s->divisor};
    assert_true(source_weights(s, &v, s->first + query, out, &err));
}

static bool is_finite(const AttentionRow *row) {
    for (int j = 0; j < row->n; j++) {
        if (!isfinite(row->weight[j])) return false;
    }
    return true;
}

// The root of the rows' mean divergence; rows with NaN are left out.
static double right_distance(Source *a, Source *b, int k) {
    HeadAt at = {k / a->heads, k % a->heads};
    AttentionRow ra = {0}, rb = {0};
    double bits = 0;
    int rows = 0;
    for (int i = 0; i < a->queries; i++) {
        read_row(a, at, i, &ra);
        read_row(b, at, i, &rb);
        if (!is_finite(&ra) || !is_finite(&rb)) continue;
        rows++;
        bits += detect_divergence(ra.weight, rb.weight, a->keys);
    }
    attention_row_free(&ra);
    attention_row_free(&rb);
    return rows ? sqrt(bits / rows) : NAN;
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

// The strongest difference of queries [y0, y1) and keys [x0, x1), none counted as 0.
static double strongest_in(Difference *d, HeadAt at, int y0, int y1, int x0, int x1) {
    double most = 0;
    for (int i = y0; i < y1; i++) {
        const double *a, *b;
        int visible;
        Error err;
        assert_true(difference_row(d, 0, at, i, &a, &b, &visible, &err));
        for (int j = x0; j < x1; j++) most = fabs(b[j] - a[j]) > fabs(most) ? b[j] - a[j] : most;
    }
    return most;
}

static int behind(int from, int to) {
    return to > from ? to : from + 1;
}

static void check_thumbs(Difference *d) {
    for (int k = 0; k < 12; k++) {
        for (int part = 0; part < 256; part++) { // 9 tokens on 16 places: none is left out
            int y = part / 16, x = part % 16, y0 = y * 9 / 16, x0 = x * 9 / 16;
            double most = strongest_in(d, (HeadAt){k / 4, k % 4}, y0, behind(y0, (y + 1) * 9 / 16), x0,
                                       behind(x0, (x + 1) * 9 / 16));
            CHECK_NEAR((double)d->thumb[k * 256 + part], most, 1e-6);
        }
    }
}

static void check_marks(Difference *d) {
    const double *a, *b;
    int visible;
    Error err;
    for (int k = 0; k < 12; k++) {
        const float *thumb = d->thumb + k * 256;
        CHECK_NEAR((double)thumb[15], DIFFERENCE_NONE, 0); // the first query and the last key
        for (int y = 0; y < 16; y++) { // its keys are those of line 15: 9 tokens on 16 places
            assert_true(difference_row(d, 0, (HeadAt){k / 4, k % 4}, y * 9 / 16, &a, &b, &visible, &err));
            if (visible == 9 || (y + 1) * 9 / 16 > y * 9 / 16 + 1) continue;
            assert_int_equal(isnan(thumb[y * 16]), isnan(b[0] - a[0]));
            assert_int_equal(thumb[y * 16 + 15] == DIFFERENCE_NONE, visible <= 15 * 9 / 16);
        }
    }
    assert_true(isnan(d->thumb[9 * 256 + 8 * 16])); // layer 2 head 1, query 4
}

static void masked_zero_and_nan_are_told_apart_in_thumbs(void **state) {
    (void)state;
    compare_with("sick_nan.npy", check_marks);
}

static void thumbs_keep_the_strongest_with_its_sign(void **state) {
    (void)state;
    compare_with("sick_unmasked.npy", check_thumbs);
}

static void check_small(Difference *d) {
    HeadAt at = {1, 2}, other = {0, 0};
    Error err;
    assert_true(difference_small_wanted(d, 0, at));
    assert_true(difference_small_step(d, 0, at, 20, &err)); // three rows
    assert_true(difference_small_wanted(d, 0, at));
    CHECK_NEAR(difference_small_most(d, 0, at, 4, 9, 0, 9), DIFFERENCE_NONE, 0);
    while (difference_small_wanted(d, 0, at)) assert_true(difference_small_step(d, 0, at, 20, &err));
    CHECK_NEAR(difference_small_most(d, 0, at, 0, 9, 0, 9), strongest_in(d, at, 0, 9, 0, 9), 1e-6);
    CHECK_NEAR(difference_small_most(d, 0, at, 3, 5, 2, 7), strongest_in(d, at, 3, 5, 2, 7), 1e-6);
    assert_true(difference_small_wanted(d, 0, other));
    CHECK_NEAR(difference_small_most(d, 0, other, 0, 9, 0, 9), DIFFERENCE_NONE, 0);
}

static void one_head_is_made_small_in_slices(void **state) {
    (void)state;
    compare_with("sick_unmasked.npy", check_small);
}

static void the_stronger_of_two_is_the_larger_in_size(void **state) {
    (void)state;
    CHECK_NEAR(difference_stronger(0.1, -0.3), -0.3, 0);
    CHECK_NEAR(difference_stronger(-0.3, 0.3), -0.3, 0); // the first of equals
    CHECK_NEAR(difference_stronger(DIFFERENCE_NONE, 0), 0, 0);
    CHECK_NEAR(difference_stronger(0, DIFFERENCE_NONE), 0, 0);
    CHECK_NEAR(difference_stronger(NAN, 0), 0, 0);
    CHECK_NEAR(difference_stronger(0, NAN), 0, 0);
    assert_true(isnan(difference_stronger(NAN, DIFFERENCE_NONE)));
    assert_true(isnan(difference_stronger(DIFFERENCE_NONE, NAN)));
}

static void check_told(Difference *d) {
    assert_true(d->a->compared);
    assert_ptr_equal(d->a->apart, d->distance);
    for (int k = 0; k < 12; k++) CHECK_NEAR(d->a->apart[k], difference_distance(d, k), 0);
}

static void the_first_source_is_told_the_distances(void **state) {
    (void)state;
    compare_with("sick_dropout.npy", check_told);
    Source *a = open_dump("f32.safetensors"), *b = open_dump("lhqk.npy");
    Difference d;
    Error err;
    assert_true(difference_init(&d, a, b, &err));
    assert_null(a->apart);
    difference_free(&d);
    assert_false(a->compared);
    capture_source_free(a);
    capture_source_free(b);
}

static void check_largest(Difference *d) {
    for (int k = 0; k < 12; k++) {
        HeadAt at = {k / 4, k % 4};
        double most = 0;
        for (int i = 0; i < 9; i++) {
            const double *a, *b;
            Error err;
            int visible;
            assert_true(difference_row(d, 0, at, i, &a, &b, &visible, &err));
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
        cmocka_unit_test(thumbs_keep_the_strongest_with_its_sign),
        cmocka_unit_test(masked_zero_and_nan_are_told_apart_in_thumbs),
        cmocka_unit_test(one_head_is_made_small_in_slices),
        cmocka_unit_test(the_stronger_of_two_is_the_larger_in_size),
        cmocka_unit_test(the_first_source_is_told_the_distances),
        cmocka_unit_test(distances_are_those_of_the_whole_patterns_sorted),
        cmocka_unit_test(the_same_pattern_in_another_form_is_at_distance_0),
        cmocka_unit_test(the_largest_difference_keeps_its_sign),
        cmocka_unit_test(other_shapes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
