// A large pattern made small: the largest weight of each part, so that a single bright cell survives. Worked out in
// slices (app/work.h); what is not looked at yet is blank. A memo kept by World: what comes out depends on the source
// and the view alone.
#ifndef LOOKBACK_APP_MINI_H
#define LOOKBACK_APP_MINI_H

#include "app/state.h"

enum { MINI_SIDE = 128, MINI_FROM = 40 }; // MINI_FROM: tokens from which a pattern has one

typedef struct Mini {
    const Source *source; // what it is of
    SourceView view;
    int h, w;        // at most MINI_SIDE
    int next;        // query to be looked at, from 0
    bool begun;
    int rows;        // looked at whose weight of key 0 is a number
    // over those: what key 0 held where it is left out, and would hold if all keys seen had the same
    double hidden, uniform;
    float most[MINI_SIDE][MINI_SIDE]; // −1: masked or not looked at yet; NaN where all of a part is NaN
} Mini;

// Whether the head on screen is large enough to have one, or leaves key 0 out, and whether that is not complete.
bool mini_wanted(const State *s, const World *w);

// Looks at about so many weights more; begins anew for another head or view. False when a row cannot be read.
bool mini_step(const State *s, const World *w, long numbers, Error *err);

// The largest weight in queries [y0, y1), keys [x0, x1) counted from 0, as exactly as the mini is; −1: none.
double mini_most(const Mini *m, const Source *src, int y0, int y1, int x0, int x1);

// The one of the head on screen; NULL: there is none yet.
const Mini *mini_of(const State *s, const World *w);

#endif
