#include "math/nn.h"

#include "math/wide.h"

#include <math.h>
#include <stdbool.h>

// Four at a time: one after the other, each step would wait for the last.
static double largest(const double *in, int n) {
    double most[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    int j = 0;
    for (; j + 4 <= n; j += 4) {
        for (int k = 0; k < 4; k++) most[k] = in[j + k] > most[k] ? in[j + k] : most[k];
    }
    for (; j < n; j++) most[0] = in[j] > most[0] ? in[j] : most[0];
    for (int k = 1; k < 4; k++) most[0] = most[k] > most[0] ? most[k] : most[0];
    return most[0];
}

static double total(const double *in, int n) {
    double sum[4] = {0};
    int j = 0;
    for (; j + 4 <= n; j += 4) {
        for (int k = 0; k < 4; k++) sum[k] += in[j + k];
    }
    for (; j < n; j++) sum[0] += in[j];
    return sum[0] + sum[1] + (sum[2] + sum[3]);
}

// ---- few values

enum { LEVELS = 6, BLOCK = 128 };

// The values of a row and how often each comes, as long as they are few: rules make such rows.
typedef struct Levels {
    int used, count[LEVELS];
    double value[LEVELS];
} Levels;

static inline int count_equal(const double *in, int n, double value) {
    int count = 0;
    for (int j = 0; j < n; j++) count += in[j] == value;
    return count;
}

static inline bool has_level(const Levels *l, double value) {
    for (int k = 0; k < l->used; k++) {
        if (l->value[k] == value) return true;
    }
    return false;
}

// False when there are more than LEVELS, or a NaN.
static inline bool add_block(Levels *l, const double *in, int n) {
    int known = 0;
    for (int k = 0; k < l->used && known < n; k++) {
        int count = count_equal(in, n, l->value[k]);
        l->count[k] += count;
        known += count;
    }
    for (int j = 0; j < n && known < n && l->used < LEVELS; j++) {
        if (has_level(l, in[j])) continue;
        l->value[l->used] = in[j];
        known += l->count[l->used++] = count_equal(in, n, in[j]);
    }
    return known == n;
}

WIDE static bool find_levels(Levels *l, const double *in, int n) {
    l->used = 0;
    bool few = true;
    for (int j = 0; j < n && few; j += BLOCK) few = add_block(l, in + j, n - j < BLOCK ? n - j : BLOCK);
    return few;
}

// ---- softmax and entropy

typedef struct Power {
    double of, is; // e^(of − max)
} Power;

void nn_softmax(const double *in, double *out, int n) {
    double most = largest(in, n);
    Power last = {-INFINITY, 0}, before = {most, 1}; // of few values most come up again at once
    for (int j = 0; j < n; j++) {
        if (in[j] != last.of) {
            Power swap = last;
            // of a NaN a NaN, which the sum takes to all
            last = in[j] == before.of ? before : (Power){in[j], exp(in[j] - most)};
            before = swap;
        }
        out[j] = last.is;
    }
    double sum = total(out, n);
    for (int j = 0; j < n && sum != 0; j++) out[j] /= sum;
}

static const double BELOW = 50; // e^−50 of the largest power: even 1,024 of these do not change a sum in its last bit

static double sum_levels(const Levels *l, double divisor, double most) {
    double sum = 0;
    for (int k = 0; k < l->used; k++) sum += l->count[k] * exp((l->value[k] - most) / divisor);
    return sum;
}

double nn_power_sum(const double *in, int n, double divisor, double *max) {
    Levels l;
    if (find_levels(&l, in, n)) {
        *max = largest(l.value, l.used);
        return sum_levels(&l, divisor, *max);
    }
    *max = largest(in, n);
    double sum = 0, least = *max - BELOW * divisor;
    for (int j = 0; j < n; j++) {
        if (in[j] > least) sum += exp((in[j] - *max) / divisor);
    }
    return sum;
}

static double bits_of(double p) {
    return p == 0 ? 0 : -p * log2(p);
}

double nn_entropy_bits(const double *p, int n) {
    Levels l;
    double bits = 0;
    if (find_levels(&l, p, n)) {
        for (int k = 0; k < l.used; k++) bits += l.count[k] * bits_of(l.value[k]);
    } else {
        for (int j = 0; j < n; j++) bits += bits_of(p[j]);
    }
    return bits > 0 || isnan(bits) ? bits : 0; // never −0
}

void nn_layernorm(const double *in, double *out, int n, double eps) {
    double mean = 0, variance = 0;
    for (int k = 0; k < n; k++) mean += in[k] / n;
    for (int k = 0; k < n; k++) variance += (in[k] - mean) * (in[k] - mean) / n;
    for (int k = 0; k < n; k++) out[k] = (in[k] - mean) / sqrt(variance + eps);
}

double nn_softmax_slope(const double *p, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) sum += fabs(p[i] * ((i == j) - p[j]));
    }
    return sum;
}
