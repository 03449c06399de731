#include "math/nn.h"

#include <math.h>

void nn_softmax(const double *in, double *out, int n) {
    double most = -INFINITY, sum = 0;
    for (int j = 0; j < n; j++) {
        if (in[j] > most || isnan(in[j])) most = in[j];
    }
    for (int j = 0; j < n; j++) {
        out[j] = in[j] == -INFINITY ? 0 : exp(in[j] - most);
        sum += out[j];
    }
    for (int j = 0; j < n && sum != 0; j++) out[j] /= sum;
}

double nn_entropy_bits(const double *p, int n) {
    double bits = 0;
    for (int j = 0; j < n; j++) {
        if (p[j] != 0) bits -= p[j] * log2(p[j]);
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
