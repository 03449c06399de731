// What the screen of predictions reads off a model, kept with the source.
#ifndef LOOKBACK_APP_PREDICT_H
#define LOOKBACK_APP_PREDICT_H

#include "app/state.h"
#include "model/net_source.h"

// Rows from which the likeliest tokens stand over what the heads add to them.
enum { PREDICT_TALL = 30 };

// The reading at the scene's position and tokens; NULL while the model runs, or where there is none.
NetReading *predict_reading(const Scene *s, const World *w);

// Whether the page on display waits for something to be read; a piece of it.
bool predict_wanted(const State *s, const World *w);
void predict_step(const State *s, const World *w);

// Appends a token as it is displayed: ␣Mary.
void predict_token(const Source *src, int id, bool ascii, Str *out);

// Appends what the levers change: `whole model: ÷1, 3.1 zero`; "nothing is changed".
void predict_levers(const Scene *s, Str *out);

#endif
