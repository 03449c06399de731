// A Look is what the scene shows, worked out: its tokens, the selected row, and that row as it was before the last toggle. Views and
// update make one when they need numbers; only the text's wording is kept between frames.
#ifndef LOOKBACK_APP_LOOK_H
#define LOOKBACK_APP_LOOK_H

#include "app/wording.h"

typedef struct Look {
    const Rule *rule;
    const Wording *words; // borrowed, as are its tokens
    const Tokens *tokens;
    AttentionParams params;
    AttentionRow row; // of the query
    bool has_before;
    AttentionRow before; // the same query under State.before
    int shift; // key j of row is key j − shift of before: ⟨BOS⟩ moves all others by one
} Look;

// Fails only when the scene has no tokens, which update never lets happen. Free with look_free.
bool look_init(Look *look, const State *s, const World *w, Error *err);
void look_free(Look *look);

// Weight of key j before the last toggle; NAN if that key was not there.
double look_before(const Look *look, int j);

// Appends the plain sentence for one cell, or with `hidden` the question it answers: `“John” at 9 gives 96 % to “John” at 3`.
void look_sentence(const Look *look, const AttentionRow *row, int key, bool hidden, bool ascii, Str *out);

#endif
