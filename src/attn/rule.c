#include "attn/rule.h"

#include "attn/rules.h"

const Rule RULES[] = {
    {"previous-token", "looks at the token just before: how later heads learn what came before a word",
     "48·[j = i−1] + 8·[j = i] − 2·|i−j|", rules_previous_token},
    {"duplicate-token",
     "looks back for an earlier copy of the current token: the signal that tells which name is not the answer",
     "44·[j ≠ i and same(i,j)] + 9.6·[j = i]", rules_duplicate_token},
    {"induction", "finds an earlier copy of the current token and looks at what followed it: [A][B] … [A] → [B]",
     "48·[j ≥ 1 and j−1 ≠ i and same(j−1,i)] + 24·[j = 0]", rules_induction},
    {"name-mover", "where a name is due, looks at the names, less at one heard twice, and carries it forward",
     "24·[j = 0] + [asks(i)]·[name(j)]·(48, or 24 if heard twice before i)", rules_name_mover},
    {"first-token", "rests on the first token whatever it reads: an attention sink, a head with nothing to say",
     "48·[j = 0]", rules_first_token},
    {"uniform", "looks at everything alike: the flattest pattern, entropy at its ceiling", "0", rules_uniform},
};

const int RULES_COUNT = sizeof RULES / sizeof RULES[0];

const char *rule_name_at(int i, const void *names) {
    (void)names;
    return RULES[i].name;
}
