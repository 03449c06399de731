// The man page, made from the tables that the program itself uses.
#ifndef LOOKBACK_MANUAL_H
#define LOOKBACK_MANUAL_H

#include "attn/corpus.h"
#include "base/str.h"

// Appends lookback(1) in roff. date is shown as it is.
void manual_page(Str *out, const Corpus *corpus, const char *version, const char *date);

#endif
