// Text as the terminal needs it: UTF-8 in, runes with a known width out, and a display form for any bytes.
//
// Model text may hold anything: half characters, escape sequences, bidi overrides. Whatever is shown goes through
// text_display first, so nothing a file contains reaches the terminal as a control.
// Widths and letter classes are libc's (ncurses uses the same); text_init must have been called once.
#ifndef LOOKBACK_BASE_TEXT_H
#define LOOKBACK_BASE_TEXT_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Sets LC_CTYPE to a UTF-8 locale whatever the environment says, so that letters, widths and therefore
// numbers are the same on every machine. Returns whether the environment itself asked for UTF-8.
bool text_init(void);

// A byte that is not part of valid UTF-8 decodes to TEXT_BAD + byte.
enum { TEXT_BAD = 0x110000 };

// The rune at s (len > 0 bytes left) and how many bytes it takes (at least 1).
uint32_t text_decode(const char *s, size_t len, int *used);

// Writes the UTF-8 form of rune (at most 4 bytes, no NUL) and returns its length.
int text_encode(uint32_t rune, char out[4]);

// Columns of one rune: 0 (combining), 1 or 2; -1 if it must not be shown as it is.
int text_width(uint32_t rune);

// Whether rune (not a bad byte) moves the cursor or changes how others are shown: C0, DEL, C1, bidi and other invisible
// controls.
bool text_is_control(uint32_t rune);

// Simple case folding: two runes are the same letter iff their folds are equal.
uint32_t text_fold(uint32_t rune);

bool text_is_space(uint32_t rune);
bool text_is_word(uint32_t rune); // letter, digit or underscore, or a mark that joins the letter before it

// Appends the display form of any bytes: bad byte \xE2; control U+2400+c (ASCII: \x1b), newline ⏎ (\n), tab ⇥ (\t);
// bidi and other invisible controls \u202e; zero-width joiners dropped; at most two marks on a letter.
// With ascii, everything beyond ASCII is written \u00e9. The result holds only runes of width 0, 1 or 2.
void text_display(Str *out, const char *bytes, size_t len, bool ascii);

// Columns that a display form (or any trusted UTF-8 literal) takes.
int text_columns(const char *display);

#endif
