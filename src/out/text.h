// A frame as plain text.
#ifndef LOOKBACK_OUT_TEXT_H
#define LOOKBACK_OUT_TEXT_H

#include "base/str.h"
#include "draw/palette.h"

// Appends one line a row in UTF-8 (ASCII if the canvas is), without escapes and trailing blanks. Weights become
// shades as on a screen without colours, so p's mode does not matter.
void out_text(const Canvas *c, const Palette *p, Str *out);

#endif
