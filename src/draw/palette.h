// From a cell's inks to colours: the one place where themes, colour maps and terminals' limits meet.
#ifndef LOOKBACK_DRAW_PALETTE_H
#define LOOKBACK_DRAW_PALETTE_H

#include "draw/canvas.h"

typedef enum Theme { THEME_DARK, THEME_LIGHT, THEME_CONTRAST, THEME_COUNT } Theme;
typedef enum ColorMap { MAP_VIRIDIS, MAP_MAGMA, MAP_CIVIDIS, MAP_COUNT } ColorMap;
typedef enum ColorMode { COLOR_TRUE, COLOR_256, COLOR_8, COLOR_MONO, COLOR_COUNT } ColorMode;

extern const char *const THEME_NAMES[];      // dark light contrast
extern const char *const COLOR_MAP_NAMES[];  // viridis magma cividis
extern const char *const COLOR_MODE_NAMES[]; // truecolor 256 8 mono

typedef struct Palette {
    Theme theme;
    ColorMap map;
    ColorMode mode;
} Palette;

typedef enum ColorKind { COLOR_DEFAULT, COLOR_INDEX, COLOR_RGB } ColorKind;

// kind DEFAULT: the terminal's own; INDEX: value is 0 … 255 (or 0 … 7); RGB: value is 0xRRGGBB.
typedef struct Color {
    uint32_t value;
    uint8_t kind;
} Color;

// A cell as an output paints it: strokes resolved, shades chosen where colours run out, colours and attributes final.
typedef struct Glyph {
    uint32_t rune; // 0: second half of a wide rune, nothing to paint
    uint32_t mark[2];
    Color fg, bg;
    uint8_t attr;
} Glyph;

// A heat cell is one whose background is INK_HEAT. Blank, it may become a shade (░▒▓) where colours run out,
// unless it stands beside text in the same box (same level, same hit). Text on it is kept and painted black or
// white, whichever reads better. A block element with a heat foreground is a second value in the same cell (▀:
// upper half) and keeps its exact colour, as does the one value of a ▀ whose other half is paper or the colour of what is
// bad (NaN). Elsewhere a heat
// foreground (arcs, bars) is painted from the part of the map that stands out from paper, so that a thin line is seen
// at any level.
//
// A background of INK_MORE or INK_LESS is a signed value. Orange and blue, told apart without red and green, from paper
// on; where there are no colours a blank becomes + or -, stronger ones bold and reversed. Text on it is painted black
// or white. A block element with such a foreground is a second value, as above.
Glyph palette_glyph(const Palette *p, const Canvas *c, const Cell *cell);

// The sRGB colour of a role or, as a cell's background, of a heat level in a theme. Never below 8: direct-colour
// terminals take 0 … 7 for palette indices.
uint32_t palette_rgb(const Palette *p, Ink ink);

// What color looks like on a screen that can show anything: COLOR_DEFAULT is the theme's `otherwise`, indices are
// xterm's.
uint32_t palette_color_rgb(const Palette *p, Color color, Role otherwise);

// Weight 0 … 1 (clamped; NaN gives 0) to a heat level. Steps are even; a tiny bias keeps values that lie on an
// edge, up to rounding, on one side, so that frames are the same on every machine.
uint8_t heat_level(double weight);

// A signed value, −1 … 1, to an ink of the diverging map; levels are even in √|value|, so that small differences are
// seen.
Ink diverging_ink(double value);

#endif
