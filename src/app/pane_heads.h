// The panels of many heads as a sum: each draws into the whole frame, in the rows that the layout gives it.
#ifndef LOOKBACK_APP_PANE_HEADS_H
#define LOOKBACK_APP_PANE_HEADS_H

#include "app/state.h"
#include "attn/heads.h"
#include "draw/canvas.h"

typedef struct HeadsScope {
    const State *state;
    const Heads *heads;
    AttentionParams params;
    HeadsResult now, before; // before the last switch; as now when there was none
    bool has_before;
    int token;   // whose row
    double most; // the size of a number that gets the strongest colour; the same whichever heads are on
} HeadsScope;

void heads_scope_init(HeadsScope *in, const State *s, const Library *lib);
bool heads_scope_on(const HeadsScope *in, int head);

typedef struct HeadsLayout {
    bool wide;
    int tokens, addition, terms, check; // first rows
    int pitch;                          // rows from one line to the next: two on high screens
    bool rule, delta, has_terms;        // what there is room for: a line above the result, the change, W_O's rows
} HeadsLayout;

HeadsLayout pane_heads_layout(const HeadsScope *in, int h, int w);

// row + parts = row after, and what the last switch changed
void pane_heads_addition(Canvas *c, const HeadsScope *in, HeadsLayout at);
void pane_heads_terms(Canvas *c, const HeadsScope *in, HeadsLayout at);    // concat · W_O, row by row of W_O
void pane_heads_check(Canvas *c, const HeadsScope *in, HeadsLayout at);    // both ways and their difference

#endif
