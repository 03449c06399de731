// Rows of a capture kept as numbers, in blocks of neighbours, where many rows cost little more than one: products of q
// and k, for which every key has to be read, and rows whose keys lie far apart in the file.
#ifndef LOOKBACK_MODEL_CAPTURE_BLOCKS_H
#define LOOKBACK_MODEL_CAPTURE_BLOCKS_H

#include "model/part.h"

// Rows in a block of usual size, and the most blocks; rows that are very long are fewer, so that all blocks together
// hold 16 MB, or four rows.
enum { BLOCK_ROWS = 32, BLOCKS_MAX = 32 };

// Of what, and of which head. Of q: rows are its products with k.
typedef struct BlockOf {
    const Part *part;
    int layer, batch, head;
} BlockOf;

typedef struct Block {
    BlockOf of;
    int first, count; // queries first … first + count − 1; 0: empty
    long used;        // when it was last asked for
    double *row;      // [count][keys]
    size_t room;
} Block;

// {0} is valid and empty.
typedef struct Blocks {
    Block at[BLOCKS_MAX];
    long clock;
} Blocks;

void blocks_free(Blocks *b);

// The kept row of keys numbers; NULL: there is none. Borrowed until the next block is taken.
const double *blocks_find(Blocks *b, const BlockOf *of, int query, int keys);

// A block to be filled, around a query that is not kept: by itself where nothing is known of its neighbours, as when
// one query is asked of every head; with those that follow, or come before it, where a row beside it is kept, as when
// a screen is read row by row. The block used longest ago makes room.
Block *blocks_take(Blocks *b, const BlockOf *of, int query, int queries, int keys);

// Σ over x of q[x]·k[x] for each of `rows` rows at once, x rising in each, so that every sum has the bits that it has
// by itself. q: [width][BLOCK_ROWS], out: [BLOCK_ROWS], of which those behind `rows` may hold anything.
void block_multiply(const double *q, const double *k, int width, int rows, double *out);

#endif
