// What makes any frame fit to be projected, whichever screen drew it: nothing dim or faint, heavy strokes, a few steps
// of heat that can be told apart from the back of a lit room.
#ifndef LOOKBACK_DRAW_PROJECT_H
#define LOOKBACK_DRAW_PROJECT_H

#include "draw/canvas.h"

enum { PROJECT_STEPS = 5 }; // of heat: 0, 25, 50, 75, 100 %

// Changes every cell of the canvas: all is bold, quiet roles become text, light strokes heavy, heat one of
// PROJECT_STEPS; lines and bars in heat take the strong half of the map.
void project_frame(Canvas *c);

// Before project_frame: what is bold in the prose of the current pane takes the accent, since all will be bold.
void project_prose(Canvas *c);

#endif
