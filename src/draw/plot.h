// Small plots: bars.
#ifndef LOOKBACK_DRAW_PLOT_H
#define LOOKBACK_DRAW_PLOT_H

#include "draw/canvas.h"

// A horizontal bar of `fraction` (0 … 1, clamped; NaN draws none) of w columns, in eighths of a column. ghost is where the bar ended
// before: what was more is shaded behind it, what is less is marked on it; NaN: no ghost.
void plot_bar(Canvas *c, int y, int x, int w, double fraction, double ghost, Style s);

#endif
