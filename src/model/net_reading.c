#include "model/net_reading.h"

#include "base/mem.h"
#include "math/f32.h"
#include "net/pattern.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOSSES_AT_ONCE = 8 };

static const NetShape *shape_of(const NetReading *r) {
    return &r->side[0].run->w->shape;
}

static int sides_of(const NetReading *r) {
    return r->changed ? 2 : 1;
}

static void start_side(ReadingSide *side, const NetRun *run) {
    side->run = run;
    side->lens = MEM_NEW(ReadingLogits, (size_t)run->w->shape.layers + 1);
    side->loss = MEM_NEW(double, (size_t)run->n);
}

static void free_side(ReadingSide *side) {
    free(side->lens);
    free(side->loss);
    net_direct_free(&side->direct);
    *side = (ReadingSide){0};
}

void net_reading_start(NetReading *r, const NetRun *before, const NetRun *after) {
    const NetShape *s = &before->w->shape;
    net_reading_free(r);
    r->changed = after != before;
    r->after = after;
    start_side(&r->side[0], before);
    if (r->changed) start_side(&r->side[1], after);
    r->moved = MEM_NEW(double, (size_t)s->layers *(size_t)s->heads);
    r->logits = MEM_NEW(float, (size_t)s->vocabulary);
    r->at.position = -1;
}

void net_reading_free(NetReading *r) {
    for (int k = 0; k < 2; k++) free_side(&r->side[k]);
    net_alone_free(&r->alone);
    free(r->moved);
    free(r->logits);
    *r = (NetReading){0};
}

// Mask, divisor and ⟨BOS⟩ bear on one head; where they are as usual it does not matter which.
static bool same_alone(const NetReading *r, const NetLevers *levers, int layer, int head) {
    const NetAlone *a = &r->alone;
    NetLevers none = net_levers();
    none.apart = r->after->levers.apart;
    const NetLevers *was = a->of ? &a->levers : &none;
    bool usual = levers->mask && !(levers->divisor > 0) && levers->apart == none.apart, here = !a->of || (a->layer == layer && a->head == head);
    return net_levers_first_change(was, levers, INT_MAX) == INT_MAX && (usual || here);
}

void net_reading_alone(NetReading *r, const NetLevers *levers, int layer, int head) {
    if (!r->after || same_alone(r, levers, layer, head)) return;
    bool alone = net_alone_changes(levers, r->after);
    net_alone_free(&r->alone);
    free_side(&r->side[1]);
    r->moved_known = 0;
    r->bad = false;
    r->changed = alone || r->after != r->side[0].run;
    if (alone) net_alone_start(&r->alone, r->after, levers, layer, head);
    if (r->changed) start_side(&r->side[1], alone ? &r->alone.run : r->after);
}

static bool is_exchanging(const NetReading *r) {
    return r->alone.done < r->alone.exchanges;
}

static bool same_place(const ReadingAt *a, const ReadingAt *b) {
    bool same = a->position == b->position && a->choices == b->choices;
    for (int k = 0; same && k < a->choices; k++) same = a->choice[k] == b->choice[k];
    return same;
}

void net_reading_stand(NetReading *r, const ReadingAt *at) {
    if (same_place(&r->at, at)) return;
    r->at = *at;
    r->bad = false;
    for (int k = 0; k < 2; k++) {
        r->side[k].next.known = r->side[k].direct_known = false;
        r->side[k].lens_known = 0;
    }
}

const ReadingSide *net_reading_now(const NetReading *r) {
    return &r->side[r->changed];
}

int net_reading_followed(const NetReading *r, int id[READING_CHOICES]) {
    for (int k = 0; k < r->at.choices; k++) id[k] = r->at.choice[k];
    if (r->at.choices > 0) return r->at.choices;
    const ReadingLogits *next = &r->side[0].next;
    if (!next->known || next->tops < 1) return 0;
    id[0] = next->top[0].id;
    return 1;
}

// ---- pieces

static void read_logits(NetReading *r, const NetRun *run, int depth, ReadingLogits *out) {
    int v = shape_of(r)->vocabulary, id[READING_CHOICES];
    net_logits(run, depth, r->at.position, r->logits);
    double all = f32_log_sum_exp(r->logits, v);
    r->bad = r->bad || !f32_finite(r->logits, v);
    out->tops = net_top(r->logits, v, READING_TOP, out->top);
    out->known = true; // from here on the likeliest token can be followed
    int followed = net_reading_followed(r, id);
    for (int k = 0; k < followed; k++) {
        double logit = (double)r->logits[id[k]];
        out->chosen[k] = (NetTop){id[k], logit, exp(logit - all)};
    }
}

static void read_losses(ReadingSide *side) {
    int from = side->losses + 1, to = from + LOSSES_AT_ONCE < side->run->n ? from + LOSSES_AT_ONCE : side->run->n;
    net_losses(side->run, from, to, side->loss + from);
    if (side->run->front && from == 1) side->loss[1] = NAN; // no head but one sees what stands before it
    side->losses = to - 1;
}

static void read_moved(NetReading *r) {
    int heads = shape_of(r)->heads, k = r->moved_known++;
    r->moved[k] = net_pattern_distance(r->side[0].run, r->side[1].run, k / heads, k % heads);
}

static void read_direct(NetReading *r, ReadingSide *side) {
    int id[READING_CHOICES] = {0}, followed = net_reading_followed(r, id);
    net_direct(side->run, r->at.position, id[0], followed > 1 ? id[1] : -1, &side->direct);
    side->direct_known = true;
}

// The first of what is wanted that is not there yet: 0 if all is.
static unsigned missing(const NetReading *r, const ReadingSide *side, unsigned wants) {
    int heads = shape_of(r)->layers * shape_of(r)->heads;
    if (wants && !side->next.known) return READ_NEXT;
    if (wants & READ_LENS && side->lens_known <= shape_of(r)->layers) return READ_LENS;
    if (wants & READ_DIRECT && !side->direct_known) return READ_DIRECT;
    if (wants & READ_LOSSES && side->losses < side->run->n - 1) return READ_LOSSES;
    if (wants & READ_MOVED && r->changed && r->moved_known < heads) return READ_MOVED;
    return 0;
}

bool net_reading_wants(const NetReading *r, unsigned wants) {
    bool more = wants && is_exchanging(r);
    for (int k = 0; r->side[0].run && k < sides_of(r); k++) more = more || missing(r, &r->side[k], wants);
    return more;
}

void net_reading_step(NetReading *r, unsigned wants) {
    ReadingSide *side = &r->side[0];
    if (is_exchanging(r)) {
        net_alone_step(&r->alone);
        return;
    }
    if (r->changed && !missing(r, side, wants)) side = &r->side[1];
    switch (missing(r, side, wants)) {
    case READ_NEXT: read_logits(r, side->run, shape_of(r)->layers, &side->next); break;
    case READ_LENS:
        read_logits(r, side->run, side->lens_known, &side->lens[side->lens_known]), side->lens_known++;
        break;
    case READ_DIRECT: read_direct(r, side); break;
    case READ_LOSSES: read_losses(side); break;
    case READ_MOVED: read_moved(r); break;
    default: break;
    }
}
