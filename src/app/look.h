// A Look is what the scene shows, worked out: its tokens, the selected row, and that row as it was before the last
// toggle. Views and update make one when they need numbers; only the text's wording is kept between frames.
#ifndef LOOKBACK_APP_LOOK_H
#define LOOKBACK_APP_LOOK_H

#include "app/wording.h"

typedef struct Look {
    const Rule *rule;     // NULL: rows come from source
    Source *source;       // NULL: rows come from rule
    SourceView at;        // of source
    const Wording *words; // of the keys; borrowed, as are tokens
    const Wording *query_words; // of the queries: the same unless `crossed`
    const Tokens *tokens; // keys
    bool crossed;         // cross attention: queries are of another text
    int queries, first;   // queries are first … first + queries − 1
    int query, key;       // the chosen ones
    bool log;             // colours by the logarithm of the weight
    AttentionParams params;
    AttentionRow row; // of the query
    bool failed;      // it could not be read, and error says why
    Error error;
    bool has_before;
    AttentionRow before; // the same query under State.before
    int shift; // key j of row is key j − shift of before: ⟨BOS⟩ moves all others by one
} Look;

// Fails only when the scene has no tokens, which update never lets happen. Free with look_free.
bool look_init(Look *look, const State *s, const World *w, Error *err);
void look_free(Look *look);

// Works out row `query` as the scene has it. False when it cannot be read: its weights are NaN then.
bool look_row(const Look *look, int query, AttentionRow *out, Error *err);

// Whether the query may not look at key: it lies ahead, or was taken out of the head. row: of look_row or source_weights.
bool look_masked(const Look *look, const AttentionRow *row, int key);

// 0 … 1: how strongly a weight is coloured.
double look_heat(const Look *look, double weight);

// Weight of key j before the last toggle; NAN if that key was not there.
double look_before(const Look *look, int j);

// Appends the plain sentence for one cell, or with `hidden` the question it answers: `“John” at 9 gives 96 % to “John”
// at 3`.
void look_sentence(const Look *look, const AttentionRow *row, int key, bool hidden, bool ascii, Str *out);

#endif
