// Two dumps compared, as `lookback.diff/1`.
#ifndef LOOKBACK_OUT_DIFF_H
#define LOOKBACK_OUT_DIFF_H

#include "attn/difference.h"
#include "base/str.h"

// distance and largest [layer][head] and `sorted`, heads by distance, are null until the pass is done; `difference` is
// second less first of one head, [query][key].
void out_diff_json(Difference *d, int batch, HeadAt at, Str *out);

#endif
