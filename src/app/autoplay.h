// A screen in a lobby: the lesson goes on by itself with each tick, and stops when someone comes.
#ifndef LOOKBACK_APP_AUTOPLAY_H
#define LOOKBACK_APP_AUTOPLAY_H

#include "app/state.h"

// Takes every tick; and, while lessons go on by themselves, the first key or click, which means nothing else then that
// this ends. Ctrl-C, suspending and redrawing do what they always do. False for all else.
bool autoplay_takes(State *s, const World *w, Event e);

#endif
