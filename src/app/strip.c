#include "app/strip.h"

#include "attn/worked_words.h"
#include "base/text.h"
#include "draw/palette.h"

#include <math.h>
#include <string.h>

enum { LOOSE = 8, FULL = 7, SHORT = 5 }; // −0.564 with a blank on both sides, on one; −0.6

int strip_cell(int n, int w) {
    return n * LOOSE <= w ? LOOSE : n * FULL <= w ? FULL : n * SHORT <= w ? SHORT : 1;
}

static Ink ink_of(double value, double most) {
    return (Ink){INK_HEAT, heat_level(most > 0 ? fabs(value) / most : 0)};
}

static Style style_for(double value, double most, StripLook look) {
    Style s = style_plain(look == STRIP_OFF ? ROLE_GHOST : ROLE_TEXT);
    if (look == STRIP_COLOURED) s.bg = ink_of(value, most);
    return s;
}

static void put_number(const Canvas *c, double value, int cell, Str *out) {
    double tenths = round(value * 10) / 10;
    if (cell < FULL && tenths < 0) str_puts(out, c->ascii ? "-" : "−");
    if (cell < FULL) str_printf(out, "%.*f", value != floor(value), fabs(tenths));
    if (out->len > 0 && text_columns(str_text(out)) < cell) return;
    str_clear(out);
    worked_words_within(out, value, cell - 1, c->ascii);
}

// Points stand below each other: whole numbers end where the others have theirs.
static int number_offset(const char *text, int cell) {
    int behind = (strpbrk(text, ".eIN") ? 0
                  : cell >= FULL        ? 4
                                        : 2) +
                 (cell == LOOSE),
        from = cell - text_columns(text) - behind;
    return from > 0 ? from : cell - text_columns(text);
}

int strip_draw(Canvas *c, int y, int x, int w, int cell, const double *value, int n, double most, StripLook look) {
    if (cell <= 1) { // a cell stands for its share of the numbers, by the first of them
        int cells = n < w ? n : w;
        for (int k = 0; k < cells; k++) {
            double v = value[(long)k * n / cells];
            canvas_rune(c, y, x + k, style_for(v, most, look), v < 0 ? '-' : ' ');
        }
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

int strip_share(const double *value, int n, int columns, int k) {
    int first = (int)((long)k * n / columns), end = (int)((long)(k + 1) * n / columns), best = first;
    for (int i = first + 1; i < end; i++) {
        if (fabs(value[i]) > fabs(value[best])) best = i;
    }
    return best;
}

int strip_summary(Canvas *c, int y, int x, int w, const double *value, int n, double most, StripLook look) {
    int columns = n < w ? n : w;
    for (int k = 0; k < columns; k++) {
        double v = value[strip_share(value, n, columns, k)];
        canvas_rune(c, y, x + k, style_for(v, most, look), v < 0 ? '-' : ' ');
    }
    return columns > 0 ? columns : 0;
}

double strip_most(const double *value, int n, double least) {
    for (int k = 0; k < n; k++) least = fmax(least, fabs(value[k]));
    return least;
}
