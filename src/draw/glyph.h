// Which character shows what: box-drawing from joined strokes, and ASCII stand-ins.
#ifndef LOOKBACK_DRAW_GLYPH_H
#define LOOKBACK_DRAW_GLYPH_H

#include "base/str.h"

#include <stdint.h>

// The box-drawing character for joined strokes (Cell.strokes); light corners are rounded. 0 gives ' '.
uint32_t glyph_of_strokes(uint8_t strokes);

// One ASCII character for any rune the program draws; '?' for others; 0 stays 0.
uint32_t glyph_to_ascii(uint32_t rune);

// Appends a line of prose in ASCII, where a sign may take more than one column: √ is "root ", ≠ is "!=". What has no stand-in is written
// as text_display writes it.
void glyph_spell(Str *out, const char *text);

#endif
