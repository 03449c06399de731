// Rules that look only at where query and key stand.
#include "attn/rules.h"

#include <stdlib.h>

static double previous_token(const Tokens *t, int i, int j) {
    (void)t;
    return 48 * (j == i - 1) + 8 * (j == i) - 2 * abs(i - j);
}
RULES_ROW(previous_token)

static double first_token(const Tokens *t, int i, int j) {
    (void)t, (void)i;
    return 48 * (j == 0);
}
RULES_ROW(first_token)

static double uniform(const Tokens *t, int i, int j) {
    (void)t, (void)i, (void)j;
    return 0;
}
RULES_ROW(uniform)
