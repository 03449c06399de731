// The sentence with arcs from the query.
#include "app/hit.h"
#include "app/pane.h"
#include "base/mem.h"
#include "draw/arcs.h"
#include "draw/bigtext.h"

enum { MOST_ARCS = 6, MOST_PROJECTED = 3, BOS_COLUMNS = 5, BIG_BOS_COLUMNS = 29 };

const char *pane_token(const Scope *in, int i) {
    return wording_form(in->look->words, i);
}

int pane_token_columns(const Scope *in, int i) {
    return in->look->words->form[i].columns;
}

ArcToken *pane_sentence_tokens(const Scope *in, bool big) {
    const AttentionRow *row = &in->look->row;
    int extra = !in->state->scene.bos;
    ArcToken *all = MEM_NEW(ArcToken, (size_t)(row->n + extra)), *token = all + extra;
    if (extra) all[0].columns = big ? BIG_BOS_COLUMNS : BOS_COLUMNS;
    for (int j = 0; j < row->n; j++) {
        const char *text = pane_token(in, j);
        double weight = in->state->tutor.hides ? 0 : row->weight[j];
        int columns = big ? bigtext_columns(text, BIG_LETTERS, in->state->ascii) : pane_token_columns(in, j);
        token[j] = (ArcToken){text, columns, weight, j >= row->visible};
    }
    return all;
}

// Counted with ⟨BOS⟩ in any case: toggling it must not move anything.
int pane_sentence_lines(const Scope *in, const ArcToken *token, int width, bool big) {
    int n = in->look->row.n + !in->state->scene.bos;
    for (int j = 0; j < n && big; j++) {
        if (token[j].columns > width - ARCS_GUTTER) return 0;
    }
    return arcs_lines(&(Arcs){.token = token, .n = n, .big = big, .ascii = in->state->ascii}, width);
}

void pane_sentence(Canvas *c, const Scope *in, const ArcToken *token, int lanes, bool big) {
    Arcs arcs = {
        .token = token + !in->state->scene.bos,
        .n = in->look->row.n,
        .query = in->look->row.query,
        .key = in->state->scene.key,
        .by_key = in->state->tutor.hides, // to be chosen among
        .lanes = lanes,
        .most = in->state->scene.project ? MOST_PROJECTED : MOST_ARCS,
        .hit = HIT_TOKEN,
        .big = big,
        .ascii = c->ascii,
    };
    arcs_draw(c, &arcs);
}
