// Rules that look at which tokens are the same, which are names, and which ask for one.
//
// The 24·[j = 0] is the sink: softmax must put its mass somewhere, so a head with nothing to say points at the first
// token.
#include "attn/rules.h"

static const double SINK = 24;

// tokens_same for positions known to be inside: short enough to vanish in a loop.
static inline bool same(const Tokens *t, int i, int j) {
    return t->kind[i] == t->kind[j];
}

static double duplicate_token(const Tokens *t, int i, int j) {
    return 44 * ((j != i) & same(t, i, j)) + 9.6 * (j == i);
}
RULES_ROW(duplicate_token)

static double induction(const Tokens *t, int i, int j) {
    bool follows_a_copy = j >= 1 && j - 1 != i && same(t, i, j - 1);
    return 48 * follows_a_copy + SINK * (j == 0);
}
RULES_ROW(induction)

static double name_mover(const Tokens *t, int i, int j) {
    bool moves = t->at[i].asks && t->at[j].name;
    bool repeated = t->at[j].second < i; // the name stands at least twice before i
    return SINK * (j == 0) + moves * (repeated ? 24.0 : 48.0);
}
RULES_ROW(name_mover)
