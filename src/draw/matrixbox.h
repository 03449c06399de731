// A matrix as on paper: numbers in brackets, a title above, labels of rows and columns.
//
//            Q
//     the ⎡ 1  1 ⎤
//     cat ⎢ 0  2 ⎥
//     sat ⎣ 2  1 ⎦
//
// It measures itself. In a smaller rectangle it shows what lies around its focus, with ▲ ▼ ◂ ▸ where it is cut.
#ifndef LOOKBACK_DRAW_MATRIXBOX_H
#define LOOKBACK_DRAW_MATRIXBOX_H

#include "draw/canvas.h"

enum { MATRIXBOX_SIDE = 12, MATRIXBOX_TEXT = 24 };

// How a cell looks; bits.
enum {
    MARK_LIT = 1,      // part of the row or column that is being used
    MARK_SELECTED = 2, // the cell itself
    MARK_QUIET = 4,    // hidden, masked, zero: second to the others
    MARK_GOOD = 8,
    MARK_BAD = 16,
    MARK_POINTED = 32, // under the pointer, while another is selected
};

typedef struct MatrixCell {
    char text[MATRIXBOX_TEXT]; // trusted UTF-8
    uint8_t marks;
    int hit; // Hit.b
} MatrixCell;

// Any bytes, borrowed.
typedef struct MatrixLabel {
    const char *bytes;
    int len;
} MatrixLabel;

typedef struct MatrixBox {
    char title[MATRIXBOX_TEXT];
    int rows, cols;    // each 1 … MATRIXBOX_SIDE
    int cell;          // columns of a number
    bool tight;        // no blanks inside the brackets
    int label;         // columns of the row labels, gap included; 0: none
    bool headed;       // column labels are drawn
    MatrixLabel row[MATRIXBOX_SIDE], col[MATRIXBOX_SIDE];
    int lit_row, lit_col; // whose label is lit; −1: none
    MatrixCell at[MATRIXBOX_SIDE][MATRIXBOX_SIDE];
    int focus_y, focus_x; // stays in sight
    uint16_t hit;         // Hit.kind of the cells
    int hit_a;            // Hit.a
} MatrixBox;

int matrixbox_height(const MatrixBox *b);
int matrixbox_width(const MatrixBox *b);

void matrixbox_draw(Canvas *c, Rect r, const MatrixBox *b);

// Where the number (y, x) stands when the box is drawn into r; h is 0 if it is out of sight.
Rect matrixbox_cell(Rect r, const MatrixBox *b, int y, int x);

#endif
