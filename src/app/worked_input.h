// What the keys and the mouse do on the worked example.
#ifndef LOOKBACK_APP_WORKED_INPUT_H
#define LOOKBACK_APP_WORKED_INPUT_H

#include "app/action.h"
#include "app/state.h"

void worked_input_act(State *s, const World *w, ActionId action, Event e);
void worked_input_mouse(State *s, const World *w, Event e);

// Takes a key while a number is being typed, or one that starts it.
bool worked_input_type(State *s, const World *w, Event e);

#endif
