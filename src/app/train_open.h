// From the screen of a training to those of a model, and back: the model in training, as it stands or as it was, with
// every lever of a model.
#ifndef LOOKBACK_APP_TRAIN_OPEN_H
#define LOOKBACK_APP_TRAIN_OPEN_H

#include "app/state.h"

// Opens SCREEN_OPEN, SCREEN_MAP or SCREEN_PREDICT at the moment, on the text and the head that the training's screen
// shows. The training pauses.
void train_open(State *s, const World *w, ScreenId screen);

// Back to the training as it was left.
void train_return(State *s);

// Lets the source take up what has been trained since. False: the scene's training is not there (any more).
bool train_shows(State *s, const World *w);

#endif
