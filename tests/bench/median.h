#ifndef LOOKBACK_TESTS_BENCH_MEDIAN_H
#define LOOKBACK_TESTS_BENCH_MEDIAN_H

#include <stdlib.h>

static inline int median_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Sorts the n values.
static inline double median(double *values, int n) {
    qsort(values, (size_t)n, sizeof *values, median_compare);
    return values[n / 2];
}

#endif
