// Direct logit attribution (net/readout.h).
#include "base/mem.h"
#include "net/alone.h"
#include "net/readout.h"
#include "net/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What the final norm makes of a part of the stream, read off by the unembedding: the stream's own size divides, its
// mean is taken away part by part (the mean of a sum is the sum of the means).
typedef struct Reading {
    double *direction; // [C]: gain · (u_a − u_b)
    double sum;        // of direction
    double size;       // √(variance + eps) of the whole stream at this position
    int width;
} Reading;

static double read_part(const Reading *r, const float *part) {
    double dot = 0, mean = 0;
    for (int k = 0; k < r->width; k++) {
        dot += r->direction[k] * (double)part[k];
        mean += (double)part[k] / r->width;
    }
    return (dot - mean * r->sum) / r->size;
}

static double size_of(const float *x, int n, double eps) {
    double mean = 0, variance = 0;
    for (int k = 0; k < n; k++) mean += (double)x[k] / n;
    for (int k = 0; k < n; k++) variance += ((double)x[k] - mean) * ((double)x[k] - mean) / n;
    return sqrt(variance + eps);
}

static Reading start_reading(const NetRun *run, int i, int a, int b, double *final_bias) {
    const NetShape *s = &run->w->shape;
    size_t c = (size_t)s->width;
    const float *unembed = net_weights_get(run->w, NET_UNEMBED, 0), *gain = net_weights_get(run->w, NET_LNF_GAIN, 0),
                *bias = net_weights_get(run->w, NET_LNF_BIAS, 0);
    Reading r = {MEM_NEW(double, c), 0, size_of(net_residual(run, s->layers, i), s->width, (double)s->eps), s->width};
    *final_bias = 0;
    for (size_t k = 0; k < c; k++) {
        double u = (double)unembed[(size_t)a * c + k] - (b < 0 ? 0 : (double)unembed[(size_t)b * c + k]);
        r.direction[k] = u * (double)gain[k];
        r.sum += r.direction[k];
        *final_bias += u * (double)bias[k];
    }
    return r;
}

static void read_layer(const NetRun *run, const Reading *r, int layer, int i, NetDirect *out) {
    const NetShape *s = &run->w->shape;
    const NetRun *whole = run->alone ? run->alone->of : run; // what the layer itself saw and did
    float *mixed = MEM_NEW(float, 2 * (size_t)s->width), *part = mixed + s->width;
    net_mixed(whole, layer, i, mixed);
    double attention = out->bias[layer] = read_part(r, net_weights_get(run->w, NET_OUT_BIAS, layer));
    for (int h = 0; h < s->heads; h++) {
        net_head_output(run, layer, h, mixed, part);
        attention += out->head[layer * s->heads + h] = read_part(r, part);
        const float *instead = run->alone ? net_alone_mixed(run->alone, layer, h, i) : NULL;
        if (!instead) continue;
        memcpy(mixed + h * (s->width / s->heads), instead, (size_t)(s->width / s->heads) * sizeof *mixed);
        net_head_output(run, layer, h, mixed, part);
        out->head[layer * s->heads + h] = read_part(r, part);
    }
    const float *before = net_residual(whole, layer, i), *after = net_residual(whole, layer + 1, i);
    for (int k = 0; k < s->width; k++) part[k] = after[k] - before[k];
    out->mlp[layer] = read_part(r, part) - attention;
    free(mixed);
}

void net_direct(const NetRun *run, int i, int a, int b, NetDirect *out) {
    const NetShape *s = &run->w->shape;
    out->head = mem_resize(out->head, (size_t)s->layers * (size_t)s->heads, sizeof *out->head);
    out->bias = mem_resize(out->bias, (size_t)s->layers, sizeof *out->bias);
    out->mlp = mem_resize(out->mlp, (size_t)s->layers, sizeof *out->mlp);
    Reading r = start_reading(run, i, a, b, &out->final_bias);
    out->embedding = read_part(&r, net_residual(run, 0, i));
    for (int layer = 0; layer < s->layers; layer++) read_layer(run, &r, layer, i, out);
    free(r.direction);
}

void net_direct_free(NetDirect *direct) {
    free(direct->head);
    free(direct->bias);
    free(direct->mlp);
    *direct = (NetDirect){0};
}
