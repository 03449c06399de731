#include "net/alone.h"

#include "base/mem.h"
#include "base/pages.h"
#include "net/pattern.h"
#include "net/values.h"

#include <stdlib.h>
#include <string.h>

static int width_of(const NetRun *run) {
    return run->w->shape.width / run->w->shape.heads;
}

// Whether they bear on the head looked at.
static bool bears(const NetLevers *levers, const NetRun *of) {
    return !levers->mask || levers->divisor > 0 || levers->apart != of->levers.apart;
}

bool net_alone_changes(const NetLevers *levers, const NetRun *of) {
    return bears(levers, of) || levers->cuts > 0;
}

void net_alone_free(NetAlone *a) {
    for (int k = 0; k < a->exchanges; k++) free(a->exchange[k].mixed);
    net_run_free(&a->run);
    *a = (NetAlone){0};
}

// ---- start

static void add_head(NetAlone *a, int layer, int head) {
    for (int k = 0; k < a->exchanges; k++) {
        if (a->exchange[k].layer == layer && a->exchange[k].head == head) return;
    }
    a->exchange[a->exchanges++] = (NetExchange){layer, head, NULL};
}

// The run itself, with an end of its own.
static NetRun make_run(const NetRun *of, const NetAlone *a) {
    size_t layers = (size_t)of->w->shape.layers, n = (size_t)of->n, end = n * (size_t)of->w->shape.width;
    NetRun run = {.w = of->w, .blas = of->blas, .levers = of->levers, .n = of->n, .bad_layer = -1, .alone = a,
                  .front = of->front};
    run.done = run.own = of->done;
    run.ids = MEM_NEW(int, n);
    run.input = MEM_NEW(float *, layers + 1);
    run.qk = MEM_NEW(float *, layers);
    memcpy(run.ids, of->ids, n * sizeof *run.ids);
    memcpy(run.input, of->input, (layers + 1) * sizeof *run.input);
    memcpy(run.qk, of->qk, layers * sizeof *run.qk);
    run.block_len = end;
    run.input[layers] = run.block = pages_new(end, sizeof *run.block);
    memcpy(run.block, of->input[layers], end * sizeof *run.block);
    return run;
}

void net_alone_start(NetAlone *a, const NetRun *of, const NetLevers *levers, int layer, int head) {
    net_alone_free(a);
    a->of = of;
    a->levers = *levers;
    a->layer = layer, a->head = head;
    for (int k = 0; k < levers->cuts; k++) add_head(a, levers->cut[k].layer, levers->cut[k].head);
    if (bears(levers, of)) add_head(a, layer, head);
    a->run = make_run(of, a);
}

// ---- one head

// The levers as they bear on a head: those of the run, and over them its own.
static NetLevers levers_for(const NetAlone *a, int layer, int head) {
    NetLevers out = a->levers;
    const NetLevers *run = &a->of->levers;
    if (layer != a->layer || head != a->head)
        out.mask = run->mask, out.divisor = run->divisor, out.apart = run->apart;
    else
        out.mask = out.mask && run->mask, out.divisor = out.divisor > 0 ? out.divisor : run->divisor;
    for (int k = 0; k < run->cuts && out.cuts < NET_CUTS_MAX; k++)
        out.cut[out.cuts++] = run->cut[k]; // the first counts
    return out;
}

// Over the text: a row in front of it stays as it is.
static void make_mean(float *mixed, int n, int d) {
    for (int e = 0; e < d; e++) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += (double)mixed[(size_t)i * (size_t)d + (size_t)e];
        for (int i = 0; i < n; i++) mixed[(size_t)i * (size_t)d + (size_t)e] = (float)(sum / n);
    }
}

// What the head passes on at every position, [n, D], under levers. out holds zeros. pattern: [n, n], scratch.
static void mix(const NetRun *run, const NetLevers *levers, int layer, int head, const float *value, float *pattern,
                float *out) {
    int n = run->n, d = width_of(run);
    const NetCut *cut = net_levers_head(levers, layer, head);
    if (cut && cut->kind == NET_CUT_ZERO) return;
    net_pattern(run, levers, layer, head, pattern);
    blas_product(run->blas, n, d, n, 1, (BlasMatrix){pattern, n, false}, (BlasMatrix){value, d, false}, 0, out, d);
    if (cut) make_mean(out + (size_t)run->front * (size_t)d, n - run->front, d);
}

bool net_alone_step(NetAlone *a) {
    if (a->done >= a->exchanges) return false;
    const NetRun *of = a->of;
    NetExchange *x = &a->exchange[a->done++];
    size_t n = (size_t)of->n, c = (size_t)of->w->shape.width, d = (size_t)width_of(of), len = n * (2 * d + n);
    NetLevers levers = levers_for(a, x->layer, x->head);
    float *value = pages_new(len, sizeof *value), *was = value + n * d, *pattern = was + n * d;
    net_values(of, x->layer, x->head, value);
    x->mixed = MEM_NEW(float, n *d);
    mix(of, &levers, x->layer, x->head, value, pattern, x->mixed);
    mix(of, &of->levers, x->layer, x->head, value, pattern, was);
    for (size_t k = 0; k < n * d; k++) was[k] = x->mixed[k] - was[k];
    const float *out = net_weights_get(of->w, NET_OUT, x->layer) + (size_t)x->head * d * c;
    blas_product(of->blas, of->n, (int)c, (int)d, 1, (BlasMatrix){was, (int)d, false}, (BlasMatrix){out, (int)c, false},
                 1, a->run.block, (int)c);
    pages_free(value, len, sizeof *value);
    return a->done < a->exchanges;
}

const float *net_alone_mixed(const NetAlone *a, int layer, int head, int i) {
    for (int k = 0; k < a->done; k++) {
        const NetExchange *x = &a->exchange[k];
        if (x->layer == layer && x->head == head) return x->mixed + (size_t)i * (size_t)width_of(a->of);
    }
    return NULL;
}
