// A rule is a hand-written head: a raw score for every query i and key j, as if it were q·k in a head of width 64.
//
// To add one: write its score for one key in rules_position.c (it looks only at i and j) or rules_content.c (it looks
// at the tokens) with RULES_ROW below it, declare what that makes in rules.h, and give it a line in the table in
// rule.c. Everything else — keys, lists, completions, tests — follows from the table. A score must be O(1): what needs
// a search is worked out per token in tokens.c.
#ifndef LOOKBACK_ATTN_RULE_H
#define LOOKBACK_ATTN_RULE_H

#include "attn/tokens.h"

typedef struct Rule {
    const char *name;    // as on the command line
    const char *summary; // one sentence: what the head does and what for
    const char *formula; // of the raw score
    void (*score)(const Tokens *t, int i, double *score); // score[j] for each key j, t->n of them; 0 ≤ i < t->n
} Rule;

enum { RULE_WIDTH = 64 }; // the head width d that the raw scores are made for

extern const Rule RULES[];
extern const int RULES_COUNT;

// NameAt over RULES (names is ignored), for names_find and names_require.
const char *rule_name_at(int i, const void *names);

#endif
