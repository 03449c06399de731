// Fast sums over float rows against plain ones, and halves as floats.
#include "math/row.h"

#include "check.h"

enum { LONG = 1000 };

static void sums_agree_with_plain_ones(void **state) {
    (void)state;
    float w[LONG];
    for (int j = 0; j < LONG; j++) w[j] = j % 7 == 3 ? 0 : (float)exp(-0.01 * j) * (1 + (float)(j * 37 % 11)) / 700;
    const int sizes[] = {0, 1, 2, 15, 16, 17, 127, 128, 129, 500, LONG};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        double sum = 0, moment = 0, bits = 0;
        for (int j = 0; j < sizes[s]; j++) {
            sum += (double)w[j];
            moment += (double)w[j] * j;
            if (w[j] > 0) bits -= (double)w[j] * log2((double)w[j]);
        }
        RowSums got = row_sums(w, sizes[s]);
        CHECK_NEAR(got.sum, sum, 2e-7 * sum);
        CHECK_NEAR(got.moment, moment, 2e-7 * moment);
        CHECK_NEAR(got.bits, bits, 4e-7 * (1 + bits));
    }
}

static void every_magnitude_has_its_entropy(void **state) {
    (void)state;
    for (int e = -120; e <= 0; e++) {
        for (int k = 0; k < 9; k++) {
            const float w[1] = {(float)ldexp(1 - k / 18.0, e)};
            CHECK_NEAR(row_sums(w, 1).bits / (double)w[0], -log2((double)w[0]), 1e-5);
        }
    }
    const float odd[] = {0, -0.0f, 1, -3};
    CHECK_NEAR(row_sums(odd, 4).bits, 0, 0);
    CHECK_NEAR(row_sums(odd, 4).sum, -2, 0);
}

static void what_is_not_finite_shows_in_the_sum(void **state) {
    (void)state;
    for (int j = 0; j < 150; j++) {
        float w[150] = {0};
        w[j] = NAN;
        assert_true(isnan(row_sums(w, 150).sum));
        w[j] = INFINITY;
        assert_false(isfinite(row_sums(w, 150).sum));
        assert_false(row_is_zero(w, 150));
        w[j] = -0.0f;
        assert_true(row_is_zero(w, 150));
        w[j] = 1e-45f;
        assert_false(row_is_zero(w, 150));
        assert_true(row_is_zero(w, j));
    }
}

static void a_row_of_doubles_is_zero_or_not(void **state) {
    (void)state;
    static const double OTHER[] = {1, -1e-300, 5e-324, NAN, INFINITY};
    for (int j = 0; j < 75; j++) {
        double w[75] = {0};
        w[j] = -0.0;
        assert_true(row_is_zero_doubles(w, 75));
        for (int k = 0; k < 5; k++) {
            w[j] = OTHER[k];
            assert_false(row_is_zero_doubles(w, 75));
            assert_true(row_is_zero_doubles(w, j));
            assert_true(row_is_zero_doubles(w + j + 1, 75 - j - 1));
        }
    }
}

static void zeros_are_found_wherever_a_row_begins(void **state) {
    (void)state;
    static float w[100];
    for (int from = 0; from < 17; from++) {
        for (int n = 0; n <= 80; n++) {
            w[from + n] = 1; // behind it
            assert_true(row_is_zero(w + from, n));
            if (from > 0) w[from - 1] = 1;
            assert_true(row_is_zero(w + from, n));
            w[from + n] = 0;
            if (from > 0) w[from - 1] = 0;
            for (int j = 0; j < n; j++) {
                w[from + j] = 1e-45f;
                assert_false(row_is_zero(w + from, n));
                w[from + j] = 0;
            }
        }
    }
}

static void larger_weights_raise_a_row(void **state) {
    (void)state;
    float most[40] = {0}, w[40];
    for (int j = 0; j < 40; j++) w[j] = (float)(j % 5) - 1;
    w[3] = NAN;
    most[24] = 9;
    row_raise(most, w, 39);
    for (int j = 0; j < 40; j++) {
        double want = j == 24 ? 9 : j == 3 || j == 39 || w[j] < 0 ? 0 : (double)w[j];
        CHECK_NEAR((double)most[j], want, 0);
    }
}

static void a_span_has_its_extremes(void **state) {
    (void)state;
    double w[50];
    for (int n = 0; n <= 50; n++) {
        double sum = 0, moment = 0, least = INFINITY, most = -INFINITY;
        int zeros = 0;
        for (int j = 0; j < n; j++) {
            w[j] = j % 6 == 4 ? 0 : (double)((j * 37 + n * 11) % 23) - 7.25;
            sum += w[j], moment += w[j] * j, zeros += w[j] == 0;
            least = w[j] < least ? w[j] : least, most = w[j] > most ? w[j] : most;
        }
        RowSpan got = row_span(w, n);
        CHECK_NEAR(got.sum, sum, 1e-12);
        CHECK_NEAR(got.moment, moment, 1e-10);
        assert_true(got.least == least && got.most == most);
        assert_int_equal(got.zeros, zeros);
    }
    w[11] = NAN;
    assert_true(isnan(row_span(w, 50).sum));
    assert_true(isfinite(row_span(w, 50).least) && isfinite(row_span(w, 50).most));
}

static void floats_widen_at_any_address(void **state) {
    (void)state;
    char bytes[1 + 33 * sizeof(float)];
    double out[34];
    for (int j = 0; j < 33; j++) {
        float x = 0.1f * (float)j;
        memcpy(bytes + 1 + (size_t)j * sizeof x, &x, sizeof x);
    }
    out[33] = -1;
    row_to_doubles(bytes + 1, out, 33);
    for (int j = 0; j < 33; j++) CHECK_NEAR(out[j], (double)(0.1f * (float)j), 0);
    CHECK_NEAR(out[33], -1, 0);
}

// Every half there is, against its definition.
static void all_halves_are_exact(void **state) {
    (void)state;
    static uint16_t in[1 << 16];
    static float out[1 << 16], brain[1 << 16];
    for (int h = 0; h < 1 << 16; h++) in[h] = (uint16_t)h;
    row_from_f16(in, out, 1 << 16);
    row_from_bf16(in, brain, 1 << 16);
    for (int h = 0; h < 1 << 16; h++) {
        int e = h >> 10 & 31, f = h & 1023;
        double want = e == 31 ? (f ? NAN : INFINITY) : e ? ldexp(1024 + f, e - 25) : ldexp(f, -24);
        if (h & 0x8000) want = -want;
        if (isnan(want) ? !isnan(out[h]) : (double)out[h] != want)
            fail_msg("half %04x is %g, wanted %g", (unsigned)h, (double)out[h], want);
        uint32_t bits = (uint32_t)h << 16;
        assert_memory_equal(&brain[h], &bits, sizeof bits);
    }
    float few[3];
    row_from_f16(in + 0x3C00, few, 3);
    CHECK_NEAR((double)few[0], 1, 0);
    row_from_bf16(in + 0x3F80, few, 3);
    CHECK_NEAR((double)few[2], 1 + 2.0 / 128, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_agree_with_plain_ones),
        cmocka_unit_test(every_magnitude_has_its_entropy),
        cmocka_unit_test(what_is_not_finite_shows_in_the_sum),
        cmocka_unit_test(zeros_are_found_wherever_a_row_begins),
        cmocka_unit_test(a_row_of_doubles_is_zero_or_not),
        cmocka_unit_test(larger_weights_raise_a_row),
        cmocka_unit_test(a_span_has_its_extremes),
        cmocka_unit_test(floats_widen_at_any_address),
        cmocka_unit_test(all_halves_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
