// Every way in and every way out: the terminal is always as it was.
#include "base/text.h"
#include "check.h"
#include "tty/term.h"

#include <signal.h>
#include <sys/ioctl.h>
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
    assert_true(term.alternate);
    assert_true(term.cursor_hidden);
    assert_int_equal(term.mouse, VTERM_PROP_MOUSE_MOVE);
}

static void check_killed(int number) {
    int status = term_wait_end(&term);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), number);
    term_check_restored(&term);
}

static void asked_to_end(void **state) {
    (void)state;
    start();
    term_signal(&term, SIGTERM);
    check_killed(SIGTERM);
}

static void hung_up(void **state) {
    (void)state;
    start();
    term_signal(&term, SIGHUP);
    check_killed(SIGHUP);
}

static void interrupted(void **state) {
    (void)state;
    start();
    term_signal(&term, SIGINT);
    check_killed(SIGINT);
}

static void the_terminal_goes_away(void **state) {
    (void)state;
    start();
    close(term.fd);
    term.fd = -1;
    assert_true(WIFSIGNALED(term_wait_end(&term)));
}

static void a_crash_restores_the_terminal(void **state) {
    (void)state;
    static const int CRASHES[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT};
    for (int k = 0; k < 6; k++) {
        start();
        term_signal(&term, CRASHES[k]);
        check_killed(CRASHES[k]);
        if (k < 5) term_free(&term);
    }
}

static void suspended_and_continued(void **state) {
    (void)state;
    start();
    for (int k = 0; k < 3; k++) {
        term_send(&term, "m\x1a", 0);
        term_wait_stop(&term);
        term_check_restored(&term);
        term_continue(&term);
        assert_true(term.alternate);
        assert_true(term.cursor_hidden);
        assert_int_equal(term.mouse, VTERM_PROP_MOUSE_MOVE);
        assert_true(term_shows(&term, k % 2 ? "mask ●" : "mask ○"));
    }
    term_send(&term, "q", 0);
    assert_true(WIFEXITED(term_wait_end(&term)));
    term_check_restored(&term);
}

static void stopped_by_others(void **state) {
    (void)state;
    start();
    term_signal(&term, SIGTSTP);
    term_wait_stop(&term);
    term_check_restored(&term);
    term_continue(&term);
    assert_true(term.alternate);
    assert_true(term_shows(&term, "Mary & John"));
}

// A shell that takes the terminal's modes back while the program is stopped without being asked.
static void continued_in_foreign_modes(void **state) {
    (void)state;
    start();
    term_signal(&term, SIGSTOP);
    term_wait_stop(&term);
    assert_int_equal(tcsetattr(term.tty, TCSANOW, &term.before), 0);
    term_continue(&term);
    term_send(&term, "m", 1); // no newline needed: the modes are ours again
    assert_true(term_shows(&term, "mask ○"));
}

static void resized_while_stopped(void **state) {
    (void)state;
    start();
    term_send(&term, "\x1a", 0);
    term_wait_stop(&term);
    struct winsize size = {.ws_row = 12, .ws_col = 40};
    term.rows = 12;
    term.cols = 40;
    vterm_set_size(term.vt, 12, 40);
    assert_int_equal(ioctl(term.fd, TIOCSWINSZ, &size), 0);
    term_continue(&term);
    assert_true(term_shows(&term, "“John” at 9"));
}

static void exported_lines_and_columns_are_not_believed(void **state) {
    (void)state;
    term_start(&term,
               (TermStart){.term = "xterm-256color", .rows = 40, .cols = 120, .env = {"LINES=24", "COLUMNS=80"}});
    assert_true(term_row(&term, 39)[0] != '\0');
}

static void keys_come_from_the_terminal_when_stdin_is_a_file(void **state) {
    (void)state;
    term_start(&term, (TermStart){.term = "xterm-256color", .stdin_path = "/dev/null"});
    assert_false(term.ended);
    term_send(&term, "m", 1);
    assert_true(term_shows(&term, "mask ○"));
    term_send(&term, "q", 0);
    assert_true(WIFEXITED(term_wait_end(&term)));
    term_check_restored(&term);
}

// One line on the untouched terminal, exit status 2.
static void check_refused(TermStart how, const char *words) {
    term_start(&term, how);
    int status = term_wait_end(&term);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 2);
    assert_true(strncmp(term_row(&term, 0), "lookback: ", 10) == 0);
    assert_null(strchr(str_text(&term.output), '\033'));
    const char *newline = strchr(str_text(&term.output), '\n');
    assert_true(newline && newline[1] == '\0');
    if (!strstr(str_text(&term.output), words)) fail_msg("%s", str_text(&term.output));
    term_check_restored(&term);
}

static void stdout_must_be_a_terminal(void **state) {
    (void)state;
    check_refused((TermStart){.term = "xterm-256color", .stdout_path = "/dev/null"}, "lookback render");
}

static void dumb_terminals_are_refused(void **state) {
    (void)state;
    check_refused((TermStart){.term = "dumb"}, "lookback render");
    term_free(&term);
    check_refused((TermStart){.term = NULL}, "TERM");
}

#define TTY_TEST(test) cmocka_unit_test_teardown(test, stop)

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        TTY_TEST(asked_to_end),
        TTY_TEST(hung_up),
        TTY_TEST(interrupted),
        TTY_TEST(the_terminal_goes_away),
        TTY_TEST(a_crash_restores_the_terminal),
        TTY_TEST(suspended_and_continued),
        TTY_TEST(stopped_by_others),
        TTY_TEST(continued_in_foreign_modes),
        TTY_TEST(resized_while_stopped),
        TTY_TEST(exported_lines_and_columns_are_not_believed),
        TTY_TEST(keys_come_from_the_terminal_when_stdin_is_a_file),
        TTY_TEST(stdout_must_be_a_terminal),
        TTY_TEST(dumb_terminals_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
