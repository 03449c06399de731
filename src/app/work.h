// Work that takes longer than a frame, in slices: training; and on the source, examining it and measuring all heads for
// the map. What it finds stays with the source, not in the state: it is what the file says, whatever the user does.
#ifndef LOOKBACK_APP_WORK_H
#define LOOKBACK_APP_WORK_H

#include "app/state.h"

// Whether the screen waits for work, unless it was called off (State.idle).
bool work_wanted(const State *s, const World *w);

// Does a slice of it: a few milliseconds. When a row cannot be read the work is called off and a note says why. Returns
// whether there is something new to see.
bool work_step(State *s, const World *w);

#endif
