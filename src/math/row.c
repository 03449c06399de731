#include "math/row.h"

#include "math/wide.h"

#include <math.h>
#include <string.h>

#ifdef HAS_WIDE
#include <immintrin.h>
#define HAS_F16C __builtin_cpu_supports("f16c")
#endif

enum { LANES = 16, RUN = 16 * LANES, SPAN = LANES / 2 };

// LANES numbers at once: the compiler makes of them what the processor has.
typedef float Floats __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t Ints __attribute__((vector_size(LANES * sizeof(int32_t))));
typedef uint32_t Bits __attribute__((vector_size(LANES * sizeof(uint32_t))));
typedef float HalfFloats __attribute__((vector_size(LANES / 2 * sizeof(float))));
typedef double Doubles __attribute__((vector_size(LANES / 2 * sizeof(double))));
typedef int64_t Longs __attribute__((vector_size(LANES / 2 * sizeof(int64_t))));

#define UNIT 0x1p23f // of logarithms: an exponent where it stands in the bits of a float is then a number of them

// log2 x = e + t·P(t) where x = 2^e·(1 + t), √½ ≤ 1 + t < √2; P is fitted to log2(1 + t)/t. For 0 it gives −127, a
// number.
static inline void log2_of(const Floats *x, Floats *out) {
    Ints e = (Ints)(((Bits)*x - 0x3F3504F3u) & 0xFF800000u); // 0x3F3504F3 is √½
    Floats t = (Floats)((Bits)*x - (Bits)e) - 1;
    Floats p = 0.170634523f * UNIT * t - 0.272698015f * UNIT;
    p = p * t + 0.297262609f * UNIT;
    p = p * t - 0.35896185f * UNIT;
    p = p * t + 0.480465025f * UNIT;
    p = p * t - 0.721375883f * UNIT;
    p = p * t + 1.44269967f * UNIT;
    *out = p * t + __builtin_convertvector(e, Floats);
}

static inline void widen_add(Doubles *sum, const Floats *x) {
    HalfFloats half[2];
    memcpy(half, x, sizeof half);
    *sum += __builtin_convertvector(half[0], Doubles) + __builtin_convertvector(half[1], Doubles);
}

static inline double sum_of(const Doubles *x) {
    const Doubles d = *x;
    return ((d[0] + d[4]) + (d[2] + d[6])) + ((d[1] + d[5]) + (d[3] + d[7]));
}

typedef struct Run {
    Floats sum, before, bits; // before: Σ of what sum was before each step
} Run;

static inline void add_vector(Run *r, const float *w) {
    Floats x, log2;
    memcpy(&x, w, sizeof x);
    r->before += r->sum;
    r->sum += x;
    x = (Floats)((Ints)x & (x > 0));
    log2_of(&x, &log2);
    r->bits -= x * log2;
}

typedef struct Lanes {
    Doubles sum, moment, bits;
} Lanes;

// At most RUN weights, the first of which is number `at`. Of m steps, `before` holds weight k of a lane m − 1 − k times,
// so Σ w·k = (m − 1)·sum − before.
static inline void add_run(Lanes *s, const float *w, int n, int at) {
    static const Floats LANE = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    Run r = {{0}, {0}, {0}};
    int j = 0;
    for (; j + LANES <= n; j += LANES) add_vector(&r, w + j);
    if (j < n) {
        float rest[LANES] = {0};
        memcpy(rest, w + j, (size_t)(n - j) * sizeof *w);
        add_vector(&r, rest);
        j += LANES;
    }
    Floats moment = ((float)(j - LANES) * r.sum - LANES * r.before) + LANE * r.sum;
    Doubles sum = {0};
    widen_add(&sum, &r.sum);
    s->sum += sum;
    s->moment += sum * (double)at;
    widen_add(&s->moment, &moment);
    widen_add(&s->bits, &r.bits);
}

WIDE RowSums row_sums(const float *w, int n) {
    Lanes s = {{0}, {0}, {0}};
    for (int j = 0; j < n; j += RUN) add_run(&s, w + j, n - j < RUN ? n - j : RUN, j);
    return (RowSums){sum_of(&s.sum), sum_of(&s.moment), sum_of(&s.bits) / (double)UNIT};
}

static inline void gather(Bits *any, const float *w) {
    Bits bits;
    memcpy(&bits, w, sizeof bits);
    *any |= bits;
}

WIDE bool row_is_zero_doubles(const double *w, int n) {
    uint64_t any = 0;
    for (int j = 0; j < n; j++) {
        uint64_t bits;
        memcpy(&bits, &w[j], sizeof bits);
        any |= bits;
    }
    return any << 1 == 0; // −0 is 0
}

// Whole vectors at addresses that are multiples of their size, and at both ends one that overlaps the next.
WIDE bool row_is_zero(const float *w, int n) {
    Bits any = {0};
    if (n < LANES) {
        float few[LANES] = {0};
        memcpy(few, w, (size_t)(n > 0 ? n : 0) * sizeof *w);
        gather(&any, few);
    } else {
        gather(&any, w);
        gather(&any, w + n - LANES);
        int j = LANES - (int)((uintptr_t)w / sizeof *w % LANES);
        for (; j + LANES <= n; j += LANES) gather(&any, w + j);
    }
    any <<= 1; // −0 is 0
    uint32_t all = 0;
    for (int k = 0; k < LANES; k++) all |= any[k];
    return all == 0;
}

static inline void replace(Doubles *kept, const Doubles *x, const Longs *where) {
    *kept = (Doubles)(((Longs)*x & *where) | ((Longs)*kept & ~*where));
}

WIDE RowSpan row_span(const double *w, int n) {
    Doubles sum = {0}, moment = {0}, least = sum + (double)INFINITY, most = -least, index = {0, 1, 2, 3, 4, 5, 6, 7};
    Longs zeros = {0};
    int j = 0;
    for (; j + SPAN <= n; j += SPAN) {
        Doubles x;
        memcpy(&x, w + j, sizeof x);
        sum += x;
        moment += x * index;
        index += SPAN;
        Longs below = x < least, above = x > most;
        replace(&least, &x, &below);
        replace(&most, &x, &above);
        zeros -= x == 0;
    }
    RowSpan s = {sum_of(&sum), sum_of(&moment), INFINITY, -INFINITY, 0};
    for (int k = 0; k < SPAN; k++) {
        s.least = least[k] < s.least ? least[k] : s.least;
        s.most = most[k] > s.most ? most[k] : s.most;
        s.zeros += (int)zeros[k];
    }
    for (; j < n; j++) {
        s.sum += w[j];
        s.moment += w[j] * j;
        s.least = w[j] < s.least ? w[j] : s.least;
        s.most = w[j] > s.most ? w[j] : s.most;
        s.zeros += w[j] == 0;
    }
    return s;
}

WIDE void row_raise(float *restrict most, const float *restrict w, int n) {
    for (int j = 0; j < n; j++) most[j] = w[j] > most[j] ? w[j] : most[j];
}

typedef uint16_t Halves __attribute__((vector_size(LANES * sizeof(uint16_t))));

// The exponent moves from bias 15 to 127. Halves below 2^-14 are whole numbers of 2^-24; they are converted as such,
// since a processor is slow where floats below 2^-126 come up on the way.
static inline void widen_f16(const uint16_t *in, float *out) {
    Halves half;
    memcpy(&half, in, sizeof half);
    Bits h = __builtin_convertvector(half, Bits), rest = (h & 0x7FFFu) << 13;
    Ints exponent = (Ints)(h & 0x7C00u);
    Bits small = (Bits)(__builtin_convertvector((Ints)(h & 0x3FFu), Floats) * 0x1p-24f);
    Bits common = rest + (112u << 23), endless = rest | 0x7F800000u;
    Bits is_small = (Bits)(exponent == 0), is_endless = (Bits)(exponent == 0x7C00);
    Bits all = (h & 0x8000u) << 16 | (is_small & small) | (is_endless & endless) | (~is_small & ~is_endless & common);
    memcpy(out, &all, sizeof all);
}

static inline void widen_bf16(const uint16_t *in, float *out) {
    Halves half;
    memcpy(&half, in, sizeof half);
    Bits all = __builtin_convertvector(half, Bits) << 16;
    memcpy(out, &all, sizeof all);
}

#ifdef HAS_F16C
// By the processor's own instruction, in steps of 8. Returns how many of n that are.
__attribute__((target("avx,f16c"))) static int widen_most(const uint16_t *in, float *out, int n) {
    int j = 0;
    for (; j + 8 <= n; j += 8)
        _mm256_storeu_ps(out + j, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)(in + j))));
    return j;
}
#endif

WIDE void row_from_f16(const uint16_t *in, float *out, int n) {
    uint16_t rest[LANES] = {0};
    float last[LANES];
    int j = 0;
#ifdef HAS_F16C
    if (HAS_F16C) j = widen_most(in, out, n);
#endif
    for (; j + LANES <= n; j += LANES) widen_f16(in + j, out + j);
    memcpy(rest, in + j, (size_t)(n - j) * sizeof *in);
    widen_f16(rest, last);
    memcpy(out + j, last, (size_t)(n - j) * sizeof *out);
}

WIDE void row_from_bf16(const uint16_t *in, float *out, int n) {
    uint16_t rest[LANES] = {0};
    float last[LANES];
    int j = 0;
    for (; j + LANES <= n; j += LANES) widen_bf16(in + j, out + j);
    memcpy(rest, in + j, (size_t)(n - j) * sizeof *in);
    widen_bf16(rest, last);
    memcpy(out + j, last, (size_t)(n - j) * sizeof *out);
}

WIDE void row_to_doubles(const void *in, double *out, int n) {
    const char *at = in;
    for (int j = 0; j < n; j++) {
        float x;
        memcpy(&x, at + (size_t)j * sizeof x, sizeof x);
        out[j] = (double)x;
    }
}
