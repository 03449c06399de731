// Keys, clicks, drags and sizes, from the terminal's end.
#include "base/file.h"
#include "base/text.h"
#include "check.h"
#include "tty/term.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static Term term; // one at a time; freed even when a test fails

static int stop(void **state) {
    (void)state;
    term_free(&term);
    return 0;
}

static void start(void) {
    term_start(&term, (TermStart){.term = "xterm-256color"});
    assert_false(term.ended);
}

static void check_exit(int want) {
    int status = term_wait_end(&term);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), want);
    term_check_restored(&term);
}

static void it_opens_and_quits(void **state) {
    (void)state;
    start();
    assert_true(term.alternate);
    assert_true(term.cursor_hidden);
    assert_true(term_shows(&term, "Mary & John"));
    assert_true(term_shows(&term, "“John” at 9 gives 96 %"));
    term_send(&term, "q", 0);
    check_exit(0);
}

static void keys_move_and_toggle(void **state) {
    (void)state;
    start();
    term_send(&term, "\033[A", 1);
    assert_true(term_shows(&term, "“,” at 8"));
    term_send(&term, "\033OBj", 2);
    assert_true(term_shows(&term, "“gave” at 10"));
    term_send(&term, "m", 1);
    assert_true(term_shows(&term, "mask ○"));
}

static void a_sentence_can_be_typed(void **state) {
    (void)state;
    start();
    term_send(&term, "e\x15zwölf Häuser 世\r", 16);
    assert_true(term_shows(&term, "zwölf Häuser 世"));
    assert_true(term_shows(&term, "“世” at 2"));
}

static void a_paste_is_text_and_no_command(void **state) {
    (void)state;
    start();
    term_send(&term, "e\x15\033[200~quit q\033[201~", 8);
    assert_false(term.ended);
    term_send(&term, "\r", 1);
    assert_true(term_shows(&term, "“q” at 1"));
}

static void split_sequences_are_put_together(void **state) {
    (void)state;
    start();
    term_send(&term, "\033", 0);
    term_send(&term, "[", 0);
    term_send(&term, "A", 1);
    assert_true(term_shows(&term, "“,” at 8"));
}

static void a_click_selects_a_token(void **state) {
    (void)state;
    int y, x;
    start();
    assert_int_equal(term.mouse, VTERM_PROP_MOUSE_MOVE);
    assert_true(term_find(&term, "went to the", &y, &x));
    term_point(&term, y, x + 1);
    term_button(&term, 1, true);
    term_button(&term, 1, false);
    assert_true(term_shows(&term, "“went” at 4"));
}

static void a_drag_follows_the_tokens(void **state) {
    (void)state;
    int y, x;
    start();
    assert_true(term_find(&term, "When Mary", &y, &x));
    term_point(&term, y, x);
    term_button(&term, 1, true);
    term_point(&term, y, x + 5);
    assert_true(term_shows(&term, "“Mary” at 1"));
    term_button(&term, 1, false);
}

static void the_wheel_moves_the_query(void **state) {
    (void)state;
    start();
    term_point(&term, 10, 10);
    term_button(&term, 4, true);
    assert_true(term_shows(&term, "“,” at 8"));
    term_button(&term, 5, true);
    assert_true(term_shows(&term, "“John” at 9"));
}

static void hovering_tells_of_the_cell(void **state) {
    (void)state;
    int y, x;
    start();
    Str before = {0};
    str_puts(&before, term_row(&term, 23));
    assert_true(term_find(&term, "[]", &y, &x));
    term_point(&term, y, x - 4);
    assert_string_not_equal(before.s, term_row(&term, 23));
    str_free(&before);
}

static void clicks_work_beyond_column_223(void **state) {
    (void)state;
    term_start(&term, (TermStart){.term = "tmux-256color", .rows = 30, .cols = 300});
    int y, x;
    assert_true(term_find(&term, "mask ●", &y, &x));
    assert_true(x > 223);
    term_point(&term, y, x + 1);
    term_button(&term, 1, true);
    assert_true(term_shows(&term, "mask ○"));
}

static void resizes_are_followed(void **state) {
    (void)state;
    start();
    term_resize(&term, 60, 200);
    assert_true(term_row(&term, 59)[0] != '\0');
    term_resize(&term, 12, 40);
    assert_true(term_shows(&term, "“John” at 9"));
    term_resize(&term, 1, 1);
    term_resize(&term, 24, 80);
    assert_true(term_shows(&term, "“John” at 9 gives 96 %"));
}

static void no_resize_is_lost(void **state) {
    (void)state;
    start();
    for (int k = 0; k < 100; k++) term_resize(&term, 20 + k % 7, 70 + k % 11);
    assert_true(term_row(&term, term.rows - 1)[0] != '\0');
}

static void one_cell_is_enough(void **state) {
    (void)state;
    term_start(&term, (TermStart){.term = "xterm-256color", .rows = 1, .cols = 1});
    term_send(&term, "mdb?", 4);
    term_send(&term, "qq", 0);
    check_exit(0);
}

static void the_command_line_is_printed_at_the_end(void **state) {
    (void)state;
    start();
    term_send(&term, "]Y", 2);
    assert_true(term_shows(&term, "--head induction"));
    term_send(&term, "q", 1);
    term_send(&term, "q", 0);
    check_exit(0);
    assert_true(term_shows(&term, "lookback --sentence ioi --head induction"));
}

// What was recorded on the terminal, replayed without one, ends in the same frame. Text shades as a terminal without
// colours does.
static void a_recording_replays(void **state) {
    (void)state;
    char script[] = "/tmp/lookback-script-XXXXXX", frame[] = "/tmp/lookback-frame-XXXXXX";
    close(mkstemp(script));
    close(mkstemp(frame));
    term_start(&term, (TermStart){.term = "xterm-256color",
                                  .args = {"--sentence=ioi", "--color", "mono", "--record", script}});
    term_send(&term, "m]\033[Bd", 4);
    term_resize(&term, 30, 90);
    term_point(&term, 4, 20);
    term_button(&term, 1, true);
    term_button(&term, 1, false);
    term_send(&term, "e\x15" "é 世 to\r\033[A", 9);
    Str shown = {0}, replayed = {0};
    for (int y = 0; y < term.rows; y++) str_printf(&shown, "%s\n", term_row(&term, y));
    term_send(&term, "q", 0);
    check_exit(0);
    term_free(&term);
    term_start(&term, (TermStart){.term = "xterm-256color", .args = {"render", "--replay", script, "-o", frame}});
    check_exit(0);
    Error err;
    assert_true(file_read(frame, 1 << 20, &replayed, &err));
    if (strcmp(shown.s, replayed.s) != 0) fail_msg("shown:\n%sreplayed:\n%s", shown.s, replayed.s);
    str_free(&shown);
    str_free(&replayed);
    unlink(script);
    unlink(frame);
}

#define TTY_TEST(test) cmocka_unit_test_teardown(test, stop)

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        TTY_TEST(it_opens_and_quits),
        TTY_TEST(keys_move_and_toggle),
        TTY_TEST(a_sentence_can_be_typed),
        TTY_TEST(a_paste_is_text_and_no_command),
        TTY_TEST(split_sequences_are_put_together),
        TTY_TEST(a_click_selects_a_token),
        TTY_TEST(a_drag_follows_the_tokens),
        TTY_TEST(the_wheel_moves_the_query),
        TTY_TEST(hovering_tells_of_the_cell),
        TTY_TEST(clicks_work_beyond_column_223),
        TTY_TEST(resizes_are_followed),
        TTY_TEST(no_resize_is_lost),
        TTY_TEST(one_cell_is_enough),
        TTY_TEST(the_command_line_is_printed_at_the_end),
        TTY_TEST(a_recording_replays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
