// Numbers for pairs of colours. A number, once given, means the same two colours until pairs_clear: ncurses scans the
// whole screen when a pair in use changes. Keyed by colour, not by ink: two numbers for one look would be drawn twice.
#ifndef LOOKBACK_TUI_PAIRS_H
#define LOOKBACK_TUI_PAIRS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct PairsSlot {
    int fg, bg, number; // number 0: empty
} PairsSlot;

typedef struct Pairs {
    int limit, used; // numbers given are 1 … limit
    size_t size;     // of slot, a power of two
    PairsSlot *slot; // open addressing
} Pairs;

void pairs_init(Pairs *p, int limit);
void pairs_free(Pairs *p);
void pairs_clear(Pairs *p);

// The number of fg on bg (terminal colours, −1 the default); *fresh tells that it was given just now. 0: none are left.
int pairs_find(Pairs *p, int fg, int bg, bool *fresh);

// Any number given with this background, else 0: the stand-in when none are left.
int pairs_find_background(const Pairs *p, int bg);

#endif
