// A training at a terminal: it runs with the ticks, goes back, and leaves the terminal as it was. Ctrl-] is a tick
// under LOOKBACK_TEST.
#include "check.h"
#include "tty/term.h"

#include <sys/wait.h>

static Term term;

static int start(void **state) {
    (void)state;
    term_start(&term,
               (TermStart){.term = "xterm-256color", .args = {"train", "--layers", "1", "--width", "8", "--mlp", "0"}});
    return term.ended ? -1 : 0;
}

static int stop(void **state) {
    (void)state;
    term_free(&term);
    term = (Term){0};
    return 0;
}

static void runs_and_goes_back(void **state) {
    (void)state;
    term_wait_text(&term, "Space starts it");
    term_send(&term, " ", 1);
    term_send(&term, "\035", 1);
    term_wait_text(&term, "step    8");
    term_send(&term, " ", 1);
    term_wait_text(&term, "paused");
    term_send(&term, "n", 1);
    term_wait_text(&term, "step    9");
    term_send(&term, "\033[D", 1);
    term_wait_text(&term, "step    0");
    assert_true(term_shows(&term, "then"));
    term_send(&term, "\r", 1);
    term_wait_text(&term, "step 0 of 6000");
    term_send(&term, "\033", 1);
    term_wait_text(&term, "then");
    term_send(&term, "q", 0);
    int status = term_wait_end(&term);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    term_check_restored(&term);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(runs_and_goes_back, start, stop)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
