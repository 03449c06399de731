// The panes of the explorer. Each draws into the canvas's current pane from a Look and the state.
#ifndef LOOKBACK_APP_PANE_H
#define LOOKBACK_APP_PANE_H

#include "app/frame.h"
#include "app/look.h"
#include "draw/arcs.h"

typedef struct Scope {
    const State *state;
    const World *world;
    const Look *look;
} Scope;

void pane_all(Canvas *c, const Scope *in);
void pane_title(Canvas *c, const Scope *in);
void pane_tabs(Canvas *c, const Scope *in);

// Of a source: its title line; what must be known of it, one line; the heads of the layer.
// "step 800 of 6000" of a model whose training is known; false: it is not.
bool pane_step(const Source *src, char *out, size_t room);
// Appends it where the title has no room for it.
void pane_say_step(const State *s, const Source *src, Str *out);
void pane_source_title(Canvas *c, const Scope *in);
void pane_info(Canvas *c, const Scope *in);
void pane_name_divisor(Toggle *t, const Source *src, const OpenView *o, bool ascii); // ÷√64, as the toggle has it
void pane_model_tell(const Scope *in, Str *out); // appends what levers change, and what a paper calls the head
void pane_source_heads(Canvas *c, const Scope *in);

void pane_sentence(Canvas *c, const Scope *in, const ArcToken *big, int lanes); // big: in big letters, or NULL
void pane_heatmap(Canvas *c, const Scope *in, int label); // label: columns of the row labels

// The heatmap where cells of a token each do not fit, or were zoomed away.
bool pane_window_wanted(const Canvas *c, const Scope *in, int label);
void pane_window(Canvas *c, const Scope *in, int label);

void pane_bars(Canvas *c, const Scope *in);     // the keys of the selected row
void pane_entropy(Canvas *c, const Scope *in);  // three lines
void pane_blurb(Canvas *c, const Scope *in);    // what the head does, wrapped
void pane_gallery(Canvas *c, const Scope *in);  // every head on the text, small; blank where there is no room
void pane_focus(Canvas *c, const Scope *in);    // the query and the keys it reads most, in big letters
void pane_legend(Canvas *c, const Scope *in);   // one line
void pane_status(Canvas *c, const Scope *in);   // one line

// The sentence in big letters; one token more stands in front while ⟨BOS⟩ is off. The caller frees it.
ArcToken *pane_sentence_big(const Scope *in);

// Lines of text that the sentence takes in width columns, at most the rows of the screen; big: in big letters, or NULL:
// 0 if a token is wider than that.
int pane_sentence_lines(const Scope *in, const ArcToken *big, int width);

// Columns of the heatmap's row labels, marker and gap included, on a screen of `cols` columns.
int pane_heatmap_label(const Scope *in, int cols);

// The display form of key i, ⟨BOS⟩ included. Borrowed.
const char *pane_token(const Scope *in, int i);

// The same of query i, which is another text's in cross attention.
const char *pane_query(const Scope *in, int i);
int pane_query_columns(const Scope *in, int i);

#endif
