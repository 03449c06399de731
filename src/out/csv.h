// Fields of CSV (RFC 4180).
#ifndef LOOKBACK_OUT_CSV_H
#define LOOKBACK_OUT_CSV_H

#include "base/str.h"

// In quotes when it holds a comma, a quote or a line break. A control or a bad byte becomes U+FFFD, as in JSON: tables
// are looked at in terminals too.
void out_csv_field(Str *out, const char *bytes, int len);

// Nine significant digits; empty where there is no number.
void out_csv_number(Str *out, double value);

#endif
