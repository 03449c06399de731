// A model being read while the screen already says so: q, Esc and Ctrl-C call it off, all else waits until it is there.
#ifndef LOOKBACK_LOADING_H
#define LOOKBACK_LOADING_H

#include "app/state.h"
#include "attn/source.h"
#include "draw/canvas.h"

enum { LOADING_EVENTS = 64 };

// {0} is valid: nothing is loaded.
typedef struct Loading {
    Source *source; // of net_source_begin; owned until it is taken
    int rows, cols;
    bool ascii;
    ColorMode mode;
    Canvas frame;
    Event event[LOADING_EVENTS]; // that came meanwhile; more are lost
    int events;
    bool failed;
    Error err;
} Loading;

// For the terminal's loop. The event: EFFECT_QUIT, or it is kept.
Effect loading_event(Loading *l, Event e);
const Canvas *loading_frame(Loading *l);

// Frees what is left, also a source that nobody took.
void loading_free(Loading *l);

#endif
