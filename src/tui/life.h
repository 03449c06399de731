// The terminal's life: opened with the best entry for it, left and entered again around a stop, followed in size, and
// given back as it was on every way out.
#ifndef LOOKBACK_TUI_LIFE_H
#define LOOKBACK_TUI_LIFE_H

#include "base/error.h"
#include "draw/palette.h"

#include <stddef.h>

// Opens the screen. mode comes in as --color (mode_given) and goes out as what the screen shows. False with a message
// when there is no usable terminal; it is then untouched.
bool life_start(bool mode_given, ColorMode *mode, Error *err);
void life_stop(void);

// Where keys are read.
int life_keys_fd(void);

// Takes the terminal's size over into ncurses and says what it is.
void life_read_size(int *rows, int *cols);

// Gives the terminal back, stops the program (the whole job, or alone) and comes back when it is continued. Paint
// everything after it. False when the program was told to end meanwhile: nothing may be painted any more.
bool life_suspend(bool job);

// The program was stopped and continued behind our back: modes are set again. Paint everything after it.
void life_reclaim(void);

// Sends what ncurses holds to the terminal, as one update where the terminal can (DEC mode 2026); trailer follows it.
void life_show(const char *trailer);

// Bytes straight to the terminal; only while ncurses holds none.
void life_write(const char *bytes, size_t len);

#endif
