// The QK playground: one query and up to eight keys as arrows in a plane, their dot products, weights and mixture.
// Held by value: copying a Plane is undo.
#ifndef LOOKBACK_ATTN_PLANE_H
#define LOOKBACK_ATTN_PLANE_H

#include "base/str.h"

#include <stdbool.h>

enum {
    PLANE_KEYS_MAX = 8,
    PLANE_LABEL_MAX = 24, // bytes with the NUL
    PLANE_LENGTH_MIN = 4, // tenths
    PLANE_LENGTH_MAX = 80,
    PLANE_QUERY = -1, // as an arrow's number; keys count from 0
    PLANE_DIVISORS = 3,
};

#define PLANE_EDGE 2.6 // the visible range is ±PLANE_EDGE both ways; arrows stay inside it

extern const double PLANE_DIVISOR[PLANE_DIVISORS]; // 1, √2, √64

typedef struct PlaneArrow {
    double y, x;
    char label[PLANE_LABEL_MAX];
} PlaneArrow;

typedef struct Plane {
    PlaneArrow query; // at length ×1
    int count;        // keys, 1 … PLANE_KEYS_MAX
    int tenths;       // the query is this many tenths as long: whole, so that ×8 undoes ÷8 exactly
    PlaneArrow key[PLANE_KEYS_MAX];
    double divisor; // > 0
} Plane; // without padding: equal planes are equal bytes

typedef struct PlaneResult {
    double query_y, query_x;       // with its length; may lie outside the visible range
    double dot[PLANE_KEYS_MAX];    // query·key
    double score[PLANE_KEYS_MAX];  // dot / divisor
    double weight[PLANE_KEYS_MAX]; // softmax of the scores
    double foot_y[PLANE_KEYS_MAX]; // where the key's projection meets the line of the query; the key's own foot is
    double foot_x[PLANE_KEYS_MAX]; // the origin when the query has no direction
    int order[PLANE_KEYS_MAX];     // keys by weight, the winner first; among equals the earlier key
    double entropy, ceiling;       // bits; ceiling = log2(count)
} PlaneResult;

// The starting picture: query (1.7, 0.8), store, Mary, went, the; ÷√2, ×1.
void plane_init(Plane *p);
void plane_run(PlaneResult *out, const Plane *p);

// `which` is PLANE_QUERY or a key's number, inside the plane. All keep the arrow inside ±PLANE_EDGE.
PlaneArrow *plane_arrow(Plane *p, int which);
// Puts the head where the pointer is, to 0.01. The query is drawn with its length, so that is taken out again.
void plane_drag(Plane *p, int which, double y, double x);
void plane_move(Plane *p, int which, double dy, double dx); // to 0.01
void plane_turn(Plane *p, int which, double radians);       // anticlockwise; shortened only where the edge asks for it
void plane_stretch(Plane *p, int which, double factor); // > 0; never below 0.05 long, so that it keeps its direction

void plane_next_divisor(Plane *p);         // 1 → √2 → √64 → 1; from any other number to 1

// Adds the next key with a name and place of its own; false when there are eight. Returns its number in *which.
bool plane_add(Plane *p, int *which);
// False when it is the last.
bool plane_remove(Plane *p, int which);

// Appends the head's output: `0.74·v(store) + 0.25·v(Mary) + …`: keys by weight, those below 0.01 left out.
// Labels go through text_display.
void plane_words_mixture(Str *out, const Plane *p, const PlaneResult *r, bool ascii);

#endif
