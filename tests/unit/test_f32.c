#include "base/mem.h"
#include "base/pages.h"
#include "math/blas.h"
#include "math/f32.h"
#include "math/nn.h"
#include "math/random.h"

#include "check.h"

#include <stdlib.h>

enum { N = 77 }; // no multiple of any vector width

static void fill(Random *r, float *x, int n, double spread) {
    for (int k = 0; k < n; k++) x[k] = (float)(((double)(random_next(r) >> 11) / 9007199254740992.0 - 0.5) * spread);
}

static void dot_and_sums(void **state) {
    (void)state;
    Random r = {1};
    float a[N], b[N], y[N];
    for (int n = 0; n <= N; n++) {
        double want = 0;
        fill(&r, a, N, 2);
        fill(&r, b, N, 2);
        for (int k = 0; k < n; k++) want += (double)a[k] * (double)b[k];
        CHECK_NEAR((double)f32_dot(a, b, n), want, 1e-5);
        memcpy(y, a, sizeof y);
        f32_add(y, b, n);
        f32_add_times(y, b, -0.5f, n);
        for (int k = 0; k < N; k++)
            CHECK_NEAR((double)y[k], k < n ? (double)a[k] + 0.5 * (double)b[k] : (double)a[k], 1e-6);
    }
}

static void layernorm_is_that_of_doubles(void **state) {
    (void)state;
    Random r = {2};
    float x[N], gain[N], bias[N], out[N];
    double in[N], want[N];
    fill(&r, x, N, 6);
    fill(&r, gain, N, 2);
    fill(&r, bias, N, 2);
    for (int k = 0; k < N; k++) in[k] = (double)x[k] + 3;
    for (int k = 0; k < N; k++) x[k] += 3;
    nn_layernorm(in, want, N, 1e-5);
    f32_layernorm(x, gain, bias, 1e-5f, out, N);
    for (int k = 0; k < N; k++) CHECK_NEAR((double)out[k], want[k] * (double)gain[k] + (double)bias[k], 1e-5);
    f32_layernorm(x, gain, bias, 1e-5f, x, N);
    assert_memory_equal(x, out, sizeof x);
}

static void gelu_is_that_of_libm(void **state) {
    (void)state;
    for (int k = -12000; k <= 12000; k++) {
        double x = k / 1000.0,
               want = 0.5 * x * (1 + tanh(sqrt(2 / 3.14159265358979323846) * (x + 0.044715 * x * x * x)));
        float got = (float)x;
        f32_gelu(&got, 1);
        CHECK_NEAR((double)got, want, 1e-6);
    }
    float far[] = {-1e30f, 1e30f, NAN};
    f32_gelu(far, 3);
    CHECK_NEAR((double)far[0], 0, 1e-6);
    assert_true(far[1] == 1e30f && isnan(far[2]));
}

static void softmax_is_that_of_doubles(void **state) {
    (void)state;
    Random r = {3};
    float x[N];
    double in[N], want[N];
    for (int n = 1; n <= N; n++) {
        fill(&r, x, N, n % 2 ? 8 : 400);
        if (n > 3) x[n / 2] = -INFINITY;
        for (int k = 0; k < n; k++) in[k] = (double)x[k];
        float behind = x[N - 1];
        nn_softmax(in, want, n);
        f32_softmax(x, n);
        double sum = 0;
        for (int k = 0; k < n; k++) {
            CHECK_NEAR((double)x[k], want[k], 1e-6);
            sum += (double)x[k];
        }
        CHECK_NEAR(sum, 1, 1e-6);
        if (n > 3) assert_true(x[n / 2] == 0);
        if (n < N) assert_true(x[N - 1] == behind);
    }
}

static void softmax_of_nothing_and_of_nan(void **state) {
    (void)state;
    float none[20], bad[20] = {0};
    for (int k = 0; k < 20; k++) none[k] = -INFINITY;
    bad[7] = NAN;
    f32_softmax(none, 20);
    f32_softmax(bad, 20);
    for (int k = 0; k < 20; k++) assert_true(none[k] == 0 && isnan(bad[k]));
}

static void finite_means_all_of_them(void **state) {
    (void)state;
    float x[N] = {0};
    assert_true(f32_finite(x, N));
    for (int k = 0; k < N; k++) {
        x[k] = k % 2 ? NAN : -INFINITY;
        assert_false(f32_finite(x, N));
        x[k] = 3e38f;
        assert_true(f32_finite(x, N));
    }
}

static void log_sum_exp(void **state) {
    (void)state;
    float x[] = {1, 2, 3, 1000};
    CHECK_NEAR(f32_log_sum_exp(x, 3), log(exp(1) + exp(2) + exp(3)), 1e-6);
    CHECK_NEAR(f32_log_sum_exp(x, 4), 1000, 1e-6);
}

// ---- products

static void check_product(const Blas *blas, int m, int n, int k, bool turn_a, bool turn_b, float beta) {
    Random r = {(uint64_t)(m * 100 + n * 10 + k)};
    float *a = MEM_NEW(float, (size_t)(m * k)), *b = MEM_NEW(float, (size_t)(k * n)),
          *c = MEM_NEW(float, (size_t)(m * n)), *old = MEM_NEW(float, (size_t)(m * n));
    fill(&r, a, m * k, 2);
    fill(&r, b, k * n, 2);
    fill(&r, old, m * n, 2);
    for (int x = 0; x < m * n; x++) c[x] = beta == 0 ? NAN : old[x];
    blas_product(blas, m, n, k, 0.5f, (BlasMatrix){a, turn_a ? m : k, turn_a}, (BlasMatrix){b, turn_b ? k : n, turn_b},
                 beta, c, n);
    for (int y = 0; y < m; y++) {
        for (int x = 0; x < n; x++) {
            double want = (double)beta * (double)old[y * n + x];
            for (int j = 0; j < k; j++)
                want += 0.5 * (double)(turn_a ? a[j * m + y] : a[y * k + j]) *
                        (double)(turn_b ? b[x * k + j] : b[j * n + x]);
            CHECK_NEAR((double)c[y * n + x], want, 1e-4);
        }
    }
    free(a);
    free(b);
    free(c);
    free(old);
}

static void check_products(const Blas *blas) {
    static const int SIZES[][3] = {{1, 1, 1}, {3, 5, 7}, {17, 33, 64}, {40, 9, 100}};
    for (size_t k = 0; k < 4; k++) {
        for (int turn = 0; turn < 4; turn++) {
            check_product(blas, SIZES[k][0], SIZES[k][1], SIZES[k][2], turn & 1, turn & 2, 0);
            check_product(blas, SIZES[k][0], SIZES[k][1], SIZES[k][2], turn & 1, turn & 2, 1);
        }
    }
    float a[] = {1, 2, 3, 4, 5, 6}, x[] = {1, 0, -1}, y[2];
    blas_apply(blas, 2, 3, a, x, y);
    assert_true(y[0] == -2 && y[1] == -2);
}

static void products_by_own_loops(void **state) {
    (void)state;
    Blas none = {0};
    check_products(&none);
}

static void products_by_the_library(void **state) {
    (void)state;
    Blas blas;
    blas_open(&blas, 1);
    if (!blas.library) skip();
    check_products(&blas);
    blas_close(&blas);
    assert_null(blas.library);
}

static void pages_are_zeroed_and_aligned(void **state) {
    (void)state;
    static const size_t COUNTS[] = {0, 1, 1000, 3000001};
    for (int k = 0; k < 4; k++) {
        float *x = pages_new(COUNTS[k], sizeof *x);
        assert_true((uintptr_t)x % 64 == 0);
        for (size_t j = 0; j < COUNTS[k]; j++) {
            if (x[j] != 0) fail();
            x[j] = 1;
        }
        pages_free(x, COUNTS[k], sizeof *x);
    }
    pages_free(NULL, 5, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dot_and_sums),
        cmocka_unit_test(layernorm_is_that_of_doubles),
        cmocka_unit_test(gelu_is_that_of_libm),
        cmocka_unit_test(softmax_is_that_of_doubles),
        cmocka_unit_test(softmax_of_nothing_and_of_nan),
        cmocka_unit_test(finite_means_all_of_them),
        cmocka_unit_test(log_sum_exp),
        cmocka_unit_test(products_by_own_loops),
        cmocka_unit_test(products_by_the_library),
        cmocka_unit_test(pages_are_zeroed_and_aligned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
