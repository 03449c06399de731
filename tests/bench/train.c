// What a step of training costs beside the bare matrix products it is made of, through the same BLAS: process time, the
// least of many. `train.py` runs this beside PyTorch.
//
//     bench_train HIDDEN REPETITIONS        prints: milliseconds of a step, of its products
#include "base/mem.h"
#include "net/train.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct Bench {
    Blas blas;
    NetTrain train;
    float *a, *b, *c;
} Bench;

static double process_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

// out = in·W, dW = inᵀ·dout, din = dout·Wᵀ
static void layer_products(const Bench *x, int n, int rows, int cols) {
    blas_product(&x->blas, n, cols, rows, 1, (BlasMatrix){x->a, rows, false}, (BlasMatrix){x->b, cols, false}, 0, x->c,
                 cols);
    blas_product(&x->blas, rows, cols, n, 1, (BlasMatrix){x->a, rows, true}, (BlasMatrix){x->c, cols, false}, 0, x->b,
                 cols);
    blas_product(&x->blas, n, rows, cols, 1, (BlasMatrix){x->c, cols, false}, (BlasMatrix){x->b, cols, true}, 0, x->a,
                 rows);
}

// q·kᵀ and A·v of one head of one sequence, and the four on the way back.
static void head_products(const Bench *x, int t, int d, int c) {
    BlasMatrix q = {x->a, 3 * c, false}, k = {x->a + c, 3 * c, false}, qt = {x->a, 3 * c, true}, s = {x->c, t, false},
               st = {x->c, t, true};
    BlasMatrix rows = {x->b, c, false};
    blas_product(&x->blas, t, t, d, 1, q, qt, 0, x->c, t);
    blas_product(&x->blas, t, d, t, 1, s, k, 0, x->b, c);
    blas_product(&x->blas, t, t, d, 1, rows, qt, 0, x->c, t);
    blas_product(&x->blas, t, d, t, 1, st, rows, 0, x->b + t * c, c);
    blas_product(&x->blas, t, d, t, 1, s, k, 0, x->b + t * c, c);
    blas_product(&x->blas, t, d, t, 1, st, q, 0, x->b + t * c, c);
}

static void all_products(const Bench *x) {
    const NetShape *s = &x->train.weights.shape;
    int c = s->width, t = s->positions, n = x->train.recipe.batch * t;
    for (int l = 0; l < s->layers; l++) {
        layer_products(x, n, c, 3 * c);
        for (int k = 0; k < x->train.recipe.batch * s->heads; k++) head_products(x, t, c / s->heads, c);
        layer_products(x, n, c, c);
        layer_products(x, n, c, s->hidden);
        layer_products(x, n, s->hidden, c);
    }
    layer_products(x, n, c, s->vocabulary);
}

int main(int argc, char **argv) {
    Bench x = {0};
    NetRecipe recipe = net_recipe();
    Error err;
    if (argc > 1) recipe.hidden = (int)strtol(argv[1], NULL, 10);
    long repetitions = argc > 2 ? strtol(argv[2], NULL, 10) : 50;
    double step = 1e9, products = 1e9;
    if (!net_recipe_check(&recipe, &err)) return 1;
    blas_open(&x.blas, 1);
    net_train_init(&x.train, &recipe, &x.blas);
    size_t most =
        (size_t)recipe.batch * (1 + (size_t)recipe.context) * (3 * (size_t)recipe.width + (size_t)recipe.hidden + 256);
    x.a = MEM_NEW(float, most);
    x.b = MEM_NEW(float, most);
    x.c = MEM_NEW(float, most);
    for (long k = 0; k < repetitions; k++) {
        double start = process_ms();
        if (!net_train_step(&x.train, &err)) return 1;
        double between = process_ms();
        all_products(&x);
        double end = process_ms();
        step = between - start < step ? between - start : step;
        products = end - between < products ? end - between : products;
    }
    printf("%.3f %.3f\n", step, products);
    net_train_free(&x.train);
    blas_close(&x.blas);
    free(x.a);
    free(x.b);
    free(x.c);
    return 0;
}
