// The real program on a pseudo terminal, started by a small shell of our own so that it can be stopped and continued,
// its output read by libvterm. Nothing here sleeps: with LOOKBACK_TEST=1 the program tells in the window title how many
// frames it has drawn and how many events it has taken in, and we wait for that.
#ifndef LOOKBACK_TESTS_TERM_H
#define LOOKBACK_TESTS_TERM_H

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>
#include <vterm.h>

enum { TERM_ARGS = 8, TERM_ENVS = 5 };

typedef struct TermStart {
    const char *term;            // TERM; NULL: unset
    int rows, cols;              // 0: 24 × 80
    const char *locale;          // LC_ALL; NULL: C.UTF-8
    const char *env[TERM_ENVS];  // more, as NAME=VALUE
    const char *args[TERM_ARGS]; // behind the program's name
    const char *stdin_path, *stdout_path; // instead of the terminal
} TermStart;

typedef struct Term {
    int fd, tty;          // the two ends of the terminal
    int report, command;  // from and to the shell
    pid_t shell, program;
    int status;           // of the last report, as waitpid gives it
    bool stopped, ended;
    VTerm *vt;
    VTermScreen *screen;
    int rows, cols;
    bool alternate, cursor_hidden;
    int mouse;            // a VTERM_PROP_MOUSE_… value
    struct termios before;
    unsigned frames, events; // as last told
    Str title;               // the title being read
    Str output;              // everything the program wrote
} Term;

// Starts the program and waits for its first frame, or its end.
void term_start(Term *t, TermStart start);

// Kills the program if it still runs.
void term_free(Term *t);

// Sends bytes and waits until `events` more events have been taken in and drawn.
void term_send(Term *t, const char *bytes, unsigned events);
// Mouse through libvterm: it sends what the program asked to be sent. The pointer moves to y, x; then button goes down
// or up.
void term_point(Term *t, int y, int x);
void term_button(Term *t, int button, bool down);
void term_resize(Term *t, int rows, int cols);
void term_wait_events(Term *t, unsigned events); // until that many in all
void term_wait_frame(Term *t);                   // until one more frame

void term_signal(Term *t, int number);
void term_wait_stop(Term *t);
void term_continue(Term *t); // as `fg` does, and waits for the next frame
int term_wait_end(Term *t);  // returns the wait status

// Text of a row, trailing blanks cut. Borrowed until the next call.
const char *term_row(const Term *t, int y);
// Where text stands on the screen; false when nowhere.
bool term_find(const Term *t, const char *text, int *y, int *x);
bool term_shows(const Term *t, const char *text);
// Until it shows text; for what comes from outside and not from keys.
void term_wait_text(Term *t, const char *text);

// Fails the test unless the terminal is as it was before the program started: screen, cursor, mouse, modes.
void term_check_restored(Term *t);

#endif
