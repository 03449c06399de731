// An entry for 24-bit colour carried in the program, so that it does not depend on what the system has installed.
#ifndef LOOKBACK_TUI_TERMINFO_H
#define LOOKBACK_TUI_TERMINFO_H

// Put into the environment as TERMINFO, ncurses then finds the terminal TERMINFO_DIRECT_NAME in it.
extern const char TERMINFO_DIRECT[];
#define TERMINFO_DIRECT_NAME "lookback-direct"

#endif
