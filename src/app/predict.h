// What the screen of predictions reads off a model, kept with the source.
#ifndef LOOKBACK_APP_PREDICT_H
#define LOOKBACK_APP_PREDICT_H

#include "app/state.h"
#include "model/net_source.h"

// Rows from which the likeliest tokens stand over what the heads add to them.
enum { PREDICT_TALL = 30 };

// The reading at the scene's position and tokens; NULL while the model runs, or where there is none.
NetReading *predict_reading(const Scene *s, const World *w);

unsigned predict_wants(PredictPage page); // READ_… of a page

// Whether the page on display waits for something to be read; a piece of it.
bool predict_wanted(const State *s, const World *w);
bool predict_step(const State *s, const World *w, Error *err);

// Whether what was read are numbers.
bool predict_sound(const Scene *s, const World *w, Error *err);

// The page on display as JSON or CSV.
void predict_json(const Scene *s, const World *w, Str *out);
void predict_csv(const Scene *s, const World *w, Str *out);

// Appends a token as it is displayed: ␣Mary.
void predict_token(const Source *src, int id, bool ascii, Str *out);

// Appends what heads alone are changed by: `÷1, 3.1 at zero`; nothing where they are not.
void predict_levers_alone(const Scene *s, const Source *src, Str *out);

// The levers of the whole model and these, with words between; "the model as it is" where there is neither.
void predict_all_levers(const Scene *s, const Source *src, Str *out);

#endif
