// From the bytes a terminal sends to events: runes, keys with modifiers, SGR mouse, bracketed paste. Pure: fed by the
// loop, tested without a terminal. ncurses' own reading is not used: it knows no drags in tmux, loses columns above 223
// and types split sequences.
#ifndef LOOKBACK_TUI_INPUT_H
#define LOOKBACK_TUI_INPUT_H

#include "app/event.h"

#include <stddef.h>

enum { INPUT_ROOM = 4096 };

typedef struct Input {
    int rows, cols;          // of the screen; mouse coordinates are clamped to it
    size_t at, len;          // bytes[at … len) are not understood yet
    bool late;               // no more bytes are coming for what is pending
    bool pasting;            // between the brackets of a paste
    bool pasted_return;      // the last pasted rune was '\r': an '\n' after it adds nothing
    bool skipping;           // inside a sequence too long to be one of ours, up to its final letter
    unsigned char bytes[INPUT_ROOM];
} Input;

void input_init(Input *in, int rows, int cols);

// Takes at most INPUT_ROOM − (what is pending) bytes and returns how many. input_next frees room.
size_t input_feed(Input *in, const void *bytes, size_t len);

// The next event. False when there is none, or only the beginning of one. Sequences that mean nothing to us are
// dropped.
bool input_next(Input *in, Event *e);

// How long to wait, in milliseconds, for the rest of what is pending before input_expire; −1: nothing is pending.
int input_patience(const Input *in);

// The rest did not come: a lone ESC becomes Escape, a cut sequence is dropped. Call input_next after it.
void input_expire(Input *in);

#endif
