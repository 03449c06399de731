#include "draw/canvas.h"

#include "base/mem.h"
#include "base/text.h"
#include "draw/glyph.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Cell BLANK = {.rune = ' ', .style = {{INK_ROLE, ROLE_TEXT}, {INK_ROLE, ROLE_PAPER}, 0}};

void canvas_reset(Canvas *c, int h, int w, bool ascii) {
    assert(h >= 1 && w >= 1 && h <= CANVAS_MAX_SIDE && w <= CANVAS_MAX_SIDE);
    if (h * w > c->h * c->w) c->cell = mem_resize(c->cell, (size_t)h * (size_t)w, sizeof(Cell));
    Cell *cell = c->cell;
    *c = (Canvas){.h = h, .w = w, .ascii = ascii, .cell = cell, .pane[0] = {0, 0, h, w}, .clip[0] = {0, 0, h, w}};
    for (int k = 0; k < w; k++) cell[k] = BLANK;
    for (int y = 1; y < h; y++) memcpy(&cell[y * w], cell, (size_t)w * sizeof *cell);
}

void canvas_free(Canvas *c) {
    free(c->cell);
    *c = (Canvas){0};
}

const Cell *canvas_at(const Canvas *c, int y, int x) {
    return y >= 0 && y < c->h && x >= 0 && x < c->w ? &c->cell[y * c->w + x] : NULL;
}

// ---- panes

static Rect intersect(Rect a, Rect b) {
    int y0 = a.y > b.y ? a.y : b.y, x0 = a.x > b.x ? a.x : b.x;
    int y1 = a.y + a.h < b.y + b.h ? a.y + a.h : b.y + b.h;
    int x1 = a.x + a.w < b.x + b.w ? a.x + a.w : b.x + b.w;
    return (Rect){y0, x0, y1 > y0 ? y1 - y0 : 0, x1 > x0 ? x1 - x0 : 0};
}

void canvas_push(Canvas *c, Rect r) {
    assert(c->depth + 1 < CANVAS_DEPTH);
    Rect now = c->pane[c->depth], clip = c->clip[c->depth];
    Rect in = {now.y + r.y, now.x + r.x, r.h > 0 ? r.h : 0, r.w > 0 ? r.w : 0};
    c->depth++;
    c->pane[c->depth] = in;
    c->clip[c->depth] = intersect(in, clip);
}

void canvas_pop(Canvas *c) {
    assert(c->depth > 0);
    c->depth--;
}

int canvas_height(const Canvas *c) {
    return c->pane[c->depth].h;
}

int canvas_width(const Canvas *c) {
    return c->pane[c->depth].w;
}

void canvas_mean(Canvas *c, Hit hit) {
    c->hit = hit;
}

// The cell at pane coordinates, NULL when clipped.
static Cell *cell_in(Canvas *c, int y, int x) {
    Rect pane = c->pane[c->depth], clip = c->clip[c->depth];
    y += pane.y;
    x += pane.x;
    bool in = y >= clip.y && y < clip.y + clip.h && x >= clip.x && x < clip.x + clip.w;
    return in ? &c->cell[y * c->w + x] : NULL;
}

// ---- text

// Before a cell is overwritten, a wide rune that it is half of loses its other half. A second half is never first in
// its row.
static void unpair(Canvas *c, Cell *cell) {
    if (cell->rune == 0) cell[-1].rune = ' ';
    if (cell + 1 < c->cell + c->h * c->w && cell[1].rune == 0) cell[1].rune = ' ';
}

static void put(Canvas *c, Cell *cell, Style s, uint32_t rune) {
    unpair(c, cell);
    *cell = (Cell){.rune = rune, .style = s, .hit = c->hit};
}

static void put_rune(Canvas *c, int y, int x, Style s, uint32_t rune, int width) {
    Cell *cell = cell_in(c, y, x);
    if (width == 2) {
        Cell *half = cell_in(c, y, x + 1);
        bool whole = cell && half;
        if (cell) put(c, cell, s, whole ? rune : ' ');
        if (half) put(c, half, s, whole ? 0 : ' ');
    } else if (cell) {
        put(c, cell, s, width == 1 ? rune : 0xFFFD);
    }
}

void canvas_rune(Canvas *c, int y, int x, Style s, uint32_t rune) {
    put_rune(c, y, x, s, rune, text_width(rune));
}

// Puts a combining mark on the rune that ends just left of x.
static void put_mark(Canvas *c, int y, int x, uint32_t mark) {
    Cell *cell = cell_in(c, y, x - 1);
    if (cell && cell->rune == 0) cell = cell_in(c, y, x - 2);
    if (!cell || cell->rune == 0) return;
    if (!cell->mark[0]) cell->mark[0] = mark;
    else if (!cell->mark[1]) cell->mark[1] = mark;
}

int canvas_text_within(Canvas *c, int y, int x, int columns, Style s, const char *utf8) {
    size_t len = strlen(utf8);
    int total = text_columns(utf8), used = 0;
    bool cut = total > columns;
    int room = cut ? columns - 1 : columns;
    for (size_t at = 0; at < len && columns > 0;) {
        int bytes;
        uint32_t rune = text_decode(utf8 + at, len - at, &bytes);
        int width = text_width(rune);
        at += (size_t)bytes;
        if (width == 0) {
            if (used > 0) put_mark(c, y, x + used, rune);
            continue;
        }
        if (width < 0) rune = 0xFFFD, width = 1;
        if (used + width > room) break;
        put_rune(c, y, x + used, s, rune, width);
        used += width;
    }
    if (cut && columns > 0) {
        for (; used < room; used++) canvas_rune(c, y, x + used, s, ' ');
        canvas_rune(c, y, x + used++, s, 0x2026);
    }
    return used;
}

int canvas_text(Canvas *c, int y, int x, Style s, const char *utf8) {
    return canvas_text_within(c, y, x, 4 * CANVAS_MAX_SIDE, s, utf8);
}

int canvas_textf(Canvas *c, int y, int x, Style s, const char *format, ...) {
    char line[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    return canvas_text(c, y, x, s, line);
}

int canvas_bytes_within(Canvas *c, int y, int x, int columns, Style s, const char *bytes, size_t len) {
    Str shown = {0};
    text_display(&shown, bytes, len, c->ascii);
    int used = canvas_text_within(c, y, x, columns, s, str_text(&shown));
    str_free(&shown);
    return used;
}

// ---- areas

void canvas_fill(Canvas *c, Rect r, Style s, uint32_t rune) {
    Rect pane = c->pane[c->depth], in = intersect((Rect){pane.y + r.y, pane.x + r.x, r.h, r.w}, c->clip[c->depth]);
    if (text_width(rune) != 1) rune = 0xFFFD;
    for (int y = in.y; y < in.y + in.h; y++) {
        Cell *cell = &c->cell[y * c->w + in.x];
        for (int x = 0; x < in.w; x++) put(c, &cell[x], s, rune);
    }
}

void canvas_tint(Canvas *c, Rect r, Ink bg) {
    for (int y = r.y; y < r.y + r.h; y++) {
        for (int x = r.x; x < r.x + r.w; x++) {
            Cell *cell = cell_in(c, y, x);
            if (cell) cell->style.bg = bg;
        }
    }
}

void canvas_mark_hit(Canvas *c, Rect r, Hit hit) {
    for (int y = r.y; y < r.y + r.h; y++) {
        for (int x = r.x; x < r.x + r.w; x++) {
            Cell *cell = cell_in(c, y, x);
            if (cell) cell->hit = hit;
        }
    }
}

// ---- strokes

static uint8_t join(uint8_t strokes, int shift, int weight) {
    int old = strokes >> shift & 3;
    return old >= weight ? strokes : (uint8_t)((strokes & ~(3 << shift)) | weight << shift);
}

void canvas_stroke(Canvas *c, int y, int x, Style s, int dirs, int weight) {
    Cell *cell = cell_in(c, y, x);
    if (!cell) return;
    static const int SHIFT[] = {STROKE_N, STROKE_E, STROKE_S, STROKE_W};
    uint8_t before = cell->strokes;
    uint8_t after = cell->rune == ' ' ? before : 0;
    bool heavier = true; // than everything that is here already
    for (int d = 0; d < 4; d++) heavier = heavier && (before >> SHIFT[d] & 3) <= weight;
    for (int d = 0; d < 4; d++) {
        if (dirs & 1 << d) after = join(after, SHIFT[d], weight);
    }
    if (cell->rune != ' ') put(c, cell, s, ' ');
    cell->strokes = after;
    if (heavier) {
        cell->style = s;
        cell->hit = c->hit;
    }
}

void canvas_hline(Canvas *c, int y, int x0, int x1, Style s, int weight) {
    for (int x = x0; x <= x1; x++) {
        canvas_stroke(c, y, x, s, (x > x0 ? CANVAS_W : 0) | (x < x1 ? CANVAS_E : 0), weight);
    }
}

void canvas_vline(Canvas *c, int x, int y0, int y1, Style s, int weight) {
    for (int y = y0; y <= y1; y++) {
        canvas_stroke(c, y, x, s, (y > y0 ? CANVAS_N : 0) | (y < y1 ? CANVAS_S : 0), weight);
    }
}

uint32_t canvas_glyph(const Canvas *c, const Cell *cell) {
    uint32_t rune = cell->rune == ' ' && cell->strokes ? glyph_of_strokes(cell->strokes) : cell->rune;
    return c->ascii ? glyph_to_ascii(rune) : rune;
}
