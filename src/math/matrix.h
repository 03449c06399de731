// Matrices small enough to be read by a person, held by value: copying one is assignment, {0} is valid and empty.
// (The tensors of a real model are another matter: net/.)
#ifndef LOOKBACK_MATH_MATRIX_H
#define LOOKBACK_MATH_MATRIX_H

enum { MATRIX_SIDE = 12 };

typedef struct Matrix {
    int rows, cols; // each ≤ MATRIX_SIDE
    double at[MATRIX_SIDE][MATRIX_SIDE];
} Matrix;

// a·b, [rows of a × cols of b]; a.cols == b.rows. out may not be a or b.
void matrix_product(Matrix *out, const Matrix *a, const Matrix *b);

// a·bᵀ, [rows of a × rows of b]: every row of a with every row of b; a.cols == b.cols.
void matrix_product_rows(Matrix *out, const Matrix *a, const Matrix *b);

// out += a, of the same shape.
void matrix_add(Matrix *out, const Matrix *a);

// The largest |a − b| of two matrices of the same shape.
double matrix_distance(const Matrix *a, const Matrix *b);

#endif
