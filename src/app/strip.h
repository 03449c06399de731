// A vector as a strip of cells, coloured by the size of their numbers, which are printed on them while they fit. Wider
// ones are sampled: a cell for every few numbers, with a minus on the negative ones.
#ifndef LOOKBACK_APP_STRIP_H
#define LOOKBACK_APP_STRIP_H

#include "draw/canvas.h"

typedef enum StripLook { STRIP_COLOURED, STRIP_PLAIN, STRIP_OFF } StripLook; // off: dim, adds nothing

// Columns of a cell for n numbers in w columns: 1 when the numbers do not fit.
int strip_cell(int n, int w);

// most: the size of a number that gets the strongest colour; 0 gets the weakest.
// Each number takes `cell` columns, as from strip_cell; returns the columns used.
int strip_draw(Canvas *c, int y, int x, int w, int cell, const double *value, int n, double most, StripLook look);

// Any number of numbers in at most w columns: each column stands for its share of them, by the largest. Returns the
// columns used; strip_share says which number column k stands for.
int strip_summary(Canvas *c, int y, int x, int w, const double *value, int n, double most, StripLook look);
int strip_share(const double *value, int n, int columns, int k);

// The largest size among n numbers, or `least` if that is larger.
double strip_most(const double *value, int n, double least);

#endif
