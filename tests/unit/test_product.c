// Products against sums of doubles, whatever their shape; and that each entry is one sum in order.
#include "base/mem.h"
#include "math/f32.h"
#include "math/f32_back.h"
#include "math/nn.h"
#include "math/product.h"
#include "math/random.h"

#include "check.h"

#include <math.h>
#include <stdlib.h>

static float *draw(Random *r, int count) {
    float *x = MEM_NEW(float, (size_t)count + PRODUCT_BEYOND);
    for (int k = 0; k < count; k++) x[k] = (float)(random_next(r) % 2001) / 1000 - 1;
    return x;
}

typedef enum Start { FROM_ZERO, FROM_ROW, FROM_ALL, FROM_C } Start;

static void check_product(int rows, int cols, int depth, bool turned, Start from) {
    Random r = random_stream(5, (uint64_t)(rows * 10000 + cols * 100 + depth));
    int beyond = 3; // between the rows of C: to be left alone
    float *a = draw(&r, rows * depth), *b = draw(&r, depth * cols), *start = draw(&r, rows * cols);
    float *c = draw(&r, rows * (cols + beyond)), *old = draw(&r, 0);
    old = mem_resize(old, (size_t)(rows * (cols + beyond)), sizeof *old);
    memcpy(old, c, (size_t)(rows * (cols + beyond)) * sizeof *c);
    Product p = {.rows = rows,
                 .cols = cols,
                 .depth = depth,
                 .a = a,
                 .a_row = turned ? 1 : depth,
                 .a_step = turned ? rows : 1,
                 .b = b,
                 .b_row = cols,
                 .c = c,
                 .c_row = cols + beyond};
    if (from == FROM_ROW) p.start = start;
    if (from == FROM_ALL) p.start = start, p.start_row = cols;
    if (from == FROM_C) p.start = c, p.start_row = cols + beyond;
    product_run(&p);
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < cols; x++) {
            const double first[] = {0, (double)start[x], (double)start[y * cols + x],
                                    (double)old[y * (cols + beyond) + x]};
            double want = first[from];
            for (int k = 0; k < depth; k++)
                want += (double)a[turned ? k * rows + y : y * depth + k] * (double)b[k * cols + x];
            CHECK_NEAR((double)c[y * (cols + beyond) + x], want, 1e-5 * (1 + depth));
        }
        for (int x = cols; x < cols + beyond; x++)
            assert_true(c[y * (cols + beyond) + x] == old[y * (cols + beyond) + x]);
    }
    free(a);
    free(b);
    free(c);
    free(old);
    free(start);
}

static void entries_are_sums_of_products(void **state) {
    static const int ROWS[] = {1, 5, 6, 13, 29}, COLS[] = {1, 15, 16, 40, 115, 131}, DEPTHS[] = {0, 1, 16, 128, 300};
    (void)state;
    for (int y = 0; y < 5; y++) {
        for (int x = 0; x < 6; x++) {
            for (int k = 0; k < 5; k++) {
                for (Start from = FROM_ZERO; from <= FROM_C; from++) {
                    check_product(ROWS[y], COLS[x], DEPTHS[k], false, from);
                    check_product(ROWS[y], COLS[x], DEPTHS[k], true, from);
                }
            }
        }
    }
}

// Whether an entry is the sum in order of p, each product fused into it or each rounded.
static bool is_in_order(float got, float first, const float *a, const float *b, int cols, int depth, bool fused) {
    volatile float sum = first;
    for (int k = 0; k < depth; k++) {
        volatile float product = a[k] * b[k * cols];
        sum = fused ? fmaf(a[k], b[k * cols], sum) : sum + product;
    }
    return got == sum;
}

// The same way for all, whatever the shape: what the processor has decides it, not where an entry stands.
static void each_entry_is_one_sum_in_order(void **state) {
    static const int ROWS[] = {1, 6, 13}, COLS[] = {5, 16, 37, 122}, DEPTHS[] = {3, 128, 129, 270};
    Random r = random_stream(9, 0);
    int entries = 0, fused = 0, rounded = 0;
    (void)state;
    for (int shape = 0; shape < 3 * 4 * 4 * 2; shape++) {
        int rows = ROWS[shape % 3], cols = COLS[shape / 3 % 4], depth = DEPTHS[shape / 12 % 4];
        float *a = draw(&r, rows * depth), *b = draw(&r, depth * cols), *start = draw(&r, cols);
        float *c = draw(&r, rows * cols);
        Product p = {rows, cols, depth, a, depth, 1, b, cols, shape < 48 ? start : NULL, 0, c, cols};
        product_run(&p);
        for (int k = 0; k < rows * cols; k++, entries++) {
            const float *row = a + k / cols * depth, *col = b + k % cols;
            float first = p.start ? start[k % cols] : 0;
            fused += is_in_order(c[k], first, row, col, cols, depth, true);
            rounded += is_in_order(c[k], first, row, col, cols, depth, false);
        }
        free(a);
        free(b);
        free(c);
        free(start);
    }
    assert_true(fused == entries || rounded == entries);
}

static void a_row_does_not_depend_on_how_many_there_are(void **state) {
    enum { N = 23, COLS = 80, DEPTH = 200 };
    Random r = random_stream(6, 0);
    float *a = draw(&r, N * DEPTH), *b = draw(&r, DEPTH * COLS), all[N * COLS], one[COLS];
    (void)state;
    Product p = {.rows = N,
                 .cols = COLS,
                 .depth = DEPTH,
                 .a = a,
                 .a_row = DEPTH,
                 .a_step = 1,
                 .b = b,
                 .b_row = COLS,
                 .c = all,
                 .c_row = COLS};
    product_run(&p);
    for (int y = 0; y < N; y++) {
        p.rows = 1;
        p.a = a + y * DEPTH;
        p.c = one;
        product_run(&p);
        assert_memory_equal(one, all + y * COLS, sizeof one);
    }
    free(a);
    free(b);
}

static void turned_twice_it_is_the_same(void **state) {
    Random r = random_stream(7, 0);
    (void)state;
    for (int rows = 1; rows < 12; rows++) {
        for (int cols = 1; cols < 12; cols++) {
            float *x = draw(&r, rows * 12), out[12 * 13];
            product_turn(x, 12, rows, cols, out, 13);
            for (int k = 0; k < rows * cols; k++)
                assert_true(out[k % cols * 13 + k / cols] == x[k / cols * 12 + k % cols]);
            free(x);
        }
    }
}

// Softmax of what is seen, and the way back through it by differences.
static void what_is_not_seen_gets_nothing(void **state) {
    enum { ROWS = 5, APART = 40, WIDTH = 32 };
    Random r = random_stream(8, 0);
    F32Seen at = {.rows = ROWS, .apart = APART, .width = WIDTH, .seen = 9, .grows = 3};
    float *scores = draw(&r, ROWS * APART), *slopes = draw(&r, ROWS * APART), p[ROWS * APART], d[ROWS * APART];
    (void)state;
    memcpy(p, scores, sizeof p);
    memcpy(d, slopes, sizeof d);
    f32_softmax_seen(p, &at, 0.7f);
    f32_softmax_back(p, d, &at, 0.7f);
    for (int i = 0; i < ROWS; i++) {
        double in[WIDTH], want[WIDTH], dot = 0;
        int seen = 9 + 3 * i;
        for (int j = 0; j < seen; j++) in[j] = (double)(0.7f * scores[i * APART + j]);
        nn_softmax(in, want, seen);
        for (int j = 0; j < seen; j++) dot += want[j] * (double)slopes[i * APART + j];
        for (int j = 0; j < APART; j++) {
            double weight = j < seen ? want[j] : 0, slope = j < seen ? (double)slopes[i * APART + j] - dot : 0;
            float got = p[i * APART + j], back = d[i * APART + j];
            if (j < seen) CHECK_NEAR((double)got, weight, 1e-6);
            if (j < seen) CHECK_NEAR((double)back, 0.7 * weight * slope, 1e-6);
            if (j >= seen && j < WIDTH) assert_true(got == 0 && back == 0);
            if (j >= WIDTH) assert_true(got == scores[i * APART + j] && back == slopes[i * APART + j]);
        }
    }
    free(scores);
    free(slopes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_sums_of_products),
        cmocka_unit_test(each_entry_is_one_sum_in_order),
        cmocka_unit_test(a_row_does_not_depend_on_how_many_there_are),
        cmocka_unit_test(turned_twice_it_is_the_same),
        cmocka_unit_test(what_is_not_seen_gets_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
