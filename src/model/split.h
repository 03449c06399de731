// How GPT-2 cuts a text before byte pairs are merged: contractions, words, numbers, other signs, each with at most one
// space in front, and runs of white space.
#ifndef LOOKBACK_MODEL_SPLIT_H
#define LOOKBACK_MODEL_SPLIT_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

// Made when first used: see split_open. {0} is valid and closed.
typedef struct Split {
    void *code, *match; // of PCRE2
} Split;

bool split_open(Split *split, Error *err);
void split_close(Split *split);

// The length of the piece that begins at text + at, at < len: at least 1. Any bytes: what is not UTF-8 makes pieces of
// its own, so the pieces together are always the whole text.
size_t split_piece(const Split *split, const char *text, size_t len, size_t at);

#endif
