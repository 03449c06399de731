// `lookback notes`: follows the lesson that another lookback plays.
#ifndef LOOKBACK_NOTES_H
#define LOOKBACK_NOTES_H

#include "tui/tui.h"

// Runs until the user quits. How it looks is options' and palette's; what else options says is not used. False with a
// message: *terminal then tells whether it is about the terminal or about the place where programs meet.
bool notes_run(const TuiOptions *options, Palette palette, bool *terminal, Error *err);

#endif
