#include "tui/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { NOTED_COUNT = 6, CRASH_COUNT = 8, RESCUE_MAX = 512, STACK_BYTES = 16384 };

static const int NOTED[NOTED_COUNT] = {SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT};
static const int CRASHES[CRASH_COUNT] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT, SIGSYS, SIGPIPE};

// The one screen's: handlers can reach nothing else.
static struct {
    int pipe[2];
    volatile sig_atomic_t end; // the first signal that asks to leave
    struct sigaction noted[NOTED_COUNT], crash[CRASH_COUNT]; // as they were
    stack_t stack;
    int fd;
    size_t rescue_len;
    char rescue[RESCUE_MAX];
    struct termios modes;
    char stack_bytes[STACK_BYTES]; // a stack overflow leaves no room on the usual one
} signals;

static void note(int number) {
    int saved = errno;
    bool end = number == SIGTERM || number == SIGHUP || number == SIGINT;
    if (end && !signals.end) signals.end = number;
    char byte = (char)number;
    ssize_t written = write(signals.pipe[1], &byte, 1); // full: the loop has enough to wake up for
    (void)written;
    errno = saved;
}

// SA_RESETHAND has put back the default action; the signal strikes again when this returns.
static void rescue(int number) {
    if (signals.rescue_len) {
        ssize_t written = write(signals.fd, signals.rescue, signals.rescue_len);
        (void)written;
        tcsetattr(signals.fd, TCSANOW, &signals.modes);
    }
    raise(number);
}

static bool open_pipe(Error *err) {
    if (pipe(signals.pipe) < 0) return error_set(err, "cannot make a pipe: %s", strerror(errno));
    for (int k = 0; k < 2; k++) {
        fcntl(signals.pipe[k], F_SETFD, FD_CLOEXEC);
        fcntl(signals.pipe[k], F_SETFL, O_NONBLOCK);
    }
    return true;
}

// Takes a signal over unless it was ignored when the program started; keeps what it had in old.
static void take_over(int number, const struct sigaction *action, struct sigaction *old) {
    sigaction(number, NULL, old);
    if (old->sa_handler != SIG_IGN) sigaction(number, action, NULL);
}

bool signals_start(Error *err) {
    if (!open_pipe(err)) return false;
    signals.end = 0;
    signals.rescue_len = 0;
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    for (int k = 0; k < NOTED_COUNT; k++) take_over(NOTED[k], &action, &signals.noted[k]);
    stack_t stack = {.ss_sp = signals.stack_bytes, .ss_size = sizeof signals.stack_bytes};
    sigaltstack(&stack, &signals.stack);
    action.sa_handler = rescue;
    action.sa_flags = SA_ONSTACK | (int)SA_RESETHAND;
    for (int k = 0; k < CRASH_COUNT; k++) take_over(CRASHES[k], &action, &signals.crash[k]);
    return true;
}

void signals_stop(void) {
    signals.rescue_len = 0;
    for (int k = 0; k < NOTED_COUNT; k++) sigaction(NOTED[k], &signals.noted[k], NULL);
    for (int k = 0; k < CRASH_COUNT; k++) sigaction(CRASHES[k], &signals.crash[k], NULL);
    sigaltstack(&signals.stack, NULL);
    close(signals.pipe[0]);
    close(signals.pipe[1]);
}

void signals_set_rescue(int fd, const char *bytes, size_t len, const struct termios *modes) {
    signals.rescue_len = 0;
    if (len == 0) return;
    size_t kept = len < RESCUE_MAX ? len : RESCUE_MAX;
    signals.fd = fd;
    signals.modes = *modes;
    memcpy(signals.rescue, bytes, kept);
    signals.rescue_len = kept;
}

int signals_fd(void) {
    return signals.pipe[0];
}

unsigned signals_take(void) {
    unsigned taken = 0;
    char bytes[64];
    for (ssize_t got; (got = read(signals.pipe[0], bytes, sizeof bytes)) > 0;) {
        for (ssize_t k = 0; k < got; k++) {
            taken |= bytes[k] == SIGWINCH  ? SIGNALS_RESIZE
                     : bytes[k] == SIGTSTP ? SIGNALS_STOP
                     : bytes[k] == SIGCONT ? SIGNALS_CONTINUE
                                           : 0;
        }
    }
    return taken | (signals.end ? SIGNALS_END : 0);
}

bool signals_suspend(bool job) {
    struct sigaction plain = {.sa_handler = SIG_DFL}, ours;
    sigaction(SIGTSTP, NULL, &ours);
    if (ours.sa_handler == SIG_IGN) return true; // started by a shell without job control: nobody could continue it
    sigaction(SIGTSTP, &plain, NULL);
    if (job) kill(0, SIGTSTP);
    else raise(SIGTSTP);
    sigaction(SIGTSTP, &ours, NULL);
    char bytes[64];
    while (read(signals.pipe[0], bytes, sizeof bytes) > 0) {} // SIGCONT, and sizes that are read anew anyway
    if (signals.end) note(signals.end);                       // whoever wants an end is still to be heard
    return !signals.end;
}

_Noreturn void signals_die(void) {
    int number = signals.end ? signals.end : SIGHUP;
    signal(number, SIG_DFL);
    raise(number);
    _exit(128 + number); // blocked
}
