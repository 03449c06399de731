// The √d lab on screen: keys and mouse, what stands there, and its command line.
#include "app/screen.h"

#include "screen.h"

#include <jansson.h>

static Shown shown;

static int open_80(void **state) {
    (void)state;
    shown_open(&shown, SCREEN_LAB, "", 24, 80);
    return 0;
}

static int close_it(void **state) {
    (void)state;
    shown_close(&shown);
    return 0;
}

static void opens_at_64_with_a_gap_of_8(void **state) {
    (void)state;
    assert_true(shown_now(&shown)->lab.d == 64 && shown_now(&shown)->gap == 8);
    shown_has(&shown, "d = 64");
    shown_has(&shown, "√64 = 8");
    shown_has(&shown, "e^8 = 2,981 : 1");
    shown_has(&shown, "÷8: gap 1");
    shown_has(&shown, "e^1 = 2.7 : 1");
    shown_has(&shown, "mean of 40 rows");
    shown_has(&shown, "this row");
    shown_command_is(&shown, "lookback lab");
}

static void shows_what_the_lab_computed(void **state) {
    (void)state;
    LabResult r;
    lab_run(&r, &shown_now(&shown)->lab);
    char text[64];
    snprintf(text, sizeof text, "variance %.4g", r.variance);
    shown_has(&shown, text);
    snprintf(text, sizeof text, "entropy  %.2f bits    entropy  %.2f bits", r.entropy[0], r.entropy[1]);
    shown_has(&shown, text);
    snprintf(text, sizeof text, "gradient %.2f         gradient %.2f", r.gradient[0], r.gradient[1]);
    shown_has(&shown, text);
    snprintf(text, sizeof text, "this row %.2f bits    this row %.2f bits", r.row[0].entropy, r.row[1].entropy);
    shown_has(&shown, text);
}

static void width_goes_by_powers_and_by_one(void **state) {
    (void)state;
    shown_play(&shown, "key +\n");
    assert_int_equal(shown_now(&shown)->lab.d, 128);
    shown_play(&shown, "key Up\n");
    assert_int_equal(shown_now(&shown)->lab.d, 129);
    shown_play(&shown, "key -\n");
    assert_int_equal(shown_now(&shown)->lab.d, 128);
    shown_play(&shown, "key -\nkey -\nkey Down\n");
    assert_int_equal(shown_now(&shown)->lab.d, 31);
    shown_play(&shown, "key +\n");
    assert_int_equal(shown_now(&shown)->lab.d, 32);
    shown_command_is(&shown, "lookback lab --d 32");
}

static void width_stops_at_its_ends(void **state) {
    (void)state;
    shown_play(&shown, "type ++++\n");
    assert_int_equal(shown_now(&shown)->lab.d, 1024);
    shown_play(&shown, "key +\n");
    assert_int_equal(shown_now(&shown)->lab.d, 1024);
    shown_has(&shown, "d goes from 1 to 1024");
    shown_play(&shown, "type ----------\n");
    assert_int_equal(shown_now(&shown)->lab.d, 1);
    shown_lacks(&shown, "d goes from");
    shown_play(&shown, "key Down\n");
    assert_int_equal(shown_now(&shown)->lab.d, 1);
    shown_has(&shown, "d goes from");
}

static void seed_and_keys(void **state) {
    (void)state;
    Str before = {0};
    str_puts(&before, shown_text(&shown));
    shown_play(&shown, "key r\ntype [[\n");
    assert_true(shown_now(&shown)->lab.seed == 2 && shown_now(&shown)->lab.keys == 14);
    shown_has(&shown, "Softmax of 14 keys: 3.81 bits at most");
    shown_command_is(&shown, "lookback lab --keys 14 --seed 2");
    shown_play(&shown, "key R\ntype ]]]\n");
    shown_has(&shown, "2 to 16 keys");
    shown_play(&shown, "size 24 80\nkey Up\nkey Down\n");
    assert_string_equal(shown_text(&shown), str_text(&before)); // the same seed, the same frame
    shown_play(&shown, "key R\nkey R\n");
    assert_true(shown_now(&shown)->lab.seed == 0); // and none before it
    str_free(&before);
}

static void gap_by_key_and_by_mouse(void **state) {
    (void)state;
    shown_play(&shown, "key Right\nkey Right\n");
    assert_true(shown_now(&shown)->gap == 9);
    shown_has(&shown, "e^9 = 8,103 : 1");
    shown_mouse(&shown, MOUSE_PRESS, HIT_LAB_GAP, 20);
    assert_true(shown_now(&shown)->gap == 2);
    shown_mouse(&shown, MOUSE_DRAG, HIT_LAB_GAP, 120);
    assert_true(shown_now(&shown)->gap == 12);
    shown_play(&shown, "key Right\n");
    assert_true(shown_now(&shown)->gap == 12);
    shown_mouse(&shown, MOUSE_DRAG, HIT_LAB_GAP, 0);
    shown_play(&shown, "key Left\n");
    assert_true(shown_now(&shown)->gap == 0);
    shown_has(&shown, "50.00%");
    shown_mouse(&shown, MOUSE_MOVE, HIT_LAB_GAP, 80);
    shown_has(&shown, "a gap of 8: 2981 : 1");
    assert_true(shown_now(&shown)->gap == 0);
    shown_command_is(&shown, "lookback lab --gap 0");
}

static void curve_is_a_slider_for_d(void **state) {
    (void)state;
    shown_mouse(&shown, MOUSE_PRESS, HIT_LAB_D, 1024);
    assert_int_equal(shown_now(&shown)->lab.d, 1024);
    shown_mouse(&shown, MOUSE_DRAG, HIT_LAB_D, 1);
    assert_int_equal(shown_now(&shown)->lab.d, 1);
    shown_mouse(&shown, MOUSE_WHEEL_UP, HIT_LAB_D, 1);
    assert_int_equal(shown_now(&shown)->lab.d, 2);
}

static void undo_takes_back(void **state) {
    (void)state;
    Scene *first = mem_new(1, sizeof *first);
    *first = *shown_now(&shown);
    shown_play(&shown, "key +\nkey r\nkey Left\nkey [\n");
    assert_memory_not_equal(shown_now(&shown), first, sizeof *first);
    shown_play(&shown, "type uuuu\n");
    assert_memory_equal(shown_now(&shown), first, sizeof *first);
    free(first);
}

static void a_drag_is_one_change(void **state) {
    (void)state;
    static const int TENTHS[] = {20, 40, 60, 70, 120};
    shown_mouse(&shown, MOUSE_PRESS, HIT_LAB_GAP, 10);
    for (int k = 0; k < 5; k++) shown_mouse(&shown, MOUSE_DRAG, HIT_LAB_GAP, TENTHS[k]);
    shown_mouse(&shown, MOUSE_RELEASE, HIT_LAB_GAP, 120);
    shown_mouse(&shown, MOUSE_PRESS, HIT_LAB_GAP, 0);
    shown_play(&shown, "key u\n");
    assert_true(shown_now(&shown)->gap == 12);
    shown_play(&shown, "key u\n");
    assert_true(shown_now(&shown)->gap == 8);
    shown_play(&shown, "key u\n");
    shown_has(&shown, "nothing to undo");
}

static void settings_come_back(void **state) {
    (void)state;
    shown_close(&shown);
    shown_open(&shown, SCREEN_LAB, "--d 100 --keys 2 --seed 18446744073709551615 --gap 0.1 --theme light", 12, 40);
    shown_command_is(&shown, "lookback lab --d 100 --keys 2 --seed 18446744073709551615 --gap 0.1 --theme light");
}

static void bad_values_are_named(void **state) {
    (void)state;
    shown_refuses(&shown, SCREEN_LAB, "d", "0", "d is \"0\": a whole number from 1 to 1024 is wanted");
    shown_refuses(&shown, SCREEN_LAB, "d", "1025", "1 to 1024");
    shown_refuses(&shown, SCREEN_LAB, "keys", "17", "2 to 16");
    shown_refuses(&shown, SCREEN_LAB, "gap", "nan", "0 to 12");
    shown_refuses(&shown, SCREEN_LAB, "gap", "12.5", "0 to 12");
    shown_refuses(&shown, SCREEN_LAB, "seed", "-1", "seed is \"-1\"");
    shown_refuses(&shown, SCREEN_LAB, "seed", "18446744073709551616", "18446744073709551615 is wanted");
    shown_refuses(&shown, SCREEN_LAB, "head", "induction", "unknown setting \"head\"");
}

static void json_holds_the_numbers_on_screen(void **state) {
    (void)state;
    Str text = {0};
    const Screen *screen = screen_of(SCREEN_LAB);
    assert_string_equal(screen->table[0].format, "json");
    screen->table[0].write(shown_now(&shown), &shown.world, &text);
    json_t *root = json_loads(str_text(&text), JSON_REJECT_DUPLICATES, NULL);
    assert_string_equal(json_string_value(json_object_get(root, "schema")), "lookback.lab/1");
    char line[64];
    double off = json_real_value(json_object_get(json_object_get(root, "divisor_off"), "entropy_bits"));
    double on = json_real_value(json_object_get(json_object_get(root, "divisor_on"), "entropy_bits"));
    snprintf(line, sizeof line, "entropy  %.2f bits    entropy  %.2f bits", off, on);
    shown_has(&shown, line);
    json_decref(root);
    str_free(&text);
}

static void one_column_shares_its_rows(void **state) {
    (void)state;
    shown_play(&shown, "size 20 60\n");
    shown_has(&shown, "gradient 0.41");
    shown_has(&shown, "variance 63.19  beside d = 64");
    shown_play(&shown, "size 40 60\n");
    shown_has(&shown, "e^8 = 2,981 : 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_column_shares_its_rows, open_80, close_it),
        cmocka_unit_test_setup_teardown(opens_at_64_with_a_gap_of_8, open_80, close_it),
        cmocka_unit_test_setup_teardown(shows_what_the_lab_computed, open_80, close_it),
        cmocka_unit_test_setup_teardown(width_goes_by_powers_and_by_one, open_80, close_it),
        cmocka_unit_test_setup_teardown(width_stops_at_its_ends, open_80, close_it),
        cmocka_unit_test_setup_teardown(seed_and_keys, open_80, close_it),
        cmocka_unit_test_setup_teardown(gap_by_key_and_by_mouse, open_80, close_it),
        cmocka_unit_test_setup_teardown(curve_is_a_slider_for_d, open_80, close_it),
        cmocka_unit_test_setup_teardown(undo_takes_back, open_80, close_it),
        cmocka_unit_test_setup_teardown(a_drag_is_one_change, open_80, close_it),
        cmocka_unit_test_setup_teardown(settings_come_back, open_80, close_it),
        cmocka_unit_test_setup_teardown(bad_values_are_named, open_80, close_it),
        cmocka_unit_test_setup_teardown(json_holds_the_numbers_on_screen, open_80, close_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
