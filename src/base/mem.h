// Allocation that never returns NULL. Running out of memory aborts: the crash handler in tui/ restores
// the terminal first. Sizes that come from a file are checked against the file before they get here.
#ifndef LOOKBACK_BASE_MEM_H
#define LOOKBACK_BASE_MEM_H

#include <stddef.h>

// count × size zeroed bytes; aborts on overflow or when memory is out. The caller frees with free().
void *mem_new(size_t count, size_t size) __attribute__((returns_nonnull, warn_unused_result));

// Resizes to count × size bytes; what is added is not zeroed. Same promises.
void *mem_resize(void *old, size_t count, size_t size) __attribute__((returns_nonnull, warn_unused_result));

// len zeroed bytes that begin at a multiple of 64. Same promises.
void *mem_new_aligned(size_t len) __attribute__((returns_nonnull, warn_unused_result));

// Says that memory is out, and aborts.
void mem_abort(void) __attribute__((noreturn));

// A copy of len bytes with a NUL behind them. The caller frees.
char *mem_text(const char *bytes, size_t len) __attribute__((returns_nonnull, warn_unused_result));

#define MEM_NEW(Type, count) ((Type *)mem_new((count), sizeof(Type)))

#endif
