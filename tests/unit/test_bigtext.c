// Letters four rows high: their dots, their room, what has none, what is cut, lines of words.
#include "base/text.h"
#include "draw/bigtext.h"

#include "check.h"

static Canvas canvas;
static const Style PLAIN = {{INK_ROLE, ROLE_TEXT}, {INK_ROLE, ROLE_PAPER}, 0};

// Row y of the canvas as text, blanks at the end left out.
static const char *row(int y) {
    static Str line;
    str_clear(&line);
    for (int x = 0; x < canvas.w; x++) {
        char utf8[4];
        uint32_t rune = canvas_glyph(&canvas, canvas_at(&canvas, y, x));
        str_add(&line, utf8, (size_t)text_encode(rune, utf8));
    }
    while (line.len && line.s[line.len - 1] == ' ') line.s[--line.len] = '\0';
    return str_text(&line);
}

static void a_letter_is_two_dots_to_a_cell(void **state) {
    (void)state;
    canvas_reset(&canvas, 5, 20, false);
    assert_int_equal(bigtext_draw(&canvas, 0, 0, 20, PLAIN, BIG_LETTERS, "Lp"), 11);
    assert_string_equal(row(0), "█");
    assert_string_equal(row(1), "█     █▀▀▀▄");
    assert_string_equal(row(2), "█     █▄▄▄▀");
    assert_string_equal(row(3), "▀▀▀▀▀ █");
    assert_string_equal(row(4), "");
}

static void in_ascii_it_is_one(void **state) {
    (void)state;
    canvas_reset(&canvas, 9, 20, true);
    assert_int_equal(bigtext_rows(BIG_DOUBLE, true), 8);
    assert_int_equal(bigtext_draw(&canvas, 0, 0, 20, PLAIN, BIG_DOUBLE, "L"), 5);
    assert_string_equal(row(5), "#");
    assert_string_equal(row(6), "#####");
    assert_string_equal(row(7), "");
}

static void twice_as_big_is_two_cells_to_a_dot(void **state) {
    (void)state;
    canvas_reset(&canvas, 9, 30, false);
    assert_int_equal(bigtext_draw(&canvas, 0, 0, 30, PLAIN, BIG_DOUBLE, "L1"), 22);
    assert_string_equal(row(0), "██              ██");
    assert_string_equal(row(6), "██████████    ██████");
}

static void columns_are_those_drawn(void **state) {
    (void)state;
    static const char *const TEXTS[] = {"", "a", "John 96%", "é", "e\xCC\x81x", "日本"};
    canvas_reset(&canvas, 9, 200, false);
    for (int k = 0; k < 6; k++) {
        for (int size = BIG_LETTERS; size <= BIG_DOUBLE; size++) {
            int columns = bigtext_columns(TEXTS[k], (BigSize)size, false);
            assert_int_equal(bigtext_draw(&canvas, 0, 0, 200, PLAIN, (BigSize)size, TEXTS[k]),
                             columns > 0 ? columns : 0);
        }
    }
}

static void every_ascii_letter_has_dots_and_others_are_known_not_to(void **state) {
    (void)state;
    for (char letter = '!'; letter <= '~'; letter++) {
        char text[] = {letter, '\0'};
        canvas_reset(&canvas, 4, 6, false);
        bigtext_draw(&canvas, 0, 0, 6, PLAIN, BIG_LETTERS, text);
        int dots = 0;
        for (int k = 0; k < 24; k++) {
            dots += canvas.cell[k].rune != ' ';
            assert_int_not_equal(canvas.cell[k].rune, letter);
        }
        assert_true(dots > 0);
    }
    canvas_reset(&canvas, 4, 6, false);
    bigtext_draw(&canvas, 0, 0, 6, PLAIN, BIG_LETTERS, "é");
    assert_string_equal(row(2), "  é");
    assert_true(canvas_at(&canvas, 2, 2)->style.attr & ATTR_BOLD);
}

static void what_does_not_fit_is_cut(void **state) {
    (void)state;
    canvas_reset(&canvas, 5, 40, false);
    assert_int_equal(bigtext_draw(&canvas, 0, 0, 12, PLAIN, BIG_LETTERS, "LLL"), 11);
    assert_string_equal(row(3), "▀▀▀▀▀ ▀ ▀ ▀");
    assert_int_equal(bigtext_draw(&canvas, 0, 0, 4, PLAIN, BIG_LETTERS, "L"), 0);
    assert_int_equal(bigtext_draw(&canvas, 0, 0, 5, PLAIN, BIG_LETTERS, "L"), 5);
}

static void lines_are_of_whole_words(void **state) {
    (void)state;
    assert_int_equal(bigtext_lines("the cat sat", 65, BIG_LETTERS, false), 1);
    assert_int_equal(bigtext_lines("the cat sat", 64, BIG_LETTERS, false), 2);
    assert_int_equal(bigtext_lines("the cat sat", 17, BIG_LETTERS, false), 3);
    assert_int_equal(bigtext_lines("the cat sat", 16, BIG_LETTERS, false), 0);
    assert_int_equal(bigtext_lines("", 16, BIG_LETTERS, false), 0);
    canvas_reset(&canvas, 8, 17, false);
    bigtext_draw_lines(&canvas, 0, PLAIN, BIG_LETTERS, "L L I");
    assert_string_equal(row(0), "█           █");
    assert_string_equal(row(4), " ▀█▀");
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_letter_is_two_dots_to_a_cell),
        cmocka_unit_test(in_ascii_it_is_one),
        cmocka_unit_test(twice_as_big_is_two_cells_to_a_dot),
        cmocka_unit_test(columns_are_those_drawn),
        cmocka_unit_test(every_ascii_letter_has_dots_and_others_are_known_not_to),
        cmocka_unit_test(what_does_not_fit_is_cut),
        cmocka_unit_test(lines_are_of_whole_words),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    canvas_free(&canvas);
    return failed;
}
