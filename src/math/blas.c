#include "math/blas.h"

#include "math/f32.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_MAJOR = 101, AS_IT_IS = 111, TURNED = 112 }; // of CBLAS

// A function pointer from an object pointer, which ISO C has no cast for.
static bool find(void *library, const char *name, void *function) {
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

static bool load(Blas *blas, const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
    *blas = (Blas){.library = library, .name = name};
    if (find(library, "cblas_sgemm", &blas->gemm) && find(library, "cblas_sgemv", &blas->gemv)) return true;
    blas_close(blas);
    return false;
}

// The kernels this processor could run; NULL if there is nothing better than the oldest.
static const char *best_kernels(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    if (wide) return "SkylakeX";
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "Haswell";
#endif
    return NULL;
}

// An OpenBLAS older than the processor does not know it and takes its oldest kernels, four times slower. It reads the
// wish for others when it is loaded, so it is loaded once more. Who has set OPENBLAS_CORETYPE is left in peace.
static void mend_kernels(Blas *blas) {
    static const char *const OLD[] = {"Prescott", "Core2", "Generic", "Nehalem"};
    static const char WISH[] = "OPENBLAS_CORETYPE";
    char *(*corename)(void);
    const char *best = best_kernels();
    if (!best || getenv(WISH) || !find(blas->library, "openblas_get_corename", &corename)) return;
    bool old = false;
    for (size_t k = 0; k < sizeof OLD / sizeof OLD[0]; k++) old = old || strcmp(corename(), OLD[k]) == 0;
    if (!old || setenv(WISH, best, 0) != 0) return;
    const char *name = blas->name;
    blas_close(blas);
    load(blas, name);
    unsetenv(WISH);
}

void blas_open(Blas *blas, int threads) {
    static const char *const NAMES[] = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3"};
    *blas = (Blas){0};
    for (size_t k = 0; k < sizeof NAMES / sizeof NAMES[0] && !blas->library; k++) load(blas, NAMES[k]);
    if (blas->library) mend_kernels(blas);
    int (*get_threads)(void);
    if (!blas->library || !find(blas->library, "openblas_set_num_threads", &blas->set_threads)) return;
    if (threads > 0) blas->set_threads(threads);
    if (find(blas->library, "openblas_get_num_threads", &get_threads)) blas->threads = get_threads();
}

void blas_use(const Blas *blas, int threads) {
    if (blas->set_threads && threads > 0) blas->set_threads(threads);
}

void blas_close(Blas *blas) {
    if (blas->library) dlclose(blas->library);
    *blas = (Blas){0};
}

// Rows of B that stay in the cache while all rows of A pass over them.
enum { BLOCK = 32 };

static void add_rows(int m, int n, int from, int to, float alpha, BlasMatrix a, BlasMatrix b, float *c, int ldc) {
    for (int y = 0; y < m; y++) {
        float *row = c + (size_t)y * (size_t)ldc;
        for (int j = from; j < to; j++) {
            float factor = alpha * (a.turned ? a.at[(size_t)j * (size_t)a.ld + (size_t)y]
                                             : a.at[(size_t)y * (size_t)a.ld + (size_t)j]);
            if (!b.turned) f32_add_times(row, b.at + (size_t)j * (size_t)b.ld, factor, n);
            for (int x = 0; b.turned && x < n; x++) row[x] += factor * b.at[(size_t)x * (size_t)b.ld + (size_t)j];
        }
    }
}

static void add_dots(int m, int n, int k, float alpha, BlasMatrix a, BlasMatrix b, float *c, int ldc) {
    for (int y = 0; y < m; y++) {
        const float *row = a.at + (size_t)y * (size_t)a.ld;
        for (int x = 0; x < n; x++)
            c[(size_t)y * (size_t)ldc + (size_t)x] += alpha * f32_dot(row, b.at + (size_t)x * (size_t)b.ld, k);
    }
}

void blas_product(const Blas *blas, int m, int n, int k, float alpha, BlasMatrix a, BlasMatrix b, float beta, float *c,
                  int ldc) {
    if (m <= 0 || n <= 0) return;
    if (blas->gemm) {
        blas->gemm(ROW_MAJOR, a.turned ? TURNED : AS_IT_IS, b.turned ? TURNED : AS_IT_IS, m, n, k, alpha, a.at, a.ld,
                   b.at, b.ld, beta, c, ldc);
        return;
    }
    for (int y = 0; y < m; y++) {
        float *row = c + (size_t)y * (size_t)ldc;
        for (int x = 0; x < n; x++) row[x] = beta == 0 ? 0 : beta * row[x];
    }
    if (b.turned && !a.turned) {
        add_dots(m, n, k, alpha, a, b, c, ldc);
        return;
    }
    for (int j = 0; j < k; j += BLOCK) add_rows(m, n, j, j + BLOCK < k ? j + BLOCK : k, alpha, a, b, c, ldc);
}

void blas_apply(const Blas *blas, int m, int n, const float *a, const float *x, float *y) {
    if (blas->gemv) {
        blas->gemv(ROW_MAJOR, AS_IT_IS, m, n, 1, a, n, x, 1, 0, y, 1);
        return;
    }
    for (int i = 0; i < m; i++) y[i] = f32_dot(a + (size_t)i * (size_t)n, x, n);
}
