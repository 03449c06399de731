// A model at a terminal: keys are answered while it runs, a text is typed, a head is cut out.
#include "base/text.h"
#include "check.h"
#include "tty/term.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

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

// The first frame is there before the model is.
static void a_key_typed_while_the_model_is_read_is_not_lost(void **state) {
    (void)state;
    term_start(&term, (TermStart){.term = "xterm-256color", .args = {"model", TEST_DATA "/gpt2-tiny/words"}});
    assert_true(term_shows(&term, "words"));
    term_send(&term, "m", 1);
    term_wait_text(&term, "gives");
    term_wait_text(&term, "mask ○");
    term_send(&term, "q", 0);
    term_wait_end(&term);
    term_free(&term);
}

static void what_is_found_wrong_on_the_way_is_said_and_the_terminal_given_back(void **state) {
    (void)state;
    static const char *const NAMES[] = {"config.json", "model.safetensors", "tokenizer.json"};
    char folder[] = "/tmp/lookback-test-XXXXXX", from[512], to[512];
    assert_non_null(mkdtemp(folder));
    for (int k = 0; k < 3; k++) {
        snprintf(from, sizeof from, TEST_DATA "/gpt2-tiny/words/%s", NAMES[k]);
        snprintf(to, sizeof to, "%s/%s", folder, NAMES[k]);
        if (k < 2) assert_int_equal(symlink(from, to), 0);
    }
    FILE *f = fopen(to, "w"); // the tokenizer
    assert_non_null(f);
    assert_true(fputs("{\"model\": 1}", f) >= 0 && fclose(f) == 0);
    term_start(&term, (TermStart){.term = "xterm-256color", .args = {"model", folder}});
    int status = term_wait_end(&term);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    term_check_restored(&term);
    assert_true(term_shows(&term, "tokenizer.json"));
    term_free(&term);
    for (int k = 0; k < 3; k++) {
        snprintf(to, sizeof to, "%s/%s", folder, NAMES[k]);
        unlink(to);
    }
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_view),
        cmocka_unit_test(a_key_typed_while_the_model_is_read_is_not_lost),
        cmocka_unit_test(what_is_found_wrong_on_the_way_is_said_and_the_terminal_given_back),
    };
    text_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
