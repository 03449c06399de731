// Two values in a cell: a masked one, a zero and a NaN never look the same.
#include "draw/halves.h"
#include "draw/palette.h"

#include "check.h"

#include <locale.h>

static Glyph draw(const Palette *p, bool ascii, Ink upper, Ink lower) {
    Canvas c = {0};
    canvas_reset(&c, 1, 1, ascii);
    halves_draw(&c, 0, 0, upper, lower);
    Glyph g = palette_glyph(p, &c, canvas_at(&c, 0, 0));
    canvas_free(&c);
    return g;
}

static bool looks_alike(Glyph a, Glyph b) {
    bool rune = a.rune == b.rune, bg = a.bg.value == b.bg.value && a.bg.kind == b.bg.kind;
    bool fg = a.rune == ' ' || (a.fg.value == b.fg.value && a.fg.kind == b.fg.kind);
    return rune && bg && fg && a.attr == b.attr;
}

// Both halves the same, on every palette.
static void masked_zero_and_nan_differ(void **state) {
    (void)state;
    const Ink zeros[] = {{INK_HEAT, heat_level(0)}, diverging_ink(0)};
    for (int k = 0; k < THEME_COUNT * COLOR_COUNT * 4; k++) {
        Palette p = {(Theme)(k % THEME_COUNT), MAP_VIRIDIS, (ColorMode)(k / THEME_COUNT % COLOR_COUNT)};
        bool ascii = k / THEME_COUNT / COLOR_COUNT % 2;
        Ink zero = zeros[k / THEME_COUNT / COLOR_COUNT / 2], masked = halves_masked(), nan = halves_nan();
        Glyph m = draw(&p, ascii, masked, masked), z = draw(&p, ascii, zero, zero), n = draw(&p, ascii, nan, nan);
        assert_false(looks_alike(m, z));
        assert_false(looks_alike(m, n));
        assert_false(looks_alike(z, n));
    }
}

// NaN in one half shows beside whatever is in the other.
static void half_a_nan_is_seen(void **state) {
    (void)state;
    const Ink others[] = {{INK_HEAT, 0}, {INK_HEAT, 90}, diverging_ink(0), diverging_ink(-0.5), halves_masked()};
    for (int k = 0; k < THEME_COUNT * COLOR_COUNT * 5; k++) {
        Palette p = {(Theme)(k % THEME_COUNT), MAP_VIRIDIS, (ColorMode)(k / THEME_COUNT % COLOR_COUNT)};
        Ink other = others[k / THEME_COUNT / COLOR_COUNT], nan = halves_nan();
        assert_false(looks_alike(draw(&p, false, other, nan), draw(&p, false, other, other)));
        assert_false(looks_alike(draw(&p, false, nan, other), draw(&p, false, other, other)));
    }
}

// And where there is none, none is seen, whatever the value.
static void no_value_looks_like_nan(void **state) {
    (void)state;
    for (int k = 0; k < THEME_COUNT * COLOR_COUNT * 128; k++) {
        Palette p = {(Theme)(k % THEME_COUNT), MAP_VIRIDIS, (ColorMode)(k / THEME_COUNT % COLOR_COUNT)};
        uint8_t level = (uint8_t)(k / THEME_COUNT / COLOR_COUNT);
        const Ink value[] = {{INK_HEAT, level}, {INK_MORE, level}, {INK_LESS, level}};
        for (int v = 0; v < 3; v++) {
            assert_int_not_equal(draw(&p, false, value[v], halves_masked()).rune, 0x2205);
            assert_int_not_equal(draw(&p, false, halves_masked(), value[v]).rune, 0x2205);
            assert_int_not_equal(draw(&p, false, value[v], value[v]).rune, 0x2205);
        }
    }
}

static void ascii_shows_the_stronger(void **state) {
    (void)state;
    Palette p = {THEME_DARK, MAP_VIRIDIS, COLOR_TRUE};
    Ink weak = {INK_HEAT, 20}, strong = {INK_HEAT, 90};
    assert_true(looks_alike(draw(&p, true, weak, strong), draw(&p, true, strong, weak)));
    assert_true(looks_alike(draw(&p, true, weak, strong), draw(&p, true, strong, strong)));
    assert_true(looks_alike(draw(&p, true, halves_masked(), weak), draw(&p, true, weak, weak)));
    assert_true(looks_alike(draw(&p, true, halves_nan(), halves_masked()), draw(&p, true, halves_nan(), halves_nan())));
}

int main(void) {
    setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masked_zero_and_nan_differ),
        cmocka_unit_test(half_a_nan_is_seen),
        cmocka_unit_test(no_value_looks_like_nan),
        cmocka_unit_test(ascii_shows_the_stronger),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
