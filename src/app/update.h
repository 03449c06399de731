// State × event → state and effect. Pure: no clock, no files, no terminal.
#ifndef LOOKBACK_APP_UPDATE_H
#define LOOKBACK_APP_UPDATE_H

#include "app/action.h"
#include "app/state.h"

// The first state: scene (finished) on a screen of rows × cols. s is all zero.
void state_init(State *s, const Scene *scene, int rows, int cols, bool ascii, ColorMode mode);

// Keeps the levers of the scene as those before a change, for ΔH and the ghost.
void state_remember_levers(State *s);

// Lets e happen to s. ACTION_UNDO is not handled here: the past is the caller's (app.c).
Effect update(State *s, const World *w, Event e);

// The action that e stands for in s: a key, or a click on something that does what a key does.
ActionId update_action(const State *s, Event e);

#endif
