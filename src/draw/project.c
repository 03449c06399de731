#include "draw/project.h"

#include "draw/palette.h"

static Ink step_of(Ink heat, double from) {
    double t = from + (1 - from) * heat.level / (HEAT_STEPS - 1);
    int step = (int)(t * (PROJECT_STEPS - 1) + 0.5);
    heat.level = heat_level((double)step / (PROJECT_STEPS - 1));
    return heat;
}

static Ink strong(Ink fg) {
    bool quiet = fg.level == ROLE_DIM || fg.level == ROLE_FAINT || fg.level == ROLE_GHOST;
    return quiet ? ink_role(ROLE_TEXT) : fg;
}

// Light strokes become heavy: 1 to 2 in each of the four directions.
static uint8_t heavy(uint8_t strokes) {
    uint8_t ones = strokes & 0x55;
    return (uint8_t)((strokes & 0xAA) | ones << 1);
}

static uint32_t heavy_rune(uint32_t rune) {
    return rune == 0x2500 ? 0x2501 : rune == 0x2502 ? 0x2503 : rune;
}

void project_frame(Canvas *c) {
    for (Cell *cell = c->cell; cell < c->cell + c->h * c->w; cell++) {
        Style *s = &cell->style;
        bool second_value = s->bg.map == INK_HEAT && s->fg.map == INK_HEAT;
        if (s->fg.map == INK_HEAT) s->fg = step_of(s->fg, second_value ? 0 : 0.5);
        else s->fg = strong(s->fg);
        if (s->bg.map != INK_ROLE) s->bg = step_of(s->bg, 0);
        cell->strokes = heavy(cell->strokes);
        cell->rune = heavy_rune(cell->rune);
        s->attr |= ATTR_BOLD;
    }
}

void project_prose(Canvas *c) {
    Rect r = c->clip[c->depth];
    for (int y = r.y; y < r.y + r.h; y++) {
        for (int x = r.x; x < r.x + r.w; x++) {
            Style *s = &c->cell[y * c->w + x].style;
            bool text = s->fg.map == INK_ROLE && s->fg.level == ROLE_TEXT;
            if (text && s->attr & ATTR_BOLD) s->fg = ink_role(ROLE_ACCENT);
        }
    }
}
