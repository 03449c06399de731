// A frame as the bench hands it to the bare program: this, then h × w cells.
#ifndef LOOKBACK_BENCH_BARE_H
#define LOOKBACK_BENCH_BARE_H

#include <stdint.h>

enum { BARE_PAIRS_MAX = 1024 };

typedef struct BareFrame {
    int32_t h, w, pairs;
    int16_t fg[BARE_PAIRS_MAX], bg[BARE_PAIRS_MAX]; // of pairs 1 … pairs; −1: the terminal's own
} BareFrame;

typedef struct BareCell {
    uint32_t rune;       // 0: second column of a wide character
    uint16_t attr, pair; // attr: ATTR_…, as in draw/cell.h
} BareCell;

#endif
