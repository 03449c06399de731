// The worked example as LaTeX.
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
