#include "base/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mem_abort(void) {
    fputs("lookback: out of memory\n", stderr);
    abort();
}

void *mem_new(size_t count, size_t size) {
    void *p = calloc(count ? count : 1, size ? size : 1);
    if (!p) mem_abort();
    return p;
}

void *mem_resize(void *old, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size) mem_abort();
    size_t total = count * size;
    void *p = realloc(old, total ? total : 1);
    if (!p) mem_abort();
    return p;
}

void *mem_new_aligned(size_t len) {
    void *p;
    if (posix_memalign(&p, 64, len ? len : 1) != 0) mem_abort();
    return memset(p, 0, len);
}

char *mem_text(const char *bytes, size_t len) {
    char *copy = mem_new(len + 1, 1);
    if (len) memcpy(copy, bytes, len);
    return copy;
}
