// The less and the greater of two whole numbers, one kept between two, and a window moved along a row.
#ifndef LOOKBACK_BASE_INT_H
#define LOOKBACK_BASE_INT_H

static inline int int_least(int a, int b) {
    return a < b ? a : b;
}

static inline int int_most(int a, int b) {
    return a > b ? a : b;
}

// low where high is below it.
static inline int int_clamp(int value, int low, int high) {
    return int_most(low, int_least(value, high));
}

// The first of the `fit` places out of n that are shown: around `at`, and within the n.
static inline int int_window_first(int n, int fit, int at) {
    return int_most(0, int_least(at - fit / 2, n - fit));
}

#endif
