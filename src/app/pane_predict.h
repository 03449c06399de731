// The pages of the screen of predictions. Each draws into the canvas's current pane.
#ifndef LOOKBACK_APP_PANE_PREDICT_H
#define LOOKBACK_APP_PANE_PREDICT_H

#include "app/predict.h"
#include "draw/canvas.h"

typedef struct PredictScope {
    const State *state;
    const World *world;
    const NetReading *reading;
} PredictScope;

void pane_predict_next(Canvas *c, const PredictScope *in);   // the likeliest tokens, before and after
void pane_predict_panel(Canvas *c, const PredictScope *in);  // chosen tokens, loss, what moved
void pane_predict_direct(Canvas *c, const PredictScope *in); // what each head adds to a logit
void pane_predict_lens(Canvas *c, const PredictScope *in);   // the logit lens
void pane_predict_loss(Canvas *c, const PredictScope *in);   // loss of each token

// Draws a token in at most `columns` columns; returns those used.
int pane_predict_token(Canvas *c, int y, int x, int columns, Style s, const PredictScope *in, int id);

#endif
