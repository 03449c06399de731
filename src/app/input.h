// The line in which a text of one's own is typed.
#ifndef LOOKBACK_APP_INPUT_H
#define LOOKBACK_APP_INPUT_H

#include "app/state.h"

// Opens it with the text that is being looked at.
void input_open(State *s, const World *w);

// Takes what was typed as a setting of the scene (lesson/scene.h). False with a message.
bool input_take_setting(State *s, const World *w, const char *name, Error *err);

// Takes a key while it is open: Enter looks at the text, Escape leaves it, up and down bring earlier texts.
Effect input_key(State *s, const World *w, Event e);

#endif
