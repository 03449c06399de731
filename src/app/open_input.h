// What keys and mouse do on the screens of a source.
#ifndef LOOKBACK_APP_OPEN_INPUT_H
#define LOOKBACK_APP_OPEN_INPUT_H

#include "app/action.h"
#include "app/state.h"

// Settles query and key when the screens are first gone to.
void open_prepare(State *s, const World *w);

// Goes back from words to tokens.
void open_leave_words(State *s, const World *w);

void open_act(State *s, const World *w, ActionId action, Event e);  // one head
void open_mouse(State *s, const World *w, Event e);
bool open_type(State *s, const World *w, Event e);
void open_map_act(State *s, const World *w, ActionId action, Event e); // the map
void open_map_mouse(State *s, const World *w, Event e);

// Where head k stands in the map's order, and the other way round. order[layers × heads].
void open_map_order(const State *s, const World *w, int *order);

#endif
