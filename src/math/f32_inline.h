// What the kernels of f32.c and f32_back.c share; for those two files alone.
#ifndef LOOKBACK_MATH_F32_INLINE_H
#define LOOKBACK_MATH_F32_INLINE_H

#include "math/wide.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { LANES = 16 };

// For gcc: leaves a loop of few turns a loop until it is made of vectors.
#define ALONG _Pragma("GCC unroll 1")

static inline float sum_lanes(float *lane) {
    for (int k = 0; k < 8; k++) lane[k] += lane[k + 8];
    for (int k = 0; k < 4; k++) lane[k] += lane[k + 4];
    for (int k = 0; k < 2; k++) lane[k] += lane[k + 2];
    return lane[0] + lane[1];
}

static inline float greatest_lane(float *lane) {
    for (int k = 0; k < 8; k++) lane[k] = lane[k + 8] > lane[k] ? lane[k + 8] : lane[k];
    for (int k = 0; k < 4; k++) lane[k] = lane[k + 4] > lane[k] ? lane[k + 4] : lane[k];
    for (int k = 0; k < 2; k++) lane[k] = lane[k + 2] > lane[k] ? lane[k + 2] : lane[k];
    return lane[1] > lane[0] ? lane[1] : lane[0];
}

static inline float from_bits(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static inline uint32_t to_bits(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

// e^x to 2 units in the last place for −87 ≤ x ≤ 88, beyond that as at the border; NaN stays NaN. x = n·ln 2 + r with
// |r| ≤ ln 2 / 2, e^r by its Taylor series to r⁷ (error below 1e-8). Adding 1.5·2²³ rounds to a whole number, which
// then stands in the low bits.
static inline float exp_of(float x) {
    static const float MAGIC = 12582912.0f, LN2_HIGH = 0.693359375f, LN2_LOW = -2.12194440e-4f;
    x = x < -87 ? -87 : x;
    x = x > 88 ? 88 : x;
    float shifted = x * 1.44269504f + MAGIC, whole = shifted - MAGIC;
    float r = x - whole * LN2_HIGH - whole * LN2_LOW;
    float p = 1.0f / 5040;
    p = p * r + 1.0f / 720;
    p = p * r + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    p = p * r + 1;
    p = p * r + 1;
    return p * from_bits((to_bits(shifted) - to_bits(MAGIC) + 127u) << 23);
}

static inline float greatest(const float *x, int n) {
    float lane[LANES];
    for (int k = 0; k < LANES; k++) lane[k] = -INFINITY;
    int j = 0;
    for (; j + LANES <= n; j += LANES) {
        for (int k = 0; k < LANES; k++) lane[k] = x[j + k] > lane[k] ? x[j + k] : lane[k];
    }
    for (int k = 0; j + k < n; k++) lane[k] = x[j + k] > lane[k] ? x[j + k] : lane[k];
    return greatest_lane(lane);
}

#endif
