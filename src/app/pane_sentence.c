// The sentence with arcs from the query.
#include "app/hit.h"
#include "app/pane.h"
#include "base/mem.h"
#include "draw/arcs.h"

#include <stdlib.h>

enum { MOST_ARCS = 6, BOS_COLUMNS = 5 };

const char *pane_token(const Scope *in, int i) {
    return wording_form(in->look->words, i);
}

int pane_token_columns(const Scope *in, int i) {
    return in->look->words->form[i].columns;
}

// The sentence as arc tokens, behind `extra` empty ones. The caller frees it.
static ArcToken *arc_tokens(const Scope *in, int extra) {
    const AttentionRow *row = &in->look->row;
    ArcToken *all = MEM_NEW(ArcToken, (size_t)(row->n + extra)), *token = all + extra;
    for (int j = 0; j < row->n; j++) {
        double weight = in->state->tutor.hides ? 0 : row->weight[j];
        token[j] = (ArcToken){pane_token(in, j), pane_token_columns(in, j), weight, j >= row->visible};
    }
    return all;
}

// Counted with ⟨BOS⟩ in any case: toggling it must not move anything.
int pane_sentence_lines(const Scope *in, int width) {
    int extra = !in->state->scene.bos;
    ArcToken *token = arc_tokens(in, extra);
    if (extra) token[0].columns = BOS_COLUMNS;
    int lines = arcs_lines(&(Arcs){.token = token, .n = in->look->row.n + extra}, width);
    free(token);
    return lines;
}

void pane_sentence(Canvas *c, const Scope *in, int lanes) {
    Arcs arcs = {
        .token = arc_tokens(in, 0),
        .n = in->look->row.n,
        .query = in->look->row.query,
        .key = in->state->scene.key,
        .lanes = lanes,
        .most = MOST_ARCS,
        .hit = HIT_TOKEN,
    };
    arcs_draw(c, &arcs);
    free((void *)arcs.token);
}
