#include "net/weights.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

void net_weights_init(NetWeights *w, const NetShape *shape) {
    *w = (NetWeights){.shape = *shape};
    w->layer = mem_new((size_t)shape->layers, sizeof *w->layer);
}

void net_weights_free(NetWeights *w) {
    free(w->layer);
    *w = (NetWeights){0};
}

void net_weights_set(NetWeights *w, NetPart part, int layer, const float *at) {
    if (part < NET_LAYER_PARTS) w->layer[layer][part] = at;
    else w->rest[part - NET_LAYER_PARTS] = at;
}

const float *net_weights_get(const NetWeights *w, NetPart part, int layer) {
    return part < NET_LAYER_PARTS ? w->layer[layer][part] : w->rest[part - NET_LAYER_PARTS];
}

NetPartInfo net_part_info(const NetShape *s, NetPart part) {
    static const char *const NAMES[NET_PARTS] = {
        "ln_1.weight", "ln_1.bias",  "attn.c_attn.weight", "attn.c_attn.bias", "attn.c_proj.weight", "attn.c_proj.bias",
        "ln_2.weight", "ln_2.bias",  "mlp.c_fc.weight",    "mlp.c_fc.bias",    "mlp.c_proj.weight",  "mlp.c_proj.bias",
        "wte.weight",  "wpe.weight", "ln_f.weight",        "ln_f.bias",        "lm_head.weight"};
    NetPartInfo info = {NAMES[part], 0, s->width};
    switch (part) {
    case NET_QKV:
        info.rows = s->width;
        info.cols = 3 * s->width;
        break;
    case NET_QKV_BIAS: info.cols = 3 * s->width; break;
    case NET_OUT: info.rows = s->width; break;
    case NET_MLP_IN:
        info.rows = s->width;
        info.cols = s->hidden;
        break;
    case NET_MLP_IN_BIAS: info.cols = s->hidden; break;
    case NET_MLP_OUT: info.rows = s->hidden; break;
    case NET_TOKENS:
    case NET_UNEMBED: info.rows = s->vocabulary; break;
    case NET_POSITIONS: info.rows = s->positions; break;
    default: break;
    }
    return info;
}

double net_divisor(const NetShape *shape, int layer) {
    double divisor = shape->divide ? sqrt((double)shape->width / shape->heads) : 1;
    return shape->divide_by_layer ? divisor * (layer + 1) : divisor;
}
