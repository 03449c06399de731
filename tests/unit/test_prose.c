// Prose on a canvas: wrapped, prefixed, scrolled, searched, at any width; drawing and measuring agree.
#include "base/text.h"
#include "draw/prose.h"
#include "lesson/markdown.h"

#include "check.h"

static Prose parse(const char *text, size_t len) {
    Prose p = {0};
    Error err;
    assert_true(markdown_parse(&p, text, len, 1, &err));
    return p;
}

// The canvas as lines without the spaces at their ends.
static void frame_text(const Canvas *c, Str *out) {
    for (int y = 0; y < c->h; y++) {
        for (int x = 0; x < c->w; x++) {
            uint32_t glyph = canvas_glyph(c, canvas_at(c, y, x));
            char utf8[4];
            if (glyph) str_add(out, utf8, (size_t)text_encode(glyph, utf8));
        }
        while (out->len && out->s[out->len - 1] == ' ') out->s[--out->len] = '\0';
        str_putc(out, '\n');
    }
}

static void check_frame(const char *markdown, int h, int w, int scroll, bool ascii, const char *want) {
    Prose p = parse(markdown, strlen(markdown));
    Canvas c = {0};
    Str got = {0};
    canvas_reset(&c, h, w, ascii);
    prose_draw(&c, &p, (ProseView){.count = p.blocks, .scroll = scroll});
    frame_text(&c, &got);
    assert_string_equal(got.s, want);
    str_free(&got);
    canvas_free(&c);
    prose_free(&p);
}

static void tight_headings_have_no_row_below(void **state) {
    (void)state;
    static const char TEXT[] = "# a\n\nb\n\nc\n\n## d\n\ne";
    Prose p = parse(TEXT, sizeof TEXT - 1);
    assert_int_equal(prose_height(&p, (ProseView){.count = p.blocks}, 20), 9);
    assert_int_equal(prose_height(&p, (ProseView){.count = p.blocks, .tight = true}, 20), 7);
    assert_int_equal(prose_row_of(&p, (ProseView){.count = p.blocks, .tight = true}, 20, 2), 3);
    prose_free(&p);
}

static void words_wrap(void **state) {
    (void)state;
    check_frame("one two three", 3, 8, 0, false, "one two\nthree\n\n");
    check_frame("one two  \nthree", 3, 8, 0, false, "one two\nthree\n\n");
    check_frame("abcdefghij kl", 3, 4, 0, false, "abcd\nefgh\nij\n");
    check_frame("日本語の文字 ab", 3, 7, 0, false, "日本語\nの文字\nab\n");
    check_frame("ab 日本語", 2, 5, 0, false, "ab 日\n本語\n");
    check_frame("日本", 2, 1, 0, false, "\n\n"); // too wide for the pane: nothing, but no harm
    check_frame("x\xCC\x81y z", 2, 2, 0, false, "xy\nz\n");
}

static void boxes_stand_left(void **state) {
    (void)state;
    check_frame("> one two\n>\n> three", 4, 7, 0, false, "│ one\n│ two\n│\n│ three\n");
    check_frame("- one two\n- three", 3, 7, 0, false, "• one\n  two\n• three\n");
    check_frame("9. a\n10. b", 2, 9, 0, false, "9. a\n10. b\n");
    check_frame("- a\n  - b\n    - c", 3, 20, 0, false, "• a\n  ◦ b\n    · c\n");
    check_frame("> > > > a", 1, 6, 0, false, "│ a\n"); // boxes take no more than half
    check_frame("a\n\n***\n\nb", 5, 3, 0, false, "a\n\n───\n\nb\n");
    check_frame("    a\tb\n    cdefg", 4, 4, 0, false, "a\nb\ncdef\ng\n");
}

static void ascii_is_spelled_out(void **state) {
    (void)state;
    check_frame("√d → “x” ≤ 2", 1, 20, 0, true, "sqrt d -> \"x\" <= 2\n");
}

static void scrolling_shows_the_rest(void **state) {
    (void)state;
    check_frame("a\n\nb\n\nc", 2, 4, 2, false, "b\n\n");
    check_frame("a", 1, 4, 9, false, "\n");
    check_frame("a", 1, 4, -1, false, "\n");
}

static void a_block_may_be_left_out(void **state) {
    (void)state;
    Prose p = parse("a\n\nb\n\nc", 7);
    ProseView v = {.first = 1, .count = 2};
    assert_int_equal(prose_height(&p, v, 5), 3);
    assert_int_equal(prose_row_of(&p, v, 5, 2), 2);
    assert_int_equal(prose_row_of(&p, v, 5, 0), -1);
    prose_free(&p);
}

static void looks_become_styles(void **state) {
    (void)state;
    Prose p = parse("**s** *e* `c` [l](u)", 20);
    Canvas c = {0};
    canvas_reset(&c, 1, 30, false);
    prose_draw(&c, &p, (ProseView){.count = 1});
    assert_int_equal(canvas_at(&c, 0, 0)->style.attr, ATTR_BOLD);
    assert_int_equal(canvas_at(&c, 0, 2)->style.attr, ATTR_UNDERLINE);
    assert_int_equal(canvas_at(&c, 0, 4)->style.bg.level, ROLE_PANEL);
    assert_int_equal(canvas_at(&c, 0, 6)->style.attr, ATTR_UNDERLINE);
    assert_int_equal(canvas_at(&c, 0, 9)->rune, 'u');
    assert_int_equal(canvas_at(&c, 0, 9)->style.fg.level, ROLE_DIM);
    canvas_free(&c);
    prose_free(&p);
}

static void matches_are_found_and_lit(void **state) {
    (void)state;
    Prose p = parse("one **two** three\n\nTWO", 22);
    ProseView v = {.count = 2, .find = "o t"};
    assert_int_equal(prose_find(&p, v, 5, 0), 1); // one / two / three, blank, TWO
    assert_int_equal(prose_find(&p, v, 5, 2), -1);
    v.find = "two";
    assert_int_equal(prose_find(&p, v, 5, 2), 4);
    Canvas c = {0};
    canvas_reset(&c, 5, 5, false);
    prose_draw(&c, &p, v);
    assert_int_equal(canvas_at(&c, 1, 0)->style.attr, ATTR_BOLD | ATTR_REVERSE);
    assert_int_equal(canvas_at(&c, 0, 0)->style.attr, 0);
    assert_int_equal(canvas_at(&c, 4, 2)->style.attr, ATTR_REVERSE);
    canvas_free(&c);
    prose_free(&p);
}

static void a_hit_fills_its_rows(void **state) {
    (void)state;
    Prose p = parse("a\n\n- b c", 8);
    p.block[1].hit = (Hit){7, 1, 2};
    Canvas c = {0};
    canvas_reset(&c, 4, 4, false);
    prose_draw(&c, &p, (ProseView){.count = 2});
    assert_int_equal(canvas_at(&c, 0, 0)->hit.kind, 0);
    for (int y = 2; y < 4; y++) {
        for (int x = 0; x < 4; x++) assert_int_equal(canvas_at(&c, y, x)->hit.kind, 7);
    }
    assert_int_equal(canvas_at(&c, 3, 3)->hit.b, 2);
    canvas_free(&c);
    prose_free(&p);
}

// ---- anything goes

static uint32_t next(uint32_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    return *seed ^= *seed << 5;
}

static void fill_random(char *text, size_t len, uint32_t *seed) {
    static const char ODD[] = "> - 1. # ` * _ [ ]( ) ! < \n \n\n \t & ; \x1b \xc2\x9b \xe2\x80\xae \xff \xe6\x97\xa5 \xcc\x81 ~~~ ``` | \\ \r";
    for (size_t k = 0; k < len; k++) {
        uint32_t r = next(seed);
        text[k] = r & 3 ? ODD[r / 4 % (sizeof ODD - 1)] : (char)(r >> 8);
    }
}

static void check_cells(const Canvas *c) {
    for (int k = 0; k < c->h * c->w; k++) {
        const Cell *cell = &c->cell[k];
        assert_true(cell->rune == 0 || text_width(cell->rune) > 0);
        for (int m = 0; m < 2; m++) assert_true(cell->mark[m] == 0 || text_width(cell->mark[m]) == 0);
    }
}

static void random_bytes_never_leave_a_control(void **state) {
    (void)state;
    uint32_t seed = 2463534242u;
    Canvas c = {0};
    for (int round = 0; round < 300; round++) {
        char text[600];
        fill_random(text, sizeof text, &seed);
        Prose p = parse(text, sizeof text);
        int w = 1 + (int)(next(&seed) % 90), h = 1 + (int)(next(&seed) % 40);
        canvas_reset(&c, h, w, round & 1);
        ProseView v = {.count = p.blocks, .scroll = (int)(next(&seed) % 20), .find = "- ", .ascii = round & 1};
        int rows = prose_draw(&c, &p, v);
        assert_int_equal(rows, prose_height(&p, v, w));
        check_cells(&c);
        prose_free(&p);
    }
    canvas_free(&c);
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tight_headings_have_no_row_below),
        cmocka_unit_test(words_wrap),
        cmocka_unit_test(boxes_stand_left),
        cmocka_unit_test(ascii_is_spelled_out),
        cmocka_unit_test(scrolling_shows_the_rest),
        cmocka_unit_test(a_block_may_be_left_out),
        cmocka_unit_test(looks_become_styles),
        cmocka_unit_test(matches_are_found_and_lit),
        cmocka_unit_test(a_hit_fills_its_rows),
        cmocka_unit_test(random_bytes_never_leave_a_control),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
