#include "math/row.h"

#include "math/wide.h"

#include <string.h>

enum { LANES = 16, BLOCK = 8 * LANES };

// LANES numbers at once: the compiler makes of them what the processor has.
typedef float Floats __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t Ints __attribute__((vector_size(LANES * sizeof(int32_t))));
typedef uint32_t Bits __attribute__((vector_size(LANES * sizeof(uint32_t))));

// log2 x = e + t·P(t) where x = 2^e·(1 + t), √½ ≤ 1 + t < √2; P is fitted to log2(1 + t)/t. For 0 it gives −127, a
// number.
static inline void log2_of(const Floats *x, Floats *out) {
    Bits bits = (Bits)*x;
    Ints e = (Ints)(bits - 0x3F3504F3u) >> 23; // 0x3F3504F3 is √½
    Floats t = (Floats)(bits - ((Bits)e << 23)) - 1;
    Floats p = 0.126148466f * t - 0.207421035f;
    p = p * t + 0.215669859f;
    p = p * t - 0.23892034f;
    p = p * t + 0.287918324f;
    p = p * t - 0.360704828f;
    p = p * t + 0.48091061f;
    p = p * t - 0.721347333f;
    p = p * t + 1.442695f;
    *out = __builtin_convertvector(e, Floats) + t * p;
}

static inline double sum_lanes(const Floats *lanes) {
    double sum = 0;
    for (int k = 0; k < LANES; k++) sum += (double)(*lanes)[k];
    return sum;
}

// BLOCK weights; at: the index of the first.
static inline void add_block(RowSums *s, const float *w, int at) {
    Floats sum = {0}, moment = {0}, bits = {0}, index = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    for (int j = 0; j < BLOCK; j += LANES) {
        Floats x, log2;
        memcpy(&x, w + j, sizeof x);
        Floats own = (Floats)((Ints)x & (x > 0));
        log2_of(&own, &log2);
        sum += x;
        moment += x * index;
        bits -= own * log2;
        index += LANES;
    }
    double mass = sum_lanes(&sum);
    s->sum += mass;
    s->moment += sum_lanes(&moment) + mass * at;
    s->bits += sum_lanes(&bits);
}

WIDE RowSums row_sums(const float *w, int n) {
    RowSums s = {0, 0, 0};
    int j = 0;
    for (; j + BLOCK <= n; j += BLOCK) add_block(&s, w + j, j);
    if (j < n) {
        float rest[BLOCK] = {0};
        memcpy(rest, w + j, (size_t)(n - j) * sizeof *w);
        add_block(&s, rest, j);
    }
    return s;
}

WIDE bool row_is_zero(const float *w, int n) {
    uint32_t any = 0;
    for (int j = 0; j < n; j++) {
        uint32_t bits;
        memcpy(&bits, &w[j], sizeof bits);
        any |= bits << 1; // −0 is 0
    }
    return any == 0;
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

WIDE void row_from_f16(const uint16_t *in, float *out, int n) {
    uint16_t rest[LANES] = {0};
    float last[LANES];
    int j = 0;
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
