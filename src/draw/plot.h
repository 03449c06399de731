// Small plots: bars, columns, curves.
#ifndef LOOKBACK_DRAW_PLOT_H
#define LOOKBACK_DRAW_PLOT_H

#include "draw/canvas.h"

// A horizontal bar of `fraction` (0 … 1, clamped; NaN draws none) of w columns, in eighths of a column. ghost is where
// the bar ended before: what was more is shaded behind it, what is less is marked on it; NaN: no ghost.
void plot_bar(Canvas *c, int y, int x, int w, double fraction, double ghost, Style s);

// n columns that stand on the bottom of r, each `each` wide and `gap` apart: fraction[k] (0 … 1, clamped; NaN draws
// none) of r.h, in eighths of a row. More than nothing is at least an eighth.
void plot_columns(Canvas *c, Rect r, const double *fraction, int n, int each, int gap, Style s);

// A line through n points that stand evenly across the plot; y is 0 (bottom) … 1 (top), clamped.
typedef struct PlotLine {
    const double *y;
    int n;
    Style s;
    uint32_t plain; // the character it is drawn with where only ASCII is
} PlotLine;

// Lines on half blocks, so that each row has two steps; the later ones lie over the earlier. Cells with no line keep
// what is there.
void plot_lines(Canvas *c, Rect r, const PlotLine *line, int lines);

// The row of r, from 0, in which plot_lines draws y.
int plot_line_row(Rect r, double y);

#endif
