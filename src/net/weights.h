// A transformer of GPT-2's make, as numbers: pre-LN blocks, learned positions, one fused product for q, k and v.
// Matrices are stored [in, out], so that a row vector times a matrix is a layer.
#ifndef LOOKBACK_NET_WEIGHTS_H
#define LOOKBACK_NET_WEIGHTS_H

#include <stdbool.h>

// C = width, D = width / heads, F = hidden, T = positions, V = vocabulary
typedef struct NetShape {
    int layers, heads, width, hidden, positions, vocabulary;
    float eps;           // of the layer norms
    bool divide;         // scores are divided by √D
    bool divide_by_layer; // and by l + 1
} NetShape;

typedef enum NetPart {
    NET_LN1_GAIN, NET_LN1_BIAS,   // [C]
    NET_QKV, NET_QKV_BIAS,        // [C, 3C]: q of all heads, then k, then v; head h has columns h·D … of each
    NET_OUT, NET_OUT_BIAS,        // [C, C]: W_O, head h has rows h·D …
    NET_LN2_GAIN, NET_LN2_BIAS,   // [C]
    NET_MLP_IN, NET_MLP_IN_BIAS,  // [C, F]
    NET_MLP_OUT, NET_MLP_OUT_BIAS, // [F, C]
    NET_LAYER_PARTS,
    NET_TOKENS = NET_LAYER_PARTS, // [V, C]
    NET_POSITIONS,                // [T, C]
    NET_LNF_GAIN, NET_LNF_BIAS,   // [C]
    NET_UNEMBED,                  // [V, C]; most models use NET_TOKENS again
    NET_PARTS
} NetPart;

// Views: whoever made them (a mapped file, a training run) owns the numbers.
typedef struct NetWeights {
    NetShape shape;
    const float *(*layer)[NET_LAYER_PARTS]; // [layers][part]
    const float *rest[NET_PARTS - NET_LAYER_PARTS];
} NetWeights;

// Empty views for a shape; net_weights_free frees the views, not the numbers.
void net_weights_init(NetWeights *w, const NetShape *shape);
void net_weights_free(NetWeights *w);

// layer counts for parts of a layer alone.
void net_weights_set(NetWeights *w, NetPart part, int layer, const float *at);
const float *net_weights_get(const NetWeights *w, NetPart part, int layer);

// The part's name in Hugging Face's files ("h.3.attn.c_attn.weight" without "h.3.") and its shape; rows 0: one axis
// only.
typedef struct NetPartInfo {
    const char *name;
    int rows, cols;
} NetPartInfo;
NetPartInfo net_part_info(const NetShape *shape, NetPart part);

// What the model itself divides the scores of a layer by.
double net_divisor(const NetShape *shape, int layer);

#endif
