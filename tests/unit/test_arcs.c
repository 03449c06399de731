// Arcs over a sentence: which keys get one.
#include "check.h"
#include "base/text.h"
#include "draw/arcs.h"
#include "draw/canvas.h"

enum { TOKENS = 24, ARROWHEAD = 0x25BC };

// Arrowheads drawn for the last of n tokens with these weights.
static int arrowheads(const double *weight, int n, int most) {
    ArcToken token[TOKENS];
    Canvas c = {0};
    int count = 0;
    for (int j = 0; j < n; j++) token[j] = (ArcToken){"word", 4, 0};
    canvas_reset(&c, 4, 6 * TOKENS, false);
    arcs_draw(&c, &(Arcs){.token = token,
                          .n = n,
                          .weight = weight,
                          .visible = n,
                          .query = n - 1,
                          .key = -1,
                          .lanes = 1,
                          .most = most});
    for (int x = 0; x < c.w; x++) count += canvas_at(&c, 1, x)->rune == ARROWHEAD;
    canvas_free(&c);
    return count;
}

static void the_strongest_get_arcs(void **state) {
    (void)state;
    double weight[8] = {0.05, 0.3, 0.1, 0.2, 0.15, 0.004, 0.12, 0.07};
    assert_int_equal(arrowheads(weight, 8, 3), 3);
    assert_int_equal(arrowheads(weight, 8, 6), 6); // one is too weak to be drawn, one is the query itself
}

static void equals_are_drawn_together(void **state) {
    (void)state;
    double weight[10];
    for (int j = 0; j < 10; j++) weight[j] = 0.1;
    assert_int_equal(arrowheads(weight, 10, 6), 9);
    weight[4] = 0.1 + 1e-13; // rounding makes no difference
    assert_int_equal(arrowheads(weight, 10, 6), 9);
}

static void too_many_equals_get_none(void **state) {
    (void)state;
    double weight[TOKENS];
    for (int j = 0; j < TOKENS; j++) weight[j] = 0.03;
    assert_int_equal(arrowheads(weight, TOKENS, 6), 0);
    weight[2] = 0.3;
    assert_int_equal(arrowheads(weight, TOKENS, 6), 1);
}

static void percents_never_touch(void **state) {
    (void)state;
    static const char *const TEXT[] = {"a", "b", "to", "c", "of", "x", "y", "word"};
    ArcToken token[8];
    Canvas c = {0};
    double weight[8];
    int numbers = 0;
    for (int j = 0; j < 8; j++) token[j] = (ArcToken){TEXT[j], (int)strlen(TEXT[j]), 0}, weight[j] = 0.11;
    canvas_reset(&c, 4, 60, false);
    arcs_draw(&c, &(Arcs){.token = token,
                          .n = 8,
                          .weight = weight,
                          .visible = 8,
                          .query = 7,
                          .key = -1,
                          .lanes = 1,
                          .most = 6});
    for (int x = 0; x < c.w; x++) {
        if (canvas_at(&c, 3, x)->rune != '1') continue;
        numbers++;
        assert_int_equal(canvas_at(&c, 3, x + 1)->rune, '1');
        assert_int_equal(canvas_at(&c, 3, x + 2)->rune, ' ');
        x++;
    }
    assert_int_equal(numbers, 8);
    canvas_free(&c);
}

static void lines_are_counted_as_far_as_wanted(void **state) {
    (void)state;
    ArcToken token[TOKENS];
    for (int j = 0; j < TOKENS; j++) token[j] = (ArcToken){"word", 4, 0};
    Arcs arcs = {.token = token, .n = TOKENS};
    int width = ARCS_GUTTER + 5 * 5; // five words and the blanks behind them
    assert_int_equal(arcs_lines(&arcs, width, TOKENS), 5);
    assert_int_equal(arcs_lines(&arcs, width, 5), 5);
    assert_int_equal(arcs_lines(&arcs, width, 4), 4);
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_strongest_get_arcs),
        cmocka_unit_test(equals_are_drawn_together),
        cmocka_unit_test(too_many_equals_get_none),
        cmocka_unit_test(percents_never_touch),
        cmocka_unit_test(lines_are_counted_as_far_as_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
