// How long a checkpoint takes, beside the bare matrix products of the same shapes through the same library: the floor.
// Both with the unembedding of one position. Program and floor take turns; medians, and their ratio. One thread is
// measured in processor time.
//     bench_forward DIR [THREADS [ROUNDS]]
#include "base/mem.h"
#include "base/pages.h"
#include "math/random.h"
#include "model/checkpoint.h"
#include "net/forward.h"
#include "net/pattern.h"
#include "net/readout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { ROUNDS_MAX = 99 };

typedef struct Bench {
    Checkpoint model;
    Blas blas;
    int *ids;
    float *logits;
    bool processor; // with one thread its processor time is measured: a busy machine then does not matter
} Bench;

static double now(bool processor) {
    struct timespec t;
    clock_gettime(processor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *ms, int count) {
    qsort(ms, (size_t)count, sizeof *ms, by_size);
    return ms[count / 2];
}

// ---- what is measured

typedef struct Floor {
    float *x, *qkv, *mixed, *hidden, *pattern; // [n, C], [n, 3C], [n, C], [n, F], [n, n]
    size_t len;
} Floor;

static Floor make_floor(const NetShape *s, int n) {
    size_t rows = (size_t)n, c = (size_t)s->width;
    Floor f = {.len = rows * (5 * c + (size_t)s->hidden + rows)};
    f.x = pages_new(f.len, sizeof *f.x);
    f.qkv = f.x + rows * c;
    f.mixed = f.qkv + 3 * rows * c;
    f.hidden = f.mixed + rows * c;
    f.pattern = f.hidden + rows * (size_t)s->hidden;
    Random r = {1};
    for (size_t k = 0; k < f.len; k++) f.x[k] = (float)((double)(random_next(&r) >> 40) / (1 << 24) - 0.5) * 0.01f;
    return f;
}

static void run_floor(const Bench *b, const Floor *f, int n) {
    const NetWeights *w = &b->model.weights;
    int c = w->shape.width, h = w->shape.hidden, d = c / w->shape.heads;
    for (int l = 0; l < w->shape.layers; l++) {
        blas_product(&b->blas, n, 3 * c, c, 1, (BlasMatrix){f->x, c, false},
                     (BlasMatrix){net_weights_get(w, NET_QKV, l), 3 * c, false}, 0, f->qkv, 3 * c);
        for (int head = 0; head < w->shape.heads; head++) {
            float *q = f->qkv + (size_t)head * (size_t)d;
            blas_product(&b->blas, n, n, d, 0.125f, (BlasMatrix){q, 3 * c, false}, (BlasMatrix){q + c, 3 * c, true}, 0,
                         f->pattern, n);
            blas_product(&b->blas, n, d, n, 1, (BlasMatrix){f->pattern, n, false},
                         (BlasMatrix){q + 2 * (size_t)c, 3 * c, false}, 0, f->mixed + (size_t)head * (size_t)d, c);
        }
        blas_product(&b->blas, n, c, c, 1, (BlasMatrix){f->mixed, c, false},
                     (BlasMatrix){net_weights_get(w, NET_OUT, l), c, false}, 0, f->x, c);
        blas_product(&b->blas, n, h, c, 1, (BlasMatrix){f->x, c, false},
                     (BlasMatrix){net_weights_get(w, NET_MLP_IN, l), h, false}, 0, f->hidden, h);
        blas_product(&b->blas, n, c, h, 1, (BlasMatrix){f->hidden, h, false},
                     (BlasMatrix){net_weights_get(w, NET_MLP_OUT, l), c, false}, 0, f->x, c);
        for (int k = 0; k < n * c; k++)
            f->x[k] = (float)(k % 17 - 8) * 0.01f; // so that numbers neither grow nor vanish
    }
    blas_apply(&b->blas, w->shape.vocabulary, c, net_weights_get(w, NET_UNEMBED, 0), f->x, b->logits);
}

static void run_model(const Bench *b, int n) {
    Error err;
    NetRun run;
    NetLevers levers = net_levers();
    if (!net_run_start(&run, &b->model.weights, &b->blas, b->ids, n, &levers, &err)) exit(1);
    net_run_finish(&run);
    net_logits(&run, b->model.config.shape.layers, n - 1, b->logits);
    net_run_free(&run);
}

// Every pattern made once, as a picture of all heads would.
static double run_patterns(const Bench *b, int n) {
    Error err;
    NetRun run;
    NetLevers levers = net_levers();
    const NetShape *s = &b->model.config.shape;
    if (!net_run_start(&run, &b->model.weights, &b->blas, b->ids, n, &levers, &err)) exit(1);
    net_run_finish(&run);
    float *pattern = pages_new((size_t)n * (size_t)n, sizeof *pattern);
    double from = now(b->processor);
    for (int l = 0; l < s->layers; l++) {
        for (int h = 0; h < s->heads; h++) net_pattern(&run, NULL, l, h, pattern);
    }
    double ms = now(b->processor) - from;
    pages_free(pattern, (size_t)n * (size_t)n, sizeof *pattern);
    net_run_free(&run);
    return ms;
}

// Running again with a head of the last layer cut out.
static double run_fork(const Bench *b, int n) {
    Error err;
    NetRun run, fork;
    NetLevers levers = net_levers();
    if (!net_run_start(&run, &b->model.weights, &b->blas, b->ids, n, &levers, &err)) exit(1);
    net_run_finish(&run);
    net_levers_toggle(&levers, (NetCut){.kind = NET_CUT_ZERO, .layer = b->model.config.shape.layers - 1, .head = 0});
    double from = now(b->processor);
    net_run_fork(&fork, &run, &levers);
    net_run_finish(&fork);
    net_logits(&fork, b->model.config.shape.layers, n - 1, b->logits);
    double ms = now(b->processor) - from;
    net_run_free(&fork);
    net_run_free(&run);
    return ms;
}

static void compare(const Bench *b, int n, int rounds) {
    double model[ROUNDS_MAX], bare[ROUNDS_MAX];
    Floor f = make_floor(&b->model.config.shape, n);
    run_model(b, n); // once for the caches and the mapped pages
    run_floor(b, &f, n);
    for (int k = 0; k < rounds; k++) {
        double from = now(b->processor);
        run_floor(b, &f, n);
        bare[k] = now(b->processor) - from;
        from = now(b->processor);
        run_model(b, n);
        model[k] = now(b->processor) - from;
    }
    double m = median(model, rounds), least = median(bare, rounds);
    printf(
        "n %4d   model %8.1f ms   products %8.1f ms   ratio %.2f   all patterns %7.1f ms   last layer again %6.1f ms\n",
        n, m, least, m / least, run_patterns(b, n), run_fork(b, n));
    fflush(stdout);
    pages_free(f.x, f.len, sizeof *f.x);
}

int main(int argc, char **argv) {
    static const int SIZES[] = {16, 64, 256, 1024};
    Bench b = {0};
    Error err;
    int threads = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 1, rounds = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 5;
    const char *only = getenv("BENCH_N");
    if (argc < 2 || rounds < 1 || rounds > ROUNDS_MAX) {
        fputs("usage: bench_forward DIR [THREADS [ROUNDS]]\n", stderr);
        return 2;
    }
    if (!checkpoint_load(&b.model, argv[1], &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    b.processor = threads == 1;
    blas_open(&b.blas, threads);
    printf("%s, %d thread%s, %.0f MB of weights\n", b.blas.library ? b.blas.name : "own loops", threads,
           threads == 1 ? "" : "s", (double)b.model.bytes / 1e6);
    const NetShape *s = &b.model.config.shape;
    b.ids = MEM_NEW(int, (size_t)s->positions);
    b.logits = MEM_NEW(float, (size_t)s->vocabulary);
    Random r = {3};
    for (int i = 0; i < s->positions; i++) b.ids[i] = (int)(random_next(&r) % (uint64_t)s->vocabulary);
    if (only) {
        run_model(&b, (int)strtol(only, NULL, 10));
    } else {
        for (int k = 0; k < 4 && SIZES[k] <= s->positions; k++) compare(&b, SIZES[k], rounds);
    }
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    printf("peak memory %.0f MB, %.2f times the weights%s\n", (double)used.ru_maxrss / 1024,
           (double)used.ru_maxrss * 1024 / (double)b.model.bytes, only ? "" : " (with the floor's own)");
    free(b.ids);
    free(b.logits);
    blas_close(&b.blas);
    checkpoint_free(&b.model);
    return 0;
}
