// Boxes over the screen: the list of lessons, the contents of one, and search over all (app/lessons.h says what keys do
// there).
#ifndef LOOKBACK_APP_OVERLAY_LESSONS_H
#define LOOKBACK_APP_OVERLAY_LESSONS_H

#include "app/state.h"
#include "draw/canvas.h"

void overlay_lessons(Canvas *c, const State *s, const World *w);
void overlay_contents(Canvas *c, const State *s, const World *w);
void overlay_search(Canvas *c, const State *s, const World *w);

#endif
