// The score functions behind the table in rule.c.
#ifndef LOOKBACK_ATTN_RULES_H
#define LOOKBACK_ATTN_RULES_H

#include "attn/tokens.h"
#include "math/wide.h"

// Makes rules_NAME, the scores of query i for every key j, from a rule's score NAME(t, i, j). One loop, with no call
// for each key.
#define RULES_ROW(name)                                                       \
    WIDE void rules_##name(const Tokens *t, int i, double *score) {           \
        for (int j = 0; j < t->n; j++) score[j] = name(t, i, j);              \
    }

void rules_previous_token(const Tokens *t, int i, double *score);
void rules_duplicate_token(const Tokens *t, int i, double *score);
void rules_induction(const Tokens *t, int i, double *score);
void rules_name_mover(const Tokens *t, int i, double *score);
void rules_first_token(const Tokens *t, int i, double *score);
void rules_uniform(const Tokens *t, int i, double *score);

#endif
