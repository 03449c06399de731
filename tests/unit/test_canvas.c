// The grid: clipping, panes, wide runes, marks and joined strokes, at any coordinates.
#include "draw/canvas.h"
#include "base/text.h"

#include "check.h"

#include <limits.h>

static const Style PLAIN = {{INK_ROLE, ROLE_TEXT}, {INK_ROLE, ROLE_PAPER}, 0};
static const Style LOUD = {{INK_ROLE, ROLE_ACCENT}, {INK_ROLE, ROLE_SELECT}, ATTR_BOLD};

// The frame as lines of text, `/` between them; strokes and marks as they show.
static void check_frame(const Canvas *c, const char *want) {
    Str got = {0};
    for (int y = 0; y < c->h; y++) {
        if (y) str_putc(&got, '/');
        for (int x = 0; x < c->w; x++) {
            const Cell *cell = canvas_at(c, y, x);
            uint32_t runes[] = {canvas_glyph(c, cell), cell->mark[0], cell->mark[1]};
            for (int k = 0; k < 3; k++) {
                char utf8[4];
                if (runes[k]) str_add(&got, utf8, (size_t)text_encode(runes[k], utf8));
            }
        }
    }
    assert_string_equal(str_text(&got), want);
    str_free(&got);
}

static void a_new_canvas_is_blank(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 3, 4, false);
    canvas_text(&c, 0, 0, LOUD, "full");
    canvas_push(&c, (Rect){1, 1, 1, 1});
    canvas_reset(&c, 2, 3, false);
    check_frame(&c, "   /   ");
    assert_int_equal(canvas_at(&c, 0, 0)->style.fg.level, ROLE_TEXT);
    assert_int_equal(canvas_height(&c), 2);
    assert_null(canvas_at(&c, 2, 0));
    assert_null(canvas_at(&c, 0, 3));
    assert_null(canvas_at(&c, -1, 0));
    assert_null(canvas_at(&c, 0, -1));
    canvas_free(&c);
}

static void text_is_clipped_at_every_side(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 2, 5, false);
    assert_int_equal(canvas_text(&c, 0, 3, PLAIN, "abcd"), 4);
    canvas_text(&c, 1, -2, PLAIN, "xyz");
    canvas_text(&c, -1, 0, PLAIN, "no");
    canvas_text(&c, 2, 0, PLAIN, "no");
    check_frame(&c, "   ab/z    ");
    canvas_free(&c);
}

static void panes_move_the_origin_and_clip(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 4, 6, false);
    canvas_push(&c, (Rect){1, 2, 2, 3});
    assert_int_equal(canvas_height(&c), 2);
    assert_int_equal(canvas_width(&c), 3);
    canvas_text(&c, 0, -1, PLAIN, "abcdef");
    canvas_push(&c, (Rect){1, 1, 9, 9}); // larger than its parent: clipped by it
    canvas_text(&c, 0, 0, PLAIN, "123");
    canvas_text(&c, -1, 0, PLAIN, "#");
    canvas_pop(&c);
    canvas_push(&c, (Rect){0, 0, -3, 5});
    assert_int_equal(canvas_height(&c), 0);
    canvas_text(&c, 0, 0, PLAIN, "never");
    canvas_pop(&c);
    canvas_pop(&c);
    canvas_text(&c, 3, 0, PLAIN, "end");
    check_frame(&c, "      /  bcd /   12 /end   ");
    canvas_free(&c);
}

static void a_wide_rune_is_never_halved(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 3, 4, false);
    assert_int_equal(canvas_text(&c, 0, 0, PLAIN, "世a世"), 5);
    canvas_text(&c, 1, -1, PLAIN, "世世");
    canvas_text(&c, 2, 0, PLAIN, "世世");
    check_frame(&c, "世a / 世 /世世");
    assert_int_equal(canvas_at(&c, 2, 1)->rune, 0);
    canvas_rune(&c, 2, 1, PLAIN, 'x');
    canvas_rune(&c, 2, 2, PLAIN, 'y');
    check_frame(&c, "世a / 世 / xy ");
    canvas_text(&c, 2, 0, PLAIN, "世世");
    canvas_rune(&c, 2, 1, PLAIN, 0x4E16);
    check_frame(&c, "世a / 世 / 世 ");
    canvas_push(&c, (Rect){0, 1, 1, 1});
    canvas_rune(&c, 0, 0, PLAIN, 'z'); // half of a rune that began outside the pane
    check_frame(&c, " za / 世 / 世 ");
    canvas_free(&c);
}

static void marks_stay_on_their_letter(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 2, 3, false);
    canvas_text(&c, 0, 0, PLAIN, "?");
    canvas_text(&c, 0, 1, PLAIN, "\xCC\x81"); // a mark with no letter of its own
    check_frame(&c, "?  /   ");
    canvas_text(&c, 0, 0, PLAIN, "e\xCC\x81\xCC\x82\xCC\x83x");
    canvas_text(&c, 1, 0, PLAIN, "\xCC\x81世\xCC\x81");
    check_frame(&c, "e\xCC\x81\xCC\x82x /世\xCC\x81 ");
    canvas_rune(&c, 0, 0, PLAIN, 'a');
    check_frame(&c, "ax /世\xCC\x81 ");
    canvas_free(&c);
}

static void text_within_ends_in_an_ellipsis(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 6, 6, false);
    canvas_fill(&c, (Rect){0, 0, 6, 6}, PLAIN, '#');
    assert_int_equal(canvas_text_within(&c, 0, 0, 4, PLAIN, "abcd"), 4);
    assert_int_equal(canvas_text_within(&c, 1, 0, 4, PLAIN, "abcde"), 4);
    assert_int_equal(canvas_text_within(&c, 2, 0, 4, PLAIN, "a世世"), 4);
    assert_int_equal(canvas_text_within(&c, 3, 0, 3, PLAIN, "a世世"), 3);
    assert_int_equal(canvas_text_within(&c, 4, 0, 1, PLAIN, "ab"), 1);
    assert_int_equal(canvas_text_within(&c, 5, 0, 0, PLAIN, "ab"), 0);
    assert_int_equal(canvas_text_within(&c, 5, 0, -7, PLAIN, "ab"), 0);
    check_frame(&c, "abcd##/abc…##/a世…##/a …###/…#####/######");
    canvas_free(&c);
}

static void controls_never_reach_the_grid(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 3, 8, false);
    canvas_text(&c, 0, 0, PLAIN, "a\x1b" "b\n");
    canvas_bytes_within(&c, 1, 0, 8, PLAIN, "a\x1b\0\xFF", 4);
    canvas_rune(&c, 2, 0, PLAIN, 0);
    canvas_rune(&c, 2, 1, PLAIN, 0x202E);
    canvas_rune(&c, 2, 2, PLAIN, TEXT_BAD + 0x80);
    canvas_rune(&c, 2, 3, PLAIN, UINT32_MAX);
    check_frame(&c, "a�b�    /a␛␀\\xFF /����    ");
    canvas_free(&c);
}

static void ascii_maps_every_glyph(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 1, 8, true);
    canvas_text(&c, 0, 0, PLAIN, "█·…é");
    canvas_hline(&c, 0, 4, 7, PLAIN, 1);
    check_frame(&c, "#.~?----");
    canvas_free(&c);
}

static void strokes_join(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 3, 5, false);
    canvas_hline(&c, 0, 0, 4, PLAIN, 1);
    canvas_hline(&c, 2, 0, 4, PLAIN, 2);
    canvas_vline(&c, 0, 0, 2, PLAIN, 1);
    canvas_vline(&c, 2, 0, 2, PLAIN, 1);
    canvas_vline(&c, 4, 0, 2, PLAIN, 2);
    check_frame(&c, "╭─┬─┒/│ │ ┃/┕━┷━┛");
    canvas_free(&c);
}

static void the_heavier_stroke_keeps_its_style(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 1, 3, false);
    canvas_mean(&c, (Hit){7, 1, 2});
    canvas_hline(&c, 0, 0, 2, LOUD, 2);
    canvas_mean(&c, (Hit){8, 0, 0});
    canvas_hline(&c, 0, 0, 2, PLAIN, 1);
    check_frame(&c, "╺━╸");
    assert_int_equal(canvas_at(&c, 0, 1)->style.fg.level, ROLE_ACCENT);
    assert_int_equal(canvas_at(&c, 0, 1)->hit.kind, 7);
    canvas_stroke(&c, 0, 1, PLAIN, CANVAS_N, 2);
    assert_int_equal(canvas_at(&c, 0, 1)->style.fg.level, ROLE_TEXT);
    canvas_free(&c);
}

static void text_and_strokes_replace_each_other(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 1, 3, false);
    canvas_hline(&c, 0, 0, 2, PLAIN, 1);
    canvas_rune(&c, 0, 1, PLAIN, 'x');
    check_frame(&c, "╶x╴");
    canvas_stroke(&c, 0, 1, PLAIN, CANVAS_N | CANVAS_S, 1);
    check_frame(&c, "╶│╴");
    canvas_text(&c, 0, 1, PLAIN, "世");
    canvas_stroke(&c, 0, 2, PLAIN, CANVAS_N | CANVAS_S, 1);
    check_frame(&c, "╶ │");
    canvas_free(&c);
}

static void hits_and_tints_reach_only_their_cells(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 2, 4, false);
    canvas_mean(&c, (Hit){3, 5, -6});
    canvas_text(&c, 0, 1, PLAIN, "ab");
    canvas_mean(&c, (Hit){0});
    canvas_mark_hit(&c, (Rect){1, 3, 5, 5}, (Hit){4, 0, 0});
    canvas_tint(&c, (Rect){0, 2, 1, 9}, ink_role(ROLE_GHOST));
    static const int KIND[2][4] = {{0, 3, 3, 0}, {0, 0, 0, 4}};
    for (int y = 0; y < 2; y++) {
        for (int x = 0; x < 4; x++) {
            assert_int_equal(canvas_at(&c, y, x)->hit.kind, KIND[y][x]);
            assert_int_equal(canvas_at(&c, y, x)->style.bg.level, y == 0 && x >= 2 ? ROLE_GHOST : ROLE_PAPER);
        }
    }
    assert_int_equal(canvas_at(&c, 0, 1)->hit.b, -6);
    check_frame(&c, " ab /    ");
    canvas_free(&c);
}

static void far_coordinates_draw_nothing(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 3, 3, false);
    static const int FAR[] = {INT_MIN / 4, -1000000, -3, 3, 1000000, INT_MAX / 4};
    for (int a = 0; a < 6; a++) {
        for (int b = 0; b < 6; b++) {
            canvas_rune(&c, FAR[a], FAR[b], PLAIN, 0x4E16);
            canvas_text(&c, FAR[a], FAR[b], PLAIN, "e\xCC\x81世");
            canvas_stroke(&c, FAR[a], FAR[b], PLAIN, 15, 2);
            canvas_push(&c, (Rect){FAR[a], FAR[b], 3, 3});
            canvas_text(&c, FAR[b], FAR[a], PLAIN, "x");
            canvas_pop(&c);
        }
    }
    check_frame(&c, "   /   /   ");
    canvas_free(&c);
}

// No order of wide runes, letters, strokes and panes leaves half a rune behind.
static void random_drawing_keeps_the_grid_whole(void **state) {
    (void)state;
    Canvas c = {0};
    canvas_reset(&c, 4, 9, false);
    uint64_t seed = 3;
    for (int k = 0; k < 30000; k++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        int y = (int)(seed >> 33) % 6 - 1, x = (int)(seed >> 40) % 13 - 2, w = (int)(seed >> 50) % 6;
        canvas_push(&c, (Rect){y, x, 2, w});
        switch (seed >> 60) {
        case 0: canvas_rune(&c, y, x, PLAIN, 'a'); break;
        case 1: canvas_stroke(&c, 0, w - 1, PLAIN, 5, 1); break;
        case 2: canvas_bytes_within(&c, 0, -1, 5, PLAIN, "世e\xCC\x81", 6); break;
        case 3: canvas_fill(&c, (Rect){0, 1, 1, 3}, PLAIN, ' '); break;
        default: canvas_rune(&c, 0, x, PLAIN, 0x4E16); break;
        }
        canvas_pop(&c);
        for (int at = 0; at < c.h * c.w; at++) {
            bool half = c.cell[at].rune == 0, wide = text_width(c.cell[at].rune) == 2;
            if (half) assert_true(at % c.w > 0 && text_width(c.cell[at - 1].rune) == 2);
            if (wide) assert_true(at % c.w + 1 < c.w && c.cell[at + 1].rune == 0);
        }
    }
    canvas_free(&c);
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_canvas_is_blank),
        cmocka_unit_test(text_is_clipped_at_every_side),
        cmocka_unit_test(panes_move_the_origin_and_clip),
        cmocka_unit_test(a_wide_rune_is_never_halved),
        cmocka_unit_test(marks_stay_on_their_letter),
        cmocka_unit_test(text_within_ends_in_an_ellipsis),
        cmocka_unit_test(controls_never_reach_the_grid),
        cmocka_unit_test(ascii_maps_every_glyph),
        cmocka_unit_test(strokes_join),
        cmocka_unit_test(the_heavier_stroke_keeps_its_style),
        cmocka_unit_test(text_and_strokes_replace_each_other),
        cmocka_unit_test(hits_and_tints_reach_only_their_cells),
        cmocka_unit_test(far_coordinates_draw_nothing),
        cmocka_unit_test(random_drawing_keeps_the_grid_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
