// One control sequence as input.c cuts it out of the bytes, and what it means.
#ifndef LOOKBACK_TUI_SEQUENCE_H
#define LOOKBACK_TUI_SEQUENCE_H

#include "app/event.h"

enum { SEQUENCE_PARAMS = 4, SEQUENCE_PASTE_START = 200 };

// ESC [ prefix param ; param … final, or ESC O param final.
typedef struct Sequence {
    bool ss3;       // ESC O
    char prefix;    // '<' and the like, 0 when none
    char final;
    int count;      // of param
    int param[SEQUENCE_PARAMS]; // at most 0x10FFFF; 0 when left out
} Sequence;

// The key event of a sequence. False when it means nothing to us.
bool sequence_to_key(const Sequence *s, Event *e);

// The mouse event of ESC [ < button ; x ; y M or m, on a screen of rows × cols. False when it means nothing to us:
// buttons other than the left one, wheels that tilt.
bool sequence_to_mouse(const Sequence *s, int rows, int cols, Event *e);

#endif
