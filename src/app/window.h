// A pattern that is larger than its pane: a window of dots, each the most of its part, and at its side all of the
// pattern with the window marked. What the dots are is the caller's; here is where they stand, and their labels.
#ifndef LOOKBACK_APP_WINDOW_H
#define LOOKBACK_APP_WINDOW_H

#include "app/wording.h"
#include "draw/canvas.h"

// What is looked at. Queries are first … first + queries − 1.
typedef struct Subject {
    const Wording *query_words, *key_words;
    int first, queries, keys;
    int query, key; // the chosen cell
    int heads;      // whose rows are read for one row
} Subject;

typedef struct Window {
    int scale;       // tokens a dot
    int label, h, w; // columns of the labels; cells of the dots
    int per;         // dots on top of each other in a cell: 2, in ASCII 1
    int y0, x0;      // first query (from 0) and key
    int mini;        // columns of the whole; 0: not shown
    bool whole;      // too much to be read for a frame: taken from what was made small before
} Window;

// Whether cells of a token each do not fit into the pane, or were zoomed away. label: columns of the row labels.
bool window_wanted(const Canvas *c, const Subject *s, int zoom, int label);

// Where the dots stand in the pane: around query and key, moved by the view's pan. h or w < 1: there is no room.
Window window_for(const Canvas *c, const Subject *s, const OpenView *o, int label);

// The queries of a line of dots, and the keys of dot x, counted from 0: [*from, *to).
void window_line(Window g, const Subject *s, int line, int *from, int *to);
void window_dot(Window g, const Subject *s, int x, int *from, int *to);

void window_draw_labels(Canvas *c, const Subject *s, Window g);
void window_draw_cursor(Canvas *c, const Subject *s, Window g); // over whatever lies there
void window_mean(Canvas *c, const Subject *s, Window g, int y, int x); // what cell y, x of the dots means

// The whole of the pattern, h × w cells that begin at *x0 of row 1, and the tokens [*top, *bottom) × [*left, *right) of
// one of its dots, k of `per` in cell y, x.
typedef struct WindowMini {
    int x0, h, w;
} WindowMini;
WindowMini window_mini(const Canvas *c, Window g);
void window_mini_part(const Subject *s, Window g, WindowMini m, int y, int x, int k, int part[4]);
void window_draw_mini_frame(Canvas *c, const Subject *s, Window g, WindowMini m); // ticks where the window is, sizes

#endif
