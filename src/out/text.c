#include "out/text.h"

#include "out/escape.h"

void out_text(const Canvas *c, const Palette *p, Str *out) {
    Palette mono = {p->theme, p->map, COLOR_MONO};
    for (int y = 0; y < c->h; y++) {
        size_t start = out->len;
        for (int x = 0; x < c->w; x++) {
            Glyph g = palette_glyph(&mono, c, canvas_at(c, y, x));
            escape_glyph(out, &g);
        }
        escape_trim(out, start, ' ');
        str_putc(out, '\n');
    }
}
