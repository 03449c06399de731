// The terminal: the only part of the program that knows ncurses.
#ifndef LOOKBACK_TUI_TUI_H
#define LOOKBACK_TUI_TUI_H

#include "app/app.h"

#include <stdio.h>

typedef struct TuiOptions {
    bool mode_given;     // --color was given
    ColorMode mode;
    bool ascii;          // draw with ASCII only
    FILE *record;        // each event is written here as a line of a script; NULL: none. Borrowed.
    void (*effect)(void *context, App *app, Effect e); // does what is the caller's to do (EFFECT_PROGRESS); NULL: nothing is
    void (*shown)(void *context); // called once, when the first frame is on screen and before keys are taken; NULL: nothing is
} TuiOptions;

// Opens the terminal, runs until the user quits, and restores the terminal on every way out. make(mode, rows, cols, ascii, context) creates the
// app once the screen's size and colours are known; the app is freed by the caller of tui_run through *out.
// False with a message when there is no usable terminal (exit status 2).
typedef App *(*TuiMake)(void *context, int rows, int cols, bool ascii, ColorMode mode);
bool tui_run(TuiMake make, void *context, const TuiOptions *options, App **out, Error *err);

#endif
