// A row of a model, all the way through a head: the screen of one row, on real numbers.
#include "app/frame.h"
#include "app/open_input.h"
#include "app/pane_trace.h"
#include "app/screen.h"
#include "model/net_source.h"
#include "out/trace.h"

#include <math.h>
#include <string.h>

enum { INFO_FROM = 9, SIDE_FROM = 132, SIDE = 56, SUM_LEAST = 3, SUM_MOST = 12, NUMBERS_FROM = 16 };

static const NetTrace *trace_of(const Scene *s, const World *w, Error *err) {
    Source *src = scene_opened(s, &w->library);
    SourceView v = scene_source_view(s, &w->library);
    return source_follow(src, &v, err) ? net_source_trace(src, &v, s->open.query, err) : NULL;
}

// ---- drawing

typedef void (*DrawPane)(Canvas *c, const TraceScope *in);

static void in_rect(Canvas *c, Rect r, const TraceScope *in, DrawPane draw) {
    if (r.h <= 0 || r.w <= 0) return;
    canvas_push(c, r);
    draw(c, in);
    canvas_pop(c);
}

static void draw_info(Canvas *c, const TraceScope *in) {
    const Look *look = in->scope.look;
    double delta = look->row.entropy - look->before.entropy;
    Str text = {0};
    str_printf(&text, "row %d: ", in->trace->query);
    str_puts(&text, pane_token(&in->scope, in->trace->query));
    str_printf(&text, "   entropy %.2f of %.2f bits", look->row.entropy, look->row.ceiling);
    if (look->has_before) str_printf(&text, "  %s %+.2f", c->ascii ? "dH" : "ΔH", fabs(delta) < 0.005 ? 0 : delta);
    str_puts(&text, "   ");
    pane_model_tell(&in->scope, &text);
    canvas_text_within(c, 0, 1, canvas_width(c) - 2, style_plain(ROLE_DIM), str_text(&text));
    str_free(&text);
}

// Below the parts, or on a wide screen beside them: the sum; over it the numbers around.
static void draw_body(Canvas *c, const TraceScope *in, Rect r) {
    int side = r.w >= SIDE_FROM ? SIDE : 0, numbers = r.h >= NUMBERS_FROM ? 2 : 0, rows = pane_trace_rows(in);
    int least = side ? 0 : r.h < 6 ? 0 : r.h / 4 > SUM_LEAST ? r.h / 4 : SUM_LEAST;
    int gap = r.h >= NUMBERS_FROM + 8, parts = r.h - least - numbers - gap;
    if (parts > rows) parts = rows;
    in_rect(c, (Rect){r.y, 0, parts, r.w - side}, in, pane_trace_parts);
    int y = parts + gap;
    in_rect(c, (Rect){r.y + y, 0, numbers, r.w - side}, in, pane_trace_numbers);
    y += numbers + (gap && !side);
    int sum = r.h - y < SUM_MOST ? r.h - y : SUM_MOST;
    if (side)
        in_rect(c, (Rect){r.y, r.w - side, r.h, side}, in, pane_trace_sum);
    else
        in_rect(c, (Rect){r.y + y, 0, sum, r.w}, in, pane_trace_sum);
}

static void draw_status(Canvas *c, const TraceScope *in) {
    Str sentence = {0};
    look_sentence(in->scope.look, &in->scope.look->row, in->scope.state->scene.open.key, false, c->ascii, &sentence);
    frame_status(c, in->scope.state, str_text(&sentence),
                 "Tab part   ←→ number   x largest   ↑↓ row   [ ] head   m d D levers   Enter head   ? help",
                 "Tab part  ←→ number  ↑↓ row  ? help", "Tab ←→ ?");
    str_free(&sentence);
}

static void draw_waiting(Canvas *c, const State *s, const char *why, int y) {
    canvas_bytes_within(c, y, 1, canvas_width(c) - 2, style_plain(s->idle ? ROLE_BAD : ROLE_ACCENT), why, strlen(why));
}

static void draw(Canvas *c, const State *s, const World *w) {
    int h = canvas_height(c), cols = canvas_width(c), info = h >= INFO_FROM;
    Look look;
    Error err;
    if (!look_init(&look, s, w, &err)) {
        draw_waiting(c, s, err.text, 0);
        return;
    }
    TraceScope in = {.scope = {s, w, &look}, .trace = trace_of(&s->scene, w, &err), .part = s->scene.open.part};
    canvas_push(c, (Rect){0, 0, h > 1, cols});
    pane_source_title(c, &in.scope);
    canvas_pop(c);
    if (in.trace) {
        in.cell = scene_trace_cell(&s->scene, net_trace_size(in.trace, in.part));
        in_rect(c, (Rect){1, 0, info, cols}, &in, draw_info);
        draw_body(c, &in, (Rect){1 + info, 0, h - 2 - info, cols});
    } else {
        draw_waiting(c, s, err.text, 1);
    }
    canvas_push(c, (Rect){h - 1, 0, 1, cols});
    draw_status(c, &in);
    canvas_pop(c);
    look_free(&look);
}

// ---- numbers

static void write_with(const Scene *s, const World *w, Str *out, void (*write)(const OutTrace *t, Str *out)) {
    Error ignored; // the model has run before anything is written
    SourceView v = scene_source_view(s, &w->library);
    const NetTrace *t = trace_of(s, w, &ignored);
    if (!t) return;
    OutTrace all = {.source = scene_opened(s, &w->library), .view = &v, .trace = t, .part = s->open.part};
    all.cell = scene_trace_cell(s, net_trace_size(t, all.part));
    write(&all, out);
}

static void write_json(const Scene *s, const World *w, Str *out) {
    write_with(s, w, out, out_trace_json);
}

static void write_csv(const Scene *s, const World *w, Str *out) {
    write_with(s, w, out, out_trace_csv);
}

const Screen SCREEN_OF_TRACE = {
    .title = "A row of the model",
    .summary = "one row of a model, all the way through a head",
    .draw = draw,
    .act = open_trace_act,
    .mouse = open_trace_mouse,
    .mouse_help = {"click a number: how it came about", "click a key: its score as a sum",
                   "wheel: the row above, below", "Shift+wheel: the number before, after",
                   "click a toggle: as its key"},
    .table = {{"json", write_json}, {"csv", write_csv}},
};
