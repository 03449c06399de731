// A frame as text with ANSI colours.
#ifndef LOOKBACK_OUT_ANSI_H
#define LOOKBACK_OUT_ANSI_H

#include "base/str.h"
#include "draw/palette.h"

// Appends one line a row. The only control sequences are ESC [ … m, in the semicolon form; every line ends in a reset.
void out_ansi(const Canvas *c, const Palette *p, Str *out);

#endif
