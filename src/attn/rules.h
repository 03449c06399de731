// The score functions behind the table in rule.c.
#ifndef LOOKBACK_ATTN_RULES_H
#define LOOKBACK_ATTN_RULES_H

#include "attn/tokens.h"

double rules_previous_token(const Tokens *t, int i, int j);
double rules_duplicate_token(const Tokens *t, int i, int j);
double rules_induction(const Tokens *t, int i, int j);
double rules_name_mover(const Tokens *t, int i, int j);
double rules_first_token(const Tokens *t, int i, int j);
double rules_uniform(const Tokens *t, int i, int j);

#endif
