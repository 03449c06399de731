#include "tty/term.h"

#include "base/text.h"
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

enum { PATIENCE_MS = 60000 }; // before a test gives up on the program

// ---- the shell and the program, in child processes

static void redirect(const char *path, int to, int flags) {
    int fd = path ? open(path, flags) : to;
    if (fd < 0 || (fd != to && dup2(fd, to) < 0)) _exit(120);
}

static void exec_program(const TermStart *start) {
    char *argv[TERM_ARGS + 2] = {(char *)LOOKBACK_BIN};
    for (int k = 0; k < TERM_ARGS && start->args[k]; k++) argv[k + 1] = (char *)start->args[k];
    if (!argv[1]) argv[1] = (char *)"--sentence=ioi"; // alone it would open the tour
    const char *asan = getenv("ASAN_OPTIONS"), *ubsan = getenv("UBSAN_OPTIONS");
    char *kept[] = {asan ? strdup(asan) : NULL, ubsan ? strdup(ubsan) : NULL};
    clearenv();
    if (kept[0]) setenv("ASAN_OPTIONS", kept[0], 1);
    if (kept[1]) setenv("UBSAN_OPTIONS", kept[1], 1);
    if (start->term) setenv("TERM", start->term, 1);
    setenv("LC_ALL", start->locale ? start->locale : "C.UTF-8", 1);
    setenv("PATH", "/usr/bin:/bin", 1);
    setenv("LOOKBACK_DATA", PROJECT_DATA, 1);
    setenv("LOOKBACK_TEST", "1", 1);
    setenv("XDG_RUNTIME_DIR", RUNTIME_DIR, 1);
    for (int k = 0; k < TERM_ENVS && start->env[k]; k++) putenv((char *)start->env[k]);
    redirect(start->stdin_path, STDIN_FILENO, O_RDONLY);
    redirect(start->stdout_path, STDOUT_FILENO, O_WRONLY);
    execv(LOOKBACK_BIN, argv);
    _exit(121);
}

static void tell(int fd, const void *bytes, size_t len) {
    if (write(fd, bytes, len) != (ssize_t)len) _exit(122);
}

// A shell with one job: reports each change of it, gives it the terminal again when told to.
static void run_shell(const TermStart *start, int report, int command) {
    signal(SIGTTOU, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    pid_t program = fork();
    if (program == 0) {
        close(report);
        close(command);
        setpgid(0, 0);
        tcsetpgrp(STDERR_FILENO, getpid());
        signal(SIGTTOU, SIG_DFL);
        signal(SIGHUP, SIG_DFL);
        exec_program(start);
    }
    setpgid(program, program);
    tcsetpgrp(STDERR_FILENO, program);
    tell(report, &program, sizeof program);
    int status;
    char go;
    while (waitpid(program, &status, WUNTRACED) == program) {
        if (WIFSTOPPED(status)) tcsetpgrp(STDERR_FILENO, getpid());
        tell(report, &status, sizeof status);
        if (!WIFSTOPPED(status) || read(command, &go, 1) != 1) break;
        tcsetpgrp(STDERR_FILENO, program);
        kill(-program, SIGCONT);
    }
    _exit(0);
}

// ---- what the program writes

static int on_property(VTermProp property, VTermValue *value, void *user) {
    Term *t = user;
    if (property == VTERM_PROP_ALTSCREEN) t->alternate = value->boolean;
    if (property == VTERM_PROP_CURSORVISIBLE) t->cursor_hidden = !value->boolean;
    if (property == VTERM_PROP_MOUSE) t->mouse = value->number;
    return 1;
}

static void on_output(const char *bytes, size_t len, void *user) {
    Term *t = user;
    if (write(t->fd, bytes, len) != (ssize_t)len) fail_msg("cannot write to the terminal");
}

// Picks ESC ] 2 ; f<frames> ; e<events> BEL out of the stream.
static void read_titles(Term *t, const char *bytes, size_t len) {
    static const char START[] = "\033]2;";
    for (size_t k = 0; k < len; k++) {
        size_t at = t->title.len;
        if (at < sizeof START - 1 && bytes[k] != START[at]) {
            str_clear(&t->title);
            if (bytes[k] == START[0]) str_putc(&t->title, bytes[k]);
        } else if (bytes[k] == '\a') {
            sscanf(t->title.s + sizeof START - 1, "f%u;e%u", &t->frames, &t->events);
            str_clear(&t->title);
        } else {
            str_putc(&t->title, bytes[k]);
        }
    }
}

static bool read_output(Term *t) {
    char bytes[65536];
    ssize_t len = read(t->fd, bytes, sizeof bytes);
    if (len <= 0) return false;
    str_add(&t->output, bytes, (size_t)len);
    vterm_input_write(t->vt, bytes, (size_t)len);
    read_titles(t, bytes, (size_t)len);
    return true;
}

static void read_report(Term *t) {
    if (read(t->report, &t->status, sizeof t->status) != sizeof t->status) fail_msg("the shell is gone");
    t->stopped = WIFSTOPPED(t->status);
    t->ended = !t->stopped;
    struct pollfd more = {.fd = t->fd, .events = POLLIN};
    while (t->fd >= 0 && poll(&more, 1, 0) > 0 && read_output(t)) {} // what it wrote before
}

static void print_screen(const Term *t) {
    for (int y = 0; y < t->rows; y++) print_error("|%s\n", term_row(t, y));
}

// Takes in one more piece of output or one report; fails the test when nothing comes for too long.
static void pump(Term *t) {
    struct pollfd ready[] = {{.fd = t->fd, .events = POLLIN}, {.fd = t->report, .events = POLLIN}};
    int found = poll(ready, 2, PATIENCE_MS);
    if (found <= 0) {
        print_screen(t);
        fail_msg("nothing came from the program: frame %u, event %u", t->frames, t->events);
    }
    if (ready[0].revents & POLLIN) read_output(t);
    else if (ready[1].revents) read_report(t);
}

// ---- starting and ending

static void start_screen(Term *t) {
    static const VTermScreenCallbacks CALLBACKS = {.settermprop = on_property};
    t->vt = vterm_new(t->rows, t->cols);
    vterm_set_utf8(t->vt, 1);
    vterm_output_set_callback(t->vt, on_output, t);
    t->screen = vterm_obtain_screen(t->vt);
    vterm_screen_set_callbacks(t->screen, &CALLBACKS, t);
    vterm_screen_enable_altscreen(t->screen, 1);
    vterm_screen_reset(t->screen, 1);
}

void term_start(Term *t, TermStart start) {
    *t = (Term){.rows = start.rows ? start.rows : 24, .cols = start.cols ? start.cols : 80};
    struct winsize size = {.ws_row = (unsigned short)t->rows, .ws_col = (unsigned short)t->cols};
    int report[2], command[2];
    assert_int_equal(openpty(&t->fd, &t->tty, NULL, NULL, &size), 0);
    assert_int_equal(pipe(report), 0);
    assert_int_equal(pipe(command), 0);
    assert_int_equal(tcgetattr(t->tty, &t->before), 0);
    start_screen(t);
    t->shell = fork();
    if (t->shell == 0) {
        close(t->fd);
        close(report[0]);
        close(command[1]);
        login_tty(t->tty);
        run_shell(&start, report[1], command[0]);
    }
    close(report[1]);
    close(command[0]);
    t->report = report[0];
    t->command = command[1];
    assert_int_equal(read(t->report, &t->program, sizeof t->program), sizeof t->program);
    while (t->frames == 0 && !t->ended) pump(t);
}

void term_free(Term *t) {
    if (!t->ended) kill(t->program, SIGKILL);
    close(t->command);
    waitpid(t->shell, NULL, 0);
    close(t->report);
    if (t->fd >= 0) close(t->fd);
    close(t->tty);
    vterm_free(t->vt);
    str_free(&t->title);
    str_free(&t->output);
}

// ---- events

void term_wait_events(Term *t, unsigned events) {
    while (t->events < events) {
        if (t->ended) fail_msg("the program ended: status %#x", (unsigned)t->status);
        pump(t);
    }
}

void term_wait_frame(Term *t) {
    for (unsigned frame = t->frames; t->frames == frame && !t->ended;) pump(t);
}

void term_send(Term *t, const char *bytes, unsigned events) {
    unsigned before = t->events;
    size_t len = strlen(bytes);
    assert_int_equal(write(t->fd, bytes, len), len);
    if (events) term_wait_events(t, before + events);
}

void term_point(Term *t, int y, int x) {
    unsigned before = t->events;
    vterm_mouse_move(t->vt, y, x, VTERM_MOD_NONE);
    term_wait_events(t, before + 1);
}

void term_button(Term *t, int button, bool down) {
    unsigned before = t->events;
    vterm_mouse_button(t->vt, button, down, VTERM_MOD_NONE);
    term_wait_events(t, before + 1);
}

void term_resize(Term *t, int rows, int cols) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};
    t->rows = rows;
    t->cols = cols;
    vterm_set_size(t->vt, rows, cols);
    unsigned before = t->events;
    assert_int_equal(ioctl(t->fd, TIOCSWINSZ, &size), 0);
    term_wait_events(t, before + 1);
}

void term_signal(Term *t, int number) {
    assert_int_equal(kill(t->program, number), 0);
}

void term_wait_stop(Term *t) {
    while (!t->stopped && !t->ended) pump(t);
    assert_true(t->stopped);
}

void term_continue(Term *t) {
    unsigned frame = t->frames;
    t->stopped = false;
    assert_int_equal(write(t->command, "", 1), 1);
    while (t->frames == frame && !t->ended) pump(t);
}

int term_wait_end(Term *t) {
    while (!t->ended) pump(t);
    return t->status;
}

// ---- the screen

const char *term_row(const Term *t, int y) {
    static Str row;
    str_clear(&row);
    for (int x = 0; x < t->cols; x++) {
        VTermScreenCell cell;
        vterm_screen_get_cell(t->screen, (VTermPos){y, x}, &cell);
        if (cell.chars[0] == (uint32_t)-1) continue; // second half of a wide one
        char utf8[4];
        for (int k = 0; k < VTERM_MAX_CHARS_PER_CELL && (k == 0 || cell.chars[k]); k++) {
            str_add(&row, utf8, (size_t)text_encode(cell.chars[k] ? cell.chars[k] : ' ', utf8));
        }
    }
    while (row.len && row.s[row.len - 1] == ' ') row.s[--row.len] = '\0';
    return str_text(&row);
}

bool term_find(const Term *t, const char *text, int *y, int *x) {
    for (*y = 0; *y < t->rows; ++*y) {
        const char *row = term_row(t, *y), *at = strstr(row, text);
        if (!at) continue;
        Str left = {0};
        str_add(&left, row, (size_t)(at - row));
        *x = text_columns(str_text(&left));
        str_free(&left);
        return true;
    }
    return false;
}

bool term_shows(const Term *t, const char *text) {
    int y, x;
    bool found = term_find(t, text, &y, &x);
    if (!found) print_screen(t);
    return found;
}

void term_wait_text(Term *t, const char *text) {
    int y, x;
    while (!term_find(t, text, &y, &x)) {
        if (t->ended) fail_msg("the program ended: status %#x", (unsigned)t->status);
        pump(t);
    }
}

// Where text stands last in what the program wrote; −1: nowhere.
static long last_written(const Term *t, const char *text) {
    long last = -1;
    for (const char *at = str_text(&t->output); (at = strstr(at, text)) != NULL; at++) last = at - t->output.s;
    return last;
}

void term_check_restored(Term *t) {
    struct termios now;
    assert_false(t->alternate);
    assert_true(last_written(t, "\033[?25h") >= last_written(t, "\033[?25l")); // libvterm shows it again by itself
    assert_int_equal(t->mouse, VTERM_PROP_MOUSE_NONE);
    assert_int_equal(tcgetattr(t->tty, &now), 0);
    assert_int_equal(now.c_iflag, t->before.c_iflag);
    assert_int_equal(now.c_oflag, t->before.c_oflag);
    assert_int_equal(now.c_cflag, t->before.c_cflag);
    assert_int_equal(now.c_lflag, t->before.c_lflag);
    assert_memory_equal(now.c_cc, t->before.c_cc, sizeof now.c_cc);
}
