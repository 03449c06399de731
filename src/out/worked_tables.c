// The worked example for reading: LaTeX and plain tables.
#include "out/worked.h"

#include "attn/worked_words.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

enum { LATEX_COLUMNS = 10 }; // of a bmatrix, unless MaxMatrixCols says otherwise

static void latex_number(Str *out, double value) {
    if (value == -INFINITY) str_puts(out, "-\\infty");
    else if (isnan(value)) str_puts(out, "\\mathrm{NaN}");
    else worked_words_number(out, value, true);
}

static void latex_matrix(Str *out, const Matrix *m) {
    str_puts(out, "\\begin{bmatrix} ");
    for (int y = 0; y < m->rows; y++) {
        if (y > 0) str_puts(out, " \\\\ ");
        for (int x = 0; x < m->cols; x++) {
            if (x > 0) str_puts(out, " & ");
            latex_number(out, m->at[y][x]);
        }
    }
    str_puts(out, " \\end{bmatrix}");
}

// A label inside \text{…}: TeX's own characters escaped, nothing invisible.
static void latex_label(Str *out, const char *bytes, int len) {
    Str shown = {0};
    text_display(&shown, bytes, (size_t)len, false);
    for (const char *c = str_text(&shown); *c; c++) {
        if (strchr("#$%&_{}", *c)) str_printf(out, "\\%c", *c);
        else if (*c == '\\') str_puts(out, "\\textbackslash{}");
        else if (*c == '^') str_puts(out, "\\textasciicircum{}");
        else if (*c == '~') str_puts(out, "\\textasciitilde{}");
        else str_putc(out, *c);
    }
    str_free(&shown);
}

static void latex_divisor(Str *out, double divisor) {
    double square = round(divisor * divisor);
    if (divisor != round(divisor) && fabs(divisor * divisor - square) < 1e-9) str_printf(out, "\\sqrt{%.0f}", square);
    else latex_number(out, divisor);
}

static void latex_line(Str *out, const char *left, const Matrix *m) {
    str_printf(out, "%s &= ", left);
    latex_matrix(out, m);
    str_puts(out, " \\\\\n");
}

void out_worked_latex(Str *out, const Worked *w, const WorkedResult *r) {
    static const char *const LEFT[WORKED_PARTS] = {
        [WORKED_X] = "X", [WORKED_WQ] = "W_Q", [WORKED_WK] = "W_K", [WORKED_WV] = "W_V",
        [WORKED_Q] = "Q = X W_Q", [WORKED_K] = "K = X W_K", [WORKED_V] = "V = X W_V", [WORKED_S] = "S = Q K^\\top"};
    int wide = w->n > w->model ? w->n : w->model;
    str_puts(out, "% needs \\usepackage{amsmath}\n");
    if (wide > LATEX_COLUMNS) str_printf(out, "\\setcounter{MaxMatrixCols}{%d}\n", wide);
    str_puts(out, "\\begin{align*}\n& ");
    for (int i = 0; i < w->n; i++) {
        str_puts(out, i > 0 ? ",\\ \\text{" : "\\text{");
        latex_label(out, w->token[i].bytes, w->token[i].len);
        str_putc(out, '}');
    }
    str_puts(out, " \\\\\n");
    for (WorkedPart part = WORKED_X; part <= WORKED_S; part++) {
        if (LEFT[part]) latex_line(out, LEFT[part], worked_matrix(w, r, part));
    }
    str_puts(out, "S / ");
    latex_divisor(out, r->params.divisor);
    latex_line(out, "", worked_matrix(w, r, WORKED_SCALED));
    bool masks = r->params.mask && !r->zero_after;
    if (masks) latex_line(out, "\\text{masked}", worked_matrix(w, r, WORKED_MASKED));
    const char *weights = r->zero_after ? "A = \\text{softmax, then set to 0}" : "A = \\text{softmax}";
    latex_line(out, weights, worked_matrix(w, r, WORKED_A));
    str_puts(out, "\\text{out} = A V &= ");
    latex_matrix(out, worked_matrix(w, r, WORKED_OUT));
    str_puts(out, "\n\\end{align*}\n");
}

static void put_padded(Str *out, const char *text, int columns, bool left) {
    int pad = columns - text_columns(text);
    for (int k = 0; !left && k < pad; k++) str_putc(out, ' ');
    str_puts(out, text);
    for (int k = 0; left && k < pad; k++) str_putc(out, ' ');
}

// What stands in front of row y: the token, where rows are tokens.
static void row_label(Str *out, const Worked *w, WorkedPart part, int y, bool ascii) {
    bool weights = part >= WORKED_WQ && part <= WORKED_WO;
    if (!weights) text_display(out, w->token[y].bytes, (size_t)w->token[y].len, ascii);
}

static void put_table(Str *out, const Worked *w, const WorkedResult *r, WorkedPart part, bool ascii) {
    const Matrix *m = worked_matrix(w, r, part);
    int label_width = 0, width = 1;
    for (int y = 0; y < m->rows; y++) {
        Str s = {0};
        row_label(&s, w, part, y, ascii);
        if (text_columns(str_text(&s)) > label_width) label_width = text_columns(str_text(&s));
        for (int x = 0; x < m->cols; x++) {
            str_clear(&s);
            worked_words_number(&s, m->at[y][x], ascii);
            if (text_columns(str_text(&s)) > width) width = text_columns(str_text(&s));
        }
        str_free(&s);
    }
    for (int y = 0; y < m->rows; y++) {
        Str s = {0};
        row_label(&s, w, part, y, ascii);
        str_puts(out, "  ");
        put_padded(out, str_text(&s), label_width, true);
        str_puts(out, label_width ? " [" : "[");
        for (int x = 0; x < m->cols; x++) {
            str_clear(&s);
            worked_words_number(&s, m->at[y][x], ascii);
            str_putc(out, ' ');
            put_padded(out, str_text(&s), width, false);
        }
        str_puts(out, " ]");
        if (part == WORKED_A) {
            str_clear(&s);
            worked_words_number(&s, r->zero_after ? r->row_sum[y] : r->entropy[y], ascii);
            str_printf(out, r->zero_after ? "  sum %s" : "  %s bits", str_text(&s));
        }
        str_putc(out, '\n');
        str_free(&s);
    }
}

void out_worked_text(Str *out, const Worked *w, const WorkedResult *r, bool ascii) {
    static const char *const MADE_OF[WORKED_PARTS] = {
        [WORKED_Q] = " = X W_Q", [WORKED_K] = " = X W_K", [WORKED_V] = " = X W_V", [WORKED_S] = " = Q K^T",
        [WORKED_SCALED] = " = S / ", [WORKED_A] = " = softmax of each row", [WORKED_OUT] = " = A V"};
    for (WorkedPart part = WORKED_X; part < WORKED_PARTS; part++) {
        if (part == WORKED_WO || (part == WORKED_MASKED && (!r->params.mask || r->zero_after))) continue;
        if (part != WORKED_X) str_putc(out, '\n');
        str_puts(out, WORKED_NAMES[part]);
        if (MADE_OF[part]) str_puts(out, MADE_OF[part]);
        if (part == WORKED_SCALED) worked_words_divisor(out, r->params.divisor, ascii);
        if (part == WORKED_A && r->zero_after) str_puts(out, ", then set to 0 above the diagonal");
        str_putc(out, '\n');
        put_table(out, w, r, part, ascii);
    }
}
