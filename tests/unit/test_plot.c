// Columns, curves and strips: what a value looks like, and that nothing is drawn outside.
#include "app/frame.h"
#include "app/strip.h"
#include "base/text.h"
#include "draw/plot.h"

#include "check.h"

static Canvas canvas;

static int fresh(void **state) {
    (void)state;
    text_init();
    canvas_reset(&canvas, 6, 40, false);
    return 0;
}

static int done(void **state) {
    (void)state;
    canvas_free(&canvas);
    return 0;
}

static uint32_t rune_at(int y, int x) {
    return canvas_glyph(&canvas, canvas_at(&canvas, y, x));
}

static const Style PLAIN = {{INK_ROLE, ROLE_TEXT}, {INK_ROLE, ROLE_PAPER}, 0},
                   ACCENT = {{INK_ROLE, ROLE_ACCENT}, {INK_ROLE, ROLE_PAPER}, 0};

static void columns_count_in_eighths(void **state) {
    (void)state;
    static const double SHARE[] = {1, 0.5, 3.0 / 16, 1e-9, 0, NAN, 7};
    plot_columns(&canvas, (Rect){1, 2, 2, 20}, SHARE, 7, 2, 1, PLAIN);
    assert_true(rune_at(1, 2) == 0x2588 && rune_at(2, 2) == 0x2588 && rune_at(2, 3) == 0x2588 && rune_at(2, 4) == ' ');
    assert_true(rune_at(1, 5) == ' ' && rune_at(2, 5) == 0x2588);
    assert_true(rune_at(2, 8) == 0x2583);
    assert_true(rune_at(2, 11) == 0x2581); // something is not nothing
    assert_true(rune_at(2, 14) == ' ' && rune_at(2, 17) == ' ');
    assert_true(rune_at(1, 20) == 0x2588 && rune_at(0, 20) == ' '); // never above the pane
    assert_true(rune_at(3, 2) == ' ');
    canvas_reset(&canvas, 6, 40, true);
    plot_columns(&canvas, (Rect){1, 2, 2, 20}, SHARE, 4, 2, 1, PLAIN);
    assert_true(rune_at(2, 2) == '#' && rune_at(2, 8) == ':' && rune_at(2, 11) == '_');
}

static void lines_have_two_steps_a_row(void **state) {
    (void)state;
    static const double FLAT[] = {1, 1}, LOW[] = {0, 0}, NEAR[] = {6.0 / 7, 6.0 / 7};
    Rect r = {1, 2, 4, 10};
    plot_lines(&canvas, r, (PlotLine[]){{FLAT, 2, ACCENT, 'o'}, {LOW, 2, PLAIN, '*'}}, 2);
    for (int x = 2; x < 12; x++) assert_true(rune_at(1, x) == 0x2580 && rune_at(4, x) == 0x2584);
    assert_true(rune_at(0, 5) == ' ' && rune_at(2, 5) == ' ' && rune_at(5, 5) == ' ' && rune_at(1, 12) == ' ');
    assert_int_equal(plot_line_row(r, 1), 0);
    assert_int_equal(plot_line_row(r, 0), 3);
    plot_lines(&canvas, r, (PlotLine[]){{FLAT, 2, ACCENT, 'o'}, {NEAR, 2, PLAIN, '*'}}, 2); // both in one row
    const Cell *cell = canvas_at(&canvas, 1, 5);
    assert_true(cell->rune == 0x2580 && cell->style.fg.level == ROLE_ACCENT && cell->style.bg.level == ROLE_TEXT);
}

static void a_steep_line_has_no_gap(void **state) {
    (void)state;
    static const double FALL[] = {1, 0};
    plot_lines(&canvas, (Rect){0, 0, 6, 3}, &(PlotLine){FALL, 2, PLAIN, '*'}, 1);
    for (int y = 0; y < 6; y++) {
        bool seen = false;
        for (int x = 0; x < 3; x++) seen = seen || rune_at(y, x) != ' ';
        assert_true(seen);
    }
    assert_true(rune_at(0, 0) == 0x2580 && rune_at(5, 0) == ' ' && rune_at(5, 2) != ' ');
    canvas_reset(&canvas, 6, 40, true);
    plot_lines(&canvas, (Rect){0, 0, 6, 3}, &(PlotLine){FALL, 2, PLAIN, '*'}, 1);
    assert_true(rune_at(0, 0) == '*' && rune_at(5, 2) == '*');
}

static void strips_print_numbers_while_they_fit(void **state) {
    (void)state;
    static const double V[] = {1, -0.564, 0};
    assert_int_equal(strip_cell(3, 24), 8);
    assert_int_equal(strip_cell(3, 23), 7);
    assert_int_equal(strip_cell(3, 15), 5);
    assert_int_equal(strip_cell(3, 14), 1);
    assert_int_equal(strip_draw(&canvas, 0, 0, 40, 8, V, 3, 1, STRIP_COLOURED), 24);
    assert_true(rune_at(0, 2) == '1' && rune_at(0, 9) == 0x2212 && rune_at(0, 10) == '0' && rune_at(0, 14) == '4');
    assert_true(canvas_at(&canvas, 0, 2)->style.bg.level > canvas_at(&canvas, 0, 10)->style.bg.level);
    assert_true(canvas_at(&canvas, 0, 10)->style.bg.level > canvas_at(&canvas, 0, 18)->style.bg.level);
    strip_draw(&canvas, 1, 0, 40, 8, V, 3, 1, STRIP_OFF);
    assert_true(canvas_at(&canvas, 1, 2)->style.bg.map == INK_ROLE && rune_at(1, 2) == '1');
    static const double HUGE_ONE[] = {-1234567.5};
    strip_draw(&canvas, 2, 0, 40, 8, HUGE_ONE, 1, 1, STRIP_PLAIN);
    assert_true(rune_at(2, 1) == 0x2212 && rune_at(2, 6) == '6' && rune_at(2, 7) == ' '); // −1e+06, inside its cell
    strip_draw(&canvas, 2, 0, 40, 5, (double[]){-0.02, -0.56, -1e9}, 3, 1, STRIP_PLAIN);
    assert_true(rune_at(2, 1) != 0x2212 && rune_at(2, 6) == 0x2212 && rune_at(2, 12) == 0x2026); // 0.0 −0.6 …
}

static void words_without_room_say_that_they_go_on(void **state) {
    (void)state;
    canvas_push(&canvas, (Rect){0, 0, 2, 8});
    assert_int_equal(frame_words(&canvas, 0, PLAIN, "one two three"), 2);
    assert_true(rune_at(0, 6) == 'o' && rune_at(1, 4) == 'e' && rune_at(1, 5) != 0x2026);
    frame_words(&canvas, 0, PLAIN, "one two six ten four");
    assert_true(rune_at(1, 6) == 'n' && rune_at(1, 7) == 0x2026);
    canvas_pop(&canvas);
}

static void wide_vectors_are_sampled(void **state) {
    (void)state;
    double v[768];
    for (int k = 0; k < 768; k++) v[k] = k < 384 ? -1 : 0.25;
    int cell = strip_cell(768, 30);
    assert_int_equal(cell, 1);
    assert_int_equal(strip_draw(&canvas, 0, 1, 30, cell, v, 768, 1, STRIP_COLOURED), 30);
    assert_true(rune_at(0, 1) == '-' && rune_at(0, 15) == '-' && rune_at(0, 16) == ' ' && rune_at(0, 31) == ' ');
    assert_true(canvas_at(&canvas, 0, 1)->style.bg.level > canvas_at(&canvas, 0, 30)->style.bg.level);
    assert_true(canvas_at(&canvas, 0, 31)->style.bg.map == INK_ROLE);
    CHECK_NEAR(strip_most(v, 768, 0.5), 1, 0);
    CHECK_NEAR(strip_most(v, 768, 2), 2, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(columns_count_in_eighths, fresh, done),
        cmocka_unit_test_setup_teardown(lines_have_two_steps_a_row, fresh, done),
        cmocka_unit_test_setup_teardown(a_steep_line_has_no_gap, fresh, done),
        cmocka_unit_test_setup_teardown(strips_print_numbers_while_they_fit, fresh, done),
        cmocka_unit_test_setup_teardown(words_without_room_say_that_they_go_on, fresh, done),
        cmocka_unit_test_setup_teardown(wide_vectors_are_sampled, fresh, done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
