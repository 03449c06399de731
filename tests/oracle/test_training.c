// Losses and gradients of whole batches against PyTorch's in double precision (train.py), and the optimiser's steps.
#include "base/mem.h"
#include "math/f32_back.h"
#include "model/safetensors.h"
#include "net/block.h"
#include "net/train.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 3 };

static Table reference;

static int open_reference(void **state) {
    Error err;
    (void)state;
    bool ok =
        file_map_open(ORACLE_DATA "/train.safetensors", &reference.file, &err) && safetensors_read(&reference, &err);
    if (!ok) print_error("%s\n", err.text);
    return ok ? 0 : -1;
}

static int close_reference(void **state) {
    (void)state;
    table_free(&reference);
    return 0;
}

static void *read_all(const char *name, size_t *count) {
    Error err;
    const Tensor *t = table_find(&reference, name);
    if (!t) fail_msg("no tensor %s", name);
    void *out = mem_new((size_t)t->size, 1);
    *count = (size_t)t->size / 4;
    if (!table_read(&reference, t, 0, out, (size_t)t->size, &err)) fail_msg("%s", err.text);
    return out;
}

static float *read_of(const char *of, const char *name, size_t *count) {
    char full[64];
    snprintf(full, sizeof full, "%s.%s", of, name);
    return read_all(full, count);
}

static void check_case(const char *name, const NetRecipe *recipe, const Blas *blas) {
    NetTrain t;
    size_t count, n;
    const int period[ROWS] = {0, 5, 12};
    net_train_init(&t, recipe, blas);
    float *numbers = read_of(name, "numbers", &count), *gradient = read_of(name, "gradient", &n),
          *loss = read_of(name, "loss", &n);
    int *ids = read_all("ids", &n);
    if (count != t.count)
        fail_msg("%zu numbers, the reference has %zu: another vocabulary? (V in train.py)", t.count, count);
    assert_int_equal(n, ROWS * t.weights.shape.positions);
    memcpy(t.state.numbers, numbers, count * sizeof *numbers);
    CHECK_NEAR(net_train_gradient(&t, ids, period, ROWS), (double)loss[0], 1e-5);
    for (size_t k = 0; k < count; k++)
        CHECK_NEAR((double)t.gradient[k], (double)gradient[k], 2e-6 + 1e-4 * fabs((double)gradient[k]));
    free(numbers);
    free(gradient);
    free(loss);
    free(ids);
    net_train_free(&t);
}

static void check_all(const Blas *blas) {
    NetRecipe plain = net_recipe();
    plain.layers = plain.heads = 2;
    plain.width = 8;
    plain.hidden = 12;
    plain.context = 24;
    plain.batch = 4;
    NetRecipe unmasked = plain, undivided = plain, lean = plain;
    unmasked.mask = false;
    undivided.divide = false;
    lean.hidden = 0;
    check_case("plain", &plain, blas);
    check_case("unmasked", &unmasked, blas);
    check_case("undivided", &undivided, blas);
    check_case("no-mlp", &lean, blas);
}

static void gradients_are_those_of_pytorch(void **state) {
    Blas none = {0}; // training takes no product from it
    (void)state;
    check_all(&none);
}

static void the_optimiser_steps_as_pytorchs_adam(void **state) {
    size_t n, all;
    (void)state;
    float *p = read_all("adam.before", &n), *slopes = read_all("adam.slopes", &all),
          *after = read_all("adam.after", &n), m[64] = {0}, v[64] = {0};
    for (size_t step = 0; step < all / n; step++) {
        double time = (double)step + 1;
        F32Adam a = {.rate = 2e-3f,
                     .beta1 = 0.9f,
                     .beta2 = 0.98f,
                     .epsilon = 1e-8f,
                     .clip = 1,
                     .fade1 = (float)(1 / (1 - pow(0.9, time))),
                     .fade2 = (float)(1 / (1 - pow(0.98, time)))};
        f32_adam(p, slopes + step * n, m, v, n, &a);
    }
    for (size_t k = 0; k < n; k++) CHECK_NEAR((double)p[k], (double)after[k], 1e-6);
    free(p);
    free(slopes);
    free(after);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_are_those_of_pytorch),
        cmocka_unit_test(the_optimiser_steps_as_pytorchs_adam),
    };
    return cmocka_run_group_tests(tests, open_reference, close_reference);
}
