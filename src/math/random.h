// Random numbers from a seed, the same on every machine: only integer arithmetic (splitmix64, Steele and others 2014).
#ifndef LOOKBACK_MATH_RANDOM_H
#define LOOKBACK_MATH_RANDOM_H

#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

static inline uint64_t random_next(Random *r) {
    uint64_t z = r->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

// Stream number `stream` of a seed: streams of one seed have nothing in common that would show.
static inline Random random_stream(uint64_t seed, uint64_t stream) {
    Random r = {seed};
    r.state = random_next(&r) ^ stream * UINT64_C(0xD1342543DE82EF95);
    r.state = random_next(&r);
    return r;
}

// Two independent bell-shaped whole numbers of mean 0, each the sum of four uniform bytes. Their variance is exactly
// RANDOM_BELL_VARIANCE = 4·(256² − 1)/12; they reach ±510, 3.45 standard deviations.
enum { RANDOM_BELL_VARIANCE = 21845 };

static inline int random_bell_of(uint32_t bytes) {
    uint32_t pairs = (bytes & 0x00FF00FF) + (bytes >> 8 & 0x00FF00FF);
    return (int)((pairs & 0xFFFF) + (pairs >> 16)) - 510;
}

static inline void random_bells(Random *r, int *a, int *b) {
    uint64_t z = random_next(r);
    *a = random_bell_of((uint32_t)z);
    *b = random_bell_of((uint32_t)(z >> 32));
}

#endif
