// The QK playground: the stated pictures, and every way of moving an arrow.
#include "attn/plane.h"
#include "base/text.h"
#include "out/geometry.h"

#include "check.h"

#include <jansson.h>

static Plane start(void) {
    Plane p;
    plane_init(&p);
    return p;
}

static void starts_as_the_course_has_it(void **state) {
    (void)state;
    Plane p = start();
    assert_int_equal(p.count, 4);
    assert_int_equal(p.tenths, 10);
    assert_true(p.divisor == PLANE_DIVISOR[1]);
    assert_true(p.query.x == 1.7 && p.query.y == 0.8 && p.key[1].x == 0.5 && p.key[1].y == 2.4);
    assert_string_equal(p.key[2].label, "went");
}

static void stated_pictures(void **state) {
    (void)state;
    static const struct {
        double divisor;
        int tenths;
        double weight[4], entropy;
    } CASES[] = {
        {1, 10, {.822, .176, .001, .001}, .690},
        {1.4142135623730951, 10, {.740, .249, .007, .004}, .903},
        {8, 10, {.376, .310, .163, .151}, 1.893},
        {8, 80, {.822, .176, .001, .001}, .690},
    };
    for (int c = 0; c < 4; c++) {
        Plane p = start();
        PlaneResult r;
        p.divisor = CASES[c].divisor;
        p.tenths = CASES[c].tenths;
        plane_run(&r, &p);
        for (int k = 0; k < 4; k++) CHECK_NEAR(r.weight[k], CASES[c].weight[k], 5e-4);
        CHECK_NEAR(r.entropy, CASES[c].entropy, 5e-4);
        assert_true(r.ceiling == 2);
        assert_int_equal(r.order[0], 0);
    }
}

static void length_undoes_the_divisor_exactly(void **state) {
    (void)state;
    Plane p = start();
    PlaneResult one, eight;
    p.divisor = 1;
    plane_run(&one, &p);
    p.divisor = 8;
    p.tenths = 80;
    plane_run(&eight, &p);
    assert_memory_equal(one.weight, eight.weight, sizeof one.weight);
    assert_true(one.entropy == eight.entropy);
}

static void mixture_is_named_by_weight(void **state) {
    (void)state;
    Plane p = start();
    PlaneResult r;
    plane_run(&r, &p);
    Str s = {0};
    plane_words_mixture(&s, &p, &r, false);
    assert_string_equal(s.s, "0.74·v(store) + 0.25·v(Mary) + …");
    str_clear(&s);
    memcpy(p.key[0].label, "\x1b[m", 4);
    p.divisor = 8;
    plane_run(&r, &p);
    plane_words_mixture(&s, &p, &r, true);
    assert_string_equal(s.s, "0.38*v(\\x1b[m) + 0.31*v(Mary) + 0.16*v(went) + 0.15*v(the)");
    str_free(&s);
}

static void projection_is_square_to_the_query(void **state) {
    (void)state;
    Plane p = start();
    PlaneResult r;
    plane_run(&r, &p);
    for (int k = 0; k < p.count; k++) {
        double across = (p.key[k].x - r.foot_x[k]) * p.query.x + (p.key[k].y - r.foot_y[k]) * p.query.y;
        CHECK_NEAR(across, 0, 1e-12);
        CHECK_NEAR(r.foot_x[k] * p.query.y - r.foot_y[k] * p.query.x, 0, 1e-12);
    }
    plane_drag(&p, PLANE_QUERY, 0, 0); // a query of nothing: every key the same, no direction to project on
    plane_run(&r, &p);
    assert_true(r.foot_x[0] == 0 && r.foot_y[0] == 0 && r.order[0] == 0);
    CHECK_NEAR(r.entropy, 2, 1e-12);
    plane_turn(&p, PLANE_QUERY, 1);
    plane_stretch(&p, PLANE_QUERY, 2);
    assert_true(p.query.x == 0 && p.query.y == 0);
}

static void drag_and_move_stay_inside_to_a_hundredth(void **state) {
    (void)state;
    Plane p = start();
    plane_drag(&p, 0, 9, -9);
    assert_true(p.key[0].y == PLANE_EDGE && p.key[0].x == -PLANE_EDGE);
    plane_drag(&p, 0, 1.23456, -0.001);
    assert_true(p.key[0].y == 1.23 && p.key[0].x == 0 && !signbit(p.key[0].x));
    for (int k = 0; k < 100; k++) plane_move(&p, 1, 0, 0.01);
    CHECK_NEAR(p.key[1].x, 1.5, 1e-12);
    plane_move(&p, 1, 99, 0);
    assert_true(p.key[1].y == PLANE_EDGE);
    p.tenths = 20; // the drawn head is twice as far out as the query
    plane_drag(&p, PLANE_QUERY, 2, -1);
    assert_true(p.query.y == 1 && p.query.x == -0.5);
}

static void turn_and_stretch_keep_what_they_should(void **state) {
    (void)state;
    Plane p = start();
    plane_turn(&p, PLANE_QUERY, acos(-1) / 2); // a quarter turn anticlockwise
    CHECK_NEAR(p.query.x, -0.8, 1e-12);
    CHECK_NEAR(p.query.y, 1.7, 1e-12);
    plane_stretch(&p, PLANE_QUERY, 1.1);
    CHECK_NEAR(p.query.y, 1.87, 1e-12);
    plane_stretch(&p, PLANE_QUERY, 1000);
    assert_true(p.query.y == PLANE_EDGE);
    CHECK_NEAR(p.query.x / p.query.y, -0.8 / 1.7, 1e-12);
    for (int k = 0; k < 100; k++) plane_stretch(&p, PLANE_QUERY, 0.5);
    CHECK_NEAR(hypot(p.query.x, p.query.y), 0.05, 1e-9);
    CHECK_NEAR(p.query.x / p.query.y, -0.8 / 1.7, 1e-9);
    plane_drag(&p, 0, PLANE_EDGE, PLANE_EDGE);
    for (int k = 0; k < 360; k++) {
        plane_turn(&p, 0, 0.1);
        assert_true(fabs(p.key[0].x) <= PLANE_EDGE && fabs(p.key[0].y) <= PLANE_EDGE);
    }
}

static void the_divisor_steps(void **state) {
    (void)state;
    Plane p = start();
    plane_next_divisor(&p);
    assert_true(p.divisor == 8);
    plane_next_divisor(&p);
    assert_true(p.divisor == 1);
    p.divisor = 3;
    plane_next_divisor(&p);
    assert_true(p.divisor == 1);
}

static void keys_come_and_go(void **state) {
    (void)state;
    Plane p = start();
    int which;
    for (int k = 4; k < 8; k++) {
        assert_true(plane_add(&p, &which));
        assert_int_equal(which, k);
    }
    assert_false(plane_add(&p, &which));
    for (int a = 0; a < 8; a++) {
        for (int b = 0; b < a; b++) assert_string_not_equal(p.key[a].label, p.key[b].label);
        assert_true(fabs(p.key[a].x) <= PLANE_EDGE && fabs(p.key[a].y) <= PLANE_EDGE);
    }
    PlaneResult r;
    plane_run(&r, &p);
    assert_true(r.ceiling == 3);
    for (int k = 1; k < 8; k++) assert_true(r.weight[r.order[k - 1]] >= r.weight[r.order[k]]);
    assert_true(plane_remove(&p, 1));
    assert_string_equal(p.key[1].label, "went");
    assert_true(plane_add(&p, &which)); // Mary is the one missing
    assert_string_equal(p.key[which].label, "Mary");
    while (plane_remove(&p, 0)) continue;
    assert_int_equal(p.count, 1);
    plane_run(&r, &p);
    assert_true(r.weight[0] == 1 && r.entropy == 0 && r.ceiling == 0);
}

static void json_is_as_listed(void **state) {
    (void)state;
    Plane p = start();
    PlaneResult r;
    plane_run(&r, &p);
    Str s = {0};
    out_geometry_playground(&s, &p, &r);
    json_t *root = json_loads(s.s, JSON_REJECT_DUPLICATES, NULL),
           *key = json_array_get(json_object_get(root, "keys"), 2);
    assert_string_equal(json_string_value(json_object_get(root, "schema")), "lookback.playground/1");
    assert_int_equal(json_object_size(root), 6);
    assert_true(json_real_value(json_array_get(json_object_get(root, "query"), 0)) == 1.7);
    assert_true(json_number_value(json_object_get(root, "length")) == 1);
    CHECK_NEAR(json_real_value(json_object_get(root, "divisor")), sqrt(2), 1e-8);
    CHECK_NEAR(json_real_value(json_object_get(root, "entropy_bits")), r.entropy, 1e-9);
    assert_int_equal(json_object_size(key), 5);
    assert_string_equal(json_string_value(json_object_get(key, "label")), "went");
    assert_true(json_real_value(json_array_get(json_object_get(key, "vector"), 0)) == -1.9);
    CHECK_NEAR(json_real_value(json_object_get(key, "dot")), -2.35, 1e-9);
    CHECK_NEAR(json_real_value(json_object_get(key, "score")), -2.35 / sqrt(2), 1e-8);
    CHECK_NEAR(json_real_value(json_object_get(key, "weight")), r.weight[2], 1e-9);
    json_decref(root);
    str_free(&s);
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_as_the_course_has_it),
        cmocka_unit_test(stated_pictures),
        cmocka_unit_test(length_undoes_the_divisor_exactly),
        cmocka_unit_test(mixture_is_named_by_weight),
        cmocka_unit_test(projection_is_square_to_the_query),
        cmocka_unit_test(drag_and_move_stay_inside_to_a_hundredth),
        cmocka_unit_test(turn_and_stretch_keep_what_they_should),
        cmocka_unit_test(the_divisor_steps),
        cmocka_unit_test(keys_come_and_go),
        cmocka_unit_test(json_is_as_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
