// Large blocks of numbers, on large pages where the system has them: a first touch of a small page costs more than the
// arithmetic on what it holds.
#ifndef LOOKBACK_BASE_PAGES_H
#define LOOKBACK_BASE_PAGES_H

#include <stddef.h>

// count × size zeroed bytes, at least 64-byte aligned; aborts on overflow or when memory is out, as mem_new. Free with
// pages_free and the same numbers. Memory that is never touched is never taken.
void *pages_new(size_t count, size_t size) __attribute__((returns_nonnull, warn_unused_result));
void pages_free(void *pages, size_t count, size_t size);

#endif
