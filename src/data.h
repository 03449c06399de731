// Where the program's data lies: sentences, word lists, worked examples, the model it comes with.
#ifndef LOOKBACK_DATA_H
#define LOOKBACK_DATA_H

#include "base/str.h"

// Appends the folder: $LOOKBACK_DATA, else ../share/lookback beside the program's own folder (installed), else the
// source tree's data (build tree).
void data_find(Str *out);

#endif
