#include "net/block.h"

enum { REST = NET_UNEMBED - NET_LAYER_PARTS };

size_t net_part_count(const NetShape *shape, NetPart part) {
    NetPartInfo info = net_part_info(shape, part);
    return (size_t)(info.rows ? info.rows : 1) * (size_t)info.cols;
}

static size_t sum_of(const NetShape *shape, NetPart from, NetPart to) {
    size_t sum = 0;
    for (NetPart p = from; p < to; p++) sum += net_part_count(shape, p);
    return sum;
}

size_t net_block_count(const NetShape *shape) {
    return sum_of(shape, NET_LAYER_PARTS, NET_UNEMBED) + (size_t)shape->layers * sum_of(shape, 0, NET_LAYER_PARTS);
}

size_t net_block_offset(const NetShape *shape, NetPart part, int layer) {
    if (part == NET_UNEMBED) part = NET_TOKENS;
    if (part >= NET_LAYER_PARTS) return sum_of(shape, NET_LAYER_PARTS, part);
    return sum_of(shape, NET_LAYER_PARTS, NET_UNEMBED) + (size_t)layer * sum_of(shape, 0, NET_LAYER_PARTS) +
           sum_of(shape, 0, part);
}

bool net_block_part(const NetShape *shape, int k, NetBlockPart *out) {
    int layer = (k - REST) / NET_LAYER_PARTS;
    if (k >= REST && layer >= shape->layers) return false;
    out->part = k < REST ? NET_LAYER_PARTS + k : (k - REST) % NET_LAYER_PARTS;
    out->layer = k < REST ? -1 : layer;
    out->offset = net_block_offset(shape, out->part, layer);
    out->count = net_part_count(shape, out->part);
    return true;
}

void net_block_view(const float *block, NetWeights *w) {
    NetBlockPart p;
    for (int k = 0; net_block_part(&w->shape, k, &p); k++) net_weights_set(w, p.part, p.layer, block + p.offset);
    net_weights_set(w, NET_UNEMBED, 0, block + net_block_offset(&w->shape, NET_UNEMBED, 0));
}
