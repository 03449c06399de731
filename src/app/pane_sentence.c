// The sentence with arcs from the query.
#include "app/hit.h"
#include "app/pane.h"
#include "base/mem.h"
#include "base/text.h"
#include "draw/arcs.h"
#include "draw/bigtext.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ARCS = 6, MOST_PROJECTED = 3, BOS_COLUMNS = 5, BIG_BOS_COLUMNS = 29 };

void pane_token(const Scope *in, int i, Str *out) {
    look_token(in->look, i, in->state->ascii, out);
}

// The sentence as arc tokens. *texts holds the display forms; the caller frees both.
static ArcToken *arc_tokens(const Scope *in, bool big, Str *texts) {
    const AttentionRow *row = &in->look->row;
    ArcToken *token = MEM_NEW(ArcToken, (size_t)row->n);
    size_t *start = MEM_NEW(size_t, (size_t)row->n);
    for (int j = 0; j < row->n; j++) {
        start[j] = texts->len;
        pane_token(in, j, texts);
        str_putc(texts, '\0');
    }
    for (int j = 0; j < row->n; j++) {
        const char *text = texts->s + start[j];
        double weight = in->state->tutor.hides ? 0 : row->weight[j];
        int columns = big ? bigtext_columns(text, BIG_LETTERS, in->state->ascii) : text_columns(text);
        token[j] = (ArcToken){text, columns, weight, j >= row->visible};
    }
    free(start);
    return token;
}

// Counted with ⟨BOS⟩ in any case: toggling it must not move anything.
int pane_sentence_lines(const Scope *in, int width, bool big) {
    Str texts = {0};
    int n = in->look->row.n, extra = !in->state->scene.bos;
    ArcToken *token = arc_tokens(in, big, &texts), *all = MEM_NEW(ArcToken, (size_t)(n + extra));
    if (extra) all[0].columns = big ? BIG_BOS_COLUMNS : BOS_COLUMNS;
    memcpy(all + extra, token, (size_t)n * sizeof *token);
    int lines = arcs_lines(&(Arcs){.token = all, .n = n + extra, .big = big, .ascii = in->state->ascii}, width);
    for (int j = 0; j < n + extra && big; j++) {
        if (all[j].columns > width - ARCS_GUTTER) lines = 0;
    }
    free(token);
    free(all);
    str_free(&texts);
    return lines;
}

void pane_sentence(Canvas *c, const Scope *in, int lanes, bool big) {
    Str texts = {0};
    Arcs arcs = {
        .token = arc_tokens(in, big, &texts),
        .n = in->look->row.n,
        .query = in->look->row.query,
        .key = in->state->scene.key,
        .lanes = lanes,
        .most = in->state->scene.project ? MOST_PROJECTED : MOST_ARCS,
        .hit = HIT_TOKEN,
        .big = big,
        .ascii = c->ascii,
    };
    arcs_draw(c, &arcs);
    free((void *)arcs.token);
    str_free(&texts);
}
