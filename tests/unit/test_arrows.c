// The raster of dots, and the plane with arrows drawn on it.
#include "base/text.h"
#include "draw/arrows.h"
#include "draw/dots.h"
#include "out/shape.h"

#include "check.h"

enum { PLANE_HIT = 7, HEAD_HIT = 8 };

static uint32_t at(const Canvas *c, int y, int x) {
    return canvas_glyph(c, canvas_at(c, y, x));
}

static void draw_line(Canvas *c, bool ascii, double y0, double x0, double y1, double x1, DotsPen pen) {
    Dots d;
    canvas_reset(c, 2, 3, ascii);
    dots_init(&d, 2, 3);
    dots_line(&d, y0, x0, y1, x1, &pen);
    dots_put(&d, c);
    dots_free(&d);
}

static void lines_are_made_of_dots(void **state) {
    (void)state;
    Canvas c = {0};
    DotsPen pen = {.style = style_of(ROLE_TEXT, ROLE_PAPER), .rank = 1, .ascii = '*'};
    draw_line(&c, false, 0.5, 0.5, 0.5, 3.5, pen);
    assert_int_equal(at(&c, 0, 0), 0x2809);
    assert_int_equal(at(&c, 0, 1), 0x2809);
    assert_int_equal(at(&c, 0, 2), ' ');
    draw_line(&c, false, 0.5, 0.5, 7.5, 0.5, pen);
    assert_int_equal(at(&c, 0, 0), 0x2847);
    assert_int_equal(at(&c, 1, 0), 0x2847);
    pen.heavy = true;
    draw_line(&c, false, 1, 0.5, 1, 1.5, pen);
    assert_int_equal(at(&c, 0, 0), 0x281B);
    draw_line(&c, true, 0.5, 0.5, 0.5, 3.5, pen);
    assert_int_equal(at(&c, 0, 1), '*');
    canvas_free(&c);
}

static void dashes_leave_dots_out(void **state) {
    (void)state;
    Canvas c = {0};
    draw_line(&c, false, 0.5, 0, 0.5, 5, (DotsPen){.rank = 1, .on = 1, .off = 1});
    assert_int_equal(at(&c, 0, 0), 0x2801);
    assert_int_equal(at(&c, 0, 1), 0x2801);
    canvas_free(&c);
}

static void what_lies_outside_is_not_drawn(void **state) {
    (void)state;
    Canvas c = {0};
    draw_line(&c, false, -1e9, -1e9, 1e9, 1e9, (DotsPen){.rank = 1});
    draw_line(&c, false, NAN, 0, 1, 1, (DotsPen){.rank = 1});
    draw_line(&c, false, -3, -3, -1, -1, (DotsPen){.rank = 1});
    for (int y = 0; y < 2; y++) {
        for (int x = 0; x < 3; x++) assert_int_equal(at(&c, y, x), ' ');
    }
    canvas_free(&c);
}

// The picture of one key at (x 1, y 1) and a query to the right, edge 2.
static Arrows one_key(void) {
    Arrows a = {.edge = 2, .count = 1, .hit = PLANE_HIT};
    Style s = style_of(ROLE_TEXT, ROLE_PAPER);
    a.query = (Arrow){.y = 0, .x = 1, .label = "q", .style = s, .hit = HEAD_HIT};
    a.key[0] = (Arrow){.y = 1, .x = 1, .foot_y = 0, .foot_x = 1, .label = "k\033", .style = s, .hit = HEAD_HIT + 1};
    return a;
}

static void heads_and_labels_stand_where_they_point(void **state) {
    (void)state;
    Canvas c = {0};
    Arrows a = one_key();
    canvas_reset(&c, 10, 20, false);
    arrows_draw(&c, &a);
    assert_int_equal(at(&c, 2, 15), 0x25B6); // x 1: three quarters of 20; y 1: a quarter of 10; 45° counts as right
    assert_int_equal(at(&c, 2, 17), 'k');
    assert_int_equal(at(&c, 2, 18), 0x241B); // never the control itself
    assert_int_equal(at(&c, 5, 15), 0x25B6);
    assert_int_equal(at(&c, 5, 17), 'q');
    assert_int_equal(canvas_at(&c, 2, 17)->hit.kind, HEAD_HIT + 1);
    assert_int_equal(canvas_at(&c, 2, 16)->hit.kind, HEAD_HIT + 1);
    assert_int_equal(canvas_at(&c, 9, 0)->hit.kind, PLANE_HIT);
    canvas_free(&c);
}

static void a_cell_means_its_middle(void **state) {
    (void)state;
    Arrows a = one_key();
    Hit hit = arrows_place(&a, PLANE_HIT, 10, 20, 2, 15);
    assert_int_equal(hit.a, 100);  // y: 2 − 2.5 · 0.4
    assert_int_equal(hit.b, 110);  // x: 15.5 · 0.2 − 2
    hit = arrows_place(&a, PLANE_HIT, 1, 2, 30000, -30000);
    assert_true(hit.a == -2000 && hit.b == -2000);
}

static void long_arrows_end_at_the_edge(void **state) {
    (void)state;
    Canvas c = {0};
    Arrows a = one_key();
    a.query.y = -30;
    a.query.x = -60;
    a.query.chosen = true;
    CHECK_NEAR(arrows_seen(2, -30, -60), 2 / 60.0, 1e-12);
    CHECK_NEAR(arrows_seen(2, 2, -2), 1, 0);
    canvas_reset(&c, 10, 20, false);
    arrows_draw(&c, &a);
    assert_int_equal(at(&c, 7, 0), 0x25C0);
    canvas_free(&c);
}

static void any_pane_will_do(void **state) {
    (void)state;
    Canvas c = {0};
    Arrows a = one_key();
    a.count = ARROWS_MAX;
    for (int k = 0; k < a.count; k++)
        a.key[k] =
            (Arrow){.y = k - 4, .x = 3 - k, .label = "a very long label 世界", .chosen = true, .style = a.query.style};
    for (int h = 0; h < 12; h++) {
        for (int w = 0; w < 24; w++) {
            canvas_reset(&c, 12, 24, w % 2);
            canvas_push(&c, (Rect){6, 12, h, w}); // partly outside
            arrows_draw(&c, &a);
            canvas_pop(&c);
            assert_int_equal(at(&c, 5, 11), ' ');
            assert_int_equal(canvas_at(&c, 5, 11)->hit.kind, 0);
        }
    }
    canvas_free(&c);
}

static void dots_are_drawn_in_svg(void **state) {
    (void)state;
    Str out = {0};
    ShapePen pen = {.out = &out};
    assert_true(shape_knows(0x2881));
    assert_false(shape_knows(0x2800));
    shape_draw(&pen, 20, 10, 0x2881, 0xABCDEF); // the first dot of the first column, the last of the second
    assert_string_equal(str_text(&out), "<circle cx=\"12.5\" cy=\"22.5\" r=\"2.3\" fill=\"#abcdef\"/>\n"
                                        "<circle cx=\"17.5\" cy=\"37.5\" r=\"2.3\" fill=\"#abcdef\"/>\n");
    str_free(&out);
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_made_of_dots),
        cmocka_unit_test(dashes_leave_dots_out),
        cmocka_unit_test(what_lies_outside_is_not_drawn),
        cmocka_unit_test(heads_and_labels_stand_where_they_point),
        cmocka_unit_test(a_cell_means_its_middle),
        cmocka_unit_test(long_arrows_end_at_the_edge),
        cmocka_unit_test(any_pane_will_do),
        cmocka_unit_test(dots_are_drawn_in_svg),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
