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
