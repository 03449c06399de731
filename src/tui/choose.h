// Which colours to use and which terminfo entry to open, from what the environment says. Pure: life.c collects the
// facts.
#ifndef LOOKBACK_TUI_CHOOSE_H
#define LOOKBACK_TUI_CHOOSE_H

#include "base/error.h"
#include "draw/palette.h"

typedef struct ChooseFacts {
    // Environment variables; NULL when unset.
    const char *term, *colorterm, *no_color, *sty, *tmux;
    const char *tmux_features; // what tmux says of its client, a comma list; NULL: not asked, or no answer
    bool mode_given;           // --color
    ColorMode mode;
    // What terminfo says of term.
    bool known;    // it has an entry
    bool can_move; // cup
    bool rgb;      // direct colour
    int colors;    // −1 or 0: none
} ChooseFacts;

typedef enum ChooseEntry {
    CHOOSE_OWN,        // the entry TERM names
    CHOOSE_DIRECT,     // the one in the program (terminfo.h)
    CHOOSE_XTERM_256,  // stand-ins for an entry that is missing or has too few colours
    CHOOSE_SCREEN_256,
} ChooseEntry;

typedef struct Choice {
    ChooseEntry entry;
    ColorMode mode;
} Choice;

// Whether tmux_features would matter. Asking costs a process, so it is done only then.
bool choose_wants_features(const ChooseFacts *facts);

// False with a message for the user when no screen can be drawn on this terminal.
bool choose_screen(const ChooseFacts *facts, Choice *out, Error *err);

#endif
