// Everything that needs no terminal: render, the lists, --help.
#ifndef LOOKBACK_HEADLESS_H
#define LOOKBACK_HEADLESS_H

#include "app/app.h"
#include "base/str.h"
#include "options.h"

// Appends what `lookback render` prints: the app's frame or its numbers.
bool headless_render(const Options *o, App *app, const World *w, Str *out, Error *err);

void headless_heads(Str *out);
void headless_keys(Str *out);
void headless_help(Str *out);

// Lets the events of the script in o->replay, if any, happen to the app.
bool headless_replay(const Options *o, App *app, Error *err);

#endif
