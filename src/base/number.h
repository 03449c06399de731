// Decimal numbers as people type them.
#ifndef LOOKBACK_BASE_NUMBER_H
#define LOOKBACK_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

// Reads `12`, `-1.5`, `.5`, `−2` (U+2212), `1e-3`: all of text, nothing else (no hexadecimal, no NaN, no infinity).
// decimals: digits behind the point, less what an exponent takes away. False leaves value alone, also when it is too
// large for a double.
bool number_parse(const char *text, size_t len, double *value, int *decimals);

#endif
