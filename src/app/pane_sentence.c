// The sentence with arcs from the query.
#include "app/hit.h"
#include "app/pane.h"
#include "base/mem.h"
#include "draw/arcs.h"

enum { MOST_ARCS = 6, BOS_COLUMNS = 5 };

const char *pane_token(const Scope *in, int i) {
    return wording_form(in->look->words, i);
}

int pane_token_columns(const Scope *in, int i) {
    return in->look->words->form[i].columns;
}

ArcToken *pane_sentence_tokens(const Scope *in) {
    const AttentionRow *row = &in->look->row;
    int extra = !in->state->scene.bos;
    ArcToken *all = MEM_NEW(ArcToken, (size_t)(row->n + extra)), *token = all + extra;
    if (extra) all[0].columns = BOS_COLUMNS;
    for (int j = 0; j < row->n; j++) {
        double weight = in->state->tutor.hides ? 0 : row->weight[j];
        token[j] = (ArcToken){pane_token(in, j), pane_token_columns(in, j), weight, j >= row->visible};
    }
    return all;
}

// Counted with ⟨BOS⟩ in any case: toggling it must not move anything.
int pane_sentence_lines(const Scope *in, const ArcToken *token, int width) {
    return arcs_lines(&(Arcs){.token = token, .n = in->look->row.n + !in->state->scene.bos}, width);
}

void pane_sentence(Canvas *c, const Scope *in, const ArcToken *token, int lanes) {
    Arcs arcs = {
        .token = token + !in->state->scene.bos,
        .n = in->look->row.n,
        .query = in->look->row.query,
        .key = in->state->scene.key,
        .lanes = lanes,
        .most = MOST_ARCS,
        .hit = HIT_TOKEN,
    };
    arcs_draw(c, &arcs);
}
