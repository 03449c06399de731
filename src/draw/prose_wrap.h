// One block of prose as a row of characters, and where to break it. Used only by prose_draw.c.
#ifndef LOOKBACK_DRAW_PROSE_WRAP_H
#define LOOKBACK_DRAW_PROSE_WRAP_H

#include "draw/prose.h"

typedef struct Piece {
    uint32_t rune; // '\n': the line ends here
    uint32_t mark[2];
    uint16_t look;
    uint8_t width;
    uint8_t found; // 1: part of a match, 2: the start of one
} Piece;

// {0} is valid and empty; the memory is used again by each fill.
typedef struct Pieces {
    Piece *at;
    int n, room;
    Str scratch;
} Pieces;

void pieces_free(Pieces *p);

// The block's text in display form. With ascii, common signs become words a typewriter has.
void pieces_fill(Pieces *p, const Prose *prose, const ProseBlock *block, bool ascii);

// Marks every match of the display text `find`, ignoring case.
void pieces_find(Pieces *p, const char *find);

typedef struct PieceLine {
    int start, end; // pieces shown
    int next;       // where the next line starts
} PieceLine;

// The longest line from start that fits into room columns (≥ 1), at least one piece. Words are kept whole where they
// fit; with verbatim (code) spaces are kept and lines are cut at the edge.
PieceLine pieces_line(const Pieces *p, int start, int room, bool verbatim);

#endif
