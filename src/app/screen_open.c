// One head of a source: the panes of the explorer on measured numbers.
#include "app/frame.h"
#include "app/open_input.h"
#include "app/pane.h"
#include "app/screen.h"
#include "base/mem.h"
#include "out/pattern.h"

#include <stdlib.h>
#include <string.h>

enum { INFO_FROM = 9 }; // rows from which the line of information has room

// ---- drawing

static void draw_find(Canvas *c, const State *s) {
    int h = canvas_height(c), w = canvas_width(c), x = 1;
    Style style = style_panel(ROLE_TEXT);
    canvas_fill(c, (Rect){h - 1, 0, 1, w}, style, ' ');
    x += canvas_text(c, h - 1, x, style_bold(style_panel(ROLE_ACCENT)), "find /");
    x += canvas_bytes_within(c, h - 1, x, w - x - 2, style, s->line.bytes, (size_t)s->line.len);
    canvas_rune(c, h - 1, x, style, '_');
}

static void draw_two(Canvas *c, const State *s, const World *w) {
    const OpenView *o = &s->scene.open;
    int h = canvas_height(c), half = canvas_width(c) / 2;
    for (int k = 0; k < 2; k++) {
        State *one = mem_new(1, sizeof *one); // large: not for the stack
        *one = *s;
        one->scene.open.layer = o->mark[k].layer, one->scene.open.head = o->mark[k].head;
        Look look;
        Error err;
        if (look_init(&look, one, w, &err)) {
            Scope in = {one, w, &look};
            canvas_push(c, (Rect){0, k * half + 1, h, half - 2});
            canvas_textf(c, 0, 0, style_bold(style_plain(ROLE_ACCENT)), "layer %d head %d", o->mark[k].layer,
                         o->mark[k].head);
            canvas_push(c, (Rect){1, 0, h - 1, half - 2});
            pane_heatmap(c, &in, pane_heatmap_label(&in, 80));
            canvas_pop(c);
            canvas_pop(c);
            look_free(&look);
        }
        free(one);
    }
}

static void draw_pair(Canvas *c, const Scope *in) {
    int h = canvas_height(c), w = canvas_width(c);
    canvas_push(c, (Rect){0, 0, h > 2 ? h - 2 : 0, w});
    draw_two(c, in->state, in->world);
    canvas_pop(c);
    canvas_push(c, (Rect){h - 2, 1, 1, w - 2});
    pane_legend(c, in);
    canvas_pop(c);
    canvas_push(c, (Rect){h - 1, 0, 1, w});
    pane_status(c, in);
    canvas_pop(c);
}

static void draw(Canvas *c, const State *s, const World *w) {
    Look look;
    Error err;
    if (!look_init(&look, s, w, &err)) {
        canvas_bytes_within(c, 0, 0, canvas_width(c), style_plain(ROLE_BAD), err.text, strlen(err.text));
        return;
    }
    Scope in = {s, w, &look};
    int h = canvas_height(c), cols = canvas_width(c), top = h >= INFO_FROM && !s->scene.project ? 1 : 0;
    canvas_push(c, (Rect){top, 0, h - top, cols});
    if (s->scene.open.pair) draw_pair(c, &in);
    else pane_all(c, &in);
    canvas_pop(c);
    canvas_push(c, (Rect){0, 0, h > 1 ? 1 : 0, cols});
    pane_source_title(c, &in);
    canvas_pop(c);
    if (s->finding) draw_find(c, s);
    look_free(&look);
}

// ---- numbers

static void write_pattern(const Scene *s, const World *w, Str *out, void (*write)(const Pattern *p, Str *out)) {
    Source *src = scene_source(s, &w->library);
    SourceView v = scene_source_view(s, &w->library);
    Error err;
    Attention a = {src->queries, MEM_NEW(AttentionRow, (size_t)src->queries)};
    for (int i = 0; i < src->queries; i++) source_row(src, &v, src->first + i, &a.row[i], &err);
    Pattern p = {
        .kind = src->kind,
        .source = src->path,
        .source_len = strlen(src->path),
        .tokens = src->tokens,
        .attention = &a,
        .bos = v.bos,
        .params = {.mask = src->raw ? v.mask : src->causal, .divisor = v.divisor},
        .measured = src,
        .view = &v,
    };
    write(&p, out);
    attention_free(&a);
}

static void write_json(const Scene *s, const World *w, Str *out) {
    write_pattern(s, w, out, out_pattern_json);
}

static void write_csv(const Scene *s, const World *w, Str *out) {
    write_pattern(s, w, out, out_pattern_csv);
}

const Screen SCREEN_OF_OPEN = {
    .title = "A measured head",
    .summary = "one head of the dump, on its text",
    .draw = draw,
    .act = open_act,
    .mouse = open_mouse,
    .type = open_type,
    .mouse_help = {"click a token, a cell, a head; hover: value", "drag a large pattern: move the window",
                   "wheel: the same; where all fits, the query", "wheel with Shift, or on key labels: along",
                   "wheel with Ctrl, or on the small one: zoom", "click the small one: go there"},
    .table = {{"json", write_json}, {"csv", write_csv}},
};
