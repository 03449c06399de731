// The terminal: the only part of the program that knows ncurses.
#ifndef LOOKBACK_TUI_TUI_H
#define LOOKBACK_TUI_TUI_H

#include "app/state.h"
#include "base/error.h"

#include <stdio.h>

// What runs in it: takes events and has a frame. app is handed to the functions; all borrow.
typedef struct TuiShow {
    void *app;
    Effect (*event)(void *app, Event e);
    const Canvas *(*frame)(void *app); // for the present state
    Palette (*palette)(void *app);
    bool (*busy)(void *app); // whether work waits that a slice of can be done while no key comes; NULL: never
    Effect (*work)(void *app); // a slice of it: a few milliseconds. EFFECT_QUIT ends the program; others are ignored
    int (*pace)(void *app);  // milliseconds between the ticks it wants now; 0 or NULL: those of TuiOptions
} TuiShow;

// Something else to wait for beside keys: fd may change while the loop runs, −1 is nothing at the moment.
typedef struct TuiSource {
    int fd;
    // readable or hung up: reads what is there, or sets fd to something else. Never waits.
    void (*ready)(void *context);
    void *context;
} TuiSource;

enum { TUI_SOURCES_MAX = 4 };

typedef struct TuiOptions {
    bool mode_given;     // --color was given
    ColorMode mode;
    bool ascii;          // draw with ASCII only
    FILE *record;        // each event is written here as a line of a script; NULL: none. Borrowed.
    void (*effect)(void *context, Effect e); // does what is the caller's to do (EFFECT_PROGRESS); NULL: nothing is
    void (*shown)(void *context); // called after each frame is on screen; NULL: nothing is
    int tick_ms;         // an EVENT_TICK so often; 0: none. With LOOKBACK_TEST set, at each Ctrl-] instead.
    TuiSource *source;   // borrowed; at most TUI_SOURCES_MAX
    int sources;
} TuiOptions;

// Opens the terminal, runs until the user quits, and restores the terminal on every way out. make creates what is shown
// once the screen's size and colours are known; it is the caller's to free. False with a message when there is no
// usable terminal (exit status 2); make then was not called.
typedef TuiShow (*TuiMake)(void *context, int rows, int cols, bool ascii, ColorMode mode);
bool tui_run(TuiMake make, void *context, const TuiOptions *options, Error *err);

#endif
