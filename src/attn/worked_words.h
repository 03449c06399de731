// The arithmetic of the worked example, written out: `q₃·k₂ = 2·1 + 1·2 = 4`, `e^(−1.41) / 1.736 = 0.140`.
// Small letters count from 1 here, as sums by hand do; token positions elsewhere count from 0.
#ifndef LOOKBACK_ATTN_WORKED_WORDS_H
#define LOOKBACK_ATTN_WORKED_WORDS_H

#include "attn/worked.h"

// Appends a number as it is shown: whole numbers plain, others with three decimals; −∞ and NaN as such.
// UTF-8, or ASCII only (`-`, `-inf`).
void worked_words_number(Str *out, double value, bool ascii);

// The same within so many columns: less exact where it has no room, at last `…` (ASCII `~`).
void worked_words_within(Str *out, double value, int columns, bool ascii);

// Appends a divisor: `√2`, `8`, `1`, `1.5`; ASCII `sqrt(2)`.
void worked_words_divisor(Str *out, double divisor, bool ascii);

// Appends how cell (y, x) of a matrix came about, on one line. Holds no bytes from a file.
void worked_words_cell(Str *out, const Worked *w, const WorkedResult *r, WorkedPart part, int y, int x, bool ascii);

// For a cell of A, where its denominator comes from: `1.736 = e^(−1.41) + e^(−0.71) + e^0`. Appends nothing for others.
void worked_words_below(Str *out, const Worked *w, const WorkedResult *r, WorkedPart part, int y, int x, bool ascii);

#endif
