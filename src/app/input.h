// The line in which a text of one's own is typed.
#ifndef LOOKBACK_APP_INPUT_H
#define LOOKBACK_APP_INPUT_H

#include "app/state.h"

// Opens it with the text that is being looked at.
void input_open(State *s, const World *w);

// Takes a key while it is open: Enter looks at the text, Escape leaves it, up and down bring earlier texts.
Effect input_key(State *s, const World *w, Event e);

#endif
