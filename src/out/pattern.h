// A pattern as numbers: `lookback.pattern/1` and CSV.
#ifndef LOOKBACK_OUT_PATTERN_H
#define LOOKBACK_OUT_PATTERN_H

#include "attn/attention.h"
#include "attn/source.h"
#include "base/str.h"

// What is written; everything is borrowed.
typedef struct Pattern {
    const char *kind;   // of source: "sentence" or "text"
    const char *source; // its name, or the text itself (source_len bytes, any)
    size_t source_len;
    const char *head;
    const Tokens *tokens;
    const Attention *attention; // of all tokens, under params
    AttentionParams params;
    bool bos;
    const Source *measured; // of a dump or a model: layer and head_index stand in place of head; NULL: of a rule
    const SourceView *view;
} Pattern;

void out_pattern_json(const Pattern *p, Str *out);

// A header row and one line a cell: query,key,query_token,key_token,score,weight.
void out_pattern_csv(const Pattern *p, Str *out);

#endif
