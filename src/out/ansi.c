#include "out/ansi.h"

#include "out/escape.h"

static bool same_color(Color a, Color b) {
    return a.kind == b.kind && a.value == b.value;
}

// base is 30 for the foreground, 40 for the background.
static void put_color(Str *out, Color color, int base, ColorMode mode) {
    unsigned v = color.value;
    if (color.kind == COLOR_RGB) str_printf(out, ";%d;2;%u;%u;%u", base + 8, v >> 16 & 255, v >> 8 & 255, v & 255);
    else if (color.kind == COLOR_INDEX && mode == COLOR_8) str_printf(out, ";%d", base + (int)(v & 7));
    else if (color.kind == COLOR_INDEX) str_printf(out, ";%d;5;%u", base + 8, v & 255);
}

static void put_style(Str *out, const Glyph *g, ColorMode mode) {
    str_puts(out, "\033[0");
    if (g->attr & ATTR_BOLD) str_puts(out, ";1");
    if (g->attr & ATTR_UNDERLINE) str_puts(out, ";4");
    if (g->attr & ATTR_REVERSE) str_puts(out, ";7");
    put_color(out, g->fg, 30, mode);
    put_color(out, g->bg, 40, mode);
    str_putc(out, 'm');
}

void out_ansi(const Canvas *c, const Palette *p, Str *out) {
    for (int y = 0; y < c->h; y++) {
        Glyph last = {0}; // as after a reset
        for (int x = 0; x < c->w; x++) {
            Glyph g = palette_glyph(p, c, canvas_at(c, y, x));
            if (g.rune == 0) continue;
            bool same = g.attr == last.attr && same_color(g.fg, last.fg) && same_color(g.bg, last.bg);
            if (!same) put_style(out, &g, p->mode);
            escape_glyph(out, &g);
            last = g;
        }
        str_puts(out, "\033[0m\n");
    }
}
