#include "draw/matrixbox.h"

#include "base/text.h"

#include <string.h>

// Rows above the first number.
static int head_rows(const MatrixBox *b) {
    return b->headed ? 2 : 1;
}

int matrixbox_height(const MatrixBox *b) {
    return head_rows(b) + b->rows;
}

// Columns from one number to the next.
static int pitch(const MatrixBox *b) {
    return b->cell + (b->tight ? 1 : 2);
}

// Columns between the brackets for `count` numbers.
static int inner(const MatrixBox *b, int count) {
    return count * pitch(b) - b->tight;
}

int matrixbox_width(const MatrixBox *b) {
    return b->label + 2 + inner(b, b->cols);
}

// What of the box is in sight.
typedef struct Window {
    int y, x, rows, cols; // first row and column, how many
    int head;             // rows above
} Window;

static int fit(int focus, int shown, int count) {
    int first = focus - shown / 2;
    if (first > count - shown) first = count - shown;
    return first > 0 ? first : 0;
}

static Window window_for(Rect r, const MatrixBox *b) {
    Window v = {.head = head_rows(b)};
    if (r.h <= v.head) v.head = r.h > 1 ? 1 : 0;
    v.rows = r.h - v.head < b->rows ? r.h - v.head : b->rows;
    v.cols = b->cols;
    while (v.cols > 1 && b->label + 2 + inner(b, v.cols) > r.w) v.cols--;
    v.y = fit(b->focus_y, v.rows, b->rows);
    v.x = fit(b->focus_x, v.cols, b->cols);
    return v;
}

// Column of the first digit place of the k-th number in sight.
static int number_x(Rect r, const MatrixBox *b, int k) {
    return r.x + b->label + 1 + !b->tight + k * pitch(b);
}

Rect matrixbox_cell(Rect r, const MatrixBox *b, int y, int x) {
    Window v = window_for(r, b);
    bool seen = y >= v.y && y < v.y + v.rows && x >= v.x && x < v.x + v.cols;
    return (Rect){r.y + v.head + y - v.y, number_x(r, b, x - v.x), seen, b->cell};
}

static Style style_for(uint8_t marks) {
    Role fg = marks & MARK_BAD ? ROLE_BAD : marks & MARK_GOOD ? ROLE_GOOD : marks & MARK_QUIET ? ROLE_DIM : ROLE_TEXT;
    Style s = style_plain(fg);
    if (marks & MARK_LIT) {
        s = style_bold(style_of(fg == ROLE_TEXT ? ROLE_ACCENT : fg, ROLE_SELECT));
    }
    if (marks & MARK_POINTED) s.attr |= ATTR_UNDERLINE | ATTR_BOLD;
    if (marks & MARK_SELECTED)
        s = style_bold(style_of(ROLE_PAPER, marks & MARK_BAD ? ROLE_BAD : marks & MARK_GOOD ? ROLE_GOOD : ROLE_ACCENT));
    return s;
}

// A lit or selected number colours the blanks beside it too; in a tight box that is the one in front, or none.
static void draw_number(Canvas *c, const MatrixBox *b, const MatrixCell *cell, int y, int x, bool first) {
    Style s = style_for(cell->marks);
    int w = text_columns(cell->text), before = 0, behind = 0;
    if (cell->marks & (MARK_LIT | MARK_SELECTED)) {
        behind = !b->tight;
        before = !b->tight || !(first || cell->marks & MARK_SELECTED);
    }
    Hit hit = {b->hit, b->hit_a, cell->hit};
    if (!b->tight) canvas_mark_hit(c, (Rect){y, x - 1, 1, b->cell + 2}, hit); // no dead spots between numbers
    canvas_mean(c, hit);
    canvas_fill(c, (Rect){y, x - before, 1, before + b->cell + behind}, s, ' ');
    if (w > b->cell) canvas_text_within(c, y, x, b->cell, s, cell->text);
    else canvas_text(c, y, x + b->cell - w, s, cell->text);
    canvas_mean(c, (Hit){0});
}

static void draw_brackets(Canvas *c, const MatrixBox *b, Window v, int y, int left, int right) {
    static const uint32_t OPEN[] = {0x23A1, 0x23A2, 0x23A3}, CLOSE[] = {0x23A4, 0x23A5, 0x23A6};
    Style s = style_plain(ROLE_DIM), more = style_plain(ROLE_ACCENT);
    for (int k = 0; k < v.rows; k++) {
        bool top = v.y + k == 0, bottom = v.y + k == b->rows - 1;
        int piece = top ? 0 : bottom ? 2 : 1;
        bool single = top && bottom;
        canvas_rune(c, y + k, left, s, c->ascii || single ? '[' : OPEN[piece]);
        canvas_rune(c, y + k, right, s, c->ascii || single ? ']' : CLOSE[piece]);
    }
    if (v.rows < 1) return;
    int middle = y + v.rows / 2;
    if (v.x > 0) canvas_rune(c, middle, left, more, 0x25C2);
    if (v.x + v.cols < b->cols) canvas_rune(c, middle, right, more, 0x25B8);
    if (v.y > 0) canvas_rune(c, y, left, more, 0x25B2);
    if (v.y + v.rows < b->rows) canvas_rune(c, y + v.rows - 1, left, more, 0x25BC);
}

static void draw_labels(Canvas *c, Rect r, const MatrixBox *b, Window v) {
    for (int k = 0; k < v.rows && b->label > 0; k++) {
        const MatrixLabel *l = &b->row[v.y + k];
        Style s = style_plain(v.y + k == b->lit_row ? ROLE_ACCENT : ROLE_DIM);
        canvas_bytes_within(c, r.y + v.head + k, r.x, b->label - 1, s, l->bytes, (size_t)l->len);
    }
    for (int k = 0; k < v.cols && b->headed && v.head > 1; k++) {
        const MatrixLabel *l = &b->col[v.x + k];
        Style s = style_plain(v.x + k == b->lit_col ? ROLE_ACCENT : ROLE_DIM);
        Str shown = {0};
        text_display(&shown, l->bytes, (size_t)l->len, c->ascii);
        int w = text_columns(str_text(&shown)), x = number_x(r, b, k);
        if (w < b->cell) x += b->cell - w;
        canvas_text_within(c, r.y + v.head - 1, x, b->cell, s, str_text(&shown));
        str_free(&shown);
    }
}

void matrixbox_draw(Canvas *c, Rect r, const MatrixBox *b) {
    if (r.h < 1 || r.w < 1) return;
    Window v = window_for(r, b);
    int width = inner(b, v.cols), left = r.x + b->label, y = r.y + v.head;
    int title = left + 1 + (width - text_columns(b->title)) / 2;
    if (v.head > 0)
        canvas_text(c, r.y, title > r.x ? title : r.x, style_bold(style_plain(ROLE_TEXT)), b->title);
    draw_labels(c, r, b, v);
    draw_brackets(c, b, v, y, left, left + 1 + width);
    for (int pass = 0; pass < 2; pass++) { // what is selected reaches over its neighbours
        for (int k = 0; k < v.rows * v.cols; k++) {
            const MatrixCell *cell = &b->at[v.y + k / v.cols][v.x + k % v.cols];
            bool last = cell->marks & MARK_SELECTED;
            if (last == (pass == 1))
                draw_number(c, b, cell, y + k / v.cols, number_x(r, b, k % v.cols), k % v.cols == 0);
        }
    }
}
