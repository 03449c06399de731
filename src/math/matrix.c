#include "math/matrix.h"

#include <assert.h>
#include <math.h>

void matrix_product(Matrix *out, const Matrix *a, const Matrix *b) {
    assert(a->cols == b->rows && out != a && out != b);
    *out = (Matrix){.rows = a->rows, .cols = b->cols};
    for (int y = 0; y < a->rows; y++) {
        for (int x = 0; x < b->cols; x++) {
            for (int k = 0; k < a->cols; k++) out->at[y][x] += a->at[y][k] * b->at[k][x];
        }
    }
}

void matrix_product_rows(Matrix *out, const Matrix *a, const Matrix *b) {
    assert(a->cols == b->cols && out != a && out != b);
    *out = (Matrix){.rows = a->rows, .cols = b->rows};
    for (int y = 0; y < a->rows; y++) {
        for (int x = 0; x < b->rows; x++) {
            for (int k = 0; k < a->cols; k++) out->at[y][x] += a->at[y][k] * b->at[x][k];
        }
    }
}

void matrix_add(Matrix *out, const Matrix *a) {
    assert(out->rows == a->rows && out->cols == a->cols);
    for (int y = 0; y < a->rows; y++) {
        for (int x = 0; x < a->cols; x++) out->at[y][x] += a->at[y][x];
    }
}

double matrix_distance(const Matrix *a, const Matrix *b) {
    assert(a->rows == b->rows && a->cols == b->cols);
    double most = 0;
    for (int y = 0; y < a->rows; y++) {
        for (int x = 0; x < a->cols; x++) {
            double gap = fabs(a->at[y][x] - b->at[y][x]);
            if (gap > most || isnan(gap)) most = gap;
        }
    }
    return most;
}
