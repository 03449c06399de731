#include "base/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void out_of_memory(void) {
    fputs("lookback: out of memory\n", stderr);
    abort();
}

void *mem_new(size_t count, size_t size) {
    void *p = calloc(count ? count : 1, size ? size : 1);
    if (!p) out_of_memory();
    return p;
}

void *mem_resize(void *old, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size) out_of_memory();
    size_t total = count * size;
    void *p = realloc(old, total ? total : 1);
    if (!p) out_of_memory();
    return p;
}

char *mem_text(const char *bytes, size_t len) {
    char *copy = mem_new(len + 1, 1);
    if (len) memcpy(copy, bytes, len);
    return copy;
}
