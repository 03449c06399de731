// The course at a terminal: steps, a prediction by the pointer, a quiz, and what is kept from one run to the next.
#include "base/file.h"
#include "base/text.h"
#include "check.h"
#include "tty/term.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static Term term;
static char home[] = "/tmp/lookback-state-XXXXXX", setting[64], kept[64], broken[80];

static int make_home(void **state) {
    (void)state;
    if (!mkdtemp(home)) return -1;
    snprintf(setting, sizeof setting, "XDG_STATE_HOME=%s", home);
    snprintf(kept, sizeof kept, "%s/lookback/progress", home);
    snprintf(broken, sizeof broken, "%s.broken", kept);
    return 0;
}

static void stop(void) {
    if (term.vt) term_free(&term);
    term = (Term){0};
}

static int remove_home(void **state) {
    (void)state;
    stop();
    char folder[64];
    snprintf(folder, sizeof folder, "%s/lookback", home);
    unlink(kept);
    unlink(broken);
    rmdir(folder);
    rmdir(home);
    memcpy(home + strlen(home) - 6, "XXXXXX", 6);
    return 0;
}

static void start(const char *lesson) {
    stop();
    term_start(&term, (TermStart){.term = "xterm-256color", .env = {setting}, .args = {"lesson", lesson}});
    assert_false(term.ended);
}

static void quit(void) {
    term_send(&term, "q", 0);
    int status = term_wait_end(&term);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    term_check_restored(&term);
}

static void click(const char *text, int columns) {
    int y, x;
    assert_true(term_find(&term, text, &y, &x));
    term_point(&term, y, x + columns);
    term_button(&term, 1, true);
    term_button(&term, 1, false);
}

static void space_goes_on_and_p_back(void **state) {
    (void)state;
    start(NULL);
    assert_true(term_shows(&term, "Look back"));
    assert_true(term_shows(&term, "1 / 8"));
    term_send(&term, "  ", 2);
    assert_true(term_shows(&term, "3 / 8"));
    term_send(&term, "m", 1);
    assert_true(term_shows(&term, "mask ●"));
    term_send(&term, "p ", 2);
    assert_true(term_shows(&term, "mask ○"));
    click("Space on", 1);
    assert_true(term_shows(&term, "4 / 8"));
    quit();
}

static void a_prediction_is_clicked(void **state) {
    (void)state;
    start("four-heads");
    assert_true(term_shows(&term, "predict first"));
    click("A quick brown", 9);
    assert_true(term_shows(&term, "✓ Right"));
    assert_false(term_find(&term, "predict first", &(int){0}, &(int){0}));
    quit();
    start("four-heads");
    assert_true(term_shows(&term, "✓ Right"));
    term_send(&term, "A", 1);
    assert_true(term_shows(&term, "predict first"));
    quit();
    start("four-heads");
    assert_true(term_shows(&term, "predict first"));
}

static void a_number_is_typed(void **state) {
    (void)state;
    start("query-key-value");
    term_send(&term, "   ", 3);
    assert_true(term_shows(&term, "Predict a score"));
    term_send(&term, "3\1772", 3);
    assert_true(term_shows(&term, "▸ 2"));
    term_send(&term, "\r", 1);
    assert_true(term_shows(&term, "✓ Right"));
}

static void the_place_and_the_answers_are_kept(void **state) {
    (void)state;
    start("query-key-value");
    term_send(&term, "       ", 7);
    assert_true(term_shows(&term, "8 / 8"));
    term_send(&term, "31", 2);
    click("2) 768 numbers", 4);
    assert_true(term_shows(&term, "1 of 3 right"));
    quit();
    start(NULL);
    assert_true(term_shows(&term, "8 / 8"));
    assert_true(term_shows(&term, "✓ The value"));
    term_send(&term, " ", 1);
    assert_true(term_shows(&term, "✗ 768 numbers"));
    quit();
}

static void a_broken_file_is_set_aside(void **state) {
    (void)state;
    char folder[64];
    Error err;
    Str text = {0};
    snprintf(folder, sizeof folder, "%s/lookback", home);
    assert_int_equal(mkdir(folder, 0700), 0);
    assert_true(file_write(kept, "lookback progress 1\nplace here\n", 31, &err));
    start(NULL);
    assert_true(term_shows(&term, "1 / 8"));
    assert_true(term_shows(&term, "progress"));
    assert_true(file_read(broken, 1 << 10, &text, &err));
    assert_string_equal(str_text(&text), "lookback progress 1\nplace here\n");
    term_send(&term, " ", 1);
    quit();
    start(NULL);
    assert_true(term_shows(&term, "2 / 8"));
    str_free(&text);
}

static void what_cannot_be_kept_is_said_once(void **state) {
    (void)state;
    char folder[64];
    Error err;
    snprintf(folder, sizeof folder, "%s/lookback", home);
    assert_true(file_write(folder, "in the way\n", 11, &err));
    start(NULL);
    term_send(&term, " ", 1);
    assert_true(term_shows(&term, "progress: cannot write: Not a directory"));
    term_send(&term, " ", 1);
    assert_true(term_shows(&term, "3 / 8"));
    assert_false(term_shows(&term, "cannot write"));
    quit();
    unlink(folder);
}

static void two_at_once_keep_both(void **state) {
    (void)state;
    start("query-key-value");
    Term first = term;
    term = (Term){0};
    start("with-a-pen");
    term_send(&term, " ", 1);
    term_send(&first, " ", 1);
    term_send(&term, " ", 1);
    quit();
    term_free(&first);
    Error err;
    Str text = {0};
    assert_true(file_read(kept, 1 << 10, &text, &err));
    assert_non_null(strstr(str_text(&text), "place 1 1 02-query-key-value\n"));
    assert_non_null(strstr(str_text(&text), "place 2 2 03-with-a-pen\n"));
    str_free(&text);
}

#define COURSE_TEST(test) cmocka_unit_test_setup_teardown(test, make_home, remove_home)

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        COURSE_TEST(space_goes_on_and_p_back),
        COURSE_TEST(a_prediction_is_clicked),
        COURSE_TEST(a_number_is_typed),
        COURSE_TEST(the_place_and_the_answers_are_kept),
        COURSE_TEST(a_broken_file_is_set_aside),
        COURSE_TEST(what_cannot_be_kept_is_said_once),
        COURSE_TEST(two_at_once_keep_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
