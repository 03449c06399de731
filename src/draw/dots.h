// A raster of dots finer than cells, 4 × 2 in each (braille), on which slanted lines are drawn. A canvas that is ASCII
// only gets one character a cell instead, the pen's.
#ifndef LOOKBACK_DRAW_DOTS_H
#define LOOKBACK_DRAW_DOTS_H

#include "draw/canvas.h"

enum { DOTS_Y = 4, DOTS_X = 2 }; // dots in a cell; square, as a cell is twice as high as wide

typedef struct DotsCell {
    uint8_t dots; // as in U+2800 + dots
    uint8_t rank; // of the highest pen that drew here
    uint8_t ascii;
    bool under;
    Style style;  // that pen's
} DotsCell;

typedef struct Dots {
    int h, w;       // in cells
    DotsCell *cell; // h × w, owned
} Dots;

typedef struct DotsPen {
    Style style;
    uint8_t rank;   // where lines share a cell the higher rank's style is shown
    bool under;     // disappears from cells in which a higher rank draws
    bool heavy;     // two dots wide
    uint8_t ascii;  // the character instead
    double on, off; // dots drawn and left out in turn; off 0: a solid line
} DotsPen;

void dots_init(Dots *d, int h, int w); // sides at least 0
void dots_free(Dots *d);

// A line between two points in dots, y from the top, each in [0, DOTS_Y·h) and [0, DOTS_X·w); what lies outside is not
// drawn.
void dots_line(Dots *d, double y0, double x0, double y1, double x1, const DotsPen *pen);

// Draws every cell that has a dot into the current pane.
void dots_put(const Dots *d, Canvas *c);

#endif
