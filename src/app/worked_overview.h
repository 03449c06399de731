// On a large screen: all five steps below each other, at the right of the one that is stood in.
#ifndef LOOKBACK_APP_WORKED_OVERVIEW_H
#define LOOKBACK_APP_WORKED_OVERVIEW_H

#include "app/worked_look.h"
#include "draw/canvas.h"

// Draws it and returns the columns it takes; 0 where it does not fit.
int worked_overview_draw(Canvas *c, const WorkedLook *look);

#endif
