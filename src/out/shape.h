// Characters that are drawn, not written: the vector form of blocks, shades, box drawing and arrowheads.
#ifndef LOOKBACK_OUT_SHAPE_H
#define LOOKBACK_OUT_SHAPE_H

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

enum { SHAPE_CELL_W = 10, SHAPE_CELL_H = 20 };

// Rectangles of one row that continue each other become one. {0} with .out set is ready; shape_flush before
// anything else is written to out, and at the end.
typedef struct ShapePen {
    Str *out;
    bool pending;
    double y, x, h, w;
    uint32_t rgb;
    int percent; // opacity
} ShapePen;

void shape_rect(ShapePen *pen, double y, double x, double h, double w, uint32_t rgb, int percent);
void shape_flush(ShapePen *pen);

// Whether shape_draw draws rune; the others are characters for a font.
bool shape_knows(uint32_t rune);

// Draws rune into the cell whose corner is y, x, if it knows it.
void shape_draw(ShapePen *pen, double y, double x, uint32_t rune, uint32_t rgb);

#endif
