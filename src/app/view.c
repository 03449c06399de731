#include "app/view.h"

#include "app/layout.h"
#include "app/pane.h"

typedef void (*Draw)(Canvas *c, const Scope *in);

static void in_rect(Canvas *c, Rect r, const Scope *in, Draw draw) {
    if (r.h <= 0 || r.w <= 0) return;
    canvas_push(c, r);
    draw(c, in);
    canvas_pop(c);
}

static void draw_explorer(Canvas *c, const Scope *in) {
    Needs needs = {
        .view = in->state->scene.view,
        .lines = pane_sentence_lines(in, c->w - 1),
        .tokens = in->look->tokens.n + !in->state->scene.bos,
        .label = pane_heatmap_label(in, c->w),
    };
    Layout at = layout_for(c->h, c->w, needs);
    in_rect(c, at.title, in, pane_title);
    in_rect(c, at.tabs, in, pane_tabs);
    if (at.sentence.h > 0) {
        canvas_push(c, at.sentence);
        pane_sentence(c, in, at.lanes);
        canvas_pop(c);
    }
    in_rect(c, at.heatmap, in, pane_heatmap);
    in_rect(c, at.bars, in, pane_bars);
    in_rect(c, at.entropy, in, pane_entropy);
    in_rect(c, at.blurb, in, pane_blurb);
    in_rect(c, at.legend, in, pane_legend);
    in_rect(c, at.status, in, pane_status);
}

static int side(int cells) {
    return cells < 1 ? 1 : cells > CANVAS_MAX_SIDE ? CANVAS_MAX_SIDE : cells;
}

void view(const State *s, const World *w, Canvas *c) {
    canvas_reset(c, side(s->rows), side(s->cols), s->ascii);
    Look look;
    Error err;
    if (!look_init(&look, s, w, &err)) return;
    Scope in = {s, w, &look};
    draw_explorer(c, &in);
    if (s->overlay == OVERLAY_HELP) pane_help(c, &in);
    if (s->overlay == OVERLAY_COMMAND) pane_command(c, &in);
    if (s->overlay == OVERLAY_INPUT) pane_input(c, &in);
    look_free(&look);
}
