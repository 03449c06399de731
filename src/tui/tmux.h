// What only tmux knows: whether the terminal it is shown on has 24-bit colour.
#ifndef LOOKBACK_TUI_TMUX_H
#define LOOKBACK_TUI_TMUX_H

#include <stdbool.h>
#include <stddef.h>

// Fills out with the features of tmux's present client, a comma list. False when tmux does not answer within a second.
bool tmux_ask_features(char *out, size_t room);

#endif
