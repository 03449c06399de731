// A sentence with arcs: from the selected query to the tokens it reads.
//
// Each line of text takes lanes + 3 rows: lanes in which arcs run, a row of arrowheads, the tokens, and the percents.
// An arc between two lines of text runs down a gutter in column 0. The height does not depend on the weights, so
// nothing jumps when they change.
#ifndef LOOKBACK_DRAW_ARCS_H
#define LOOKBACK_DRAW_ARCS_H

#include "draw/canvas.h"

typedef struct ArcToken {
    const char *text; // display form, borrowed
    int columns;      // of text, in the letters it is drawn in
    uint8_t mark;     // attributes of its text, of small letters
} ArcToken;

typedef struct Arcs {
    const ArcToken *token;
    int n;
    const double *weight; // of the query for each; NULL: all 0
    int visible; // tokens that the query may see, from the first
    int query; // −1: not among the tokens: weights alone are shown
    int key;   // the selected key; −1: none
    bool by_key; // if the pane is too low for all lines it shows those around the key, not the query
    int lanes; // ≥ 1; 1 is a comb: all arcs share one lane
    int most;  // arcs drawn, the strongest; equals of the last are drawn too or, if they are many, none of them
    uint16_t hit; // kind of a token's hit; a is the token
    bool marks;   // tokens may be underlined for what they are: then the selected key is bold as well
    bool big, ascii; // tokens in big letters (bigtext.h); measuring needs to know whether in ASCII
} Arcs;

enum { ARCS_GUTTER = 2 };     // columns left of the tokens
enum { ARCS_FIXED_ROWS = 3 }; // rows of a text line beside its lanes, with letters of normal size

// Rows of one line of text with everything over and under it.
int arcs_line_rows(const Arcs *a);

// Lines of text that the tokens take in width columns; counted no farther than to `most`.
int arcs_lines(const Arcs *a, int width, int most);

// Draws into the current pane. If the pane is too low for all lines it shows those around the query (by_key: the key).
void arcs_draw(Canvas *c, const Arcs *a);

#endif
