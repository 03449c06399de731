// Signals as the loop wants them: bytes in a pipe to poll. And the crash handler, which restores the terminal before
// the program dies of what it was about to die of.
#ifndef LOOKBACK_TUI_SIGNALS_H
#define LOOKBACK_TUI_SIGNALS_H

#include "base/error.h"

#include <stddef.h>
#include <termios.h>

// Bits of signals_take.
enum {
    SIGNALS_RESIZE = 1,
    SIGNALS_STOP = 2,     // someone sent SIGTSTP
    SIGNALS_CONTINUE = 4, // running again after a stop that was not ours
    SIGNALS_END = 8,      // SIGTERM, SIGHUP or SIGINT: leave, then signals_die
};

// Catches them all, except those the program was started with ignored. Call before ncurses starts: it then leaves them
// alone.
bool signals_start(Error *err);
// Gives every signal back what it had before.
void signals_stop(void);

// What a crash does to the terminal fd: writes bytes (at most 512 are kept) and sets the modes. len 0: nothing.
void signals_set_rescue(int fd, const char *bytes, size_t len, const struct termios *modes);

// Readable when there is something to take.
int signals_fd(void);
unsigned signals_take(void);

// Stops the program as Ctrl-Z does, with the whole job (job true) or alone; returns when it is continued. False when it
// was told to end meanwhile (SIGNALS_END is then to be taken): it may be in the background and is to leave the terminal
// alone.
bool signals_suspend(bool job);

// After signals_stop: ends the program by the signal that asked for it, so that whoever started it sees why. SIGHUP if
// none did.
_Noreturn void signals_die(void);

#endif
