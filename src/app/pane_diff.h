// The panes of two dumps compared.
#ifndef LOOKBACK_APP_PANE_DIFF_H
#define LOOKBACK_APP_PANE_DIFF_H

#include "app/state.h"
#include "draw/canvas.h"

void pane_diff_map(Canvas *c, const State *s,
                   const World *w); // second less first, a cell a token, around query and key
void pane_diff_heads(Canvas *c, const State *s, const World *w);  // the heads with their distances
void pane_diff_legend(Canvas *c, const State *s, const World *w); // one line
void pane_diff_info(Canvas *c, const State *s, const World *w);   // one line: the distance, and how it is made

// Appends the plain sentence for query and key.
void pane_diff_sentence(const State *s, const World *w, Str *out);

#endif
