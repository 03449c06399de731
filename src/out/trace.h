// One row of a model, all the way through a head, as `lookback.trace/1` and as CSV.
#ifndef LOOKBACK_OUT_TRACE_H
#define LOOKBACK_OUT_TRACE_H

#include "attn/source.h"
#include "base/str.h"
#include "net/trace.h"

// What is written; everything is borrowed.
typedef struct OutTrace {
    const Source *source;
    const SourceView *view;
    const NetTrace *trace;
    NetTracePart part; // of which number `cell` is written out as a sum
    int cell;
} OutTrace;

// source, tokens, layer, head_index, position, mask, divisor, bos, scope, knocked_out (null, "zero" or "mean": this
// head), row, row_mean, row_size, normalised, q, k, v, scores, scaled, masked (null where masked), weights, values
// [tokens][d], blend, passed_on, head_output, added, all_heads; cell {part, index, value, terms [{at, a, b, sum}],
// others, rest, bias, sum}: b null where a is added as it is.
void out_trace_json(const OutTrace *t, Str *out);

// part,index,value: a line for each number of each part.
void out_trace_csv(const OutTrace *t, Str *out);

#endif
