// The panes of two dumps compared.
#ifndef LOOKBACK_APP_PANE_DIFF_H
#define LOOKBACK_APP_PANE_DIFF_H

#include "app/window.h"

void pane_diff_map(Canvas *c, const State *s, const World *w);    // second less first, around query and key
// The same as dots, of each part the difference largest in size, where cells of a token each do not fit.
void pane_diff_window(Canvas *c, const State *s, const World *w, const Subject *subject, int label);
void pane_diff_heads(Canvas *c, const State *s, const World *w);  // the heads with their distances
void pane_diff_legend(Canvas *c, const State *s, const World *w); // one line
void pane_diff_info(Canvas *c, const State *s, const World *w);   // one line: the distance, and how it is made

// Appends the plain sentence for query and key.
void pane_diff_sentence(const State *s, const World *w, Str *out);

#endif
