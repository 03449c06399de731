// One cell of a frame: what is drawn, in which style, and what it means to a click.
#ifndef LOOKBACK_DRAW_CELL_H
#define LOOKBACK_DRAW_CELL_H

#include <stdbool.h>
#include <stdint.h>

// An ink is a role of the theme or a level of the colour map, never a colour: colours are chosen by the output
// (palette.h).
typedef enum InkMap {
    INK_ROLE, // level is a Role
    INK_HEAT, // level 0 … HEAT_STEPS−1 of the sequential colour map: a weight
    INK_MORE, // a background or a half block, level 0 … HEAT_STEPS−1 of the diverging map: so much above none
    INK_LESS, // the same below none
} InkMap;

typedef enum Role {
    ROLE_PAPER,  // the background
    ROLE_TEXT,   // what is read
    ROLE_DIM,    // second to the text, still easily read
    ROLE_FAINT,  // lines, masked dots
    ROLE_ACCENT, // the one accent: the query, what is selected
    ROLE_PANEL,  // background of title and status lines
    ROLE_SELECT, // background of the selected row
    ROLE_GHOST,  // how it was before the last toggle
    ROLE_GOOD,
    ROLE_BAD,
    ROLE_COUNT
} Role;

enum { HEAT_STEPS = 128 };

typedef struct Ink {
    uint8_t map, level;
} Ink;

enum { ATTR_BOLD = 1, ATTR_UNDERLINE = 2, ATTR_REVERSE = 4 };

typedef struct Style {
    Ink fg, bg;
    uint8_t attr;
} Style;

// What a click on the cell means, as the view that drew it says (kinds: app/hit.h). {0} means nothing.
typedef struct Hit {
    uint16_t kind;
    int a, b;
} Hit;

// A stroke leaves the cell's centre to the north, east, south or west: 0 none, 1 light, 2 heavy, two bits each.
enum { STROKE_N = 6, STROKE_E = 4, STROKE_S = 2, STROKE_W = 0 }; // shifts within Cell.strokes

typedef struct Cell {
    uint32_t rune;    // ' ' when blank; 0 in the second column of a wide rune
    uint32_t mark[2]; // combining marks on rune, 0 when none
    uint8_t strokes;  // joined line strokes; shown instead of rune while rune is ' '
    Style style;
    Hit hit;
} Cell;

static inline Ink ink_role(Role role) {
    return (Ink){INK_ROLE, (uint8_t)role};
}

static inline Style style_of(Role fg, Role bg) {
    return (Style){ink_role(fg), ink_role(bg), 0};
}

static inline Style style_plain(Role fg) {
    return style_of(fg, ROLE_PAPER);
}

static inline Style style_panel(Role fg) {
    return style_of(fg, ROLE_PANEL);
}

static inline Style style_bold(Style s) {
    s.attr |= ATTR_BOLD;
    return s;
}

#endif
