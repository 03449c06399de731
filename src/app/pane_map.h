// The panes of the map of heads.
#ifndef LOOKBACK_APP_PANE_MAP_H
#define LOOKBACK_APP_PANE_MAP_H

#include "app/state.h"
#include "draw/canvas.h"

void pane_map_grid(Canvas *c, const State *s, const World *w);     // layers × heads
void pane_map_measures(Canvas *c, const State *s, const World *w); // their names, one a line
void pane_map_formula(Canvas *c, const State *s, const World *w);  // one line or two: the measure's formula and baseline

// Appends the plain sentence for the chosen head.
void pane_map_sentence(const State *s, const World *w, Str *out);

#endif
