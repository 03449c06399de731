// A plane with arrows from its origin: one query with its line, and keys, each with its projection on that line.
//
// The plane shows ± edge both ways and fills the pane: its scale is even in a pane twice as wide as high. An arrow
// longer than that ends at the edge. Every cell means a place: Hit.a and Hit.b are its y and x in hundredths; Hit.kind
// tells plane and heads apart.
#ifndef LOOKBACK_DRAW_ARROWS_H
#define LOOKBACK_DRAW_ARROWS_H

#include "draw/canvas.h"

enum { ARROWS_MAX = 8 }; // keys

typedef struct Arrow {
    double y, x;           // of the head
    double foot_y, foot_x; // of a key: where its projection meets the query's line
    const char *label;     // any bytes, borrowed
    Style style;
    bool heavy;   // drawn with a thick shaft
    bool chosen;  // its label stands out
    uint16_t hit; // kind of its head and label
} Arrow;

typedef struct Arrows {
    double edge; // > 0
    Arrow query;
    Arrow key[ARROWS_MAX];
    int count;
    uint16_t hit; // kind of any other place
} Arrows;

void arrows_draw(Canvas *c, const Arrows *a);

// What the cell y, x of a plane in a pane of h × w cells means; cells outside mean places beyond its edge.
Hit arrows_place(const Arrows *a, uint16_t kind, int h, int w, int y, int x);

// How far along its direction an arrow to y, x is seen: 1 if it ends inside, else the part before the edge.
double arrows_seen(double edge, double y, double x);

#endif
