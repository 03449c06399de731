// A model at a terminal: keys are answered while it runs, a text is typed, a head is cut out.
#include "base/text.h"
#include "check.h"
#include "tty/term.h"

#include <sys/wait.h>

static Term term;

static void the_whole_view(void **state) {
    (void)state;
    term_start(&term, (TermStart){.term = "xterm-256color", .args = {"model", TEST_DATA "/gpt2-tiny/words"}});
    term_wait_text(&term, "gives");
    term_send(&term, "e\x15the cat sat on the mat\r", 25);
    term_wait_text(&term, "mat");
    term_send(&term, "f", 1);
    term_wait_text(&term, "what comes next");
    term_send(&term, "K", 1);
    term_wait_text(&term, "0.0 at zero");
    term_wait_text(&term, "Patterns that moved");
    term_send(&term, "v", 1);
    term_wait_text(&term, "what adds to the logit of");
    term_send(&term, "M", 1);
    term_wait_text(&term, "previous-token 0.");
    term_resize(&term, 12, 40);
    term_wait_text(&term, "sorted");
    term_send(&term, "u", 1);
    term_wait_text(&term, "heads");
    term_send(&term, "q", 0);
    int status = term_wait_end(&term);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    term_check_restored(&term);
    term_free(&term);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_whole_view)};
    text_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
