// What lies over a screen: help, the command line of the view, the list of views, the line in which text is typed.
#ifndef LOOKBACK_APP_OVERLAY_H
#define LOOKBACK_APP_OVERLAY_H

#include "app/state.h"
#include "draw/canvas.h"

void overlay_help(Canvas *c, const State *s);
int overlay_help_scroll(const State *s); // how far the help can be scrolled: the rows that the screen has no room for
void overlay_command(Canvas *c, const State *s, const World *w);
void overlay_places(Canvas *c, const State *s, const World *w);
void overlay_input(Canvas *c, const State *s);

// The line being typed, from y 0, x on in w columns of the pane, with its cursor.
void overlay_line(Canvas *c, const Line *line, int x, int w);

// A framed box of h × w in the middle of the pane, cleared; drawing then happens inside it until canvas_pop. A click on
// it closes.
void overlay_push_box(Canvas *c, int h, int w, const char *title);

#endif
