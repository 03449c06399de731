// Events as text, one a line: what --record writes, --replay and the golden tests read.
//
//     key m            a rune, or a name: Enter Esc Tab BackTab Backspace Up Down Left Right Home End PageUp PageDown Delete F1 … F12 Space
//     key Shift+Left   with modifiers Shift+ Alt+ Ctrl+
//     type hello       one key event per character
//     paste hello      the same, as a bracketed paste
//     press 3 14       mouse at y x: press drag release move wheelup wheeldown
//     size 24 80       the screen becomes 24 rows by 80 columns
//     # a comment
#ifndef LOOKBACK_APP_SCRIPT_H
#define LOOKBACK_APP_SCRIPT_H

#include "app/event.h"
#include "base/error.h"
#include "base/str.h"

// Appends e as one line.
void script_write(Str *out, Event e);

// Called for each event of a script; false stops the reading.
typedef bool (*ScriptEvent)(Event e, void *context);

// Reads a whole script. file names it in errors: `bug.txt:3: unknown key "Entr" (did you mean "Enter"?)`.
bool script_read(const char *text, size_t len, const char *file, ScriptEvent each, void *context, Error *err);

#endif
