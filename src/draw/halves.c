#include "draw/halves.h"

Ink halves_masked(void) {
    return ink_role(ROLE_PAPER);
}

Ink halves_nan(void) {
    return ink_role(ROLE_BAD);
}

static bool is(Ink ink, Role role) {
    return ink.map == INK_ROLE && ink.level == role;
}

// A value before NaN before what is masked, the larger of two values.
static Ink stronger(Ink a, Ink b) {
    if (is(a, ROLE_PAPER) || is(b, ROLE_PAPER)) return is(a, ROLE_PAPER) ? b : a;
    if (is(a, ROLE_BAD) || is(b, ROLE_BAD)) return is(a, ROLE_BAD) ? b : a;
    return b.level > a.level ? b : a;
}

void halves_draw(Canvas *c, int y, int x, Ink upper, Ink lower) {
    if (c->ascii) upper = lower = stronger(upper, lower);
    if (is(upper, ROLE_PAPER) && is(lower, ROLE_PAPER)) {
        canvas_rune(c, y, x, style_of(ROLE_FAINT, ROLE_PAPER), 0xB7);
    } else if (is(upper, ROLE_BAD) && is(lower, ROLE_BAD)) {
        canvas_rune(c, y, x, style_of(ROLE_BAD, ROLE_PAPER), 0x2205);
    } else if (c->ascii) {
        canvas_rune(c, y, x, (Style){ink_role(ROLE_TEXT), upper, 0}, ' ');
    } else if (is(upper, ROLE_PAPER) && is(lower, ROLE_BAD)) { // the paper is a background wherever no value stands
        canvas_rune(c, y, x, (Style){lower, upper, 0}, 0x2584);
    } else {
        canvas_rune(c, y, x, (Style){upper, lower, 0}, 0x2580);
    }
}
