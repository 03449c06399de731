#include "tui/paint.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#define NCURSES_NOMACROS 1
#include <ncurses.h>

// setcchar takes pair numbers above 32767 only by its last argument; the pairs of ncurses 6.4 end at 65535.
enum { PAIR_MAX = 65535 };

void paint_init(Paint *p, ColorMode mode) {
    *p = (Paint){.colors = mode != COLOR_MONO && has_colors()};
    int limit = p->colors ? COLOR_PAIRS - 1 : 0;
    pairs_init(&p->pairs, limit > PAIR_MAX ? PAIR_MAX : limit);
}

void paint_free(Paint *p) {
    pairs_free(&p->pairs);
    free(p->last);
    *p = (Paint){0};
}

void paint_forget(Paint *p) {
    p->h = p->w = 0;
    clearok(curscr, TRUE);
}

// ---- colours

// A colour in ncurses' numbers, −1 for the terminal's own.
static int color_number(Color color) {
    enum { PALETTE_COLORS = 8 };
    int value = (int)color.value;
    if (color.kind == COLOR_DEFAULT) return -1;
    if (color.kind == COLOR_INDEX) return value < COLORS && (value < PALETTE_COLORS || COLORS <= 256) ? value : -1;
    if (COLORS <= 256) return -1;
    // With direct colour the first eight numbers are still the palette's: near-black blue stands in for them.
    return value < PALETTE_COLORS ? value | PALETTE_COLORS : value;
}

// 0 when the pairs have run out, or there are no colours.
static int pair_number(Paint *p, const Glyph *g) {
    if (!p->colors) return 0;
    int fg = color_number(g->fg), bg = color_number(g->bg);
    if (fg < 0 && bg < 0) return 0;
    bool fresh;
    int number = pairs_find(&p->pairs, fg, bg, &fresh);
    if (fresh) init_extended_pair(number, fg, bg);
    if (number == 0) {
        p->full = true;
        number = pairs_find_background(&p->pairs, bg);
    }
    return number;
}

// ---- cells

static void make_cell(Paint *p, const Glyph *g, cchar_t *out) {
    wchar_t text[CCHARW_MAX + 1] = {(wchar_t)g->rune, (wchar_t)g->mark[0], (wchar_t)g->mark[1]};
    attr_t attr = (g->attr & ATTR_BOLD ? A_BOLD : 0) | (g->attr & ATTR_UNDERLINE ? A_UNDERLINE : 0) |
                  (g->attr & ATTR_REVERSE ? A_REVERSE : 0);
    int pair = pair_number(p, g);
    if (setcchar(out, text, attr, 0, &pair) != OK) setcchar(out, L"?", attr, 0, &pair);
}

// Hits do not show.
static bool looks_same(const Cell *a, const Cell *b) {
    return a->rune == b->rune && a->strokes == b->strokes && a->mark[0] == b->mark[0] && a->mark[1] == b->mark[1] &&
           a->style.fg.map == b->style.fg.map && a->style.fg.level == b->style.fg.level &&
           a->style.bg.map == b->style.bg.map && a->style.bg.level == b->style.bg.level &&
           a->style.attr == b->style.attr;
}

// Paints columns first … last of row y. The row is written as one run, which neither wraps nor scrolls at the last
// column.
static void paint_run(Paint *p, const Canvas *c, int y, int first, int last) {
    cchar_t run[CANVAS_MAX_SIDE];
    int count = 0;
    const Cell *row = canvas_at(c, y, 0);
    for (int x = first; x <= last; x++) {
        // Most of a frame is blanks in a row. How heat is shown depends on what stands beside it.
        bool plain = row[x].style.fg.map == INK_ROLE && row[x].style.bg.map == INK_ROLE;
        if (x > first && plain && row[x].rune && looks_same(&row[x], &row[x - 1])) {
            run[count] = run[count - 1];
            count++;
            continue;
        }
        Glyph g = palette_glyph(&p->palette, c, &row[x]);
        if (g.rune) make_cell(p, &g, &run[count++]);
    }
    mvadd_wchnstr(y, first, run, count);
}

static bool paint_row(Paint *p, const Canvas *c, int y, bool all) {
    const Cell *now = canvas_at(c, y, 0);
    Cell *before = &p->last[y * p->w];
    int first = 0, last = c->w - 1;
    while (!all && first <= last && looks_same(&now[first], &before[first])) first++;
    while (!all && last > first && looks_same(&now[last], &before[last])) last--;
    if (first > last) return false;
    if (now[first].rune == 0 && first > 0) first--; // not from the middle of a wide rune
    paint_run(p, c, y, first, last);
    memcpy(before, now, (size_t)c->w * sizeof *now);
    return true;
}

// Stops early when the pairs run out, unless stand-ins will do.
static bool paint_rows(Paint *p, const Canvas *c, bool all, bool stand_ins) {
    bool changed = false;
    p->full = false;
    for (int y = 0; y < c->h && (stand_ins || !p->full); y++) changed = paint_row(p, c, y, all) || changed;
    return changed;
}

static bool same_palette(const Palette *a, const Palette *b) {
    return a->theme == b->theme && a->map == b->map && a->mode == b->mode;
}

bool paint_canvas(Paint *p, const Canvas *c, const Palette *palette) {
    bool resized = p->h != c->h || p->w != c->w;
    bool all = resized || p->ascii != c->ascii || !same_palette(&p->palette, palette);
    if (resized) {
        p->last = mem_resize(p->last, (size_t)c->h * (size_t)c->w, sizeof *p->last);
        p->h = c->h, p->w = c->w;
        werase(stdscr);
    }
    p->palette = *palette;
    p->ascii = c->ascii;
    bool changed = paint_rows(p, c, all, false);
    if (p->full) { // once with a fresh table; what a single frame has too many of then gets a stand-in
        pairs_clear(&p->pairs);
        reset_color_pairs();
        paint_rows(p, c, true, true);
    }
    return changed || all;
}
