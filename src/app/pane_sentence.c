// The sentence with arcs from the query.
#include "app/hit.h"
#include "app/pane.h"
#include "base/mem.h"
#include "draw/arcs.h"
#include "draw/bigtext.h"

#include <math.h>

enum { MOST_ARCS = 6, MOST_PROJECTED = 3, BOS_COLUMNS = 5, BIG_BOS_COLUMNS = 29 };
static const double MASS = 0.7;

const char *pane_token(const Scope *in, int i) {
    return wording_form(in->look->words, i);
}

int pane_token_columns(const Scope *in, int i) {
    return in->look->words->form[i].columns;
}

const char *pane_query(const Scope *in, int i) {
    return wording_form(in->look->query_words, i);
}

int pane_query_columns(const Scope *in, int i) {
    return in->look->query_words->form[i].columns;
}

// Room is kept for ⟨BOS⟩ while it is off, where it can be put on.
static int extra_tokens(const Scope *in) {
    return in->look->rule && !in->state->scene.bos;
}

// Arcs to the strongest keys: of a measured head as many as hold MASS of the row, as far as they are few.
static int arcs_wanted(const Scope *in) {
    int most = in->state->scene.project ? MOST_PROJECTED : MOST_ARCS;
    if (in->look->rule) return most;
    const AttentionRow *row = &in->look->row;
    double mass = 0, last = INFINITY;
    for (int k = 1; k <= most; k++) { // the k-th largest, one after the other
        double next = 0;
        for (int j = 0; j < row->visible; j++) {
            if (row->weight[j] < last && row->weight[j] > next) next = row->weight[j];
        }
        if ((mass += next) >= MASS || next == 0) return k;
        last = next;
    }
    return most;
}

ArcToken *pane_sentence_tokens(const Scope *in, bool big) {
    const AttentionRow *row = &in->look->row;
    int extra = extra_tokens(in);
    ArcToken *all = MEM_NEW(ArcToken, (size_t)(row->n + extra)), *token = all + extra;
    if (extra) all[0].columns = big ? BIG_BOS_COLUMNS : BOS_COLUMNS;
    for (int j = 0; j < row->n; j++) {
        const char *text = pane_token(in, j);
        double weight = in->state->tutor.hides ? 0 : row->weight[j];
        int columns = big ? bigtext_columns(text, BIG_LETTERS, in->state->ascii) : pane_token_columns(in, j);
        token[j] = (ArcToken){text, columns, weight, j >= row->visible, wording_mark(in->look->words, j)};
    }
    return all;
}

// Counted with ⟨BOS⟩ in any case: toggling it must not move anything.
int pane_sentence_lines(const Scope *in, const ArcToken *token, int width, bool big) {
    int n = in->look->row.n + extra_tokens(in);
    for (int j = 0; j < n && big; j++) {
        if (token[j].columns > width - ARCS_GUTTER) return 0;
    }
    return arcs_lines(&(Arcs){.token = token, .n = n, .big = big, .ascii = in->state->ascii}, width);
}

void pane_sentence(Canvas *c, const Scope *in, const ArcToken *token, int lanes, bool big) {
    Arcs arcs = {
        .token = token + extra_tokens(in),
        .n = in->look->row.n,
        .query = in->look->crossed ? -1 : in->look->row.query,
        .key = in->look->key,
        .by_key = in->state->tutor.hides, // to be chosen among
        .lanes = lanes,
        .most = arcs_wanted(in),
        .hit = HIT_TOKEN,
        .marks = in->look->words->signs,
        .big = big,
        .ascii = c->ascii,
    };
    arcs_draw(c, &arcs);
}
