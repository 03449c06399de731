// One head, stage by stage: score → scaled → masked → weight. Every stage is kept, because every stage is shown.
#ifndef LOOKBACK_ATTN_ATTENTION_H
#define LOOKBACK_ATTN_ATTENTION_H

#include "attn/rule.h"

typedef struct AttentionParams {
    bool mask;      // causal: a query sees only keys j ≤ i
    double divisor; // > 0
} AttentionParams;

// One query's row; each array has n entries. {0} is valid and empty.
typedef struct AttentionRow {
    int n, query;
    double *score;  // raw, unmasked
    double *scaled; // score / divisor
    double *masked; // scaled, or −∞ where the mask hides the key
    double *weight; // softmax of masked: sums to 1, exactly 0 where hidden
    int visible;     // keys the query may look at
    double entropy;  // bits
    double ceiling;  // log2(visible): the entropy of a uniform row
    double future;   // Σ weight over j > query: how much the row cheats
    bool hides;      // key 0 is left out and the others renormalised (source.h)
    double hidden;   // what it weighed
} AttentionRow;

// Computes row `query` of the pattern that rule makes of t. Reuses out's memory. O(n).
void attention_row(AttentionRow *out, const Rule *rule, const Tokens *t, int query, AttentionParams p);

// Only score, visible, and the weights of keys from … from + count − 1: what a view shows of a row that is not the
// chosen one.
void attention_row_weights(AttentionRow *out, const Rule *rule, const Tokens *t, int query, AttentionParams p, int from,
                           int count);

// The same as attention_row from raw scores that are already in out->score (n, query set): for heads that are not
// rules.
void attention_row_finish(AttentionRow *row, AttentionParams p);

// Makes room for n keys; the contents are then unset.
void attention_row_resize(AttentionRow *row, int n);
void attention_row_free(AttentionRow *row);

// A whole pattern, n rows. {0} is valid and empty.
typedef struct Attention {
    int n;
    AttentionRow *row;
} Attention;

void attention_run(Attention *out, const Rule *rule, const Tokens *t, AttentionParams p); // O(n²)
void attention_free(Attention *a);

#endif
