// What the screens of the worked examples share: their tokens, and numbers in columns.
#ifndef LOOKBACK_APP_EXAMPLE_H
#define LOOKBACK_APP_EXAMPLE_H

#include "attn/worked.h"
#include "base/str.h"
#include "draw/canvas.h"

// Appends token i in display form; all of them with blanks between.
void example_token(Str *out, const Worked *w, int i, bool ascii);
// The token cut to a few columns where a sentence is to have room for the rest of itself.
void example_token_short(Str *out, const Worked *w, int i, bool ascii);
void example_text(Str *out, const Worked *w, bool ascii);

// The tokens on one line, each a HIT_TOKEN, the chosen one marked, as many as there is room for around it.
void example_tokens(Canvas *c, int y, int x, const Worked *w, int chosen);

// A number as the worked example shows it, within columns, its last one before `end`.
void example_number(Canvas *c, int y, int end, int columns, Style s, double value);

#endif
