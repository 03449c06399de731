// Editing one line of text: pure operations on a Line (app/state.h).
#ifndef LOOKBACK_APP_LINE_H
#define LOOKBACK_APP_LINE_H

#include "app/state.h"

// Replaces the text by len bytes (cut at LINE_MAX_BYTES) and puts the cursor behind it.
void line_set(Line *line, const char *bytes, int len);

// Applies an editing key: runes are inserted; arrows, Home, End, Delete, Backspace, and Ctrl-A E B F U K W D as in a
// shell. A pasted line break or tab becomes a space. Returns whether the key meant something here (Enter, Escape, Up
// and Down never do).
bool line_key(Line *line, Event e);

// Past texts, newest first: NUL-separated in State.past. Adding one drops the oldest that no longer fit; equal to the
// newest: nothing.
void line_remember(State *s, const char *bytes, int len);
// The n-th past text (0 the newest), *len bytes; NULL if there is none.
const char *line_recall(const State *s, int n, int *len);

#endif
