// Two values in one cell, one over the other, as patterns too large or too small for a cell each are drawn.
#ifndef LOOKBACK_DRAW_HALVES_H
#define LOOKBACK_DRAW_HALVES_H

#include "draw/canvas.h"

// What stands for a value that may not be looked at, and for one that is no number. Neither looks like a zero.
Ink halves_masked(void);
Ink halves_nan(void);

// Draws the two at y, x: each an ink of a map or one of these. ASCII has no half blocks: the stronger one alone.
void halves_draw(Canvas *c, int y, int x, Ink upper, Ink lower);

#endif
