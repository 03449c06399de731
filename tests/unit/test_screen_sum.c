// Many heads as a sum, on screen: both ways agree, and a head that is switched off takes away just its own part.
#include "screen.h"

static Shown shown;

static int open_80(void **state) {
    (void)state;
    shown_open(&shown, SCREEN_SUM, "", 24, 80);
    return 0;
}

static int close_it(void **state) {
    (void)state;
    shown_close(&shown);
    return 0;
}

static void both_ways_agree(void **state) {
    (void)state;
    shown_has(&shown, "1 ● worked            1.284   0.564  −0.564   1.284");
    shown_has(&shown, "concat · W_O          4.564  −0.611   0.595   0.337");
    shown_has(&shown, "Σ of the heads        4.564  −0.611   0.595   0.337");
    shown_has(&shown, "row after             5.564   0.389   0.595   1.337");
    shown_has(&shown, "difference            0 ");
    shown_has(&shown, "3 of 3 heads add to the row of “sat” at 2");
    shown_command_is(&shown, "lookback sum");
}

static void a_head_off_takes_away_its_own_part(void **state) {
    (void)state;
    shown_has(&shown, "Δ by the last key     —");
    shown_play(&shown, "key 1\n");
    assert_int_equal(shown_now(&shown)->heads_off, 1);
    shown_has(&shown, "1 ○ worked");
    shown_has(&shown, "Δ by the last key    −1.284  −0.564   0.564  −1.284   just what it had added");
    shown_has(&shown, "row after             4.280  −0.175   1.159   0.053");
    shown_has(&shown, "2 of 3 heads");
    shown_command_is(&shown, "lookback sum --heads 2,3");
    shown_play(&shown, "key 1\n");
    shown_has(&shown, "Δ by the last key     1.284   0.564  −0.564   1.284   just what this head adds");
    shown_command_is(&shown, "lookback sum");
}

static void all_off_leaves_the_row(void **state) {
    (void)state;
    shown_play(&shown, "type 123\n");
    shown_has(&shown, "row after             1       1       0       1 ");
    shown_has(&shown, "0 of 3 heads");
    shown_command_is(&shown, "lookback sum --heads none");
    shown_play(&shown, "key a\n");
    assert_int_equal(shown_now(&shown)->heads_off, 0);
    shown_play(&shown, "key 4\n");
    shown_has(&shown, "there are 3 heads");
    assert_int_equal(shown_now(&shown)->heads_off, 0);
}

static void clicks_switch_and_stand(void **state) {
    (void)state;
    shown_mouse(&shown, MOUSE_MOVE, HIT_SUM_HEAD, 1);
    shown_has(&shown, "a click or 2 switches this head off");
    shown_mouse(&shown, MOUSE_PRESS, HIT_SUM_HEAD, 1);
    assert_int_equal(shown_now(&shown)->heads_off, 2);
    shown_mouse(&shown, MOUSE_PRESS, HIT_TOKEN, 0);
    assert_int_equal(shown_now(&shown)->token, 0);
    shown_has(&shown, "“the” at 0");
    shown_mouse(&shown, MOUSE_WHEEL_DOWN, HIT_TOKEN, 0);
    assert_int_equal(shown_now(&shown)->token, 1);
    shown_command_is(&shown, "lookback sum --heads 1,3 --query 1");
}

static void levers_reach_every_head(void **state) {
    (void)state;
    shown_play(&shown, "key Home\n");
    shown_has(&shown, "reads 100%    ·     ·");
    shown_play(&shown, "key m\n");
    shown_lacks(&shown, "reads 100%");
    shown_lacks(&shown, "just what"); // not the doing of one head
    shown_has(&shown, "reads  33%   33%   33%");
    shown_play(&shown, "key d\n");
    shown_command_is(&shown, "lookback sum --query 0 --mask off --divisor off");
}

static void undo_takes_back(void **state) {
    (void)state;
    Scene *first = mem_new(1, sizeof *first);
    *first = *shown_now(&shown);
    shown_play(&shown, "key 2\nkey m\nkey d\ntype uuu\n");
    assert_memory_equal(shown_now(&shown), first, sizeof *first);
    free(first);
}

static void heads_in_any_order(void **state) {
    (void)state;
    shown_close(&shown);
    shown_open(&shown, SCREEN_SUM, "--heads 3,1 --query 2 --theme contrast", 12, 40);
    shown_has(&shown, "2 ○ back");
    shown_command_is(&shown, "lookback sum --heads 1,3 --query 2 --theme contrast");
    shown_close(&shown);
    shown_open(&shown, SCREEN_SUM, "--heads none --heads all", 12, 40);
    shown_command_is(&shown, "lookback sum");
}

static void bad_values_are_named(void **state) {
    (void)state;
    static const char *const BAD[] = {"", "4", "0", "1,", ",1", "1,1", "1 2", "12", "1,,2", "every"};
    for (int k = 0; k < 10; k++) shown_refuses(&shown, SCREEN_SUM, "heads", BAD[k], "numbers from 1 to 3");
    shown_refuses(&shown, SCREEN_SUM, "query", "3", "its tokens are 0 to 2");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(both_ways_agree, open_80, close_it),
        cmocka_unit_test_setup_teardown(a_head_off_takes_away_its_own_part, open_80, close_it),
        cmocka_unit_test_setup_teardown(all_off_leaves_the_row, open_80, close_it),
        cmocka_unit_test_setup_teardown(clicks_switch_and_stand, open_80, close_it),
        cmocka_unit_test_setup_teardown(levers_reach_every_head, open_80, close_it),
        cmocka_unit_test_setup_teardown(undo_takes_back, open_80, close_it),
        cmocka_unit_test_setup_teardown(heads_in_any_order, open_80, close_it),
        cmocka_unit_test_setup_teardown(bad_values_are_named, open_80, close_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
