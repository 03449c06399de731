// What an examination found: a sentence each, in the order in which they matter.
#ifndef LOOKBACK_BASE_FINDINGS_H
#define LOOKBACK_BASE_FINDINGS_H

#include "base/str.h"

typedef struct Finding {
    const char *code; // one word, stable: what scripts look for
    Str where;        // "layer 2 head 3, query 5", "all 12 heads" …
    Str message;      // what was found, and what causes it
    Str fix;          // what to do
} Finding;

// {0} is valid and empty.
typedef struct Findings {
    int count;
    Finding *at;
} Findings;

// A new empty finding at the end; code is borrowed. Borrowed until the next call.
Finding *findings_add(Findings *list, const char *code);
void findings_free(Findings *list);

// The first with this code; NULL: none.
const Finding *findings_find(const Findings *list, const char *code);

#endif
