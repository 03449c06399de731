#include "tui/life.h"

#include "base/mem.h"
#include "base/str.h"
#include "tui/choose.h"
#include "tui/signals.h"
#include "tui/terminfo.h"
#include "tui/tmux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define NCURSES_NOMACROS 1
#include <ncurses.h>
#include <term.h> // its macros take names like lines and columns: only here

// Buttons, drags, hover, coordinates in decimal; bracketed paste.
#define MODES_ON "\033[?1000h\033[?1002h\033[?1003h\033[?1006h\033[?2004h"
#define MODES_OFF "\033[?2004l\033[?1006l\033[?1003l\033[?1002l\033[?1000l"
#define UPDATE_BEGIN "\033[?2026h"
#define UPDATE_END "\033[?2026l"

// The one screen.
static struct {
    SCREEN *screen;
    FILE *keys;            // stdin, or /dev/tty when that is something else
    bool ansi;             // speaks ESC [: may be sent modes
    bool left;             // the terminal has been given back
    struct termios before; // modes as they were found
} life;

void life_write(const char *bytes, size_t len) {
    while (len > 0) {
        ssize_t written = write(STDOUT_FILENO, bytes, len);
        if (written < 0 && errno == EAGAIN) {
            struct pollfd ready = {.fd = STDOUT_FILENO, .events = POLLOUT};
            poll(&ready, 1, -1);
        } else if (written < 0 && errno != EINTR) {
            return; // the terminal is gone; poll will say so
        }
        if (written > 0) bytes += written, len -= (size_t)written;
    }
}

static void write_modes(const char *modes) {
    if (life.ansi) life_write(modes, strlen(modes));
}

// ---- which terminal

// text: a capability of term.h. NULL if the terminal has it not, or has lost it.
static const char *capability(const char *text) {
    return text == (char *)-1 ? NULL : text;
}

// RGB may be a flag, a number of bits or a text (user_caps(5)).
static bool terminfo_has_rgb(void) {
    return tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || capability(tigetstr("RGB"));
}

static void read_facts(ChooseFacts *f, bool mode_given, ColorMode mode) {
    *f = (ChooseFacts){.term = getenv("TERM"), .colorterm = getenv("COLORTERM"), .no_color = getenv("NO_COLOR"),
                       .sty = getenv("STY"), .tmux = getenv("TMUX"), .mode_given = mode_given, .mode = mode};
    int found = 0;
    if (!f->term || !f->term[0] || setupterm(f->term, STDOUT_FILENO, &found) != OK) return;
    f->known = true;
    f->can_move = capability(cursor_address) != NULL;
    f->rgb = terminfo_has_rgb();
    f->colors = tigetnum("colors");
    del_curterm(cur_term);
}

static SCREEN *open_entry(const ChooseFacts *f, ChooseEntry entry) {
    if (entry == CHOOSE_OWN) return newterm(f->term, stdout, life.keys);
    if (entry == CHOOSE_XTERM_256) return newterm("xterm-256color", stdout, life.keys);
    if (entry == CHOOSE_SCREEN_256) return newterm("screen-256color", stdout, life.keys);
    const char *value = getenv("TERMINFO");
    char *users = value ? mem_text(value, strlen(value)) : NULL;
    setenv("TERMINFO", TERMINFO_DIRECT, 1);
    SCREEN *screen = newterm(TERMINFO_DIRECT_NAME, stdout, life.keys);
    if (users) setenv("TERMINFO", users, 1);
    else unsetenv("TERMINFO");
    free(users);
    return screen;
}

static bool open_keys(Error *err) {
    life.keys = stdin;
    if (isatty(STDIN_FILENO)) return true;
    int fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    life.keys = fd < 0 ? NULL : fdopen(fd, "r");
    if (life.keys) return true;
    if (fd >= 0) close(fd);
    return error_set(
        err, "standard input is not a terminal and /dev/tty cannot be opened: there is nowhere to read keys from");
}

static void close_keys(void) {
    if (life.keys && life.keys != stdin) fclose(life.keys);
    life.keys = NULL;
}

// ---- the way back

// Appends a capability without its padding marks $<5>.
static void add_capability(Str *out, const char *text) {
    text = capability(text);
    for (; text && *text; text++) {
        const char *close = text[0] == '$' && text[1] == '<' ? strchr(text, '>') : NULL;
        if (close) text = close;
        else str_putc(out, *text);
    }
}

// endwin may not be called from a signal handler: what it would write is kept ready.
static void prepare_rescue(void) {
    Str bytes = {0};
    if (life.ansi) str_puts(&bytes, UPDATE_END MODES_OFF);
    add_capability(&bytes, exit_attribute_mode);
    add_capability(&bytes, orig_pair);
    add_capability(&bytes, cursor_normal);
    add_capability(&bytes, exit_ca_mode);
    if (!capability(exit_ca_mode)) str_puts(&bytes, "\r\n");
    signals_set_rescue(STDOUT_FILENO, str_text(&bytes), bytes.len, &life.before);
    str_free(&bytes);
}

static void set_colors(ColorMode mode) {
    if (mode == COLOR_MONO || !has_colors()) return;
    start_color();
    use_default_colors();
}

static void set_up_screen(ColorMode mode) {
    raw();
    noecho();
    nonl();
    typeahead(-1); // an update is never left half done because a key came
    leaveok(stdscr, TRUE);
    curs_set(0);
    set_colors(mode);
    const char *cup = capability(cursor_address);
    life.left = false;
    life.ansi = cup && strncmp(cup, "\033[", 2) == 0;
    prepare_rescue();
    write_modes(MODES_ON);
}

static bool open_screen(bool mode_given, ColorMode *mode, Error *err) {
    ChooseFacts facts;
    read_facts(&facts, mode_given, *mode);
    char features[512];
    if (choose_wants_features(&facts) && tmux_ask_features(features, sizeof features)) facts.tmux_features = features;
    Choice choice;
    if (!choose_screen(&facts, &choice, err)) return false;
    use_env(FALSE); // LINES and COLUMNS exported long ago must not outrank the terminal
    use_tioctl(TRUE);
    life.screen = open_entry(&facts, choice.entry);
    if (!life.screen && choice.entry != CHOOSE_OWN && facts.known) life.screen = open_entry(&facts, CHOOSE_OWN);
    if (!life.screen)
        return error_set(err, "TERM=%.64s: the terminal cannot be opened (lookback render prints without one)",
                         facts.term);
    *mode = choice.mode;
    return true;
}

bool life_start(bool mode_given, ColorMode *mode, Error *err) {
    if (!isatty(STDOUT_FILENO)) {
        return error_set(err, "standard output is not a terminal: use `lookback render` to print a view");
    }
    if (!open_keys(err)) return false;
    tcgetattr(STDOUT_FILENO, &life.before);
    if (signals_start(err)) {
        if (open_screen(mode_given, mode, err)) {
            set_up_screen(*mode);
            return true;
        }
        signals_stop();
    }
    close_keys();
    return false;
}

static void leave(void) {
    if (life.left) return;
    write_modes(MODES_OFF);
    endwin();
    tcsetattr(STDOUT_FILENO, TCSADRAIN, &life.before);
    signals_set_rescue(STDOUT_FILENO, "", 0, &life.before);
    life.left = true;
}

void life_stop(void) {
    leave();
    signals_stop();
    delscreen(life.screen);
    life.screen = NULL;
    close_keys();
}

// ---- while it runs

int life_keys_fd(void) {
    return fileno(life.keys);
}

void life_read_size(int *rows, int *cols) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col)
        resizeterm(size.ws_row, size.ws_col);
    getmaxyx(stdscr, *rows, *cols);
}

bool life_suspend(bool job) {
    leave();
    if (!signals_suspend(job)) return false;
    life_reclaim();
    prepare_rescue();
    life.left = false;
    return true;
}

void life_reclaim(void) {
    reset_prog_mode();
    write_modes(MODES_ON);
}

void life_show(const char *trailer) {
    if (life.ansi) life_write(UPDATE_BEGIN, sizeof UPDATE_BEGIN - 1);
    wnoutrefresh(stdscr);
    doupdate();
    char bytes[128];
    int len = snprintf(bytes, sizeof bytes, "%s%s", life.ansi ? UPDATE_END : "", trailer);
    if (len > 0) life_write(bytes, (size_t)len);
}
