// The frame for a state. Pure: the same state gives the same frame, whatever will show it.
#ifndef LOOKBACK_APP_VIEW_H
#define LOOKBACK_APP_VIEW_H

#include "app/state.h"
#include "draw/canvas.h"

// Resets c to the state's size (clamped to 1 … CANVAS_MAX_SIDE) and draws the whole frame.
void view(const State *s, const World *w, Canvas *c);

#endif
