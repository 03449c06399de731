#include "tui/pairs.h"

#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 256 };

void pairs_init(Pairs *p, int limit) {
    *p = (Pairs){.limit = limit, .size = FIRST_SIZE, .slot = MEM_NEW(PairsSlot, FIRST_SIZE)};
}

void pairs_free(Pairs *p) {
    free(p->slot);
    *p = (Pairs){0};
}

void pairs_clear(Pairs *p) {
    p->used = 0;
    memset(p->slot, 0, p->size * sizeof *p->slot);
}

// The slot that holds fg on bg, or the empty one where it belongs. There is always an empty one: at most half are used.
static PairsSlot *slot_of(const Pairs *p, int fg, int bg) {
    uint32_t hash = (uint32_t)fg * 0x9E3779B1u ^ (uint32_t)bg * 0x85EBCA77u;
    hash ^= hash >> 15;
    for (size_t at = hash & (p->size - 1);; at = (at + 1) & (p->size - 1)) {
        PairsSlot *slot = &p->slot[at];
        if (slot->number == 0 || (slot->fg == fg && slot->bg == bg)) return slot;
    }
}

static void grow(Pairs *p) {
    Pairs old = *p;
    p->size *= 2;
    p->slot = MEM_NEW(PairsSlot, p->size);
    for (size_t k = 0; k < old.size; k++) {
        if (old.slot[k].number) *slot_of(p, old.slot[k].fg, old.slot[k].bg) = old.slot[k];
    }
    free(old.slot);
}

int pairs_find(Pairs *p, int fg, int bg, bool *fresh) {
    PairsSlot *slot = slot_of(p, fg, bg);
    *fresh = slot->number == 0 && p->used < p->limit;
    if (!*fresh) return slot->number;
    *slot = (PairsSlot){fg, bg, ++p->used};
    int number = p->used;
    if ((size_t)p->used * 2 > p->size) grow(p);
    return number;
}

int pairs_find_background(const Pairs *p, int bg) {
    for (size_t k = 0; k < p->size; k++) {
        if (p->slot[k].number && p->slot[k].bg == bg) return p->slot[k].number;
    }
    return 0;
}
