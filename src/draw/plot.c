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
    Style before = style_of(ROLE_GHOST, ROLE_PAPER);
    before.bg = s.bg;
    int was = isnan(ghost) ? 0 : (int)floor(clamp01(ghost) * w + 0.5 + 1e-6);
    for (int k = 0; k < w; k++) {
        if (k < full) canvas_rune(c, y, x + k, s, 0x2588);
        else if (k == full && eighths % 8) canvas_rune(c, y, x + k, s, EIGHTH[eighths % 8]);
        else canvas_rune(c, y, x + k, before, k < was ? 0x2591 : ' ');
    }
    if (was > 0 && was < full) canvas_rune(c, y, x + was, (Style){before.fg, s.fg, s.attr}, 0x258F);
}
