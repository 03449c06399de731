// Letters four rows high, for the back row of a lit room. A font of 5 × 8 dots of its own: two dots to a cell in half
// blocks, or one dot to a cell (# in ASCII), or two cells wide to a dot.
#ifndef LOOKBACK_DRAW_BIGTEXT_H
#define LOOKBACK_DRAW_BIGTEXT_H

#include "draw/canvas.h"

typedef enum BigSize {
    BIG_LETTERS, // 6 columns a character; 4 rows, in ASCII 8
    BIG_DOUBLE,  // 12 columns, 8 rows; not in ASCII, where it is as BIG_LETTERS
} BigSize;

int bigtext_rows(BigSize size, bool ascii);

// Columns of a display form without the gap behind its last character.
int bigtext_columns(const char *display, BigSize size, bool ascii);

// Draws a display form from y, x on, within columns: what does not fit is cut, ending in ….  Returns the columns used.
// A character that has no big letter (beyond ASCII, mostly) is drawn bold in normal size in the same room.
// The box is filled with s: its background, and its hit.
int bigtext_draw(Canvas *c, int y, int x, int columns, Style s, BigSize size, const char *display);

// Lines of whole words that the text takes in so many columns; 0 if a word is wider than that.
int bigtext_lines(const char *display, int columns, BigSize size, bool ascii);

// Draws those lines, each bigtext_rows high, into the current pane from row y on.
void bigtext_draw_lines(Canvas *c, int y, Style s, BigSize size, const char *display);

#endif
