// The pages of the screen of predictions as tables.
#include "app/predict.h"
#include "base/mem.h"
#include "model/reported.h"
#include "out/readings.h"

#include <stdlib.h>

// A list of tokens with their texts.
typedef struct Listed {
    PredictedToken token[READING_TOP];
    Str text[READING_TOP];
    int count;
} Listed;
_Static_assert((int)READING_CHOICES <= (int)READING_TOP, "the chosen tokens fit into a list");

static void list_tokens(const Source *src, const NetTop *from, int count, Listed *out) {
    const Language *m = net_source_language(src);
    *out = (Listed){.count = count};
    for (int k = 0; k < count; k++) {
        Str *text = &out->text[k];
        if (m->has_tokenizer)
            tokenizer_text(&m->tokenizer, from[k].id, text);
        else
            str_printf(text, "[%d]", from[k].id);
        out->token[k] = (PredictedToken){from[k].id, str_text(text), text->len, from[k].logit, from[k].probability};
    }
}

static void free_list(Listed *l) {
    for (int k = 0; k < l->count; k++) str_free(&l->text[k]);
}

// What a page is written from.
typedef struct Page {
    Source *source;
    const NetReading *reading;
    const ReadingSide *now, *before; // before NULL: the levers change nothing
    SourceView view;
    Readings readings;
    int followed;
    bool csv;
} Page;

// ---- each page

static void write_next(const Page *p, Str *out) {
    Source *src = p->source;
    const ReadingSide *was = p->before ? p->before : p->now;
    Listed top, chosen, top_was, chosen_was;
    list_tokens(src, p->now->next.top, p->now->next.tops, &top);
    list_tokens(src, p->now->next.chosen, p->followed, &chosen);
    list_tokens(src, was->next.top, was->next.tops, &top_was);
    list_tokens(src, was->next.chosen, p->followed, &chosen_was);
    Predictions all = {
        .source = src,
        .view = &p->view,
        .ids = p->readings.ids,
        .position = p->readings.position,
        .top = top.token,
        .tops = top.count,
        .chosen = chosen.token,
        .choices = p->followed,
        .loss = p->now->loss,
    };
    if (p->before) {
        all.before = top_was.token, all.chosen_before = chosen_was.token;
        all.loss_before = was->loss, all.moved = p->reading->moved;
    }
    if (p->csv)
        out_predictions_csv(&all, out);
    else
        out_predictions_json(&all, out);
    free_list(&top), free_list(&chosen), free_list(&top_was), free_list(&chosen_was);
}

static const char *role_of(int layer, int head, const void *shape) {
    return reported_role(shape, layer, head);
}

// The logit of the first followed token, less that of the second if there is one.
static double logit_of(const ReadingSide *side, int followed) {
    return side->next.chosen[0].logit - (followed > 1 ? side->next.chosen[1].logit : 0);
}

static void write_direct(const Page *p, Str *out) {
    Listed of;
    int ofs = p->followed > 2 ? 2 : p->followed;
    list_tokens(p->source, p->now->next.chosen, ofs, &of);
    OutShares s = {.of = of.token, .ofs = ofs, .logit = logit_of(p->now, ofs), .now = &p->now->direct};
    s.role = role_of, s.with = &p->now->run->w->shape;
    if (p->before) s.before = &p->before->direct, s.logit_before = logit_of(p->before, ofs);
    if (p->csv)
        out_shares_csv(&p->readings, &s, out);
    else
        out_shares_json(&p->readings, &s, out);
    free_list(&of);
}

// The depths of one side: two lists each.
static OutDepth *list_depths(const Page *p, const ReadingSide *side, Listed *list) {
    int depths = side->run->w->shape.layers + 1;
    OutDepth *depth = MEM_NEW(OutDepth, (size_t)depths);
    for (int k = 0; k < depths; k++) {
        Listed *top = &list[2 * k], *chosen = top + 1;
        list_tokens(p->source, side->lens[k].top, side->lens[k].tops, top);
        list_tokens(p->source, side->lens[k].chosen, p->followed, chosen);
        depth[k] = (OutDepth){top->token, chosen->token, top->count, chosen->count};
    }
    return depth;
}

static void write_lens(const Page *p, Str *out) {
    int depths = p->now->run->w->shape.layers + 1;
    Listed *list = MEM_NEW(Listed, 4 * (size_t)depths);
    OutDepth *now = list_depths(p, p->now, list), *before = NULL;
    if (p->before) before = list_depths(p, p->before, list + 2 * depths);
    if (p->csv)
        out_lens_csv(&p->readings, now, before, depths, out);
    else
        out_lens_json(&p->readings, now, before, depths, out);
    for (int k = 0; k < 4 * depths; k++) free_list(&list[k]);
    free(list);
    free(now);
    free(before);
}

static void write_losses(const Page *p, Str *out) {
    const double *before = p->before ? p->before->loss : NULL;
    if (p->csv)
        out_losses_csv(&p->readings, p->now->loss, before, out);
    else
        out_losses_json(&p->readings, p->now->loss, before, out);
}

static void write_page(const Scene *s, const World *w, bool csv, Str *out) {
    static void (*const WRITE[PREDICT_PAGES])(const Page *, Str *) = {write_next, write_direct, write_lens,
                                                                      write_losses};
    NetReading *r = predict_reading(s, w);
    Source *src = scene_opened(s, &w->library);
    if (!r) return;
    unsigned wants = predict_wants(s->open.page);
    while (net_reading_wants(r, wants)) net_reading_step(r, wants);
    Page p = {.source = src,
              .reading = r,
              .now = net_reading_now(r),
              .before = r->changed ? &r->side[0] : NULL,
              .view = scene_source_view(s, &w->library),
              .csv = csv};
    int id[READING_CHOICES];
    p.followed = net_reading_followed(r, id);
    p.readings = (Readings){src, &p.view, p.now->run->ids, s->open.query};
    WRITE[s->open.page](&p, out);
}

void predict_json(const Scene *s, const World *w, Str *out) {
    write_page(s, w, false, out);
}

void predict_csv(const Scene *s, const World *w, Str *out) {
    write_page(s, w, true, out);
}
