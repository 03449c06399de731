// `lookback notes`: what a presenter reads beside the screen that the class sees. Driven by events like the program
// itself, on the same loop; the seconds of its clock come in as ticks.
#ifndef LOOKBACK_APP_NOTES_H
#define LOOKBACK_APP_NOTES_H

#include "app/cue.h"

typedef struct Notes Notes; // opaque

// Nothing is followed yet.
Notes *notes_new(int rows, int cols, bool ascii, Palette palette);
void notes_free(Notes *n);

// A tick is a second. Asks for quit, suspend and redraw.
Effect notes_event(Notes *n, Event e);

// A new cue. The clock starts with the first one of a lesson, and anew with another lesson. c is then {0}.
void notes_take(Notes *n, Cue *c);

// What is followed, for the status line: display form.
void notes_say(Notes *n, const char *about);

const Canvas *notes_frame(Notes *n); // borrowed until the next call
Palette notes_palette(const Notes *n);

#endif
