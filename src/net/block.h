// All the numbers of a model in one block, one part behind the other: one row of numbers for the optimiser. The
// unembedding is the token embedding. Weights, their gradients and the two means of Adam are four blocks of one shape.
#ifndef LOOKBACK_NET_BLOCK_H
#define LOOKBACK_NET_BLOCK_H

#include "net/weights.h"

#include <stddef.h>

size_t net_block_count(const NetShape *shape);

// Where a part begins in a block, and how many numbers it has.
size_t net_block_offset(const NetShape *shape, NetPart part, int layer);
size_t net_part_count(const NetShape *shape, NetPart part);

// Points w, made by net_weights_init, into the block.
void net_block_view(const float *block, NetWeights *w);

// One part; layer is −1 for parts outside the layers.
typedef struct NetBlockPart {
    NetPart part;
    int layer;
    size_t offset, count;
} NetBlockPart;

// The k-th part of the block, k from 0; false behind the last.
bool net_block_part(const NetShape *shape, int k, NetBlockPart *out);

#endif
