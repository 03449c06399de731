// A frame as a picture.
#ifndef LOOKBACK_OUT_SVG_H
#define LOOKBACK_OUT_SVG_H

#include "base/str.h"
#include "draw/palette.h"

// Appends an SVG document, 10 × 20 units a cell. Backgrounds, lines, blocks, shades and arrowheads are shapes, so
// they join without gaps in every viewer; text is placed word by word, so any monospace font stays on the grid.
// title may be any bytes.
void out_svg(const Canvas *c, const Palette *p, Str *out, const char *title);

#endif
