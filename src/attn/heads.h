// Many heads are a sum: concat(out_1 … out_H)·W_O = Σ_h out_h·W_O^(h), where W_O^(h) is the head's own block of rows.
#ifndef LOOKBACK_ATTN_HEADS_H
#define LOOKBACK_ATTN_HEADS_H

#include "attn/worked.h"

enum { HEADS_MAX = 4 };

// Heads over the same tokens and the same X. Their widths together are at most MATRIX_SIDE.
typedef struct Heads {
    int count;
    char label[HEADS_MAX][WORKED_LABEL_MAX + 1]; // any bytes but NUL
    Worked head[HEADS_MAX];
} Heads;

typedef struct HeadsResult {
    WorkedResult head[HEADS_MAX];
    Matrix part[HEADS_MAX]; // out_h·W_O^(h), n × d_model; computed for every head, switched on or not
    Matrix sum;             // of the parts that are on
    Matrix concat;          // n × Σd: the outputs side by side, 0 where a head is off
    Matrix w_o;             // Σd × d_model: the blocks on top of each other
    Matrix product;         // concat·w_o
    double difference;      // largest |product − sum|: 0 to rounding
    Matrix stream;          // X + sum: what the next layer reads
} HeadsResult;

// Bit h of on: head h adds its part.
void heads_run(HeadsResult *out, const Heads *heads, unsigned on, AttentionParams p);

#endif
