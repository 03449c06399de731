// What reaches outside the frame: notes in a second process, a lesson read again when it is saved, a lobby screen that
// goes on by itself. Two programs on two terminals; time is a key (Ctrl-] is a tick under LOOKBACK_TEST).
#include "base/file.h"
#include "base/text.h"
#include "check.h"
#include "tty/term.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TERMS = 4 };
static Term term[TERMS]; // freed even when a test fails
static bool used[TERMS];
static char folder[64], runtime[96], state_home[96], lesson[128];

static int start(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/lookback-test-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(runtime, sizeof runtime, "XDG_RUNTIME_DIR=%s", folder);
    snprintf(state_home, sizeof state_home, "XDG_STATE_HOME=%s/state", folder);
    snprintf(lesson, sizeof lesson, "%s/own.md", folder);
    return 0;
}

static int stop(void **state) {
    (void)state;
    for (int k = 0; k < TERMS; k++) {
        if (used[k]) term_free(&term[k]);
        used[k] = false;
    }
    pid_t child = fork();
    if (child == 0) {
        execlp("rm", "rm", "-rf", folder, (char *)NULL);
        _exit(1);
    }
    return waitpid(child, NULL, 0) == child ? 0 : -1;
}

static void save(const char *text) {
    Error err;
    if (!file_write(lesson, text, strlen(text), &err)) fail_msg("%s", err.text);
}

static Term *open_term(int k, TermStart how) {
    if (used[k]) term_free(&term[k]);
    used[k] = true;
    how.term = "xterm-256color";
    how.env[0] = runtime;
    how.env[1] = state_home;
    term_start(&term[k], how);
    return &term[k];
}

static Term *open_lesson(int k) {
    return open_term(k, (TermStart){.args = {"lesson", lesson}});
}

static Term *open_notes(int k) {
    return open_term(k, (TermStart){.args = {"notes"}});
}

static const char TWO[] = "# One\n\nfirst\n\n<!-- pause -->\n\nmore\n\n<!-- note: ask the class -->\n\n***\n\n# Two\n\nsecond\n\n"
                          "<!-- note: let them answer -->\n";

static const char *follows(const Term *t) {
    static char words[64];
    snprintf(words, sizeof words, "follows lookback %d", (int)t->program);
    return words;
}

// ---- notes

static void notes_follow_each_step(void **state) {
    (void)state;
    save(TWO);
    Term *t = open_lesson(0), *n = open_notes(1);
    term_wait_text(n, "ask the class");
    term_wait_text(n, follows(t));
    assert_true(term_shows(n, "step 1 of 2"));
    assert_true(term_shows(n, "next step: Two"));
    assert_true(term_shows(n, "Space shows more: 1 of 1"));
    term_send(t, " ", 1);
    for (int y, x; term_find(n, "Space shows more", &y, &x);) term_wait_frame(n);
    assert_true(term_shows(n, "step 1 of 2"));
    term_send(t, " ", 1);
    term_wait_text(n, "let them answer");
    assert_true(term_shows(n, "step 2 of 2"));
    term_send(t, "p", 1);
    term_wait_text(n, "ask the class");
    term_send(t, "\033", 1);
    term_wait_text(n, "has no lesson open");
    term_send(n, "q", 0);
    assert_true(WIFEXITED(term_wait_end(n)));
    term_check_restored(n);
}

static void notes_first_and_the_lesson_after(void **state) {
    (void)state;
    save(TWO);
    Term *n = open_notes(1);
    assert_true(term_shows(n, "waiting for a lesson"));
    Term *t = open_lesson(0);
    term_wait_text(n, follows(t));
    assert_true(term_shows(n, "ask the class"));
}

static void notes_killed_and_restarted(void **state) {
    (void)state;
    save(TWO);
    Term *t = open_lesson(0), *n = open_notes(1);
    term_wait_text(n, "ask the class");
    term_signal(n, SIGKILL);
    term_wait_end(n);
    term_send(t, "  ", 2);
    assert_true(term_shows(t, "second"));
    n = open_notes(1);
    term_wait_text(n, "let them answer");
    term_send(t, "p", 1);
    term_wait_text(n, "ask the class");
}

static void the_presenter_killed_and_restarted(void **state) {
    (void)state;
    static const int HOW[] = {SIGKILL, SIGTERM};
    save(TWO);
    Term *n = open_notes(1);
    for (int k = 0; k < 2; k++) {
        char ended[64];
        Term *t = open_lesson(0);
        term_wait_text(n, follows(t));
        snprintf(ended, sizeof ended, "lookback %d has ended: waiting", (int)t->program);
        term_signal(t, HOW[k]);
        term_wait_end(t);
        term_wait_text(n, ended);
        assert_true(term_shows(n, "ask the class")); // what was there stays
    }
}

static void several_notes_and_several_lessons(void **state) {
    (void)state;
    save(TWO);
    Term *older = open_lesson(0), *a = open_notes(1), *b = open_notes(2);
    term_wait_text(a, "ask the class");
    term_wait_text(b, "ask the class");
    Term *newer = open_term(3, (TermStart){.args = {"lesson", "1"}});
    term_wait_text(a, follows(newer));
    assert_true(term_shows(a, ", the newest of 2"));
    term_wait_text(b, follows(newer));
    term_send(older, "  ", 2);
    term_send(newer, "q", 0);
    term_wait_end(newer);
    term_wait_text(a, "let them answer");
    term_wait_text(b, follows(older));
}

// Far more frames than a socket holds: the stopped process is dropped, the presenter goes on, and is found again.
static void notes_that_are_stopped_hold_nothing_up(void **state) {
    (void)state;
    save(TWO);
    Term *t = open_lesson(0), *n = open_notes(1);
    term_wait_text(n, "ask the class");
    term_signal(n, SIGSTOP);
    term_wait_stop(n);
    for (int k = 0; k < 300; k++) term_send(t, k % 2 ? "p" : " ", 1);
    term_send(t, "    ", 4);
    term_continue(n);
    term_wait_text(n, "let them answer");
}

static void the_clock_is_in_the_notes(void **state) {
    (void)state;
    save(TWO);
    open_lesson(0);
    Term *n = open_notes(1);
    term_wait_text(n, "ask the class");
    assert_true(term_shows(n, " 0:00"));
    term_send(n, "\x1d\x1d\x1d", 3);
    assert_true(term_shows(n, " 0:03"));
    term_send(n, "p\x1dp", 3);
    assert_true(term_shows(n, " 0:03"));
    term_send(n, "r", 1);
    assert_true(term_shows(n, " 0:00"));
}

// Something else listens where a lookback should, and says things.
static void nothing_told_is_believed_unseen(void **state) {
    (void)state;
    char place[96];
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(place, sizeof place, "%s/lookback", folder);
    assert_int_equal(mkdir(place, 0700), 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s/lookback/%d", folder, (int)getpid());
    int fd = socket(AF_UNIX, SOCK_SEQPACKET, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(fd, 4), 0);
    Term *n = open_notes(1);
    int to = accept(fd, NULL, NULL);
    static const char HOSTILE[] = "lookback-notes 1\nlesson 3 x\ntitle \x1b]2;f9;e9\a\x1b[2J\nstep 1 1\npause 0 0\nheading \x1b[31mred\nnext end \nnotes 4\n\x1b[2J";
    assert_int_equal(send(to, HOSTILE, sizeof HOSTILE - 1, 0), sizeof HOSTILE - 1);
    term_wait_text(n, "␛[31mred");
    assert_true(n->frames < 9);
    assert_int_equal(send(to, "lookback-notes 9\n", 17, 0), 17);
    term_wait_text(n, "not of this version");
    close(to);
    close(fd);
}

static void a_place_open_to_others_is_refused(void **state) {
    (void)state;
    char place[96];
    snprintf(place, sizeof place, "%s/lookback", folder);
    assert_int_equal(mkdir(place, 0777), 0);
    assert_int_equal(chmod(place, 0777), 0);
    save(TWO);
    Term *t = open_lesson(0);
    term_send(t, " ", 1); // plays all the same
    assert_true(term_shows(t, "more"));
    Term *n = open_notes(1);
    int status = term_wait_end(n);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    if (!strstr(str_text(&n->output), "open to others")) fail_msg("%s", str_text(&n->output));
    term_check_restored(n);
}

// ---- --watch

static void a_saved_lesson_is_read_again(void **state) {
    (void)state;
    save(TWO);
    Term *t = open_term(0, (TermStart){.args = {"lesson", lesson, "--watch", "--step", "2"}});
    assert_true(term_shows(t, "second"));
    save("# Zero\n\n***\n\n# One\n\n***\n\n# Two\n\nchanged\n");
    term_wait_text(t, "changed");
    assert_true(term_shows(t, "3 / 3"));
    save("# Two\n\n```scene\nhead: inducton\n```\n");
    term_wait_text(t, "own.md:4: scene: unknown head \"inducton\" (did you mean \"induction\"?)");
    assert_true(term_shows(t, "changed"));
    save("# Two\n\nmended\n");
    term_wait_text(t, "mended");
    assert_true(term_shows(t, "1 / 1"));
}

static void notes_hear_of_what_was_saved(void **state) {
    (void)state;
    save(TWO);
    open_term(0, (TermStart){.args = {"lesson", lesson, "--watch"}});
    Term *n = open_notes(1);
    term_wait_text(n, "ask the class");
    save("# One\n\n<!-- note: ask them twice -->\n");
    term_wait_text(n, "ask them twice");
}

// ---- --autoplay

static void a_tick_goes_on_and_a_key_stops_it(void **state) {
    (void)state;
    save(TWO);
    Term *t = open_term(0, (TermStart){.args = {"lesson", lesson, "--autoplay", "1"}});
    assert_true(term_shows(t, "first"));
    term_send(t, "\x1d\x1d", 2);
    assert_true(term_shows(t, "second"));
    term_send(t, "\x1d", 1);
    assert_true(term_shows(t, "first"));
    term_send(t, "x", 1);
    assert_true(term_shows(t, "stopped"));
    term_send(t, "\x1d\x1d", 2);
    assert_true(term_shows(t, "first"));
    char kept[96];
    snprintf(kept, sizeof kept, "%s/state/lookback/progress", folder);
    assert_int_not_equal(access(kept, F_OK), 0); // nobody learned anything
}

#define TTY_TEST(test) cmocka_unit_test_setup_teardown(test, start, stop)

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        TTY_TEST(notes_follow_each_step),
        TTY_TEST(notes_first_and_the_lesson_after),
        TTY_TEST(notes_killed_and_restarted),
        TTY_TEST(the_presenter_killed_and_restarted),
        TTY_TEST(several_notes_and_several_lessons),
        TTY_TEST(notes_that_are_stopped_hold_nothing_up),
        TTY_TEST(the_clock_is_in_the_notes),
        TTY_TEST(nothing_told_is_believed_unseen),
        TTY_TEST(a_place_open_to_others_is_refused),
        TTY_TEST(a_saved_lesson_is_read_again),
        TTY_TEST(notes_hear_of_what_was_saved),
        TTY_TEST(a_tick_goes_on_and_a_key_stops_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
