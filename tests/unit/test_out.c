#include "base/text.h"
#include "out/ansi.h"
#include "out/frame.h"
#include "out/html.h"
#include "out/shape.h"
#include "out/svg.h"
#include "out/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static const Palette DARK = {THEME_DARK, MAP_VIRIDIS, COLOR_TRUE};

static Style text_style(void) {
    return style_of(ROLE_TEXT, ROLE_PAPER);
}

// Something of everything: escapes, wide and combining characters, strokes, heat, attributes, every role.
static void draw_all(Canvas *c, bool ascii) {
    canvas_reset(c, 8, 30, ascii);
    canvas_text(c, 0, 0, text_style(), "a<b&\"c'>");
    static const char TOKEN[] = "\x1b[31m\xE2 e\xCC\x81\xCC\x81\xCC\x81 \xE2\x80\xAE";
    canvas_bytes_within(c, 1, 0, 30, text_style(), TOKEN, sizeof TOKEN - 1);
    canvas_text(c, 2, 0, style_bold(text_style()), "日本 √ ⟨x⟩");
    canvas_hline(c, 3, 1, 20, text_style(), 1);
    canvas_vline(c, 5, 2, 6, text_style(), 2);
    for (int k = 0; k < 16; k++) {
        Style s = {ink_role((Role)(k % ROLE_COUNT)), {INK_HEAT, (uint8_t)(k * 8)}, (uint8_t)(k % 8)};
        canvas_rune(c, 4, 8 + k, s, k % 3 ? ' ' : 0x2580);
        Style r = {{INK_HEAT, (uint8_t)(k * 8)}, ink_role((Role)(k % ROLE_COUNT)), (uint8_t)(k % 8)};
        canvas_rune(c, 5, 8 + k, r, 0x2588 - (uint32_t)k % 8);
        canvas_rune(c, 6, 8 + k, style_of((Role)(k % ROLE_COUNT), ROLE_PANEL), 0x2590 + (uint32_t)k);
    }
    canvas_stroke(c, 7, 0, text_style(), CANVAS_E | CANVAS_S, 1);
    canvas_text(c, 7, 1, text_style(), "▼●○·▸");
    canvas_fill(c, (Rect){0, c->w - 1, c->h, 1}, style_of(ROLE_BAD, ROLE_SELECT), '|'); // styled up to the edge
}

// A glyph straight into the canvas, as no drawing function would let it through.
static void smuggle(Canvas *c, uint32_t rune) {
    c->cell[0].rune = rune;
    c->cell[1].mark[0] = 0x1B;
    c->cell[2].mark[0] = '<';
}

typedef void (*Output)(const Canvas *c, const Palette *p, Str *out);

static void svg(const Canvas *c, const Palette *p, Str *out) {
    out_svg(c, p, out, "t<&\"\x1b\xFF");
}

static void html(const Canvas *c, const Palette *p, Str *out) {
    out_html(c, p, out, "t<&\"\x1b\xFF");
}

static const Output OUTPUTS[] = {out_text, out_ansi, svg, html, out_frame};

// Valid UTF-8 without controls but newline; with ansi, ESC [ digits and semicolons m.
static void assert_clean(const Str *out, bool ansi) {
    const char *s = str_text(out);
    for (size_t at = 0; at < out->len;) {
        int used;
        uint32_t rune = text_decode(s + at, out->len - at, &used);
        if (ansi && rune == 0x1B) {
            assert_int_equal(s[at + 1], '[');
            used = 2 + (int)strspn(s + at + 2, "0123456789;");
            assert_int_equal(s[at + (size_t)used], 'm');
        } else if (rune != '\n') {
            assert_true(text_width(rune) >= 0);
        }
        at += (size_t)used;
    }
}

static void no_output_holds_a_control(void **state) {
    (void)state;
    static const uint32_t BAD[] = {'a', 0x1B, 0x9B, 0x07, 0x202E, 0xD800, 0xFFFE, 0x110000 + 0xFF};
    Canvas c = {0};
    Str out = {0};
    for (int k = 0; k < 8 * 8 * 5; k++) {
        draw_all(&c, k & 1);
        smuggle(&c, BAD[k / 8 % 8]);
        Palette p = {(Theme)(k / 2 % THEME_COUNT), MAP_MAGMA, (ColorMode)(k / 2 % COLOR_COUNT)};
        str_clear(&out);
        OUTPUTS[k / 64](&c, &p, &out);
        assert_clean(&out, OUTPUTS[k / 64] == out_ansi);
    }
    str_free(&out);
    canvas_free(&c);
}

// A checker of well-formed XML, as far as these documents use it: tags balance, attributes are quoted, entities known.
static void assert_entity(const char *s) {
    static const char *const KNOWN[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    bool known = false;
    for (int k = 0; k < 5; k++) known = known || strncmp(s, KNOWN[k], strlen(KNOWN[k])) == 0;
    assert_true(known);
}

// Reads a tag behind its <; returns what follows its >.
static const char *read_tag(const char *s, char stack[][16], int *depth) {
    char name[16];
    bool closing = *s == '/';
    s += closing;
    size_t len = strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789");
    assert_in_range(len, 1, sizeof name - 1);
    snprintf(name, sizeof name, "%.*s", (int)len, s);
    bool quoted = false, empty = false;
    for (s += len; *s && (quoted || *s != '>'); s++) {
        assert_int_not_equal(*s, '<');
        if (*s == '"') quoted = !quoted;
        empty = *s == '/';
    }
    assert_int_equal(*s, '>');
    if (closing) {
        assert_true(*depth > 0);
        assert_string_equal(stack[--*depth], name);
    } else if (!empty && strcmp(name, "meta") != 0) {
        assert_true(*depth < 16);
        snprintf(stack[(*depth)++], sizeof stack[0], "%s", name);
    }
    return s + 1;
}

static void assert_well_formed(const char *s) {
    char stack[16][16];
    int depth = 0, roots = 0;
    if (strncmp(s, "<!DOCTYPE html>\n", 16) == 0) s += 16;
    while (*s) {
        if (*s == '<') {
            roots += depth == 0;
            s = read_tag(s + 1, stack, &depth);
            continue;
        }
        if (*s == '&') assert_entity(s);
        assert_int_not_equal(*s, '>');
        if (depth == 0) assert_int_equal(*s, '\n');
        s++;
    }
    assert_int_equal(depth, 0);
    assert_int_equal(roots, 1);
}

static void documents_are_well_formed(void **state) {
    (void)state;
    Canvas c = {0};
    Str out = {0};
    for (int k = 0; k < 2 * 2 * THEME_COUNT * COLOR_COUNT; k++) {
        draw_all(&c, k & 1);
        Palette p = {(Theme)(k / 4 % THEME_COUNT), MAP_CIVIDIS, (ColorMode)(k / 12)};
        str_clear(&out);
        (k & 2 ? svg : html)(&c, &p, &out);
        assert_well_formed(str_text(&out));
        assert_non_null(strstr(str_text(&out), "<title>t&lt;&amp;&quot;\xEF\xBF\xBD\xEF\xBF\xBD</title>"));
        if (!(k & 2)) assert_non_null(strstr(str_text(&out), "a&lt;b&amp;&quot;c&#39;&gt;"));
    }
    str_free(&out);
    canvas_free(&c);
}

static void text_is_plain_and_trimmed(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 3, 12, false);
    canvas_text(&c, 0, 0, text_style(), "日e\xCC\x81 ");
    Style hot = {ink_role(ROLE_TEXT), {INK_HEAT, 127}, 0};
    canvas_text(&c, 1, 2, hot, "  ");
    Str out = {0};
    out_text(&c, &DARK, &out);
    assert_string_equal(str_text(&out), "日e\xCC\x81\n  ██\n\n");
    str_clear(&out);
    c.ascii = true;
    out_text(&c, &DARK, &out);
    assert_string_equal(str_text(&out), "?e\n  @@\n\n");
    str_free(&out);
    canvas_free(&c);
}

static void ansi_writes_each_mode(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 1, 3, false);
    canvas_text(&c, 0, 0, style_bold(text_style()), "hi");
    static const char *const WANT[COLOR_COUNT] = {
        [COLOR_TRUE] = "\033[0;1;38;2;218;221;227;48;2;20;22;27mhi\033[0;38;2;218;221;227;48;2;20;22;27m \033[0m\n",
        [COLOR_256] = "\033[0;1;38;5;253;48;5;233mhi\033[0;38;5;253;48;5;233m \033[0m\n",
        [COLOR_8] = "\033[0;1;37;40mhi\033[0;37;40m \033[0m\n",
        [COLOR_MONO] = "\033[0;1mhi\033[0m \033[0m\n",
    };
    for (int mode = 0; mode < COLOR_COUNT; mode++) {
        Palette p = {THEME_DARK, MAP_VIRIDIS, (ColorMode)mode};
        Str out = {0};
        out_ansi(&c, &p, &out);
        assert_string_equal(str_text(&out), WANT[mode]);
        str_free(&out);
    }
    canvas_free(&c);
}

static void svg_merges_runs_and_draws_lines(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 2, 10, false);
    canvas_hline(&c, 0, 0, 9, text_style(), 1);
    Style hot = {ink_role(ROLE_TEXT), {INK_HEAT, 127}, 0};
    canvas_text(&c, 1, 0, hot, "    ");
    canvas_text(&c, 1, 5, text_style(), "日x");
    Str out = {0};
    out_svg(&c, &DARK, &out, "t");
    const char *s = str_text(&out);
    assert_non_null(strstr(s, "<rect x=\"0\" y=\"20\" width=\"40\" height=\"20\" fill=\"#fde725\"/>"));
    assert_non_null(strstr(s, "<rect x=\"5\" y=\"9.25\" width=\"90\" height=\"1.5\" fill=\"#dadde3\"/>"));
    assert_null(strstr(s, "─"));
    assert_non_null(strstr(s, "<text x=\"50\" y=\"35\" textLength=\"20\" fill=\"#dadde3\">日</text>"));
    assert_non_null(strstr(s, "<text x=\"70\" y=\"35\" textLength=\"10\" fill=\"#dadde3\">x</text>"));
    str_free(&out);
    canvas_free(&c);
}

static void every_line_and_block_is_a_shape(void **state) {
    (void)state;
    for (uint32_t rune = 0x2580; rune <= 0x259F; rune++) {
        Str out = {0};
        ShapePen pen = {.out = &out};
        assert_true(shape_knows(rune));
        shape_draw(&pen, 0, 0, rune, 0x123456);
        shape_flush(&pen);
        assert_non_null(strstr(str_text(&out), "#123456"));
        str_free(&out);
    }
    assert_true(shape_knows(0x2501) && shape_knows(0x256D) && shape_knows(0x254B) && shape_knows(0x25BC));
    assert_false(shape_knows('a') || shape_knows(' ') || shape_knows(0));
}

static void frame_is_two_planes_of_one_size(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 2, 8, false);
    canvas_text(&c, 0, 0, text_style(), "日b");
    canvas_text(&c, 0, 4, style_bold(style_of(ROLE_ACCENT, ROLE_PANEL)), "x ");
    Style hot = {{INK_HEAT, 127}, {INK_HEAT, 64}, 0}, odd = style_of(ROLE_BAD, ROLE_GOOD);
    canvas_text(&c, 1, 0, hot, "7 ");
    canvas_rune(&c, 1, 2, hot, 0x2580);
    odd.attr = ATTR_UNDERLINE;
    canvas_text(&c, 1, 3, odd, "!!");
    canvas_text(&c, 1, 6, style_of(ROLE_DIM, ROLE_SELECT), "s ");
    Str out = {0};
    out_frame(&c, &DARK, &out);
    assert_string_equal(str_text(&out), "日b x\n7 ▀!! s\n--\nttt.Ⓐ~\n55αββ.⒟=\n--\nα z on 5\nβ b on o underline\n");
    str_free(&out);
    canvas_free(&c);
}

static void frame_without_odd_styles_has_no_legend(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 1, 4, true);
    canvas_text(&c, 0, 1, style_bold(style_of(ROLE_DIM, ROLE_PAPER)), "d");
    Str out = {0};
    out_frame(&c, &DARK, &out);
    assert_string_equal(str_text(&out), " d\n--\n.D\n");
    str_free(&out);
    canvas_free(&c);
}

static void frame_planes_always_have_h_lines(void **state) {
    (void)state;
    Canvas c = {0};
    Str out = {0};
    draw_all(&c, false);
    out_frame(&c, &DARK, &out);
    const char *s = str_text(&out);
    int lines = 0, rule = -1, end = -1;
    for (const char *at = s; *at; at = strchr(at, '\n') + 1, lines++) {
        if (strncmp(at, "--\n", 3) != 0) continue;
        if (rule < 0) rule = lines;
        else end = lines;
    }
    assert_int_equal(rule, c.h);
    assert_int_equal(end, 2 * c.h + 1);
    str_free(&out);
    canvas_free(&c);
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_output_holds_a_control),       cmocka_unit_test(documents_are_well_formed),
        cmocka_unit_test(text_is_plain_and_trimmed),       cmocka_unit_test(ansi_writes_each_mode),
        cmocka_unit_test(svg_merges_runs_and_draws_lines), cmocka_unit_test(every_line_and_block_is_a_shape),
        cmocka_unit_test(frame_is_two_planes_of_one_size), cmocka_unit_test(frame_planes_always_have_h_lines),
        cmocka_unit_test(frame_without_odd_styles_has_no_legend),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
