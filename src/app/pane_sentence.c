// The sentence with arcs from the query.
#include "app/hit.h"
#include "app/pane.h"
#include "base/mem.h"
#include "draw/arcs.h"
#include "draw/bigtext.h"

#include <math.h>

enum { MOST_ARCS = 6, MOST_PROJECTED = 3, BIG_BOS_COLUMNS = 29 };
static const double MASS = 0.7;

const char *pane_token(const Scope *in, int i) {
    return wording_form(in->look->words, i);
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

ArcToken *pane_sentence_big(const Scope *in) {
    int n = in->look->row.n, extra = extra_tokens(in);
    ArcToken *all = MEM_NEW(ArcToken, (size_t)(n + extra)), *token = all + extra;
    if (extra) all[0].columns = BIG_BOS_COLUMNS;
    for (int j = 0; j < n; j++) {
        const char *text = pane_token(in, j);
        token[j] = (ArcToken){text, bigtext_columns(text, BIG_LETTERS, in->state->ascii), 0};
    }
    return all;
}

static const ArcToken *all_tokens(const Scope *in, const ArcToken *big) {
    return big ? big : in->look->words->arc + 1 - extra_tokens(in);
}

// Counted with ⟨BOS⟩ in any case: toggling it must not move anything.
int pane_sentence_lines(const Scope *in, const ArcToken *big, int width) {
    int n = in->look->row.n + extra_tokens(in);
    for (int j = 0; j < n && big; j++) {
        if (big[j].columns > width - ARCS_GUTTER) return 0;
    }
    Arcs arcs = {.token = all_tokens(in, big), .n = n, .big = big != NULL, .ascii = in->state->ascii};
    return arcs_lines(&arcs, width, in->state->rows);
}

void pane_sentence(Canvas *c, const Scope *in, const ArcToken *big, int lanes) {
    const AttentionRow *row = &in->look->row;
    Arcs arcs = {
        .token = all_tokens(in, big) + extra_tokens(in),
        .n = row->n,
        .weight = in->state->tutor.hides ? NULL : row->weight,
        .visible = row->visible,
        .query = in->look->crossed ? -1 : row->query,
        .key = in->look->key,
        .by_key = in->state->tutor.hides, // to be chosen among
        .lanes = lanes,
        .most = arcs_wanted(in),
        .hit = HIT_TOKEN,
        .marks = in->look->words->signs,
        .big = big != NULL,
        .ascii = c->ascii,
    };
    arcs_draw(c, &arcs);
}
