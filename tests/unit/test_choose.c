// Which colours and which terminfo entry: the order of the decisions.
#include "tui/choose.h"

#include "check.h"

// What terminfo says of the usual ones.
static ChooseFacts facts_of(const char *term) {
    ChooseFacts f = {.term = term, .known = true, .can_move = true, .colors = 256};
    if (!term || strcmp(term, "dumb") == 0 || term[0] == '\0') f.can_move = false;
    if (term && (strcmp(term, "linux") == 0 || strcmp(term, "xterm") == 0 || strcmp(term, "screen") == 0)) f.colors = 8;
    if (term && strcmp(term, "vt100") == 0) f.colors = -1;
    if (term && strcmp(term, "xterm-direct") == 0) {
        f.colors = 1 << 24;
        f.rgb = true;
    }
    return f;
}

static void check_choice(ChooseFacts f, ChooseEntry entry, ColorMode mode) {
    Choice got = {CHOOSE_OWN, COLOR_COUNT};
    Error err = {""};
    bool ok = choose_screen(&f, &got, &err);
    assert_string_equal(err.text, "");
    assert_true(ok);
    assert_int_equal(got.mode, mode);
    assert_int_equal(got.entry, entry);
}

static void check_refused(ChooseFacts f, const char *hint) {
    Choice got = {CHOOSE_OWN, COLOR_COUNT};
    Error err = {""};
    assert_false(choose_screen(&f, &got, &err));
    assert_int_equal(got.mode, COLOR_COUNT);
    assert_non_null(strstr(err.text, hint));
    assert_null(strchr(err.text, '\n'));
}

static void terminfo_decides_by_itself(void **unused) {
    (void)unused;
    check_choice(facts_of("xterm-256color"), CHOOSE_OWN, COLOR_256);
    check_choice(facts_of("tmux-256color"), CHOOSE_OWN, COLOR_256);
    check_choice(facts_of("linux"), CHOOSE_OWN, COLOR_8);
    check_choice(facts_of("vt100"), CHOOSE_OWN, COLOR_MONO);
    check_choice(facts_of("xterm-direct"), CHOOSE_DIRECT, COLOR_TRUE);
}

static void no_screen_is_an_error(void **unused) {
    (void)unused;
    check_refused(facts_of("dumb"), "lookback render");
    check_refused(facts_of(NULL), "TERM is not set");
    check_refused(facts_of(""), "TERM is not set");
    check_refused((ChooseFacts){.term = "nonsense"}, "TERM=nonsense");
    ChooseFacts printer = facts_of("lpr");
    printer.can_move = false;
    check_refused(printer, "lpr");
    ChooseFacts forced = facts_of("dumb"); // --color does not give a terminal a cursor
    forced.mode_given = true;
    check_refused(forced, "dumb");
}

static void unknown_relatives_get_a_stand_in(void **unused) {
    (void)unused;
    check_choice((ChooseFacts){.term = "xterm-kitty"}, CHOOSE_DIRECT, COLOR_TRUE);
    check_choice((ChooseFacts){.term = "foot-extra"}, CHOOSE_DIRECT, COLOR_TRUE);
    check_choice((ChooseFacts){.term = "konsole-direct"}, CHOOSE_DIRECT, COLOR_TRUE);
    check_choice((ChooseFacts){.term = "xterm-new"}, CHOOSE_XTERM_256, COLOR_256);
    check_choice((ChooseFacts){.term = "xterm-new", .no_color = "1"}, CHOOSE_XTERM_256, COLOR_MONO);
    check_choice((ChooseFacts){.term = "screen.new", .sty = "1"}, CHOOSE_SCREEN_256, COLOR_256);
}

static void colorterm_promises_rgb(void **unused) {
    (void)unused;
    ChooseFacts f = facts_of("xterm");
    f.colorterm = "truecolor";
    check_choice(f, CHOOSE_DIRECT, COLOR_TRUE);
    f.colorterm = "24bit";
    check_choice(f, CHOOSE_DIRECT, COLOR_TRUE);
    f.colorterm = "yes";
    check_choice(f, CHOOSE_OWN, COLOR_8);
    ChooseFacts stale = facts_of("vt100"); // left over from another terminal
    stale.colorterm = "truecolor";
    check_choice(stale, CHOOSE_OWN, COLOR_MONO);
    stale = facts_of("linux");
    stale.colorterm = "truecolor";
    check_choice(stale, CHOOSE_OWN, COLOR_8);
}

static void no_color_counts_when_not_empty(void **unused) {
    (void)unused;
    ChooseFacts f = facts_of("xterm-direct");
    f.no_color = "1";
    check_choice(f, CHOOSE_OWN, COLOR_MONO);
    f.no_color = "";
    check_choice(f, CHOOSE_DIRECT, COLOR_TRUE);
}

static void tmux_knows_its_client(void **unused) {
    (void)unused;
    ChooseFacts f = facts_of("tmux-256color");
    f.tmux = "/tmp/tmux-1/default,1,0";
    f.colorterm = "truecolor"; // of the terminal that tmux was started in, perhaps
    assert_true(choose_wants_features(&f));
    check_choice(f, CHOOSE_OWN, COLOR_256);
    f.tmux_features = "256,RGB,title";
    check_choice(f, CHOOSE_DIRECT, COLOR_TRUE);
    f.tmux_features = "256,XRGB,RGBX";
    check_choice(f, CHOOSE_OWN, COLOR_256);
    f = facts_of("screen");
    f.tmux = "/tmp/tmux-1/default,1,0";
    check_choice(f, CHOOSE_SCREEN_256, COLOR_256);
    f = facts_of("vt100");
    f.tmux = "/tmp/tmux-1/default,1,0";
    assert_false(choose_wants_features(&f));
    check_choice(f, CHOOSE_OWN, COLOR_MONO);
}

static void tmux_is_asked_only_when_it_matters(void **unused) {
    (void)unused;
    ChooseFacts f = facts_of("tmux-256color");
    assert_false(choose_wants_features(&f));
    f.tmux = "socket,1,0";
    assert_true(choose_wants_features(&f));
    f.no_color = "1";
    assert_false(choose_wants_features(&f));
    f.no_color = NULL;
    f.mode_given = true;
    assert_false(choose_wants_features(&f));
}

static void screen_shows_no_rgb(void **unused) {
    (void)unused;
    ChooseFacts f = facts_of("screen-256color");
    f.sty = "1.pts";
    f.colorterm = "truecolor";
    check_choice(f, CHOOSE_OWN, COLOR_256);
}

static void the_option_beats_everything(void **unused) {
    (void)unused;
    ChooseFacts f = facts_of("screen-256color");
    f.sty = "1.pts";
    f.no_color = "1";
    f.mode_given = true;
    f.mode = COLOR_TRUE;
    check_choice(f, CHOOSE_DIRECT, COLOR_TRUE);
    f = facts_of("xterm-direct"); // its colours above 7 are RGB
    f.mode_given = true;
    f.mode = COLOR_256;
    check_choice(f, CHOOSE_XTERM_256, COLOR_256);
    f.mode = COLOR_8;
    check_choice(f, CHOOSE_OWN, COLOR_8);
    f = facts_of("vt100");
    f.mode_given = true;
    f.mode = COLOR_8;
    check_choice(f, CHOOSE_XTERM_256, COLOR_8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terminfo_decides_by_itself),     cmocka_unit_test(no_screen_is_an_error),
        cmocka_unit_test(unknown_relatives_get_a_stand_in), cmocka_unit_test(colorterm_promises_rgb),
        cmocka_unit_test(no_color_counts_when_not_empty), cmocka_unit_test(tmux_knows_its_client),
        cmocka_unit_test(tmux_is_asked_only_when_it_matters), cmocka_unit_test(screen_shows_no_rgb),
        cmocka_unit_test(the_option_beats_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
