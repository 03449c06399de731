#include "net/levers.h"

#include <stddef.h>

NetLevers net_levers(void) {
    return (NetLevers){.mask = true};
}

static bool is_edge(const NetCut *c) {
    return c->kind == NET_CUT_EDGE;
}

static bool same_place(const NetCut *a, const NetCut *b) {
    bool head = a->layer == b->layer && a->head == b->head && is_edge(a) == is_edge(b);
    return head && (!is_edge(a) || (a->query == b->query && a->key == b->key));
}

bool net_levers_toggle(NetLevers *levers, NetCut cut) {
    for (int k = 0; k < levers->cuts; k++) {
        NetCut *at = &levers->cut[k];
        if (!same_place(at, &cut)) continue;
        if (at->kind != cut.kind) at->kind = cut.kind;
        else *at = levers->cut[--levers->cuts];
        return true;
    }
    if (levers->cuts == NET_CUTS_MAX) return false;
    levers->cut[levers->cuts++] = cut;
    return true;
}

const NetCut *net_levers_head(const NetLevers *levers, int layer, int head) {
    for (int k = 0; k < levers->cuts; k++) {
        const NetCut *c = &levers->cut[k];
        if (!is_edge(c) && c->layer == layer && c->head == head) return c;
    }
    return NULL;
}

static bool holds(const NetLevers *levers, const NetCut *cut) {
    for (int k = 0; k < levers->cuts; k++) {
        if (same_place(&levers->cut[k], cut) && levers->cut[k].kind == cut->kind) return true;
    }
    return false;
}

// The lowest layer of a cut that a has and b has not.
static int first_missing(const NetLevers *a, const NetLevers *b, int first) {
    for (int k = 0; k < a->cuts; k++) {
        if (a->cut[k].layer < first && !holds(b, &a->cut[k])) first = a->cut[k].layer;
    }
    return first;
}

int net_levers_first_change(const NetLevers *a, const NetLevers *b, int layers) {
    if (a->mask != b->mask || a->divisor != b->divisor || a->apart != b->apart) return 0;
    return first_missing(b, a, first_missing(a, b, layers));
}
