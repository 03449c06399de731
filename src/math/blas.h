// Matrix products through whatever CBLAS the machine has, found when first wanted: loading OpenBLAS costs more than the
// whole start of the program. Where there is none, plain loops of our own do the same.
#ifndef LOOKBACK_MATH_BLAS_H
#define LOOKBACK_MATH_BLAS_H

#include <stdbool.h>

typedef struct Blas {
    void *library; // NULL: own loops
    const char *name;
    void (*gemm)(int order, int trans_a, int trans_b, int m, int n, int k, float alpha, const float *a, int lda,
                 const float *b, int ldb, float beta, float *c, int ldc);
    void (*gemv)(int order, int trans, int m, int n, float alpha, const float *a, int lda, const float *x, int step_x,
                 float beta, float *y, int step_y);
    void (*set_threads)(int threads); // NULL: the library has no such thing
    int threads;                      // that a product may use; 0: not known
} Blas;

// Looks for a library; threads: how many it may use, 0 for as many as it likes. {0} is valid without it: own loops.
void blas_open(Blas *blas, int threads);
void blas_close(Blas *blas);

// How many threads a product may use from here on: 1 while several threads ask for products of their own, then
// blas->threads again.
void blas_use(const Blas *blas, int threads);

// Row-major matrices; ld is the distance of two rows.
typedef struct BlasMatrix {
    const float *at;
    int ld;
    bool turned; // used transposed
} BlasMatrix;

// C[m × n] = alpha·A·B + beta·C, where A is [m × k] and B [k × n] after turning. With beta 0, C need not be set.
// A row of C is the same, bit for bit, whatever the other rows of A hold.
void blas_product(const Blas *blas, int m, int n, int k, float alpha, BlasMatrix a, BlasMatrix b, float beta, float *c,
                  int ldc);

// y[m] = A·x, A [m × n] row-major.
void blas_apply(const Blas *blas, int m, int n, const float *a, const float *x, float *y);

#endif
