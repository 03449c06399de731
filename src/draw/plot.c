#include "draw/plot.h"

#include <math.h>

static double clamp01(double v) {
    return v > 0 ? (v < 1 ? v : 1) : 0; // NaN becomes 0
}

void plot_bar(Canvas *c, int y, int x, int w, double fraction, double ghost, Style s) {
    if (w <= 0) return;
    static const uint32_t EIGHTH[] = {' ', 0x258F, 0x258E, 0x258D, 0x258C, 0x258B, 0x258A, 0x2589};
    int eighths = (int)floor(clamp01(fraction) * w * 8 + 0.5 + 1e-6);
    if (fraction > 0 && eighths == 0) eighths = 1; // something is not nothing
    int full = eighths / 8;
    Style before = style_plain(ROLE_GHOST);
    before.bg = s.bg;
    int was = isnan(ghost) ? 0 : (int)floor(clamp01(ghost) * w + 0.5 + 1e-6);
    for (int k = 0; k < w; k++) {
        if (k < full) canvas_rune(c, y, x + k, s, 0x2588);
        else if (k == full && eighths % 8) canvas_rune(c, y, x + k, s, EIGHTH[eighths % 8]);
        else canvas_rune(c, y, x + k, before, k < was ? 0x2591 : ' ');
    }
    if (was > 0 && was < full) canvas_rune(c, y, x + was, (Style){before.fg, s.fg, s.attr}, 0x258F);
}

// The top of a column: eighths of a row, 1 … 8.
static uint32_t column_top(const Canvas *c, int eighths) {
    static const char PLAIN[] = " _.:-=+*#";
    return c->ascii ? (uint32_t)PLAIN[eighths] : 0x2580 + (uint32_t)eighths;
}

void plot_columns(Canvas *c, Rect r, const double *fraction, int n, int each, int gap, Style s) {
    for (int k = 0; k < n; k++) {
        int eighths = (int)floor(clamp01(fraction[k]) * r.h * 8 + 0.5 + 1e-6);
        if (fraction[k] > 0 && eighths == 0) eighths = 1;
        for (int up = 0; up < r.h && eighths > 0; up++, eighths -= 8) {
            uint32_t rune = column_top(c, eighths < 8 ? eighths : 8);
            for (int i = 0; i < each; i++) canvas_rune(c, r.y + r.h - 1 - up, r.x + k * (each + gap) + i, s, rune);
        }
    }
}

// ---- curves

enum { NO_LINE = -1 };

// The half row, from the top, at which a line stands in column x.
static int half_row(Rect r, double y) {
    return (int)floor((1 - clamp01(y)) * (2 * r.h - 1) + 0.5 + 1e-6);
}

int plot_line_row(Rect r, double y) {
    return half_row(r, y) / 2;
}

static double height_at(const PlotLine *line, int x, int w) {
    double at = w > 1 ? (double)x * (line->n - 1) / (w - 1) : 0;
    int k = (int)at < line->n - 1 ? (int)at : line->n - 2;
    return line->n < 2 ? line->y[0] : line->y[k] + (at - k) * (line->y[k + 1] - line->y[k]);
}

static void draw_halves(Canvas *c, int y, int x, const PlotLine *line, int upper, int lower) {
    if (upper == NO_LINE && lower == NO_LINE) return;
    int top = upper != NO_LINE ? upper : lower;
    Style s = line[top].s;
    if (c->ascii) canvas_rune(c, y, x, s, line[top].plain);
    else if (upper == lower) canvas_rune(c, y, x, s, 0x2588);
    else if (upper == NO_LINE) canvas_rune(c, y, x, s, 0x2584);
    else {
        if (lower != NO_LINE) s.bg = line[lower].s.fg;
        canvas_rune(c, y, x, s, 0x2580);
    }
}

void plot_lines(Canvas *c, Rect r, const PlotLine *line, int lines) {
    if (r.h < 1 || r.h > CANVAS_MAX_SIDE) return;
    for (int x = 0; x < r.w; x++) {
        int half[2 * CANVAS_MAX_SIDE];
        for (int k = 0; k < 2 * r.h; k++) half[k] = NO_LINE;
        for (int i = 0; i < lines; i++) {
            int now = half_row(r, height_at(&line[i], x, r.w)),
                was = x > 0 ? half_row(r, height_at(&line[i], x - 1, r.w)) : now;
            // joins the column before without a gap
            int from = was < now ? was + 1 : now, to = was > now ? was - 1 : now;
            for (int k = from; k <= to; k++) half[k] = i;
        }
        for (int y = 0; y < r.h; y++) draw_halves(c, r.y + y, r.x + x, line, half[2 * y], half[2 * y + 1]);
    }
}
