#include "model/capture_blocks.h"

#include "base/mem.h"
#include "math/wide.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_NUMBERS = 1 << 18, ALL_NUMBERS = 1 << 21, BLOCKS_MIN = 4, LANES = BLOCK_ROWS / 4 };

void blocks_free(Blocks *b) {
    for (int k = 0; k < BLOCKS_MAX; k++) free(b->at[k].row);
    *b = (Blocks){0};
}

static bool is_of(const Block *block, const BlockOf *of) {
    const BlockOf *is = &block->of;
    return is->part == of->part && is->layer == of->layer && is->head == of->head && is->batch == of->batch;
}

static Block *find(Blocks *b, const BlockOf *of, int query) {
    for (int k = 0; k < BLOCKS_MAX; k++) {
        Block *block = &b->at[k];
        if (query >= block->first && query - block->first < block->count && is_of(block, of)) return block;
    }
    return NULL;
}

const double *blocks_find(Blocks *b, const BlockOf *of, int query, int keys) {
    Block *block = find(b, of, query);
    if (!block) return NULL;
    block->used = ++b->clock;
    return block->row + (size_t)(query - block->first) * (size_t)keys;
}

static int clamp(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

Block *blocks_take(Blocks *b, const BlockOf *of, int query, int queries, int keys) {
    int rows = clamp(BLOCK_NUMBERS / keys, 1, BLOCK_ROWS),
        blocks = clamp((int)(ALL_NUMBERS / ((long)rows * keys)), BLOCKS_MIN, BLOCKS_MAX);
    int from = query, to = query + 1;
    if (find(b, of, query - 1)) to = query + rows < queries ? query + rows : queries;
    else if (find(b, of, query + 1)) from = query + 1 > rows ? query + 1 - rows : 0;
    Block *oldest = &b->at[0];
    for (int k = 1; k < blocks; k++) {
        if (b->at[k].used < oldest->used) oldest = &b->at[k];
    }
    size_t numbers = (size_t)(to - from) * (size_t)keys;
    if (numbers > oldest->room) {
        free(oldest->row);
        oldest->row = MEM_NEW(double, numbers);
        oldest->room = numbers;
    }
    oldest->of = *of;
    oldest->first = from;
    oldest->count = to - from;
    oldest->used = ++b->clock;
    return oldest;
}

typedef double Doubles __attribute__((vector_size(LANES * sizeof(double))));

static inline void add_product(Doubles *sum, const double *q, double k) {
    Doubles lanes;
    memcpy(&lanes, q, sizeof lanes);
    *sum += lanes * k;
}

WIDE void block_multiply(const double *q, const double *k, int width, int rows, double *out) {
    Doubles a = {0}, b = {0}, c = {0}, d = {0};
    for (int x = 0; x < width; x++, q += BLOCK_ROWS) {
        add_product(&a, q, k[x]);
        if (rows <= LANES) continue;
        add_product(&b, q + LANES, k[x]);
        add_product(&c, q + 2 * LANES, k[x]);
        add_product(&d, q + 3 * LANES, k[x]);
    }
    memcpy(out, &a, sizeof a);
    memcpy(out + LANES, &b, sizeof b);
    memcpy(out + 2 * LANES, &c, sizeof c);
    memcpy(out + 3 * LANES, &d, sizeof d);
}
