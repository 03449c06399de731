#include "math/nn.h"

#include <math.h>

void nn_softmax(const double *in, double *out, int n) {
    double most = -INFINITY, sum = 0;
    for (int j = 0; j < n; j++) {
        if (in[j] > most || isnan(in[j])) most = in[j];
    }
    double last = -INFINITY, power = 0; // a run of equal entries, as rules make them, takes one exp
    for (int j = 0; j < n; j++) {
        if (in[j] != last) {
            last = in[j];
            power = last == -INFINITY ? 0 : exp(last - most);
        }
        out[j] = power;
        sum += power;
    }
    for (int j = 0; j < n && sum != 0; j++) out[j] /= sum;
}

double nn_entropy_bits(const double *p, int n) {
    double bits = 0, last = 0, term = 0;
    for (int j = 0; j < n; j++) {
        if (p[j] != last) {
            last = p[j];
            term = last == 0 ? 0 : last * log2(last);
        }
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
