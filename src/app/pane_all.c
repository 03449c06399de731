// All panes of the explorer, or of a head of a source, where the layout puts them.
#include "app/layout.h"
#include "app/pane.h"

#include <stdlib.h>

enum { LONG = 100 };

typedef void (*Draw)(Canvas *c, const Scope *in);

static void in_rect(Canvas *c, Rect r, const Scope *in, Draw draw) {
    if (r.h <= 0 || r.w <= 0) return;
    canvas_push(c, r);
    draw(c, in);
    canvas_pop(c);
}

void pane_all(Canvas *c, const Scope *in) {
    int w = canvas_width(c);
    bool project = in->state->scene.project;
    ArcToken *big = project ? pane_sentence_big(in) : NULL;
    bool long_text = in->look->source && in->look->tokens->n > LONG; // the pattern has the room then
    Needs needs = {
        .view = in->state->scene.view,
        .lines = long_text ? 1 : pane_sentence_lines(in, NULL, w - 1),
        .big_lines = project ? pane_sentence_lines(in, big, w - 1) : 0,
        .ascii = c->ascii,
        .guess = in->state->tutor.hides && in->state->tutor.guess == PREDICT_TOKEN,
        .tokens = in->look->tokens->n + (in->look->rule && !in->state->scene.bos),
        .label = pane_heatmap_label(in, w),
    };
    Layout at = project ? layout_project(canvas_height(c), w, needs) : layout_for(canvas_height(c), w, needs);
    bool source = in->look->source != NULL;
    in_rect(c, at.title, in, source ? pane_info : pane_title);
    in_rect(c, at.tabs, in, source ? pane_source_heads : pane_tabs);
    if (at.sentence.h > 0) {
        canvas_push(c, at.sentence);
        pane_sentence(c, in, at.big ? big : NULL, at.lanes);
        canvas_pop(c);
    }
    free(big);
    if (at.heatmap.h > 0) {
        canvas_push(c, at.heatmap);
        pane_heatmap(c, in, needs.label);
        canvas_pop(c);
    }
    in_rect(c, at.focus, in, pane_focus);
    in_rect(c, at.bars, in, pane_bars);
    in_rect(c, at.entropy, in, pane_entropy);
    in_rect(c, at.blurb, in, pane_blurb);
    if (!source) in_rect(c, at.gallery, in, pane_gallery);
    in_rect(c, at.legend, in, pane_legend);
    in_rect(c, at.status, in, pane_status);
}
