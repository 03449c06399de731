// What a playing lesson has to do with the outside: whoever follows it with `lookback notes` is told, and a lesson
// being edited is read again when it is saved.
#ifndef LOOKBACK_PRESENT_H
#define LOOKBACK_PRESENT_H

#include "app/app.h"
#include "link/teller.h"
#include "link/watch.h"
#include "tui/tui.h"

enum { PRESENT_SOURCES = 2 };

typedef struct Present {
    World *world; // borrowed
    App *app;     // borrowed; NULL before there is one
    Teller teller;
    bool tried;   // to open the teller
    Watch watch;
    int watched;  // the lesson
    TuiSource source[PRESENT_SOURCES]; // for the loop
} Present;

void present_init(Present *p, World *world);
void present_free(Present *p);

// Reads the lesson again whenever its file is saved, as long as it holds no mistake.
bool present_watch(Present *p, int lesson, Error *err);

// After each frame: tells those who follow what is on display. They can follow from the first lesson on that is open.
void present_shown(Present *p);

#endif
