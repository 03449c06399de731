// Events as text, one a line: what --record writes, --replay and the golden tests read.
//
//     key m             a rune, or a name: Enter Esc Tab BackTab Backspace Space Up Down Left Right Home End PageUp
//                       PageDown Delete Insert F1 … F12; or U+202E
//     key Shift+Left    with modifiers Shift+ Alt+ Ctrl+; Ctrl+c is the rune 0x03
//     key Paste+Enter   one key of a bracketed paste
//     type hello        one key event per character; one blank stands before the text, the rest belongs to it
//     paste hello       the same, as a bracketed paste
//     press 3 14        mouse at y x, each 0 … 32767: press drag release move wheelup wheeldown
//     Ctrl+press 3 14   with modifiers
//     size 24 80        the screen becomes 24 rows by 80 columns, each 1 … 32767
//     tick 3            three intervals have passed, 1 … 32767 (autoplay)
//     # a comment
#ifndef LOOKBACK_APP_SCRIPT_H
#define LOOKBACK_APP_SCRIPT_H

#include "app/event.h"
#include "base/error.h"
#include "base/str.h"

// Appends e as one line; nothing for EVENT_NONE. What script_read makes of the line is e again, without Event.hit. A
// key with Ctrl comes back as its control rune.
void script_write(Str *out, Event e);

// Called for each event of a script; false stops the reading, which is no error.
typedef bool (*ScriptEvent)(Event e, void *context);

// Reads a whole script, calling each as it goes: events before a bad line have happened when false is returned. file names it in errors: `bug.txt:3: unknown key "Entr" (did you mean "Enter"?)`.
bool script_read(const char *text, size_t len, const char *file, ScriptEvent each, void *context, Error *err);

#endif
