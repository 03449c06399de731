#include "app/strip.h"

#include "attn/worked_words.h"
#include "base/text.h"
#include "draw/palette.h"

#include <math.h>
#include <string.h>

enum { FULL = 7, SHORT = 5 }; // −0.564 and −0.6, with a blank

int strip_cell(int n, int w) {
    return n * FULL <= w ? FULL : n * SHORT <= w ? SHORT : 1;
}

// Zero lies a little below the middle, where mono screens begin to turn cells round.
static Ink ink_of(double value, double most) {
    double share = most > 0 ? value / most : 0;
    return (Ink){INK_HEAT, heat_level(0.49 + 0.49 * share)};
}

static Style style_for(double value, double most, StripLook look) {
    Style s = style_of(look == STRIP_OFF ? ROLE_GHOST : ROLE_TEXT, ROLE_PAPER);
    if (look == STRIP_COLOURED) s.bg = ink_of(value, most);
    return s;
}

static void put_number(const Canvas *c, double value, int cell, Str *out) {
    if (cell == FULL) worked_words_number(out, value, c->ascii);
    else str_printf(out, value == floor(value) ? "%.0f" : "%.1f", value);
    if (text_columns(str_text(out)) < cell) return;
    str_clear(out);
    str_printf(out, "%.1g", value);
}

// Points stand below each other: whole numbers end where the others have theirs.
static int number_offset(const char *text, int cell) {
    int behind = strpbrk(text, ".eIN") ? 0 : cell == FULL ? 4 : 2, from = cell - text_columns(text) - behind;
    return from > 0 ? from : cell - text_columns(text);
}

int strip_draw(Canvas *c, int y, int x, int w, int cell, const double *value, int n, double most, StripLook look) {
    if (cell <= 1) { // a cell stands for the numbers from its share on
        int cells = n < w ? n : w;
        for (int k = 0; k < cells; k++) canvas_rune(c, y, x + k, style_for(value[(long)k * n / cells], most, look), ' ');
        return cells > 0 ? cells : 0;
    }
    Str text = {0};
    for (int k = 0; k < n; k++) {
        str_clear(&text);
        put_number(c, value[k], cell, &text);
        Style s = style_for(value[k], most, look);
        canvas_fill(c, (Rect){y, x + k * cell, 1, cell}, s, ' ');
        canvas_text(c, y, x + k * cell + number_offset(str_text(&text), cell), s, str_text(&text));
    }
    str_free(&text);
    return n * cell;
}

int strip_legend(Canvas *c, int y, int x, double most) {
    Style s = style_of(ROLE_DIM, ROLE_PAPER);
    int from = x;
    x += canvas_textf(c, y, x, s, "−%.3g ", most);
    for (int k = 0; k <= 8; k++) {
        Style heat = s;
        heat.bg = ink_of(k / 4.0 - 1, 1);
        canvas_rune(c, y, x++, heat, ' ');
    }
    x += canvas_textf(c, y, x, s, " %.3g", most);
    return x - from;
}

double strip_most(const double *value, int n, double least) {
    for (int k = 0; k < n; k++) least = fmax(least, fabs(value[k]));
    return least;
}
