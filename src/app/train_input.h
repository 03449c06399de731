// Keys, mouse and time of a training.
#ifndef LOOKBACK_APP_TRAIN_INPUT_H
#define LOOKBACK_APP_TRAIN_INPUT_H

#include "app/action.h"
#include "app/state.h"

// What + and − change before the start.
typedef enum TrainSetting {
    SETTING_LAYERS,
    SETTING_HEADS,
    SETTING_WIDTH,
    SETTING_MLP,
    SETTING_SEED,
    SETTING_REPEATED,
    SETTING_STEPS,
    TRAIN_SETTINGS
} TrainSetting;

void train_act(State *s, const World *w, ActionId action, Event e);
void train_mouse(State *s, const World *w, Event e);

// Milliseconds between the ticks that the training on screen wants; 0: none.
int train_pace(const State *s);

// Takes a tick if the screen of a training waits for it.
bool train_tick(State *s, const World *w, Event e);

#endif
