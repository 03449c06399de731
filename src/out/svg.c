#include "out/svg.h"

#include "out/escape.h"
#include "out/shape.h"

enum { W = SHAPE_CELL_W, H = SHAPE_CELL_H, BASELINE = 15 };

typedef struct Paint {
    uint32_t fg, bg;
} Paint;

typedef struct Sheet {
    const Canvas *c;
    const Palette *p;
    Str *out;
} Sheet;

static Paint inks(const Sheet *s, const Glyph *g) {
    Paint ink = {palette_color_rgb(s->p, g->fg, ROLE_TEXT), palette_color_rgb(s->p, g->bg, ROLE_PAPER)};
    return g->attr & ATTR_REVERSE ? (Paint){ink.bg, ink.fg} : ink;
}

static Glyph glyph_at(const Sheet *s, int y, int x) {
    return palette_glyph(s->p, s->c, canvas_at(s->c, y, x));
}

static int columns_of(const Sheet *s, int y, int x) {
    const Cell *right = canvas_at(s->c, y, x + 1);
    return right && right->rune == 0 ? 2 : 1;
}

static void put_backgrounds(const Sheet *s, uint32_t paper) {
    ShapePen pen = {.out = s->out};
    for (int y = 0; y < s->c->h; y++) {
        for (int x = 0; x < s->c->w; x++) {
            Glyph g = glyph_at(s, y, x);
            if (g.rune == 0) continue;
            uint32_t bg = inks(s, &g).bg;
            if (bg != paper) shape_rect(&pen, y * H, x * W, H, columns_of(s, y, x) * W, bg, 100);
        }
    }
    shape_flush(&pen);
}

static void put_shapes(const Sheet *s) {
    ShapePen pen = {.out = s->out};
    for (int y = 0; y < s->c->h; y++) {
        for (int x = 0; x < s->c->w; x++) {
            Glyph g = glyph_at(s, y, x);
            uint32_t fg = inks(s, &g).fg;
            shape_draw(&pen, y * H, x * W, g.rune, fg);
            bool underlined = g.rune && g.attr & ATTR_UNDERLINE;
            if (underlined) shape_rect(&pen, y * H + H - 2.5, x * W, 1, columns_of(s, y, x) * W, fg, 100);
        }
    }
    shape_flush(&pen);
}

static bool is_word(const Glyph *g) {
    return g->rune != 0 && g->rune != ' ' && g->rune != 0xA0 && !shape_knows(g->rune);
}

// Letters that every monospace font has at its own width may share an element; others stand alone, held by their own x.
static bool joins(const Glyph *g) {
    return g->rune < 0x250 && !g->mark[0];
}

// Writes the word that starts at y, x and returns the column after it.
static int put_word(const Sheet *s, int y, int x, const Glyph *first) {
    uint32_t fg = inks(s, first).fg;
    int end = x + columns_of(s, y, x);
    Str word = {0};
    escape_xml_glyph(&word, first);
    while (joins(first) && end < s->c->w) {
        Glyph g = glyph_at(s, y, end);
        bool like = is_word(&g) && joins(&g) && inks(s, &g).fg == fg && g.attr == first->attr;
        if (!like) break;
        escape_xml_glyph(&word, &g);
        end++;
    }
    str_printf(s->out, "<text x=\"%d\" y=\"%d\" textLength=\"%d\"", x * W, y * H + BASELINE, (end - x) * W);
    str_printf(s->out, " fill=\"#%06x\"", (unsigned)fg);
    if (first->attr & ATTR_BOLD) str_puts(s->out, " font-weight=\"bold\"");
    str_printf(s->out, ">%s</text>\n", str_text(&word));
    str_free(&word);
    return end;
}

static void put_words(const Sheet *s) {
    for (int y = 0; y < s->c->h; y++) {
        for (int x = 0; x < s->c->w;) {
            Glyph g = glyph_at(s, y, x);
            x = is_word(&g) ? put_word(s, y, x, &g) : x + 1;
        }
    }
}

void out_svg(const Canvas *c, const Palette *p, Str *out, const char *title) {
    Sheet s = {c, p, out};
    Cell blank = {.rune = ' ', .style = style_plain(ROLE_TEXT)};
    Glyph paper = palette_glyph(p, c, &blank);
    uint32_t bg = inks(&s, &paper).bg;
    str_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\"", c->w * W, c->h * H);
    str_printf(out, " viewBox=\"0 0 %d %d\" role=\"img\">\n<title>", c->w * W, c->h * H);
    escape_xml_text(out, title);
    str_printf(out, "</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#%06x\"/>\n", (unsigned)bg);
    str_puts(out, "<g shape-rendering=\"crispEdges\">\n");
    put_backgrounds(&s, bg);
    str_puts(out, "</g>\n<g>\n");
    put_shapes(&s);
    // A size at which one character of these fonts is as wide as a cell.
    str_puts(out, "</g>\n<g font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"16.6\">\n");
    put_words(&s);
    str_puts(out, "</g>\n</svg>\n");
}
