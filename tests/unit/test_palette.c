#include "base/text.h"
#include "draw/color.h"
#include "draw/palette.h"
#include "draw/ramp.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

static Ink heat(int level) {
    return (Ink){INK_HEAT, (uint8_t)level};
}

static Glyph paint(const Palette *p, bool ascii, Style s, uint32_t rune) {
    Canvas c = {.ascii = ascii};
    Cell cell = {.rune = rune, .style = s};
    return palette_glyph(p, &c, &cell);
}

static uint32_t fg_of(const Palette *p, Glyph g) {
    return palette_color_rgb(p, g.attr & ATTR_REVERSE ? g.bg : g.fg, g.attr & ATTR_REVERSE ? ROLE_PAPER : ROLE_TEXT);
}

static uint32_t bg_of(const Palette *p, Glyph g) {
    return palette_color_rgb(p, g.attr & ATTR_REVERSE ? g.fg : g.bg, g.attr & ATTR_REVERSE ? ROLE_TEXT : ROLE_PAPER);
}

static void for_each_palette(bool colored_only, void (*check)(const Palette *p)) {
    for (int k = 0; k < THEME_COUNT * MAP_COUNT * COLOR_COUNT; k++) {
        int map = k / THEME_COUNT % MAP_COUNT, mode = k / THEME_COUNT / MAP_COUNT;
        Palette p = {(Theme)(k % THEME_COUNT), (ColorMap)map, (ColorMode)mode};
        if (!colored_only || p.mode != COLOR_MONO) check(&p);
    }
}

// CIE L*, 0 … 100.
static double lightness(uint32_t rgb) {
    double y = color_luminance(rgb);
    return y > 216.0 / 24389 ? 116 * cbrt(y) - 16 : y * 24389 / 27;
}

// The lightness of a blank heat cell as the eye mixes it: a shade covers a quarter, half or three quarters.
static double seen_lightness(const Palette *p, int level) {
    Style s = {ink_role(ROLE_TEXT), heat(level), 0};
    Glyph g = paint(p, false, s, ' ');
    double cover = g.rune >= 0x2591 && g.rune <= 0x2593 ? (g.rune - 0x2590) / 4.0 : g.rune == 0x2588;
    return lightness(bg_of(p, g)) * (1 - cover) + lightness(fg_of(p, g)) * cover;
}

static void check_monotone(const Palette *p) {
    double sign = p->theme == THEME_LIGHT && p->mode != COLOR_MONO ? -1 : 1;
    for (int level = 1; level < HEAT_STEPS; level++) {
        double step = sign * (seen_lightness(p, level) - seen_lightness(p, level - 1));
        if (p->mode == COLOR_TRUE) assert_true(step > 0);
        else if (p->theme != THEME_LIGHT || p->mode != COLOR_MONO) assert_true(step >= 0);
    }
}

static void heat_is_monotone_in_lightness(void **state) {
    (void)state;
    for_each_palette(false, check_monotone);
}

static void chains_never_turn_round(void **state) {
    (void)state;
    for (int map = 0; map < MAP_COUNT; map++) {
        for (int k = 0; k < 4; k++) {
            bool light = k & 1;
            Chain chain = ramp_chain((ColorMap)map, light, k < 2 ? COLOR_256 : COLOR_8);
            assert_true(chain.len >= (k < 2 ? 10 : 5));
            for (int j = 1; j < chain.len; j++) {
                double before = lightness(color_of_index(chain.index[j - 1]));
                double step = lightness(color_of_index(chain.index[j])) - before;
                assert_true((light ? -step : step) > 0.5);
            }
        }
    }
}

static void check_printed(const Palette *p) {
    for (int level = 0; level < HEAT_STEPS; level++) {
        for (int role = 0; role < ROLE_COUNT; role++) {
            Style s = {ink_role((Role)role), heat(level), 0};
            Glyph g = paint(p, false, s, '7');
            assert_int_equal(g.rune, '7');
            assert_true(color_contrast(fg_of(p, g), bg_of(p, g)) >= 4.5);
        }
    }
}

static void text_on_heat_is_legible(void **state) {
    (void)state;
    for_each_palette(false, check_printed);
}

static void check_lines(const Palette *p) {
    double last = p->theme == THEME_LIGHT ? 101 : -1;
    for (int level = 0; level < HEAT_STEPS; level++) {
        Style s = {heat(level), ink_role(ROLE_PAPER), 0};
        Glyph g = paint(p, false, s, 0x2500);
        assert_true(color_contrast(fg_of(p, g), bg_of(p, g)) >= 3);
        double now = lightness(fg_of(p, g));
        assert_true(p->theme == THEME_LIGHT ? now < last + 0.3 : now > last - 0.3); // 8 bits a channel
        last = now;
    }
}

static void thin_lines_stand_out_at_any_level(void **state) {
    (void)state;
    for_each_palette(true, check_lines);
}

static double role_contrast(const Palette *p, Role fg, Role bg) {
    Glyph g = paint(p, false, style_of(fg, bg), 'x');
    return color_contrast(fg_of(p, g), bg_of(p, g));
}

static void check_roles(const Palette *p) {
    static const Role GROUNDS[] = {ROLE_PAPER, ROLE_PANEL, ROLE_SELECT};
    bool strict = p->theme == THEME_CONTRAST && p->mode <= COLOR_256;
    for (int k = 0; k < 3; k++) {
        Role bg = GROUNDS[k];
        double text = role_contrast(p, ROLE_TEXT, bg), faint = role_contrast(p, ROLE_FAINT, bg);
        assert_true(text >= 7);
        assert_true(role_contrast(p, ROLE_DIM, bg) >= (strict ? 7 : 4.5));
        assert_true(faint >= (bg == ROLE_PAPER ? 2 : 1.6) && faint <= text);
        if (p->mode == COLOR_8) continue;
        // 256 colours have no deep orange: the accent is bold or a mark there.
        double least = strict ? 7 : p->mode == COLOR_256 && bg != ROLE_PAPER ? 3.5 : 4.5;
        assert_true(role_contrast(p, ROLE_ACCENT, bg) >= least);
    }
    double ghost = role_contrast(p, ROLE_GHOST, ROLE_PAPER);
    assert_true(ghost >= 2.8 && ghost < 0.75 * role_contrast(p, ROLE_TEXT, ROLE_PAPER));
    assert_true(role_contrast(p, ROLE_GOOD, ROLE_PAPER) >= 4.4);
    assert_true(role_contrast(p, ROLE_BAD, ROLE_PAPER) >= 4.4);
}

static void roles_are_legible(void **state) {
    (void)state;
    for_each_palette(true, check_roles);
}

// The largest difference in a channel.
static int distance(uint32_t a, uint32_t b) {
    int most = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int d = abs((int)(a >> shift & 255) - (int)(b >> shift & 255));
        most = d > most ? d : most;
    }
    return most;
}

static void check_zero(const Palette *p) {
    Style zero = {ink_role(ROLE_TEXT), heat(0), 0};
    Glyph z = paint(p, false, zero, ' ');
    Glyph masked = paint(p, false, style_of(ROLE_FAINT, ROLE_PAPER), 0xB7);
    Glyph blank = paint(p, false, style_of(ROLE_TEXT, ROLE_PAPER), ' ');
    assert_int_not_equal(z.rune, masked.rune);
    if (p->mode == COLOR_MONO) return;
    uint32_t paper = bg_of(p, blank);
    bool shaded = z.rune != ' ' && distance(fg_of(p, z), paper) >= 16;
    assert_true(shaded || distance(bg_of(p, z), paper) >= 16);
}

static void zero_is_neither_masked_nor_blank(void **state) {
    (void)state;
    for_each_palette(false, check_zero);
}

static void truecolor_tells_every_level(void **state) {
    (void)state;
    for (int k = 0; k < THEME_COUNT * MAP_COUNT; k++) {
        Palette p = {(Theme)(k % THEME_COUNT), (ColorMap)(k / THEME_COUNT), COLOR_TRUE};
        for (int a = 0; a < HEAT_STEPS; a++) {
            assert_true(palette_rgb(&p, heat(a)) >= 8);
            for (int b = 0; b < a; b++) assert_int_not_equal(palette_rgb(&p, heat(a)), palette_rgb(&p, heat(b)));
        }
        for (int role = 0; role < ROLE_COUNT; role++) assert_true(palette_rgb(&p, ink_role((Role)role)) >= 8);
    }
}

static void check_kinds(const Palette *p) {
    static const uint8_t KIND[COLOR_COUNT] = {COLOR_RGB, COLOR_INDEX, COLOR_INDEX, COLOR_DEFAULT};
    for (int k = 0; k < 256; k++) {
        bool hot_fg = k & 1, hot_bg = k & 2;
        Ink fg = hot_fg ? heat(k / 2) : ink_role((Role)(k / 4 % ROLE_COUNT));
        Ink bg = hot_bg ? heat(k / 2) : ink_role((Role)(k / 8 % ROLE_COUNT));
        Style s = {fg, bg, 0};
        Glyph g = paint(p, k & 4, s, k & 8 ? 'x' : ' ');
        assert_int_equal(g.fg.kind, KIND[p->mode]);
        assert_int_equal(g.bg.kind, KIND[p->mode]);
        uint32_t limit = p->mode == COLOR_8 ? 8 : p->mode == COLOR_256 ? 256 : 0x1000000;
        assert_true(g.fg.value < limit && g.bg.value < limit);
        if (p->mode == COLOR_TRUE) assert_true(g.fg.value >= 8 && g.bg.value >= 8);
    }
}

static void both_colors_are_always_set(void **state) {
    (void)state;
    for_each_palette(false, check_kinds);
}

static void levels_are_even_and_clamped(void **state) {
    (void)state;
    assert_int_equal(heat_level(NAN), 0);
    assert_int_equal(heat_level(-INFINITY), 0);
    assert_int_equal(heat_level(-0.5), 0);
    assert_int_equal(heat_level(INFINITY), HEAT_STEPS - 1);
    assert_int_equal(heat_level(1), HEAT_STEPS - 1);
    for (int k = 0; k < HEAT_STEPS; k++) assert_int_equal(heat_level(k / 127.0), k);
    // A weight on the edge between two levels goes up, on whichever side rounding has left it.
    assert_int_equal(heat_level(nextafter(0.5, 0)), 64);
    assert_int_equal(heat_level(nextafter(0.5, 1)), 64);
}

static void mono_uses_shades_and_attributes(void **state) {
    (void)state;
    Palette p = {THEME_DARK, MAP_VIRIDIS, COLOR_MONO};
    Style hot = {ink_role(ROLE_TEXT), heat(127), 0}, cold = {ink_role(ROLE_TEXT), heat(0), 0};
    assert_int_equal(paint(&p, false, hot, ' ').rune, 0x2588);
    assert_int_equal(paint(&p, true, hot, ' ').rune, '@');
    assert_int_equal(paint(&p, false, cold, ' ').rune, ' ');
    Canvas ascii = {.ascii = true};
    Cell masked = {.rune = 0xB7};
    for (int k = 0; k < HEAT_STEPS; k++) {
        Style s = {ink_role(ROLE_TEXT), heat((uint8_t)k), 0};
        assert_int_not_equal(paint(&p, true, s, ' ').rune, palette_glyph(&p, &ascii, &masked).rune);
    }
    assert_int_equal(paint(&p, false, hot, '9').attr, ATTR_REVERSE);
    assert_int_equal(paint(&p, false, cold, '9').attr, 0);
    assert_int_equal(paint(&p, false, style_of(ROLE_ACCENT, ROLE_PAPER), 'x').attr, ATTR_BOLD);
    assert_int_equal(paint(&p, false, style_of(ROLE_TEXT, ROLE_SELECT), 'x').attr, ATTR_REVERSE);
}

static void padding_beside_text_is_flat(void **state) {
    (void)state;
    Palette p = {THEME_DARK, MAP_VIRIDIS, COLOR_256};
    Canvas c = {0};
    canvas_reset(&c, 1, 6, false);
    Style s = {ink_role(ROLE_TEXT), heat(70), 0};
    canvas_mean(&c, (Hit){1, 0, 0});
    canvas_text(&c, 0, 0, s, " 9");
    canvas_mean(&c, (Hit){1, 0, 1});
    canvas_text(&c, 0, 2, s, "  ");
    Glyph pad = palette_glyph(&p, &c, canvas_at(&c, 0, 0)), digit = palette_glyph(&p, &c, canvas_at(&c, 0, 1));
    assert_int_equal(pad.rune, ' ');
    assert_int_equal(pad.bg.value, digit.bg.value);
    assert_int_not_equal(palette_glyph(&p, &c, canvas_at(&c, 0, 2)).rune, ' ');
    canvas_free(&c);
}

static void half_block_keeps_two_exact_colors(void **state) {
    (void)state;
    Palette p = {THEME_DARK, MAP_MAGMA, COLOR_TRUE};
    Style s = {heat(3), heat(100), 0};
    Glyph g = paint(&p, false, s, 0x2580);
    assert_int_equal(g.rune, 0x2580);
    assert_int_equal(g.fg.value, palette_rgb(&p, heat(3)));
    assert_int_equal(g.bg.value, palette_rgb(&p, heat(100)));
    p.mode = COLOR_MONO;
    assert_int_not_equal(paint(&p, false, s, 0x2580).rune, 0x2580);
}

// NaN in one half: its own colour, and where two colours are not to be had its own sign.
static void half_block_beside_nan_shows_both(void **state) {
    (void)state;
    const Ink values[] = {heat(3), heat(100), {INK_MORE, 60}, {INK_LESS, 0}}, nan = ink_role(ROLE_BAD);
    for (int k = 0; k < 4; k++) {
        Style upper = {values[k], nan, 0}, lower = {nan, values[k], 0}, alone = {ink_role(ROLE_TEXT), values[k], 0};
        Palette p = {THEME_DARK, MAP_VIRIDIS, COLOR_TRUE};
        Glyph g = paint(&p, false, upper, 0x2580), below = paint(&p, false, lower, 0x2580);
        assert_int_equal(bg_of(&p, g), palette_rgb(&p, nan));
        assert_int_equal(fg_of(&p, below), palette_rgb(&p, nan));
        assert_int_equal(fg_of(&p, g), bg_of(&p, paint(&p, false, alone, ' ')));
        assert_int_equal(bg_of(&p, below), fg_of(&p, g));
        p.mode = COLOR_MONO;
        assert_int_equal(paint(&p, false, upper, 0x2580).rune, 0x2205);
        assert_int_equal(paint(&p, false, lower, 0x2580).rune, 0x2205);
    }
}

static void half_block_over_paper_keeps_its_exact_color(void **state) {
    (void)state;
    Palette p = {THEME_DARK, MAP_VIRIDIS, COLOR_TRUE};
    Style upper = {heat(3), ink_role(ROLE_PAPER), 0}, lower = {ink_role(ROLE_PAPER), heat(3), 0};
    Glyph g = paint(&p, false, upper, 0x2580), below = paint(&p, false, lower, 0x2580);
    assert_int_equal(g.fg.value, palette_rgb(&p, heat(3)));
    assert_int_equal(g.bg.value, palette_rgb(&p, ink_role(ROLE_PAPER)));
    assert_int_equal(below.fg.value, g.bg.value);
    assert_int_equal(below.bg.value, g.fg.value);
    p.mode = COLOR_MONO;
    lower.bg = heat(100);
    assert_int_not_equal(paint(&p, false, upper, 0x2580).rune, 0x2580);
    assert_int_not_equal(paint(&p, false, lower, 0x2580).rune, ' ');
}

// Above and below none must be told apart by hue or by a character, and none must be paper.
static void check_signs(const Palette *p) {
    for (int ascii = 0; ascii < 2; ascii++) {
        for (int level = 0; level < HEAT_STEPS; level++) {
            Style more = {ink_role(ROLE_TEXT), {INK_MORE, (uint8_t)level}, 0},
                  less = {ink_role(ROLE_TEXT), {INK_LESS, (uint8_t)level}, 0};
            Glyph a = paint(p, ascii, more, ' '), b = paint(p, ascii, less, ' ');
            bool same = a.rune == b.rune && a.fg.value == b.fg.value && a.bg.value == b.bg.value;
            if (level >= HEAT_STEPS / 10) assert_false(same);
            if (level == 0) assert_true(same && a.rune == ' ' && a.attr == 0);
            Glyph text = paint(p, ascii, more, '7');
            assert_int_equal(text.rune, '7');
            if (p->mode != COLOR_MONO) assert_true(color_contrast(fg_of(p, text), bg_of(p, text)) >= 4);
        }
    }
}

static void signs_are_told_apart_in_every_theme_and_mode(void **state) {
    (void)state;
    for_each_palette(false, check_signs);
}

static void check_growing(const Palette *p) {
    double before[2] = {0, 0};
    if (p->mode != COLOR_TRUE && p->mode != COLOR_256) return;
    for (int level = 0; level < HEAT_STEPS; level++) {
        for (int below = 0; below < 2; below++) {
            Style s = {ink_role(ROLE_TEXT), {below ? INK_LESS : INK_MORE, (uint8_t)level}, 0};
            Style none = {s.fg, {INK_MORE, 0}, 0};
            double away = color_contrast(bg_of(p, paint(p, false, s, ' ')), bg_of(p, paint(p, false, none, ' ')));
            assert_true(away >= before[below] - 1e-9);
            before[below] = away;
        }
    }
    assert_true(before[0] > 3 && before[1] > 3);
}

static void a_larger_difference_stands_out_more(void **state) {
    (void)state;
    for_each_palette(true, check_growing);
    assert_int_equal(diverging_ink(-0.25).map, INK_LESS);
    assert_int_equal(diverging_ink(0.25).level, heat_level(0.5));
}

static void two_signed_values_share_a_cell(void **state) {
    (void)state;
    Style s = {{INK_MORE, 100}, {INK_LESS, 40}, 0}, above = {{INK_MORE, 100}, ink_role(ROLE_PAPER), 0};
    for (int mode = COLOR_TRUE; mode <= COLOR_256; mode++) {
        Palette p = {.mode = (ColorMode)mode};
        Glyph g = paint(&p, false, s, 0x2580);
        Style upper = {ink_role(ROLE_TEXT), s.fg, 0}, lower = {ink_role(ROLE_TEXT), s.bg, 0};
        assert_int_equal(g.rune, 0x2580);
        assert_int_equal(fg_of(&p, g), bg_of(&p, paint(&p, false, upper, ' ')));
        assert_int_equal(bg_of(&p, g), bg_of(&p, paint(&p, false, lower, ' ')));
        Style paper = style_of(ROLE_TEXT, ROLE_PAPER);
        assert_int_equal(bg_of(&p, paint(&p, false, above, 0x2584)), bg_of(&p, paint(&p, false, paper, ' ')));
    }
    Palette mono = {.mode = COLOR_MONO}, eight = {.mode = COLOR_8};
    Style weaker = {{INK_MORE, 20}, {INK_LESS, 120}, 0};
    assert_int_equal(paint(&mono, false, s, 0x2580).rune, '+'); // the stronger of the two
    assert_int_equal(paint(&mono, false, weaker, 0x2580).rune, '-');
    assert_int_equal(paint(&mono, false, above, 0x2584).rune, '+');
    assert_int_equal(paint(&eight, false, weaker, 0x2580).rune,
                     paint(&eight, false, (Style){ink_role(ROLE_TEXT), weaker.bg, 0}, ' ').rune);
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_signed_values_share_a_cell),
        cmocka_unit_test(signs_are_told_apart_in_every_theme_and_mode),
        cmocka_unit_test(a_larger_difference_stands_out_more),
        cmocka_unit_test(heat_is_monotone_in_lightness), cmocka_unit_test(chains_never_turn_round),
        cmocka_unit_test(text_on_heat_is_legible),       cmocka_unit_test(thin_lines_stand_out_at_any_level),
        cmocka_unit_test(roles_are_legible),             cmocka_unit_test(zero_is_neither_masked_nor_blank),
        cmocka_unit_test(truecolor_tells_every_level),   cmocka_unit_test(both_colors_are_always_set),
        cmocka_unit_test(levels_are_even_and_clamped),   cmocka_unit_test(mono_uses_shades_and_attributes),
        cmocka_unit_test(padding_beside_text_is_flat),   cmocka_unit_test(half_block_keeps_two_exact_colors),
        cmocka_unit_test(half_block_over_paper_keeps_its_exact_color),
        cmocka_unit_test(half_block_beside_nan_shows_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
