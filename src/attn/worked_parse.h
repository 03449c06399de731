// Reads a worked example from text (data/README.md describes the format):
//
//     # anything behind # is a comment
//     tokens the cat sat
//     X
//     1 0 1 0
//     0 1 1 0
//     1 1 0 1
//     W_Q                 and W_K, W_V, each d_model × d; W_O, d × d_model, may be left out
//     …
//
// Several heads: tokens and X first, then `head NAME` before the W blocks of each.
#ifndef LOOKBACK_ATTN_WORKED_PARSE_H
#define LOOKBACK_ATTN_WORKED_PARSE_H

#include "attn/heads.h"

#define WORKED_VALUE_MAX 1e6 // of a given number, in size: keeps every sum finite and every cell narrow

// file names the text in errors: `f.txt:7: W_Q: 3 numbers in this row, 2 in the rows above`.
// out is written on success only.
bool worked_parse(const char *text, size_t len, const char *file, Worked *out, Error *err);
bool heads_parse(const char *text, size_t len, const char *file, Heads *out, Error *err);

// One number as it may stand in a matrix, for editing in place. False: not a number, or beyond ±WORKED_VALUE_MAX.
bool worked_parse_number(const char *text, size_t len, double *out, Error *err);

#endif
