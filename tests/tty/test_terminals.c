// The same program on different terminals: the colours each can show, and none where none are wanted.
#include "base/text.h"
#include "check.h"
#include "draw/palette.h"
#include "tty/term.h"

#include <sys/wait.h>

static Term term; // one at a time; freed even when a test fails

static int stop(void **state) {
    (void)state;
    term_free(&term);
    return 0;
}

// How many cells have a background of each kind.
typedef struct Colors {
    int plain, eight, indexed, direct;
    int strongest; // of direct: in the colour of the weight 0.956
    int wide;      // characters beyond ASCII
} Colors;

static void count_cell(Colors *count, const VTermScreenCell *cell, uint32_t strongest) {
    VTermColor bg = cell->bg;
    count->wide += cell->chars[0] > 0x7F && cell->chars[0] != (uint32_t)-1;
    if (VTERM_COLOR_IS_DEFAULT_BG(&bg)) {
        count->plain++;
    } else if (VTERM_COLOR_IS_INDEXED(&bg)) {
        if (bg.indexed.idx < 16) count->eight++;
        else count->indexed++;
    } else {
        count->direct++;
        count->strongest += ((uint32_t)bg.rgb.red << 16 | (uint32_t)bg.rgb.green << 8 | bg.rgb.blue) == strongest;
    }
}

static Colors colors_on(TermStart how) {
    term_start(&term, how);
    assert_false(term.ended);
    Palette palette = {.theme = THEME_DARK, .map = MAP_VIRIDIS, .mode = COLOR_TRUE};
    uint32_t strongest = palette_rgb(&palette, (Ink){INK_HEAT, heat_level(0.9557)});
    Colors count = {0};
    for (int k = 0; k < term.rows * term.cols; k++) {
        VTermScreenCell cell;
        vterm_screen_get_cell(term.screen, (VTermPos){k / term.cols, k % term.cols}, &cell);
        count_cell(&count, &cell, strongest);
    }
    term_send(&term, "mq", 0);
    int status = term_wait_end(&term);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    term_check_restored(&term);
    return count;
}

static void check_256(const char *name) {
    Colors c = colors_on((TermStart){.term = name});
    assert_true(c.indexed > 50);
    assert_int_equal(c.direct, 0);
}

static void xterm_256color(void **state) {
    (void)state;
    check_256("xterm-256color");
}

static void tmux_256color(void **state) {
    (void)state;
    check_256("tmux-256color");
}

static void check_direct(TermStart how) {
    Colors c = colors_on(how);
    assert_true(c.direct > 50);
    assert_int_equal(c.indexed + c.eight, 0);
    assert_true(c.strongest > 0);
}

static void xterm_direct(void **state) {
    (void)state;
    check_direct((TermStart){.term = "xterm-direct"});
}

static void colorterm_says_truecolor(void **state) {
    (void)state;
    check_direct((TermStart){.term = "xterm-256color", .env = {"COLORTERM=truecolor"}});
}

// Names that no terminfo on the machine knows (ncurses-term may be absent): the entry inside the program serves.
static void direct_without_an_entry(void **state) {
    (void)state;
    static const char *const NAMES[] = {"xterm-ghostty", "tmux-direct", "xterm-direct"};
    for (int k = 0; k < 3; k++) {
        if (k) term_free(&term);
        check_direct((TermStart){.term = NAMES[k], .env = {"TERMINFO_DIRS=/nonexistent", "TERMINFO=/nonexistent"}});
    }
}

static void linux_console(void **state) {
    (void)state;
    Colors c = colors_on((TermStart){.term = "linux"});
    assert_true(c.eight > 0);
    assert_int_equal(c.indexed + c.direct, 0);
}

static void vt100_has_no_colours(void **state) {
    (void)state;
    Colors c = colors_on((TermStart){.term = "vt100"});
    assert_int_equal(c.plain, 24 * 80);
}

static void no_color_is_obeyed(void **state) {
    (void)state;
    Colors c = colors_on((TermStart){.term = "xterm-256color", .env = {"NO_COLOR=1", "COLORTERM=truecolor"}});
    assert_int_equal(c.plain, 24 * 80);
    assert_true(c.wide > 0);
}

static void the_color_option_outranks_all(void **state) {
    (void)state;
    check_direct((TermStart){
        .term = "xterm-256color", .env = {"NO_COLOR=1"}, .args = {"--sentence=ioi", "--color", "truecolor"}});
    term_free(&term);
    Colors c = colors_on((TermStart){.term = "xterm-256color", .args = {"--sentence=ioi", "--color", "mono"}});
    assert_int_equal(c.plain, 24 * 80);
}

static void a_c_locale_gets_ascii(void **state) {
    (void)state;
    Colors c = colors_on((TermStart){.term = "xterm-256color", .locale = "C"});
    assert_int_equal(c.wide, 0);
    assert_true(c.indexed > 50);
}

#define TTY_TEST(test) cmocka_unit_test_teardown(test, stop)

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        TTY_TEST(xterm_256color),
        TTY_TEST(tmux_256color),
        TTY_TEST(xterm_direct),
        TTY_TEST(colorterm_says_truecolor),
        TTY_TEST(direct_without_an_entry),
        TTY_TEST(linux_console),
        TTY_TEST(vt100_has_no_colours),
        TTY_TEST(no_color_is_obeyed),
        TTY_TEST(the_color_option_outranks_all),
        TTY_TEST(a_c_locale_gets_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
