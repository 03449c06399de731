// Matrix products for the shapes of training, tall or small, where a BLAS spends its time on calls and on copies of
// what it is given. Each entry is one sum, in order of p, wherever it stands. What processor it is matters only in this:
// where it has a fused multiply-add, as all of the last ten years do, the bits are those of such sums, elsewhere each
// product is rounded. That holds for gcc; clang, for x86-64 in general, has no copies for the better ones and rounds.
#ifndef LOOKBACK_MATH_PRODUCT_H
#define LOOKBACK_MATH_PRODUCT_H

#include <stddef.h>

// Numbers behind each row of B that are read, whatever they are.
enum { PRODUCT_BEYOND = 15 };

// C = S + A·B, A being [rows × depth], B [depth × cols]; in numbers, not bytes:
//     A(i, p) = a[i·a_row + p·a_step]: a matrix or, the steps exchanged, a turned one
//     B(p, j) = b[p·b_row + j]
//     S(i, j) = start[i·start_row + j]; start_row 0: one row for all; NULL: zeros; may be C
//     C(i, j) = c[i·c_row + j]
typedef struct Product {
    int rows, cols, depth;
    const float *a;
    ptrdiff_t a_row, a_step;
    const float *b;
    ptrdiff_t b_row;
    const float *start;
    ptrdiff_t start_row;
    float *c;
    ptrdiff_t c_row;
} Product;

void product_run(const Product *p);

// out[cols × rows] = in[rows × cols] turned; the lengths of their rows are in_row and out_row.
void product_turn(const float *in, ptrdiff_t in_row, int rows, int cols, float *out, ptrdiff_t out_row);

#endif
