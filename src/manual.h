// The man page, made from the tables that the program itself uses.
#ifndef LOOKBACK_MANUAL_H
#define LOOKBACK_MANUAL_H

#include "attn/corpus.h"
#include "base/str.h"

// Appends lookback(1) in roff. date is shown as it is.
void manual_page(Str *out, const Corpus *corpus, const char *version, const char *date);

// Appends text in roff, on a text line or inside the quotes of a macro's argument: nothing in it is taken for a request
// or an escape.
void manual_escape(Str *out, const char *text);

#endif
