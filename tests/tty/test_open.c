// A dump on a terminal.
#include "base/text.h"
#include "check.h"
#include "tty/term.h"

#include <sys/wait.h>

static Term term; // one at a time; freed even when a test fails

static int stop(void **state) {
    (void)state;
    term_free(&term);
    return 0;
}

static void start(const char *file) {
    term_start(&term, (TermStart){.term = "xterm-256color", .args = {"open", file}});
    assert_false(term.ended);
}

static void a_dump_opens_and_is_examined_by_itself(void **state) {
    (void)state;
    start(TEST_DATA "/dumps/f32.safetensors");
    assert_true(term_shows(&term, "layer 0 head 0"));
    term_wait_text(&term, "nothing is ill");
    term_send(&term, "]", 1);
    assert_true(term_shows(&term, "layer 0 head 1"));
    term_send(&term, "q", 0);
    assert_int_equal(WEXITSTATUS(term_wait_end(&term)), 0);
    term_check_restored(&term);
}

static void the_map_comes_without_another_key(void **state) {
    (void)state;
    start(TEST_DATA "/dumps/sick_nan.npy");
    term_wait_text(&term, "nan: 1 of 108 rows hold NaN");
    term_send(&term, "M", 1);
    term_wait_text(&term, "uniform 0.229");
    term_send(&term, "x\r", 2);
    assert_true(term_shows(&term, "gives"));
}

static void a_window_is_dragged_and_rolled(void **state) {
    (void)state;
    term_start(&term, (TermStart){.term = "xterm-256color",
                                  .args = {"open", TEST_DATA "/dumps/f32.safetensors", "--zoom", "4", "--view", "heatmap"}});
    assert_true(term_shows(&term, "1.85")); // bits of the row before the last
    term_send(&term, "\033[<0;40;16M\033[<32;40;24M\033[<0;40;24m", 3); // off the window: nothing moves
    term_send(&term, "\033[<0;40;8M\033[<32;40;16M\033[<0;40;16m", 3);  // two tokens
    assert_false(term_shows(&term, "1.85"));
    term_send(&term, "\033[<65;40;8M", 1);
    assert_true(term_shows(&term, "1.85"));
}

static void what_is_no_dump_leaves_the_terminal_alone(void **state) {
    (void)state;
    term_start(&term, (TermStart){.term = "xterm-256color", .args = {"open", "/"}});
    assert_int_equal(WEXITSTATUS(term_wait_end(&term)), 1);
    term_check_restored(&term);
    assert_true(term_shows(&term, "lookback: "));
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_dump_opens_and_is_examined_by_itself, stop),
        cmocka_unit_test_teardown(the_map_comes_without_another_key, stop),
        cmocka_unit_test_teardown(a_window_is_dragged_and_rolled, stop),
        cmocka_unit_test_teardown(what_is_no_dump_leaves_the_terminal_alone, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
