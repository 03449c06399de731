#include "math/nn.h"

#include <math.h>

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

typedef struct Power {
    double of, is; // e^((of − max) / divisor)
} Power;

double nn_powers(const double *in, double *out, int n, double divisor) {
    double most = largest(in, n);
    Power last = {-INFINITY, 0}, before = {most, 1}; // rules make runs of few values: what was worked out is used again
    for (int j = 0; j < n; j++) {
        if (in[j] != last.of) {
            Power swap = last;
            // of a NaN a NaN, which the sum takes to all
            last = in[j] == before.of ? before : (Power){in[j], exp((in[j] - most) / divisor)};
            before = swap;
        }
        out[j] = last.is;
    }
    return total(out, n);
}

void nn_softmax(const double *in, double *out, int n) {
    double sum = nn_powers(in, out, n, 1);
    for (int j = 0; j < n && sum != 0; j++) out[j] /= sum;
}

double nn_entropy_bits(const double *p, int n) {
    double bits = 0, last = 0, term = 0;
    for (int j = 0; j < n; j++) {
        if (p[j] != last) term = p[j] == 0 ? 0 : p[j] * log2(p[j]);
        last = p[j];
        bits -= term;
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
