// Detectors against right values: TransformerLens' `mul` and stripes on known patterns, and our own scores with
// baselines.
#include "attn/detect.h"

#include "check.h"

#include <stdlib.h>

enum { N = 7 };
static const int BOS_ABC_ABC[N] = {0, 1, 2, 3, 1, 2, 3};

typedef void (*Fill)(int i, double *row, int n);

static void fill_previous(int i, double *row, int n) {
    memset(row, 0, sizeof *row * (size_t)n);
    row[i ? i - 1 : 0] = 1;
}

static void fill_sink(int i, double *row, int n) {
    (void)i;
    memset(row, 0, sizeof *row * (size_t)n);
    row[0] = 1;
}

static void fill_uniform(int i, double *row, int n) {
    for (int j = 0; j < n; j++) row[j] = j <= i ? 1.0 / (i + 1) : 0;
}

// To the token after the earlier copy, else to ⟨BOS⟩.
static void fill_induction(int i, double *row, int n) {
    memset(row, 0, sizeof *row * (size_t)n);
    row[i >= 4 ? i - 2 : 0] = 1;
}

static DetectHead head_of(const DetectText *t, Fill fill) {
    DetectHead h = {0};
    double *row = calloc((size_t)t->keys, sizeof *row);
    for (int i = 0; i < t->queries; i++) {
        fill(i, row, t->keys);
        detect_add(&h, t, i, row);
    }
    free(row);
    return h;
}

static DetectText text7(bool bos) {
    DetectText t = {0};
    detect_text(&t, BOS_ABC_ABC, N, N, 0, true, true, bos);
    return t;
}

static void mul_has_the_published_values(void **state) {
    (void)state;
    DetectText t = text7(true);
    const struct {
        Fill fill;
        DetectClass class;
        double want;
    } values[] = {
        {fill_previous, DETECT_PREVIOUS, 0.8571},  {fill_previous, DETECT_DUPLICATE, 0},
        {fill_previous, DETECT_INDUCTION, 0},      {fill_sink, DETECT_PREVIOUS, 0.1429},
        {fill_sink, DETECT_DUPLICATE, 0},          {fill_sink, DETECT_INDUCTION, 0},
        {fill_uniform, DETECT_PREVIOUS, 0.2276},   {fill_uniform, DETECT_DUPLICATE, 0.0728},
        {fill_uniform, DETECT_INDUCTION, 0.0728},  {fill_induction, DETECT_INDUCTION, 0.4286},
        {fill_induction, DETECT_PREVIOUS, 0.1429},
    };
    for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
        DetectHead h = head_of(&t, values[k].fill);
        CHECK_NEAR(detect_mul(&h, values[k].class), values[k].want, 5e-5);
    }
    detect_text_free(&t);
}

static void a_uniform_head_scores_its_baseline(void **state) {
    (void)state;
    DetectText t = text7(false);
    DetectHead h = head_of(&t, fill_uniform);
    for (DetectClass c = DETECT_PREVIOUS; c < DETECT_CLASSES; c++)
        CHECK_NEAR(detect_score(&h, c), detect_baseline(&h, c), 1e-12);
    CHECK_NEAR(detect_baseline(&h, DETECT_FIRST), 0.370408, 1e-6); // H_7 / 7
    CHECK_NEAR(detect_baseline(&h, DETECT_DUPLICATE), (1.0 / 5 + 1.0 / 6 + 1.0 / 7) / 3, 1e-12);
    CHECK_NEAR(detect_entropy_normalised(&h), 1, 1e-12);
    CHECK_NEAR(detect_entropy(&h), (1 + 1.58496250 + 2 + 2.32192809 + 2.58496250 + 2.80735492) / 6, 1e-8);
    detect_text_free(&t);
}

static void perfect_heads_score_1(void **state) {
    (void)state;
    DetectText t = text7(true);
    DetectHead h = head_of(&t, fill_previous);
    CHECK_NEAR(detect_score(&h, DETECT_PREVIOUS), 1, 0);
    assert_int_equal(h.at[DETECT_PREVIOUS].rows, 5); // not row 0, and not row 1, whose only target is ⟨BOS⟩
    CHECK_NEAR(detect_distance(&h), 6.0 / 7, 1e-12);
    h = head_of(&t, fill_induction);
    CHECK_NEAR(detect_score(&h, DETECT_INDUCTION), 1, 0);
    assert_int_equal(h.at[DETECT_INDUCTION].rows, 3);
    h = head_of(&t, fill_sink);
    CHECK_NEAR(detect_score(&h, DETECT_FIRST), 1, 0);
    CHECK_NEAR(detect_score(&h, DETECT_INDUCTION), 0, 0);
    CHECK_NEAR(detect_score(&h, DETECT_PREVIOUS), 0, 0);
    CHECK_NEAR(detect_entropy(&h), 0, 0);
    detect_text_free(&t);
}

static void adjacent_copies_put_induction_on_the_diagonal(void **state) {
    (void)state;
    const int kind[] = {0, 1, 1}; // BOS A A
    DetectText t = {0};
    DetectHead h = {0};
    const double row[] = {0.2, 0.3, 0.5};
    detect_text(&t, kind, 3, 3, 0, true, true, true);
    detect_add(&h, &t, 2, row);
    CHECK_NEAR(detect_score(&h, DETECT_INDUCTION), 0.5, 0);
    CHECK_NEAR(detect_score(&h, DETECT_DUPLICATE), 0.3, 0);
    detect_text_free(&t);
}

static void without_a_target_there_is_no_score(void **state) {
    (void)state;
    const int kind[] = {0, 1, 2};
    DetectText t = {0};
    detect_text(&t, kind, 3, 3, 0, true, true, false);
    DetectHead h = head_of(&t, fill_sink);
    assert_true(isnan(detect_score(&h, DETECT_DUPLICATE)));
    assert_true(isnan(detect_baseline(&h, DETECT_INDUCTION)));
    assert_false(isnan(detect_score(&h, DETECT_PREVIOUS)));
    detect_text(&t, NULL, 3, 3, 0, true, true, false);
    h = head_of(&t, fill_sink);
    assert_true(isnan(detect_score(&h, DETECT_DUPLICATE)));
    detect_text(&t, kind, 3, 2, 0, false, false, false); // cross attention: positions mean nothing
    h = head_of(&t, fill_sink);
    assert_true(isnan(detect_score(&h, DETECT_PREVIOUS)));
    assert_true(isnan(detect_distance(&h)));
    CHECK_NEAR(detect_baseline(&h, DETECT_FIRST), 1.0 / 3, 1e-12);
    detect_text_free(&t);
}

static void rows_with_an_offset_stand_where_they_belong(void **state) {
    (void)state;
    DetectText t = {0};
    DetectHead h = {0};
    const double row[N] = {0, 0, 0.25, 0.5, 0, 0.25, 0};
    detect_text(&t, BOS_ABC_ABC, N, 3, 4, true, true, true);
    detect_add(&h, &t, 0, row); // position 4, an A: copies at 1, so induction looks at 2
    CHECK_NEAR(detect_score(&h, DETECT_INDUCTION), 0.25, 0);
    CHECK_NEAR(detect_score(&h, DETECT_PREVIOUS), 0.5, 0);
    CHECK_NEAR(detect_future(&h), 0.25, 0);
    CHECK_NEAR(detect_baseline(&h, DETECT_PREVIOUS), 0.2, 1e-12);
    detect_text_free(&t);
}

static void broken_rows_are_left_out_and_counted(void **state) {
    (void)state;
    DetectText t = text7(false);
    DetectHead h = head_of(&t, fill_previous);
    const double nan[N] = {0, NAN}, inf[N] = {INFINITY};
    detect_add(&h, &t, 3, nan);
    detect_add(&h, &t, 4, inf);
    assert_int_equal(h.bad, 2);
    CHECK_NEAR(detect_score(&h, DETECT_PREVIOUS), 1, 0);
    detect_text_free(&t);
}

// ---- Olsson's stimulus: ⟨BOS⟩ and 25 tokens, four times

enum { R = 25, LONG = 1 + 4 * R };

static int long_kind[LONG];

static int copies_before(int i) {
    return i < 1 ? 0 : (i - 1) / R;
}

static void fill_latest(int i, double *row, int n) {
    memset(row, 0, sizeof *row * (size_t)n);
    row[copies_before(i) ? i - R + 1 : 0] = 1;
}

static void fill_first_copy(int i, double *row, int n) {
    memset(row, 0, sizeof *row * (size_t)n);
    row[copies_before(i) ? i - copies_before(i) * R + 1 : 0] = 1;
}

static void fill_spread(int i, double *row, int n) {
    memset(row, 0, sizeof *row * (size_t)n);
    int copies = copies_before(i);
    if (copies == 0) row[0] = 1;
    for (int c = 1; c <= copies; c++) row[i - c * R + 1] = 1.0 / copies;
}

static void stripes_have_the_known_values(void **state) {
    (void)state;
    long_kind[0] = 0;
    for (int j = 1; j < LONG; j++) long_kind[j] = 1 + (j - 1) % R;
    DetectText t = {0};
    detect_text(&t, long_kind, LONG, LONG, 0, true, true, true);
    int period = detect_period(&t, long_kind);
    assert_int_equal(period, R);
    const struct {
        Fill fill;
        double want;
    } values[] = {{fill_latest, 0.987}, {fill_spread, 0.608}, {fill_first_copy, 0.338}, {fill_uniform, 0.0185}};
    for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
        DetectHead h = {0};
        double row[LONG];
        for (int i = 0; i < LONG; i++) {
            values[k].fill(i, row, LONG);
            detect_add(&h, &t, i, row);
            detect_add_stripes(&h, &t, period, i, row);
        }
        CHECK_NEAR(detect_stripe(&h, DETECT_INDUCTION), values[k].want, 5e-4);
        if (k < 3) CHECK_NEAR(detect_score(&h, DETECT_INDUCTION), 1, 1e-12);
        if (k < 3) CHECK_NEAR(detect_mul(&h, DETECT_INDUCTION), 0.7426, 5e-5);
        if (k == 3) CHECK_NEAR(detect_score(&h, DETECT_INDUCTION), 0.0307, 5e-5);
        if (k == 3) CHECK_NEAR(detect_mul(&h, DETECT_INDUCTION), 0.0228, 5e-5);
    }
    detect_text_free(&t);
}

static void a_text_that_is_no_repeated_block_has_no_period(void **state) {
    (void)state;
    const int kinds[] = {0, 1, 2, 1, 3};
    DetectText t = {0};
    detect_text(&t, kinds, 5, 5, 0, true, true, false);
    assert_int_equal(detect_period(&t, kinds), 0);
    assert_int_equal(detect_period(&t, NULL), 0);
    detect_text_free(&t);
    t = text7(true);
    assert_int_equal(detect_period(&t, BOS_ABC_ABC), 3);
    detect_text_free(&t);
}

// ---- two rows

static void divergence_is_between_0_and_1_bit(void **state) {
    (void)state;
    const double a[] = {1, 0}, b[] = {0, 1}, c[] = {0.5, 0.5};
    CHECK_NEAR(detect_divergence(a, a, 2), 0, 0);
    CHECK_NEAR(detect_divergence(a, b, 2), 1, 1e-12);
    CHECK_NEAR(detect_divergence(a, c, 2), 0.311278, 1e-6);
    CHECK_NEAR(detect_divergence(c, a, 2), 0.311278, 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mul_has_the_published_values),
        cmocka_unit_test(a_uniform_head_scores_its_baseline),
        cmocka_unit_test(perfect_heads_score_1),
        cmocka_unit_test(adjacent_copies_put_induction_on_the_diagonal),
        cmocka_unit_test(without_a_target_there_is_no_score),
        cmocka_unit_test(rows_with_an_offset_stand_where_they_belong),
        cmocka_unit_test(broken_rows_are_left_out_and_counted),
        cmocka_unit_test(stripes_have_the_known_values),
        cmocka_unit_test(a_text_that_is_no_repeated_block_has_no_period),
        cmocka_unit_test(divergence_is_between_0_and_1_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
