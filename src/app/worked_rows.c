// The worked example's rows of weights: their sums and entropies, the softmax of one row line by line, three divisors
// side by side.
#include "app/hit.h"
#include "app/worked_panes.h"
#include "attn/worked_words.h"
#include "base/text.h"
#include "draw/palette.h"
#include "draw/plot.h"

#include <math.h>
#include <stdio.h>

// text, ending before column x + w.
static void right_text(Canvas *c, int y, int x, int w, Style s, const char *text) {
    int columns = text_columns(text);
    if (columns > w) canvas_text_within(c, y, x, w, s, text);
    else canvas_text(c, y, x + w - columns, s, text);
}

static void right_number(Canvas *c, int y, int x, int w, Style s, double value) {
    Str text = {0};
    worked_look_number(&text, value, c->ascii);
    right_text(c, y, x, w, s, str_text(&text));
    str_free(&text);
}

// ---- beside A

static bool sums_to_one(const WorkedResult *r, int y) {
    return fabs(r->row_sum[y] - 1) < 1e-9;
}

// `0.71 of 1.00`; a row that may see one key only has no entropy to speak of.
static void put_entropy(const WorkedResult *r, int y, bool ascii, Str *out) {
    bool none = isnan(r->entropy[y]) || r->ceiling[y] == 0;
    if (none) str_puts(out, ascii ? "-" : "—");
    else str_printf(out, "%.2f of %.2f", r->entropy[y], r->ceiling[y]);
}

void worked_pane_rows(Canvas *c, const WorkedLook *look, const MatrixBox *box, Rect at) {
    const WorkedResult *r = &look->result;
    int x = at.x + at.w + 2;
    canvas_text(c, at.y, x, style_plain(ROLE_DIM), "  sum  entropy, bits");
    for (int y = 0; y < look->worked->n; y++) {
        Rect cell = matrixbox_cell(at, box, y, box->focus_x);
        if (!cell.h || !worked_look_row_open(look, WORKED_A, y)) continue;
        Str text = {0};
        put_entropy(r, y, c->ascii, &text);
        right_number(c, cell.y, x, 5, sums_to_one(r, y) ? style_plain(ROLE_DIM) : style_bold(style_plain(ROLE_BAD)), r->row_sum[y]);
        canvas_text(c, cell.y, x + 7, style_plain(y == look->y ? ROLE_TEXT : ROLE_DIM), str_text(&text));
        str_free(&text);
    }
}

// ---- one row's softmax

enum { LEDGER_LABEL = 25, LEDGER_CELL = 8, LEDGER_SUM = 12 };

// Which keys are in sight: all, or those around the one that is looked at.
static int first_key(const WorkedLook *look, int shown) {
    int n = look->worked->n, first = look->x - shown / 2;
    if (first > n - shown) first = n - shown;
    return first > 0 ? first : 0;
}

static void draw_row_name(Canvas *c, const WorkedLook *look, int y, int room) {
    Str text = {0};
    worked_look_token(look, y, &text);
    canvas_text_within(c, 0, 0, room, style_bold(style_plain(ROLE_TEXT)), str_text(&text));
    str_free(&text);
}

static void draw_key_names(Canvas *c, const WorkedLook *look, int first, int shown) {
    for (int k = 0; k < shown; k++) {
        Str text = {0};
        text_display(&text, look->worked->token[first + k].bytes, (size_t)look->worked->token[first + k].len, c->ascii);
        int x = LEDGER_LABEL + k * LEDGER_CELL;
        right_text(c, 0, x + 1, LEDGER_CELL - 1, style_plain(first + k == look->x ? ROLE_ACCENT : ROLE_DIM), str_text(&text));
        str_free(&text);
    }
}

void worked_pane_ledger(Canvas *c, const WorkedLook *look) {
    int y = worked_look_query(look), n = look->worked->n;
    if (y < 0) return;
    int shown = (canvas_width(c) - LEDGER_LABEL - LEDGER_SUM) / LEDGER_CELL;
    if (shown > n) shown = n;
    if (shown < 1) return;
    int first = first_key(look, shown), end = LEDGER_LABEL + shown * LEDGER_CELL;
    draw_row_name(c, look, y, LEDGER_LABEL - 1);
    if (!worked_look_row_open(look, WORKED_A, y)) {
        canvas_text(c, 1, 0, style_plain(ROLE_DIM), "line by line, and with three divisors: once this row of A is right");
        return;
    }
    draw_key_names(c, look, first, shown);
    double most = -INFINITY, below = 0;
    const Matrix *masked = worked_look_matrix(look, WORKED_MASKED), *weight = worked_look_matrix(look, WORKED_A);
    for (int j = 0; j < n; j++) most = fmax(most, masked->at[y][j]);
    for (int j = 0; j < n; j++) below += exp(masked->at[y][j] - most);
    Str label = {0};
    str_puts(&label, most < 0 ? "minus (" : "minus ");
    worked_look_number(&label, most, c->ascii);
    str_puts(&label, most < 0 ? "), the largest" : ", the largest");
    canvas_text_within(c, 1, 0, LEDGER_LABEL, style_plain(ROLE_DIM), str_text(&label));
    canvas_text(c, 2, 0, style_plain(ROLE_DIM), "e to that");
    str_clear(&label);
    str_puts(&label, "divided by ");
    worked_look_number(&label, below, c->ascii);
    canvas_text(c, 3, 0, style_plain(ROLE_DIM), str_text(&label));
    str_free(&label);
    for (int k = 0; k < shown; k++) {
        int j = first + k, x = LEDGER_LABEL + k * LEDGER_CELL;
        Style s = style_plain(j == look->x ? ROLE_ACCENT : ROLE_TEXT);
        right_number(c, 1, x, LEDGER_CELL, s, masked->at[y][j] - most);
        right_number(c, 2, x, LEDGER_CELL, s, exp(masked->at[y][j] - most));
        right_number(c, 3, x, LEDGER_CELL, s, weight->at[y][j]);
    }
    canvas_text(c, 2, end + 2, style_plain(ROLE_DIM), "sum");
    right_number(c, 2, end + 5, LEDGER_SUM - 5, style_plain(ROLE_TEXT), below);
    canvas_text(c, 3, end + 2, style_plain(ROLE_DIM), "sum");
    bool one = sums_to_one(&look->result, y);
    right_number(c, 3, end + 5, LEDGER_SUM - 5, one ? style_plain(ROLE_TEXT) : style_bold(style_plain(ROLE_BAD)),
                 look->result.row_sum[y]);
}

// ---- three divisors

double worked_divisor_at(const Worked *w, int k) {
    return k == 0 ? 1 : k == 1 ? worked_divisor(w) : 8;
}

enum { BLOCK_GAP = 3, BLOCK_NUMBER = 6, BLOCK_LEAST = 14, BLOCK_MOST = 34 };

// The row whose keys are shown: those from first on.
typedef struct Keys {
    int row, first, shown;
} Keys;

static void draw_block(Canvas *c, const WorkedLook *look, Keys keys, int k, int x, int w) {
    int row = keys.row;
    AttentionParams p = look->result.params;
    bool used = fabs(p.divisor - worked_divisor_at(look->worked, k)) < 1e-9;
    p.divisor = worked_divisor_at(look->worked, k);
    WorkedResult r;
    worked_run(&r, look->worked, p, look->view->zero_after);
    const Matrix *a = worked_matrix(look->worked, &r, WORKED_A);
    int bar = w - BLOCK_NUMBER, last = keys.shown + 1;
    Str text = {0};
    str_puts(&text, c->ascii ? "/ " : "÷ ");
    if (k == 2) str_puts(&text, c->ascii ? "sqrt(64)" : "√64");
    else worked_words_divisor(&text, p.divisor, c->ascii);
    canvas_mean(c, (Hit){HIT_WORKED_DIVISOR, k, 0});
    Style head = style_plain(used ? ROLE_ACCENT : ROLE_DIM);
    if (used) head.attr |= ATTR_BOLD | ATTR_UNDERLINE;
    canvas_text(c, 0, x, head, str_text(&text));
    for (int j = 0; j < keys.shown; j++) {
        double weight = a->at[row][keys.first + j];
        canvas_fill(c, (Rect){j + 1, x, 1, w}, style_plain(ROLE_TEXT), ' ');
        Style s = style_plain(ROLE_TEXT);
        s.fg = (Ink){INK_HEAT, heat_level(weight)};
        plot_bar(c, j + 1, x, bar, weight, NAN, s);
        right_number(c, j + 1, x + bar, BLOCK_NUMBER, style_plain(weight == 0 ? ROLE_DIM : ROLE_TEXT), weight);
    }
    canvas_mean(c, (Hit){0});
    str_clear(&text);
    if (sums_to_one(&r, row)) {
        put_entropy(&r, row, c->ascii, &text);
        if (r.ceiling[row] > 0) str_puts(&text, " bits");
        canvas_text_within(c, last, x, w, style_plain(used ? ROLE_TEXT : ROLE_DIM), str_text(&text));
    } else {
        worked_look_number(&text, r.row_sum[row], c->ascii);
        canvas_text_within(c, last, x, w, style_bold(style_plain(ROLE_BAD)), str_text(&text));
    }
    str_free(&text);
}

void worked_pane_divisors(Canvas *c, const WorkedLook *look) {
    int row = worked_look_query(look), w = canvas_width(c) - 1;
    if (row < 0) return;
    int label = w >= 60 ? 18 : 6, block = (w - label - 2 * BLOCK_GAP) / 3;
    if (block > BLOCK_MOST) block = BLOCK_MOST;
    if (block < BLOCK_NUMBER + 2) return;
    bool open = worked_look_row_open(look, WORKED_A, row);
    if (!open && look->view->stage == STAGE_SOFTMAX) return; // the ledger says so
    draw_row_name(c, look, row, label - 1);
    if (!open) {
        canvas_text(c, 1, 0, style_plain(ROLE_DIM), "with three divisors: once this row of A is right");
        return;
    }
    int n = look->worked->n, shown = canvas_height(c) - 2 < n ? canvas_height(c) - 2 : n;
    Keys keys = {row, first_key(look, shown), shown};
    for (int k = 0; k < shown; k++) {
        int j = keys.first + k;
        Style s = style_plain(j == look->x ? ROLE_ACCENT : ROLE_DIM);
        canvas_bytes_within(c, k + 1, 0, label - 1, s, look->worked->token[j].bytes,
                            (size_t)look->worked->token[j].len);
    }
    canvas_text_within(c, shown + 1, 0, label - 1, style_plain(ROLE_DIM),
                       sums_to_one(&look->result, row) ? "entropy" : "row's sum");
    for (int k = 0; k < 3; k++) draw_block(c, look, keys, k, label + k * (block + BLOCK_GAP), block);
}
