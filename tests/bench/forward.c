// How long a checkpoint takes, beside the bare matrix products of the same shapes through the same library (the floor)
// and beside PyTorch, eager, as it comes and tuned. All of them with the unembedding of one position, all patterns at
// hand. They take turns; medians, and their ratios. One thread is measured in processor time; two by the clock, and there
// the least is told too, since other programs can only add to it.
//
//     bench_forward [-n LENGTH] [-t THREADS] [-r ROUNDS] [DIR]    without DIR: a random one of GPT-2 small's shape, in /tmp
#include "base/mem.h"
#include "base/pages.h"
#include "bench/median.h"
#include "bench/random_model.h"
#include "bench/torch.h"
#include "math/random.h"
#include "model/checkpoint.h"
#include "net/forward.h"
#include "net/pattern.h"
#include "net/readout.h"

#include <dlfcn.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS_MAX = 99, SIZES = 4, LONGEST = 1024 };
typedef enum Who { FLOOR, MODEL, TORCH, TUNED, WHO } Who;

typedef struct Bench {
    const char *folder;
    int n, threads, rounds; // 0: all of them, or the usual
    Checkpoint model;
    Blas blas;
    int *ids;
    float *logits;
    NetRun run; // the last one: the next uses its memory, as in the program
    Torch torch[2]; // as it comes, tuned
} Bench;

typedef struct Time {
    double wall, cpu; // ms
} Time;

static Time now(void) {
    struct timespec w, c;
    clock_gettime(CLOCK_MONOTONIC, &w);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &c);
    return (Time){1e3 * (double)w.tv_sec + 1e-6 * (double)w.tv_nsec, 1e3 * (double)c.tv_sec + 1e-6 * (double)c.tv_nsec};
}

static Time since(Time from) {
    Time to = now();
    return (Time){to.wall - from.wall, to.cpu - from.cpu};
}

static void die(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
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

// Leaves the run in b->run.
static void run_model(Bench *b, int n) {
    Error err;
    NetRun run;
    NetLevers levers = net_levers();
    if (!net_run_start(&run, &b->model.weights, &b->blas, b->ids, n, &levers, &err)) die(err.text);
    net_run_inherit(&run, &b->run);
    b->run = run;
    net_run_finish(&b->run);
    net_logits(&b->run, b->model.config.shape.layers, n - 1, b->logits);
}

// Every pattern made once, as a picture of all heads would.
static void run_patterns(Bench *b, int n) {
    const NetShape *s = &b->model.config.shape;
    float *pattern = pages_new((size_t)n * (size_t)n, sizeof *pattern);
    for (int l = 0; l < s->layers; l++) {
        for (int h = 0; h < s->heads; h++) net_pattern(&b->run, NULL, l, h, pattern);
    }
    pages_free(pattern, (size_t)n * (size_t)n, sizeof *pattern);
}

// Running again with a head of the last layer cut out.
static void run_fork(Bench *b, int n) {
    NetRun fork;
    NetLevers levers = net_levers();
    net_levers_toggle(&levers, (NetCut){.kind = NET_CUT_ZERO, .layer = b->model.config.shape.layers - 1, .head = 0});
    net_run_fork(&fork, &b->run, &levers);
    net_run_finish(&fork);
    net_logits(&fork, b->model.config.shape.layers, n - 1, b->logits);
    net_run_free(&fork);
}

// ---- the table

static bool measure(Bench *b, Who who, const Floor *f, int n, Time *out) {
    double logit = 0;
    Time from = now();
    if (who == FLOOR) run_floor(b, f, n);
    else if (who == MODEL) run_model(b, n);
    else if (!torch_run(&b->torch[who - TORCH], n, &out->wall, &out->cpu, &logit)) return false;
    if (who == FLOOR || who == MODEL) *out = since(from);
    float most = b->logits[0];
    for (int k = 1; k < b->model.config.shape.vocabulary; k++) most = b->logits[k] > most ? b->logits[k] : most;
    if (who > MODEL && fabs(logit - (double)most) > 1e-3 * fabs(logit))
        printf("PyTorch's greatest logit is %.4f, the model's %.4f: not the same computation\n", logit, (double)most);
    return true;
}

static void print_ratio(double ms, double other, double to_reach) {
    if (other > 0) printf(" %5.2f (%s)", ms / other, ms / other <= to_reach ? "met" : "not met");
    else printf(" %5s      ", "-");
}

static void print_row(const double ms[WHO], int threads, int n, const char *what) {
    printf("%7d %5d %7s %10.1f %9.1f", threads, n, what, ms[FLOOR], ms[MODEL]);
    for (Who who = TORCH; who < WHO; who++) {
        if (ms[who] > 0) printf(" %9.1f", ms[who]);
        else printf(" not inst.");
    }
    print_ratio(ms[MODEL], ms[FLOOR], 1.25);
    print_ratio(ms[MODEL], ms[TUNED], 1);
}

static void compare(Bench *b, int n, int rounds) {
    double ms[WHO][ROUNDS_MAX], typical[WHO] = {0}, busy[ROUNDS_MAX];
    Floor f = make_floor(&b->model.config.shape, n);
    Time t;
    for (int k = -1; k < rounds; k++) { // first once for the caches and the mapped pages
        for (Who who = 0; who < WHO; who++) {
            bool there = measure(b, who, &f, n, &t);
            if (k >= 0) ms[who][k] = !there ? 0 : b->threads == 1 ? t.cpu : t.wall;
            if (k >= 0 && who == FLOOR) busy[k] = t.cpu / t.wall;
        }
    }
    for (Who who = 0; who < WHO; who++) typical[who] = median(ms[who], rounds);
    print_row(typical, b->threads, n, "median");
    Time from = now();
    run_patterns(b, n);
    t = since(from);
    from = now();
    run_fork(b, n);
    printf(" %8.1f %8.1f %6.2f\n", t.wall, since(from).wall, median(busy, rounds));
    for (Who who = 0; who < WHO; who++) typical[who] = ms[who][0];
    if (b->threads > 1) print_row(typical, b->threads, n, "least"), puts("");
    pages_free(f.x, f.len, sizeof *f.x);
}

// Those that the library took, "" if it does not tell.
static const char *kernels_of(const Blas *blas) {
    char *(*corename)(void) = NULL;
    void *found = blas->library ? dlsym(blas->library, "openblas_get_corename") : NULL;
    memcpy(&corename, &found, sizeof found);
    return corename ? corename() : "";
}

static void print_rows(Bench *b, int threads) {
    static const int N[SIZES] = {16, 64, 256, LONGEST};
    b->threads = threads;
    blas_open(&b->blas, threads);
    torch_start(&b->torch[0], BENCH_FOLDER "/forward.py", b->folder, threads, NULL);
    torch_start(&b->torch[1], BENCH_FOLDER "/forward.py", b->folder, threads, kernels_of(&b->blas));
    for (int k = 0; k < SIZES; k++) {
        bool fits = N[k] <= b->model.config.shape.positions;
        if (fits && (!b->n || b->n == N[k])) compare(b, N[k], b->rounds ? b->rounds : k + 1 < SIZES ? 5 : 3);
    }
    for (int k = 0; k < 2; k++) torch_stop(&b->torch[k]);
    net_run_free(&b->run);
    blas_close(&b->blas);
}

// ---- memory

// In a process of its own, before this one has touched anything: one run at the greatest length.
static void print_peak(const char *folder) {
    struct rusage used;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        Bench b = {0};
        Error err;
        if (!checkpoint_load(&b.model, folder, &err)) die(err.text);
        const NetShape *s = &b.model.config.shape;
        int n = s->positions < LONGEST ? s->positions : LONGEST;
        b.ids = MEM_NEW(int, (size_t)n);
        b.logits = MEM_NEW(float, (size_t)s->vocabulary);
        for (int i = 0; i < n; i++) b.ids[i] = i % s->vocabulary;
        blas_open(&b.blas, 1);
        run_model(&b, n);
        getrusage(RUSAGE_SELF, &used);
        double peak = 1024 * (double)used.ru_maxrss;
        printf("Weights of %.0f MB; a run over %d tokens takes %.0f MB at most: %.2f times (to reach: below 1.3)\n\n",
               (double)b.model.bytes / 1e6, n, peak / 1e6, peak / (double)b.model.bytes);
        fflush(stdout);
        _exit(0);
    }
    int status;
    if (waitpid(pid, &status, 0) != pid || status != 0) exit(1);
}

// ---- the rest

static void write_ids(const Bench *b) {
    char path[512];
    snprintf(path, sizeof path, "%s/ids.i32", b->folder);
    FILE *f = fopen(path, "wb");
    size_t n = (size_t)b->model.config.shape.positions;
    if (!f || fwrite(b->ids, sizeof *b->ids, n, f) != n || fclose(f) != 0) die(path);
}

static bool read_words(int argc, char **argv, Bench *b) {
    for (int c; (c = getopt(argc, argv, "n:t:r:")) != -1;) {
        int value = optarg ? (int)strtol(optarg, NULL, 10) : 0;
        if (c == '?' || value < 1 || (c == 'r' && value > ROUNDS_MAX)) return false;
        if (c == 'n') b->n = value;
        else if (c == 't') b->threads = value;
        else b->rounds = value;
    }
    if (optind < argc) b->folder = argv[optind];
    return optind + 1 >= argc;
}

static void print_tables(Bench *b) {
    Error err;
    print_peak(b->folder);
    if (!checkpoint_load(&b->model, b->folder, &err)) die(err.text);
    const NetShape *s = &b->model.config.shape;
    b->ids = MEM_NEW(int, (size_t)s->positions);
    b->logits = MEM_NEW(float, (size_t)s->vocabulary);
    Random r = {3};
    for (int i = 0; i < s->positions; i++) b->ids[i] = (int)(random_next(&r) % (uint64_t)s->vocabulary);
    write_ids(b);
    puts("Milliseconds; ratios of the model, to reach: at most 1.25 times the products, faster than PyTorch tuned");
    puts("threads     n           products     model   PyTorch     tuned   to products    to tuned    patterns  1 layer   busy");
    int only = b->threads;
    for (int t = 1; t <= 2; t++) {
        if (!only || only == t) print_rows(b, t);
    }
    free(b->ids);
    free(b->logits);
    checkpoint_free(&b->model);
}

int main(int argc, char **argv) {
    char made[] = "/tmp/lookback-bench-XXXXXX";
    Bench b = {0};
    Error err;
    if (!read_words(argc, argv, &b)) die("usage: bench_forward [-n LENGTH] [-t THREADS] [-r ROUNDS] [DIR]");
    signal(SIGPIPE, SIG_IGN);
    setvbuf(stdout, NULL, _IOLBF, 0); // each line as it is known
    unsetenv("OPENBLAS_CORETYPE");    // some machines carry these, and they force slow kernels
    unsetenv("OPENBLAS_L2_SIZE");
    bool own = !b.folder;
    if (own) b.folder = mkdtemp(made);
    if (!b.folder || (own && !random_model_write(b.folder, &err))) die(b.folder ? err.text : made);
    print_tables(&b);
    if (own) random_model_remove(b.folder);
    return 0;
}
