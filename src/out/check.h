// An examination's findings as text, and as `lookback.check/1`.
#ifndef LOOKBACK_OUT_CHECK_H
#define LOOKBACK_OUT_CHECK_H

#include "base/findings.h"
#include "base/str.h"

#include <stdbool.h>

// Something that was measured; NaN: could not be.
typedef struct CheckFigure {
    const char *name;  // in JSON
    const char *label; // in text
    double value;
} CheckFigure;

// What is written; everything is borrowed.
typedef struct Check {
    const char *file;
    const char *summary; // one sentence on what the file was taken for
    const Findings *findings;
    const CheckFigure *figure; // `measured`, figures of them; NULL: none
    int figures;
} Check;

// What comes from the file is in its display form; with ascii, in ASCII alone.
void out_check_text(const Check *check, bool ascii, Str *out);
void out_check_json(const Check *check, Str *out);

#endif
