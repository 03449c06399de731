// Rules that look at which tokens are the same, which are names, and which ask for one.
//
// The 24·[j = 0] is the sink: softmax must put its mass somewhere, so a head with nothing to say points at the first token.
#include "attn/rules.h"

static const double SINK = 24;

double rules_duplicate_token(const Tokens *t, int i, int j) {
    return 44 * (j != i && tokens_same(t, i, j)) + 9.6 * (j == i);
}

double rules_induction(const Tokens *t, int i, int j) {
    bool follows_a_copy = j >= 1 && j - 1 != i && tokens_same(t, i, j - 1);
    return 48 * follows_a_copy + SINK * (j == 0);
}

double rules_name_mover(const Tokens *t, int i, int j) {
    bool moves = t->at[i].asks && t->at[j].name;
    bool repeated = t->at[j].second < i; // the name stands at least twice before i
    return SINK * (j == 0) + moves * (repeated ? 24.0 : 48.0);
}
