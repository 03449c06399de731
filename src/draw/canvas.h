// The grid of cells that every view draws on and every output reads.
//
// Coordinates are y, x, from 0, relative to the current pane: canvas_push moves the origin and clips, canvas_pop goes
// back. Drawing outside the pane is ignored, so views need no bounds checks. All text goes through text_display's
// rules: a rune that must not be shown is replaced, so a canvas never holds a control character.
#ifndef LOOKBACK_DRAW_CANVAS_H
#define LOOKBACK_DRAW_CANVAS_H

#include "draw/cell.h"

#include <stddef.h>

enum { CANVAS_MAX_SIDE = 1000, CANVAS_DEPTH = 8 };

typedef struct Rect {
    int y, x, h, w;
} Rect;

typedef struct Canvas {
    int h, w;
    bool ascii; // draw with ASCII only
    Cell *cell; // h × w, row-major
    Rect pane[CANVAS_DEPTH]; // in canvas coordinates; [depth] is current: origin
    Rect clip[CANVAS_DEPTH]; // what of it may be drawn on
    int depth;
    Hit hit; // put into every cell drawn
} Canvas;

// A blank canvas (paper, no hits) of h × w cells, each side 1 … CANVAS_MAX_SIDE. Reuses c's memory; {0} is valid.
void canvas_reset(Canvas *c, int h, int w, bool ascii);
void canvas_free(Canvas *c);

// The cell at absolute y, x; NULL outside.
const Cell *canvas_at(const Canvas *c, int y, int x);

// Enters a pane: the rectangle, in the current pane's coordinates, becomes origin and clip. Pair with canvas_pop.
void canvas_push(Canvas *c, Rect r);
void canvas_pop(Canvas *c);
int canvas_height(const Canvas *c); // of the current pane
int canvas_width(const Canvas *c);

// Everything drawn from here on means this to a click; (Hit){0} ends it.
void canvas_mean(Canvas *c, Hit hit);

void canvas_rune(Canvas *c, int y, int x, Style s, uint32_t rune);
// Draws UTF-8 text on one line and returns the columns used. A character that would be cut in half becomes a space.
int canvas_text(Canvas *c, int y, int x, Style s, const char *utf8);
int canvas_textf(Canvas *c, int y, int x, Style s, const char *format, ...) __attribute__((format(printf, 5, 6)));
// Like canvas_text, in at most `columns` columns; a text cut short ends in … (ASCII: ~).
int canvas_text_within(Canvas *c, int y, int x, int columns, Style s, const char *utf8);
// Any bytes (a token), in display form, within columns. Returns the columns used.
int canvas_bytes_within(Canvas *c, int y, int x, int columns, Style s, const char *bytes, size_t len);

void canvas_fill(Canvas *c, Rect r, Style s, uint32_t rune); // rune: one column wide
// Sets only background / hit of the cells, leaving what is drawn there.
void canvas_tint(Canvas *c, Rect r, Ink bg);
void canvas_mark_hit(Canvas *c, Rect r, Hit hit);

// Joins a stroke into the cell: weight 1 light, 2 heavy toward each direction whose shift is in dirs (CANVAS_N …).
// Where strokes meet, the heavier one of each direction stays and the style follows the last strong one.
enum { CANVAS_N = 1, CANVAS_E = 2, CANVAS_S = 4, CANVAS_W = 8 };
void canvas_stroke(Canvas *c, int y, int x, Style s, int dirs, int weight);
// Straight lines, ends included, their end cells reaching only inward.
void canvas_hline(Canvas *c, int y, int x0, int x1, Style s, int weight);
void canvas_vline(Canvas *c, int x, int y0, int y1, Style s, int weight);

// The rune a cell shows once strokes are resolved and, with ascii, mapped to ASCII. 0 for the second half of a wide
// rune.
uint32_t canvas_glyph(const Canvas *c, const Cell *cell);

#endif
