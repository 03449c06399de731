// Completions for bash, zsh and fish, made from the tables of commands, options and heads.
#ifndef LOOKBACK_COMPLETION_H
#define LOOKBACK_COMPLETION_H

#include "app/state.h"
#include "base/str.h"

// Each appends a whole script, in ASCII. w has the sentences and lessons to offer.
void completion_bash(Str *out, const World *w);
void completion_zsh(Str *out, const World *w);
void completion_fish(Str *out, const World *w);

#endif
