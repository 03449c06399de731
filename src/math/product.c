#include "math/product.h"

#include "math/f32_inline.h"

#include <stdbool.h>

// A tile of C is summed up in registers: for each p, a few numbers of A times a piece of a row of B. How large it may
// be depends on how many registers there are, and of what width. Rows of B are taken DEPTH at a time, so that a strip
// of them stays in the cache while all rows of A pass over it.
enum { EDGE = 16, TILE_ROWS = 6, THIN_ROWS = 12, DEPTH = 128 };

#define INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__)
#define WIDEST __attribute__((target("arch=x86-64-v4")))
static bool has_widest(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
#endif

// For gcc: what is done for each row and piece of a tile is written out; along a piece (ALONG), a loop becomes a
// vector.
#define EACH _Pragma("GCC unroll 12")

// Rows i … i + rows − 1, and so many pieces of EDGE columns from column j.
INLINE void sum_tile(const int rows, const int pieces, const Product *p, int i, int j) {
    float sum[THIN_ROWS][4][EDGE];
    const float *a = p->a + i * p->a_row, *b = p->b + j, *start = p->start ? p->start + i * p->start_row + j : NULL;
    ptrdiff_t a_row = p->a_row, a_step = p->a_step, b_row = p->b_row, c_row = p->c_row, start_row = p->start_row;
    EACH for (int y = 0; y < rows; y++) {
        EACH for (int k = 0; k < pieces; k++) {
            if (start) {
                ALONG for (int x = 0; x < EDGE; x++) sum[y][k][x] = start[y * start_row + k * EDGE + x];
            } else {
                ALONG for (int x = 0; x < EDGE; x++) sum[y][k][x] = 0;
            }
        }
    }
    for (int depth = p->depth; depth > 0; depth--, a += a_step, b += b_row) {
        EACH for (int y = 0; y < rows; y++) {
            float factor = a[y * a_row];
            EACH for (int k = 0; k < pieces; k++) {
                ALONG for (int x = 0; x < EDGE; x++) sum[y][k][x] += factor * b[k * EDGE + x];
            }
        }
    }
    float *c = p->c + i * c_row + j;
    EACH for (int y = 0; y < rows; y++) {
        EACH for (int k = 0; k < pieces; k++) {
            ALONG for (int x = 0; x < EDGE; x++) c[y * c_row + k * EDGE + x] = sum[y][k][x];
        }
    }
}

// All rows of so many pieces, as many rows at a time.
INLINE void sum_strip(const int rows, const int pieces, const Product *p, int j) {
    int i = 0;
    for (; i + rows <= p->rows; i += rows) sum_tile(rows, pieces, p, i, j);
    for (; i + TILE_ROWS <= p->rows; i += TILE_ROWS) sum_tile(TILE_ROWS, pieces, p, i, j);
    switch (p->rows - i) {
    case 5: sum_tile(5, pieces, p, i, j); break;
    case 4: sum_tile(4, pieces, p, i, j); break;
    case 3: sum_tile(3, pieces, p, i, j); break;
    case 2: sum_tile(2, pieces, p, i, j); break;
    case 1: sum_tile(1, pieces, p, i, j); break;
    default: break;
    }
}

// The last columns, fewer than EDGE: a whole tile is summed up beside C.
INLINE void sum_edge(const Product *p, int j) {
    float tile[TILE_ROWS * EDGE];
    int cols = p->cols - j;
    for (int i = 0; i < p->rows; i += TILE_ROWS) {
        int rows = p->rows - i < TILE_ROWS ? p->rows - i : TILE_ROWS;
        Product part = {rows, EDGE, p->depth, p->a + i * p->a_row, p->a_row, p->a_step, p->b + j, p->b_row, NULL,
                        0,    tile, EDGE};
        if (p->start) {
            for (int y = 0; y < rows; y++) {
                const float *start = p->start + (i + y) * p->start_row + j;
                for (int x = 0; x < EDGE; x++) tile[y * EDGE + x] = x < cols ? start[x] : 0;
            }
            part.start = tile;
            part.start_row = EDGE;
        }
        sum_strip(TILE_ROWS, 1, &part, 0);
        for (int y = 0; y < rows; y++) {
            float *c = p->c + (i + y) * p->c_row + j;
            for (int x = 0; x < cols; x++) c[x] = tile[y * EDGE + x];
        }
    }
}

#ifdef WIDEST
WIDEST static void sum_widest(const Product *p) {
    int j = 0;
    for (; j + 4 * EDGE <= p->cols; j += 4 * EDGE) sum_strip(TILE_ROWS, 4, p, j);
    for (; j + 2 * EDGE <= p->cols; j += 2 * EDGE) sum_strip(THIN_ROWS, 2, p, j);
    for (; j + EDGE <= p->cols; j += EDGE) sum_strip(THIN_ROWS, 1, p, j);
    if (j < p->cols) sum_edge(p, j);
}
#endif

WIDE static void sum_wide(const Product *p) {
    int j = 0;
    for (; j + EDGE <= p->cols; j += EDGE) sum_strip(TILE_ROWS, 1, p, j);
    if (j < p->cols) sum_edge(p, j);
}

static void sum_all(const Product *p) {
#ifdef WIDEST
    if (has_widest())
        sum_widest(p);
    else
        sum_wide(p);
#else
    sum_wide(p);
#endif
}

void product_run(const Product *all) {
    if (all->depth <= DEPTH) {
        sum_all(all);
        return;
    }
    Product p = *all;
    for (int k = 0; k < all->depth; k += DEPTH) {
        p.depth = all->depth - k < DEPTH ? all->depth - k : DEPTH;
        p.a = all->a + k * all->a_step;
        p.b = all->b + k * all->b_row;
        sum_all(&p);
        p.start = p.c;
        p.start_row = p.c_row;
    }
}

// Four rows of four.
INLINE void turn_four(const float *in, ptrdiff_t in_row, float *out, ptrdiff_t out_row) {
    float four[4][4];
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 4; x++) four[x][y] = in[y * in_row + x];
    }
    for (int x = 0; x < 4; x++) {
        for (int y = 0; y < 4; y++) out[x * out_row + y] = four[x][y];
    }
}

void product_turn(const float *in, ptrdiff_t in_row, int rows, int cols, float *out, ptrdiff_t out_row) {
    int y = 0;
    for (; y + 4 <= rows; y += 4) {
        int x = 0;
        for (; x + 4 <= cols; x += 4) turn_four(in + y * in_row + x, in_row, out + x * out_row + y, out_row);
        for (; x < cols; x++) {
            for (int k = 0; k < 4; k++) out[x * out_row + y + k] = in[(y + k) * in_row + x];
        }
    }
    for (; y < rows; y++) {
        for (int x = 0; x < cols; x++) out[x * out_row + y] = in[y * in_row + x];
    }
}
