// A canvas onto the screen of ncurses, which finds out what differs from what the terminal shows.
#ifndef LOOKBACK_TUI_PAINT_H
#define LOOKBACK_TUI_PAINT_H

#include "draw/palette.h"
#include "tui/pairs.h"

typedef struct Paint {
    Pairs pairs;
    bool colors;     // false: attributes only
    bool full;       // pairs ran out in this frame
    int h, w;        // of last; 0: nothing is painted yet
    Cell *last;      // h × w: the cells painted last
    Palette palette; // and with what
    bool ascii;
} Paint;

// mode: what the screen was opened for. After life_start.
void paint_init(Paint *p, ColorMode mode);
void paint_free(Paint *p);

// Everything is painted anew the next time, whatever the terminal shows.
void paint_forget(Paint *p);

// Hands the cells that changed to ncurses; returns whether there were any. life_show sends them.
bool paint_canvas(Paint *p, const Canvas *c, const Palette *palette);

#endif
