#include "draw/palette.h"

#include "draw/color.h"
#include "draw/ramp.h"

#include <math.h>

const char *const THEME_NAMES[] = {"dark", "light", "contrast"};
const char *const COLOR_MAP_NAMES[] = {"viridis", "magma", "cividis"};
const char *const COLOR_MODE_NAMES[] = {"truecolor", "256", "8", "mono"};

enum { BLACK = 0x010101, WHITE = 0xFFFFFF }; // text on heat

static const uint32_t ROLE_RGB[THEME_COUNT][ROLE_COUNT] = {
    [THEME_DARK] = {
        [ROLE_PAPER] = 0x14161B, [ROLE_TEXT] = 0xDADDE3, [ROLE_DIM] = 0x9CA3AF, [ROLE_FAINT] = 0x50586A,
        [ROLE_ACCENT] = 0xF5A55A, [ROLE_PANEL] = 0x1E2129, [ROLE_SELECT] = 0x2B303C, [ROLE_GHOST] = 0x6E7687,
        [ROLE_GOOD] = 0x8FCB8B, [ROLE_BAD] = 0xF2827F},
    [THEME_LIGHT] = {
        [ROLE_PAPER] = 0xFBFBF9, [ROLE_TEXT] = 0x191B20, [ROLE_DIM] = 0x575D68, [ROLE_FAINT] = 0xA5AAB4,
        [ROLE_ACCENT] = 0xAD4300, [ROLE_PANEL] = 0xEDEEF0, [ROLE_SELECT] = 0xE1E6EE, [ROLE_GHOST] = 0x858B96,
        [ROLE_GOOD] = 0x23702F, [ROLE_BAD] = 0xB0241C},
    [THEME_CONTRAST] = {
        [ROLE_PAPER] = 0x010101, [ROLE_TEXT] = 0xFFFFFF, [ROLE_DIM] = 0xDCDCDC, [ROLE_FAINT] = 0x8C8C8C,
        [ROLE_ACCENT] = 0xFFB52E, [ROLE_PANEL] = 0x1E1E1E, [ROLE_SELECT] = 0x293142, [ROLE_GHOST] = 0xA0A0A0,
        [ROLE_GOOD] = 0x7CE38B, [ROLE_BAD] = 0xFF9E99},
};

static const uint8_t ROLE_256[THEME_COUNT][ROLE_COUNT] = {
    [THEME_DARK] = {
        [ROLE_PAPER] = 233, [ROLE_TEXT] = 253, [ROLE_DIM] = 248, [ROLE_FAINT] = 240,
        [ROLE_ACCENT] = 215, [ROLE_PANEL] = 234, [ROLE_SELECT] = 236, [ROLE_GHOST] = 243,
        [ROLE_GOOD] = 114, [ROLE_BAD] = 210},
    [THEME_LIGHT] = {
        [ROLE_PAPER] = 231, [ROLE_TEXT] = 234, [ROLE_DIM] = 240, [ROLE_FAINT] = 248,
        [ROLE_ACCENT] = 130, [ROLE_PANEL] = 255, [ROLE_SELECT] = 254, [ROLE_GHOST] = 245,
        [ROLE_GOOD] = 22, [ROLE_BAD] = 124},
    [THEME_CONTRAST] = {
        [ROLE_PAPER] = 16, [ROLE_TEXT] = 231, [ROLE_DIM] = 253, [ROLE_FAINT] = 245,
        [ROLE_ACCENT] = 215, [ROLE_PANEL] = 234, [ROLE_SELECT] = 236, [ROLE_GHOST] = 247,
        [ROLE_GOOD] = 120, [ROLE_BAD] = 217},
};

// 0 black, 1 red, 2 green, 3 yellow, 4 blue, 5 magenta, 6 cyan, 7 white. Eight have no quiet tint for panels:
// they are paper.
static const uint8_t ROLE_8[THEME_COUNT][ROLE_COUNT] = {
    [THEME_DARK] = {
        [ROLE_PAPER] = 0, [ROLE_TEXT] = 7, [ROLE_DIM] = 7, [ROLE_FAINT] = 4,
        [ROLE_ACCENT] = 3, [ROLE_PANEL] = 0, [ROLE_SELECT] = 4, [ROLE_GHOST] = 6,
        [ROLE_GOOD] = 2, [ROLE_BAD] = 5},
    [THEME_LIGHT] = {
        [ROLE_PAPER] = 7, [ROLE_TEXT] = 0, [ROLE_DIM] = 0, [ROLE_FAINT] = 4,
        [ROLE_ACCENT] = 1, [ROLE_PANEL] = 7, [ROLE_SELECT] = 6, [ROLE_GHOST] = 5,
        [ROLE_GOOD] = 4, [ROLE_BAD] = 1},
    [THEME_CONTRAST] = {
        [ROLE_PAPER] = 0, [ROLE_TEXT] = 7, [ROLE_DIM] = 7, [ROLE_FAINT] = 6,
        [ROLE_ACCENT] = 3, [ROLE_PANEL] = 0, [ROLE_SELECT] = 4, [ROLE_GHOST] = 6,
        [ROLE_GOOD] = 2, [ROLE_BAD] = 5},
};

// The ends of the diverging map, above none and below.
static const uint32_t POLE_RGB[THEME_COUNT][2] = {
    [THEME_DARK] = {0xFF9D3C, 0x5AA9FF}, [THEME_LIGHT] = {0xB34700, 0x0B4FA8}, [THEME_CONTRAST] = {0xFFB52E, 0x6CB6FF}};

enum { POLE_STEPS = 6 };
static const uint8_t POLE_256[THEME_COUNT][2][POLE_STEPS] = {
    [THEME_DARK] = {{233, 52, 94, 130, 172, 215}, {233, 18, 24, 31, 74, 117}},
    [THEME_LIGHT] = {{231, 224, 216, 209, 166, 130}, {231, 189, 153, 110, 68, 25}},
    [THEME_CONTRAST] = {{16, 52, 94, 136, 172, 214}, {16, 18, 24, 31, 74, 117}},
};
static const uint8_t POLE_8[THEME_COUNT][2] = {
    [THEME_DARK] = {3, 6}, [THEME_LIGHT] = {1, 4}, [THEME_CONTRAST] = {3, 6}};

// The weakest strength at which a thin line has contrast 3 on paper.
static const double LINE_FROM[MAP_COUNT][2] = {
    [MAP_VIRIDIS] = {0.45, 0.50}, [MAP_MAGMA] = {0.48, 0.45}, [MAP_CIVIDIS] = {0.45, 0.50}};

static const uint32_t SHADE[4] = {' ', 0x2591, 0x2592, 0x2593}; // covering 0, 1/4, 1/2, 3/4 of the cell
enum { FULL_BLOCK = 0x2588 };

uint8_t heat_level(double weight) {
    if (!(weight > 0)) return 0;
    return weight >= 1 ? HEAT_STEPS - 1 : (uint8_t)floor(weight * (HEAT_STEPS - 1) + 0.5 + 1e-6);
}

Ink diverging_ink(double value) {
    return (Ink){value < 0 ? INK_LESS : INK_MORE, heat_level(sqrt(fabs(value)))};
}

static double strength(Ink heat) {
    return heat.level < HEAT_STEPS ? heat.level / (HEAT_STEPS - 1.0) : 1;
}

static Role role_of(Ink ink) {
    return ink.level < ROLE_COUNT ? (Role)ink.level : ROLE_TEXT;
}

static bool is_light(const Palette *p) {
    return p->theme == THEME_LIGHT;
}

static bool is_heat(Ink ink) {
    return ink.map == INK_HEAT;
}

static bool is_signed(Ink ink) {
    return ink.map == INK_MORE || ink.map == INK_LESS;
}

// Mixed from paper; the first step is already seen.
static uint32_t signed_rgb(const Palette *p, Ink ink) {
    double t = strength(ink);
    return color_mix(ROLE_RGB[p->theme][ROLE_PAPER], POLE_RGB[p->theme][ink.map == INK_LESS],
                     ink.level ? 0.1 + 0.9 * t : 0);
}

static uint32_t heat_rgb(const Palette *p, double t) {
    return ramp_rgb(p->map, is_light(p), ROLE_RGB[p->theme][ROLE_PAPER], t);
}

uint32_t palette_rgb(const Palette *p, Ink ink) {
    if (is_signed(ink)) return signed_rgb(p, ink);
    return is_heat(ink) ? heat_rgb(p, strength(ink)) : ROLE_RGB[p->theme][role_of(ink)];
}

uint32_t palette_color_rgb(const Palette *p, Color color, Role otherwise) {
    if (color.kind == COLOR_RGB) return color.value;
    return color.kind == COLOR_INDEX ? color_of_index(color.value) : ROLE_RGB[p->theme][otherwise];
}

static Color color_rgb(uint32_t rgb) {
    return (Color){rgb, COLOR_RGB};
}

static Color color_index(unsigned index) {
    return (Color){index, COLOR_INDEX};
}

static Color role_color(const Palette *p, Role role) {
    switch (p->mode) {
    case COLOR_TRUE: return color_rgb(ROLE_RGB[p->theme][role]);
    case COLOR_256: return color_index(ROLE_256[p->theme][role]);
    case COLOR_8: return color_index(ROLE_8[p->theme][role]);
    default: return (Color){0};
    }
}

static double contrast(const Palette *p, Color fg, Color bg) {
    return color_contrast(palette_color_rgb(p, fg, ROLE_TEXT), palette_color_rgb(p, bg, ROLE_PAPER));
}

// A heat colour without dither: the map itself, or the nearest link of the chain.
static Color flat_color(const Palette *p, double t) {
    if (p->mode == COLOR_TRUE) return color_rgb(heat_rgb(p, t));
    Chain chain = ramp_chain(p->map, is_light(p), p->mode);
    return color_index(chain.index[(int)floor(t * (chain.len - 1) + 0.5)]);
}

// A heat colour for lines and bars: the level spread over the part of the map that stands out from paper.
static Color line_color(const Palette *p, double t) {
    if (p->mode == COLOR_MONO) return (Color){0};
    double from = LINE_FROM[p->map][is_light(p)];
    t = from + (1 - from) * t;
    if (p->mode == COLOR_TRUE) return color_rgb(heat_rgb(p, t));
    Chain chain = ramp_chain(p->map, is_light(p), p->mode);
    int k = (int)floor(t * (chain.len - 1) + 0.5);
    while (k + 1 < chain.len && contrast(p, color_index(chain.index[k]), role_color(p, ROLE_PAPER)) < 3) k++;
    return color_index(chain.index[k]);
}

// Black or white, whichever reads better on bg.
static Color ink_on(const Palette *p, Color bg) {
    if (p->mode == COLOR_8) { // whose white is a grey
        Color black = color_index(0), white = color_index(7);
        return contrast(p, black, bg) >= contrast(p, white, bg) ? black : white;
    }
    bool indexed = p->mode == COLOR_256;
    double l = color_luminance(palette_color_rgb(p, bg, ROLE_PAPER)) + 0.05;
    bool light = l * l >= (color_luminance(indexed ? 0 : BLACK) + 0.05) * 1.05; // contrast with black ≥ with white
    return indexed ? color_index(light ? 16 : 231) : color_rgb(light ? BLACK : WHITE);
}

// Eight colours meet in every combination: what would drown in its background becomes black or white.
static Color legible(const Palette *p, Color fg, Color bg) {
    bool drowned = p->mode == COLOR_8 && contrast(p, fg, bg) < 2;
    return drowned ? ink_on(p, bg) : fg;
}

// Without colours: █ to blank in UTF-8, nine ASCII characters otherwise, no dot among them: that is a masked cell.
// Something is seen from 1/20 on, in ASCII from 1/16 on.
static uint32_t mono_shade(double t, bool ascii) {
    static const char NINE[] = " :-=+*#%@";
    if (ascii) return (unsigned char)NINE[(int)floor(t * 8 + 0.5)];
    int k = t < 0.05 ? 0 : t < 0.375 ? 1 : (int)floor(t * 4 + 0.5);
    return k == 4 ? FULL_BLOCK : SHADE[k];
}

// A heat cell with nothing printed on it.
static void shade(Glyph *g, const Palette *p, double t, bool ascii) {
    if (p->mode == COLOR_MONO) {
        g->rune = mono_shade(t, ascii);
        return;
    }
    g->rune = ' ';
    g->bg = flat_color(p, t);
    g->fg = ink_on(p, g->bg);
    if (p->mode == COLOR_TRUE || (p->mode == COLOR_256 && ascii)) return;
    Chain chain = ramp_chain(p->map, is_light(p), p->mode);
    int first = p->mode == COLOR_8; // the chain of eight begins with paper itself: leave it at once
    int steps = 4 * (chain.len - 1), q = first + (int)floor(t * (steps - first) + 0.5), k = q / 4;
    g->bg = color_index(chain.index[k]);
    g->fg = q % 4 ? color_index(chain.index[k + 1]) : ink_on(p, g->bg);
    static const uint32_t ASCII_SHADE[4] = {' ', ':', '+', '%'};
    g->rune = ascii ? ASCII_SHADE[q % 4] : SHADE[q % 4];
}

static void print_on_heat(Glyph *g, const Palette *p, double t) {
    if (p->mode == COLOR_MONO) {
        if (t >= 0.5) g->attr ^= ATTR_REVERSE;
        return;
    }
    g->bg = flat_color(p, t);
    g->fg = ink_on(p, g->bg);
}

// A block element on a heat cell with a heat colour of its own: two values in one cell.
static bool is_second_value(const Cell *cell) {
    return is_heat(cell->style.fg) && cell->rune >= 0x2580 && cell->rune <= 0x259F;
}

static bool is_nan(Ink ink) {
    return ink.map == INK_ROLE && ink.level == ROLE_BAD;
}

// What stands in a half cell that has no value: paper, or what marks NaN.
static bool is_no_value(Ink ink) {
    return is_nan(ink) || (ink.map == INK_ROLE && ink.level == ROLE_PAPER);
}

// The same with one value only.
static bool is_half_heat(const Cell *cell) {
    Ink fg = cell->style.fg, bg = cell->style.bg;
    return cell->rune == 0x2580 && ((is_heat(fg) && is_no_value(bg)) || (is_heat(bg) && is_no_value(fg)));
}

// Where two halves cannot be told apart, NaN is what must not be overlooked.
static bool show_nan(Glyph *g, const Palette *p, const Cell *cell) {
    if (!is_nan(cell->style.fg) && !is_nan(cell->style.bg)) return false;
    g->rune = 0x2205;
    g->fg = role_color(p, ROLE_BAD), g->bg = role_color(p, ROLE_PAPER);
    return true;
}

static bool is_blank(const Cell *cell) {
    return cell->rune == ' ' && !cell->strokes;
}

static bool same_box(const Cell *a, const Cell *b) {
    bool same_hit = a->hit.kind == b->hit.kind && a->hit.a == b->hit.a && a->hit.b == b->hit.b;
    return same_hit && b->style.bg.map != INK_ROLE && a->style.bg.map == b->style.bg.map &&
           a->style.bg.level == b->style.bg.level;
}

// Whether a blank cell of the canvas stands beside text in the same box: neighbours of one level that mean the same.
static bool pads_text(const Canvas *c, const Cell *cell) {
    if (!c->cell || cell < c->cell || cell >= c->cell + c->h * c->w) return false;
    int x = (int)((cell - c->cell) % c->w);
    for (int step = -1; step <= 1; step += 2) {
        const Cell *next = cell + step;
        for (int k = x + step; k >= 0 && k < c->w; k += step, next += step) {
            if (!same_box(cell, next)) break;
            if (!is_blank(next)) return !is_second_value(next);
        }
    }
    return false;
}

static void paint_heat(Glyph *g, const Palette *p, const Canvas *c, const Cell *cell) {
    double t = strength(cell->style.bg);
    if (is_blank(cell) && !pads_text(c, cell)) {
        shade(g, p, t, c->ascii);
    } else if (is_second_value(cell)) {
        double other = strength(cell->style.fg);
        if (p->mode == COLOR_MONO || c->ascii) shade(g, p, (t + other) / 2, c->ascii);
        else g->bg = flat_color(p, t), g->fg = flat_color(p, other);
    } else {
        print_on_heat(g, p, t);
    }
}

// No colours: the sign as a character, its strength as attributes.
static void paint_signed_mono(Glyph *g, Ink ink, bool blank) {
    double t = strength(ink);
    if (t < 0.05) return;
    if (blank) g->rune = ink.map == INK_LESS ? '-' : '+';
    if (t >= 0.35) g->attr |= ATTR_BOLD;
    if (t >= 0.65) g->attr ^= ATTR_REVERSE;
}

// Eight colours: the pole's, thinned over paper.
static void paint_signed_8(Glyph *g, const Palette *p, Ink ink, bool blank, bool ascii) {
    static const char THIN[] = " :+%";
    double t = strength(ink);
    int q = t < 0.05 ? 0 : t < 0.375 ? 1 : (int)floor(t * 4 + 0.5);
    Color pole = color_index(POLE_8[p->theme][ink.map == INK_LESS]), paper = role_color(p, ROLE_PAPER);
    bool full = blank ? q == 4 : t >= 0.5;
    g->bg = full ? pole : paper;
    g->fg = full || !blank || q == 0 ? ink_on(p, g->bg) : pole;
    if (blank && !full) g->rune = ascii ? (unsigned char)THIN[q] : SHADE[q];
}

static Color signed_color(const Palette *p, Ink ink) {
    if (!is_signed(ink)) return role_color(p, role_of(ink));
    int step = ink.level ? 1 + (int)floor(strength(ink) * (POLE_STEPS - 2) + 0.5) : 0;
    return p->mode == COLOR_TRUE ? color_rgb(signed_rgb(p, ink))
                                 : color_index(POLE_256[p->theme][ink.map == INK_LESS][step]);
}

// Two signed values in one cell; where colours cannot tell two, the stronger.
static void paint_two_signed(Glyph *g, const Palette *p, const Cell *cell, bool ascii) {
    Ink upper = cell->style.fg, lower = cell->style.bg;
    if (!ascii && p->mode <= COLOR_256) {
        g->fg = signed_color(p, upper), g->bg = signed_color(p, lower);
        return;
    }
    if (show_nan(g, p, cell)) return;
    Ink stronger = is_signed(lower) && (!is_signed(upper) || lower.level > upper.level) ? lower : upper;
    g->rune = ' ';
    if (p->mode == COLOR_MONO) paint_signed_mono(g, stronger, true);
    else paint_signed_8(g, p, stronger, true, ascii);
}

static bool is_two_signed(const Cell *cell) {
    Ink fg = cell->style.fg;
    if (cell->rune == 0x2580 && is_signed(cell->style.bg) && is_no_value(fg)) return true;
    return is_signed(fg) && cell->rune >= 0x2580 && cell->rune <= 0x259F;
}

static void paint_signed(Glyph *g, const Palette *p, const Canvas *c, const Cell *cell) {
    Ink ink = cell->style.bg;
    bool blank = is_blank(cell) && !pads_text(c, cell);
    if (is_two_signed(cell)) {
        paint_two_signed(g, p, cell, c->ascii);
    } else if (p->mode == COLOR_MONO) {
        paint_signed_mono(g, ink, blank);
    } else if (p->mode == COLOR_8) {
        paint_signed_8(g, p, ink, blank, c->ascii);
    } else {
        g->bg = signed_color(p, ink);
        g->fg = ink_on(p, g->bg);
    }
}

static void paint_half_heat(Glyph *g, const Palette *p, const Canvas *c, const Cell *cell) {
    Ink upper = cell->style.fg, lower = cell->style.bg;
    if (p->mode == COLOR_MONO || c->ascii) {
        if (!show_nan(g, p, cell)) shade(g, p, strength(is_heat(upper) ? upper : lower) / 2, c->ascii);
        return;
    }
    g->fg = is_heat(upper) ? flat_color(p, strength(upper)) : role_color(p, role_of(upper));
    g->bg = is_heat(lower) ? flat_color(p, strength(lower)) : role_color(p, role_of(lower));
}

// Attributes in place of colours, sparingly: bold for the accent and strong heat, an underline for panels, reverse for
// what is selected.
static void paint_mono(Glyph *g, Style s) {
    bool strong = is_heat(s.fg) ? strength(s.fg) >= 0.5 : role_of(s.fg) == ROLE_ACCENT;
    if (strong) g->attr |= ATTR_BOLD;
    Role bg = role_of(s.bg);
    if (bg == ROLE_PANEL) g->attr |= ATTR_UNDERLINE;
    else if (bg != ROLE_PAPER) g->attr ^= ATTR_REVERSE;
}

static void paint_roles(Glyph *g, const Palette *p, Style s) {
    g->bg = role_color(p, role_of(s.bg));
    g->fg = is_heat(s.fg) ? line_color(p, strength(s.fg)) : role_color(p, role_of(s.fg));
    g->fg = legible(p, g->fg, g->bg);
    bool accent = !is_heat(s.fg) && role_of(s.fg) == ROLE_ACCENT;
    if (accent && p->theme == THEME_CONTRAST) g->attr |= ATTR_BOLD;
}

Glyph palette_glyph(const Palette *p, const Canvas *c, const Cell *cell) {
    Glyph g = {.rune = canvas_glyph(c, cell), .attr = cell->style.attr};
    if (!c->ascii) g.mark[0] = cell->mark[0], g.mark[1] = cell->mark[1];
    if (g.rune == 0) g.mark[0] = g.mark[1] = 0;
    if (is_half_heat(cell)) paint_half_heat(&g, p, c, cell);
    else if (is_heat(cell->style.bg)) paint_heat(&g, p, c, cell);
    else if (is_signed(cell->style.bg) || is_two_signed(cell)) paint_signed(&g, p, c, cell);
    else if (p->mode == COLOR_MONO) paint_mono(&g, cell->style);
    else paint_roles(&g, p, cell->style);
    return g;
}
