// A screen is one of the views that stand on their own: the explorer, the playground … Each is a file screen_NAME.c
// with one of these.
#ifndef LOOKBACK_APP_SCREEN_H
#define LOOKBACK_APP_SCREEN_H

#include "app/action.h"
#include "app/state.h"
#include "draw/canvas.h"

// One way to have a screen's numbers: `json`, `csv` …, as in render's --format.
typedef struct ScreenTable {
    const char *format;
    void (*write)(const Scene *s, const World *w, Str *out);
} ScreenTable;

enum { SCREEN_TABLES = 4, SCREEN_MOUSE_LINES = 6 };

typedef struct Screen {
    const char *title;   // as in the title line and the list of views
    const char *summary; // one line in that list
    // Draws the whole frame into the current pane, of whatever size: title line first, status line last.
    void (*draw)(Canvas *c, const State *s, const World *w);
    // Does one of the screen's own actions (those common to all screens are update.c's).
    void (*act)(State *s, const World *w, ActionId action, Event e);
    // A press, drag, release or turn of the wheel; e.hit says on what. Clicks on HIT_ACTION never get here. NULL: not
    // used.
    void (*mouse)(State *s, const World *w, Event e);
    // Takes keys while something is being typed on the screen; true if it took this one. NULL: nothing is ever typed.
    bool (*type)(State *s, const World *w, Event e);
    const char *mouse_help[SCREEN_MOUSE_LINES]; // lines of the help; none: the explorer's
    ScreenTable table[SCREEN_TABLES]; // unused ones have no format
} Screen;

extern const Screen SCREEN_OF_EXPLORER, SCREEN_OF_PLAY, SCREEN_OF_WORKED, SCREEN_OF_LAB, SCREEN_OF_ROW, SCREEN_OF_SUM,
    SCREEN_OF_TRAIN, SCREEN_OF_OPEN, SCREEN_OF_MAP, SCREEN_OF_PREDICT, SCREEN_OF_TRACE, SCREEN_OF_DIFF;

// How many screens can be gone to: those of a source only where there is one, with a model what it says next and a row
// of it, with two dumps their comparison. And which stands at a place of their list.
int screen_places(const World *w);
ScreenId screen_at(const World *w, int place);

const Screen *screen_of(ScreenId id); // never NULL

#endif
