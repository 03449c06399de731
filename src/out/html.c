#include "out/html.h"

#include "out/escape.h"

typedef struct Look {
    uint32_t fg, bg;
    uint8_t attr; // without ATTR_REVERSE: the colours are already swapped
} Look;

static Look look_of(const Palette *p, const Glyph *g) {
    Look look = {palette_color_rgb(p, g->fg, ROLE_TEXT), palette_color_rgb(p, g->bg, ROLE_PAPER), g->attr};
    if (!(g->attr & ATTR_REVERSE)) return look;
    return (Look){look.bg, look.fg, g->attr & (uint8_t)~ATTR_REVERSE};
}

static bool same_look(Look a, Look b) {
    return a.fg == b.fg && a.bg == b.bg && a.attr == b.attr;
}

// Opens a span for look; the page's own look needs none.
static bool open_span(Str *out, Look look, Look page) {
    if (same_look(look, page)) return false;
    str_printf(out, "<span style=\"color:#%06x", (unsigned)look.fg);
    if (look.bg != page.bg) str_printf(out, ";background:#%06x", (unsigned)look.bg);
    if (look.attr & ATTR_BOLD) str_puts(out, ";font-weight:bold");
    if (look.attr & ATTR_UNDERLINE) str_puts(out, ";text-decoration:underline");
    str_puts(out, "\">");
    return true;
}

static void put_row(Str *out, const Canvas *c, const Palette *p, int y, Look page) {
    Look last = page;
    bool open = false;
    for (int x = 0; x < c->w; x++) {
        Glyph g = palette_glyph(p, c, canvas_at(c, y, x));
        if (g.rune == 0) continue;
        Look look = look_of(p, &g);
        if (!same_look(look, last)) {
            if (open) str_puts(out, "</span>");
            open = open_span(out, look, page);
            last = look;
        }
        escape_xml_glyph(out, &g);
    }
    if (open) str_puts(out, "</span>");
    str_putc(out, '\n');
}

void out_html(const Canvas *c, const Palette *p, Str *out, const char *title) {
    Cell blank = {.rune = ' ', .style = style_plain(ROLE_TEXT)};
    Glyph paper = palette_glyph(p, c, &blank);
    Look page = look_of(p, &paper);
    str_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    escape_xml_text(out, title);
    str_printf(out, "</title>\n<style>\nbody { margin: 2em; background: #%06x; }\n", (unsigned)page.bg);
    str_printf(out, "pre { color: #%06x; ", (unsigned)page.fg);
    str_puts(out, "font: 16px/1.25 \"DejaVu Sans Mono\", Menlo, Consolas, monospace; }\n"
                  "span { display: inline-block; height: 1.25em; vertical-align: top; }\n"
                  "</style>\n</head>\n<body>\n<pre>\n");
    for (int y = 0; y < c->h; y++) put_row(out, c, p, y, page);
    str_puts(out, "</pre>\n</body>\n</html>\n");
}
