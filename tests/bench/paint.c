#include "bench/paint.h"

#include "base/mem.h"
#include "bench/bare.h"

#include <stdio.h>
#include <stdlib.h>

#define NCURSES_NOMACROS 1
#include <ncurses.h>

enum { PAIRS_MAX = 4096 };

struct Painting {
    int h, w;
    cchar_t *cell;
    bool *half; // second column of a wide character
};

static struct {
    FILE *out;
    SCREEN *screen;
    int fg[PAIRS_MAX], bg[PAIRS_MAX], pairs;
} paint;

void paint_open(const char *path, int rows, int cols) {
    paint.out = fopen(path, "r+");
    use_env(FALSE);
    use_tioctl(TRUE);
    paint.screen = newterm("xterm-256color", paint.out, paint.out);
    if (!paint.screen) abort();
    raw();
    noecho();
    curs_set(0);
    start_color();
    use_default_colors();
    if (rows) resizeterm(rows, cols);
    paint.pairs = 1; // 0 is the terminal's own
}

void paint_close(void) {
    endwin();
    delscreen(paint.screen);
    fclose(paint.out);
}

static int color_number(Color c) {
    return c.kind == COLOR_INDEX ? (int)c.value : -1;
}

static int pair_of(const Glyph *g) {
    int fg = color_number(g->fg), bg = color_number(g->bg);
    for (int k = 1; k < paint.pairs; k++) {
        if (paint.fg[k] == fg && paint.bg[k] == bg) return k;
    }
    if (paint.pairs == PAIRS_MAX) return 0;
    paint.fg[paint.pairs] = fg;
    paint.bg[paint.pairs] = bg;
    init_extended_pair(paint.pairs, fg, bg);
    return paint.pairs++;
}

Painting *painting_new(const Canvas *c, const Palette *palette) {
    Painting *p = MEM_NEW(Painting, 1);
    *p = (Painting){c->h, c->w, MEM_NEW(cchar_t, (size_t)c->h * (size_t)c->w),
                    MEM_NEW(bool, (size_t)c->h *(size_t)c->w)};
    for (int k = 0; k < c->h * c->w; k++) {
        Glyph g = palette_glyph(palette, c, &c->cell[k]);
        p->half[k] = g.rune == 0;
        if (p->half[k]) continue;
        wchar_t text[4] = {(wchar_t)g.rune, (wchar_t)g.mark[0], (wchar_t)g.mark[1], 0};
        attr_t attr = (g.attr & ATTR_BOLD ? A_BOLD : 0) | (g.attr & ATTR_UNDERLINE ? A_UNDERLINE : 0) |
                      (g.attr & ATTR_REVERSE ? A_REVERSE : 0);
        int pair = pair_of(&g);
        setcchar(&p->cell[k], text, attr, 0, &pair);
    }
    return p;
}

void painting_free(Painting *p) {
    free(p->cell);
    free(p->half);
    free(p);
}

void paint_show(const Painting *p) {
    for (int k = 0; k < p->h * p->w; k++) {
        if (!p->half[k]) mvadd_wch(k / p->w, k % p->w, &p->cell[k]);
    }
    refresh();
}

static int bare_pair(BareFrame *f, int fg, int bg) {
    for (int k = 1; k <= f->pairs; k++) {
        if (f->fg[k] == fg && f->bg[k] == bg) return k;
    }
    if (f->pairs + 1 == BARE_PAIRS_MAX) abort();
    f->pairs++;
    f->fg[f->pairs] = (int16_t)fg;
    f->bg[f->pairs] = (int16_t)bg;
    return f->pairs;
}

void painting_save(const Canvas *c, const Palette *palette, const char *path) {
    size_t count = (size_t)c->h * (size_t)c->w;
    BareFrame frame = {.h = c->h, .w = c->w};
    BareCell *cell = MEM_NEW(BareCell, count);
    for (size_t k = 0; k < count; k++) {
        Glyph g = palette_glyph(palette, c, &c->cell[k]);
        int pair = bare_pair(&frame, color_number(g.fg), color_number(g.bg));
        cell[k] = (BareCell){g.rune, g.attr, (uint16_t)pair};
    }
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(&frame, sizeof frame, 1, out) != 1 || fwrite(cell, sizeof *cell, count, out) != count) abort();
    fclose(out);
    free(cell);
}
