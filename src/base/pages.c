#include "base/pages.h"

#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

static const size_t LARGE = (size_t)1 << 21;

static size_t length_of(size_t count, size_t size) {
    if (size && count > (SIZE_MAX - LARGE) / size) mem_abort();
    return count * size;
}

// The mapping is made larger than asked for by a large page, so that it can begin at the boundary of one; what lies
// outside is given back.
static void *map_aligned(size_t len) {
    size_t whole = (len + LARGE - 1) / LARGE * LARGE;
    char *at = mmap(NULL, whole + LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) mem_abort();
    size_t before = (LARGE - (uintptr_t)at % LARGE) % LARGE;
    if (before) munmap(at, before);
    munmap(at + before + whole, LARGE - before);
    madvise(at + before, whole, MADV_HUGEPAGE); // a wish: where it is not heard, all works the same
    return at + before;
}

void *pages_new(size_t count, size_t size) {
    size_t len = length_of(count, size);
    return len >= 2 * LARGE ? map_aligned(len) : mem_new_aligned(len); // less is not worth a mapping of its own
}

void pages_free(void *pages, size_t count, size_t size) {
    size_t len = length_of(count, size);
    if (!pages) return;
    if (len >= 2 * LARGE) munmap(pages, (len + LARGE - 1) / LARGE * LARGE);
    else free(pages);
}
