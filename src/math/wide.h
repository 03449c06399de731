// WIDE before a function makes one copy of it for each vector width; the processor picks at start-up. Where products and
// sums are not fused (-ffp-contract=off) all copies compute the same bits.
#ifndef LOOKBACK_MATH_WIDE_H
#define LOOKBACK_MATH_WIDE_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__)
#define HAS_WIDE 1
#define WIDE __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define WIDE
#endif

#endif
