// What a model says next at the chosen position, before and after the levers, and where it comes from.
#include "app/frame.h"
#include "app/open_input.h"
#include "app/pane.h"
#include "app/pane_predict.h"
#include "app/screen.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PANEL = 30, PANEL_FROM = 74, LOW = 9, LIST = 12, TOGGLES_FROM = 56 };

static const char *const PAGES[PREDICT_PAGES] = {"next token", "heads", "lens", "losses"};

static Source *opened(const State *s, const World *w) {
    return scene_opened(&s->scene, &w->library);
}

// ---- the frame

static void draw_title(Canvas *c, const State *s, const World *w) {
    const Source *src = opened(s, w);
    const OpenView *o = &s->scene.open;
    Str file = {0};
    const char *slash = strrchr(src->path, '/'), *name = slash && slash[1] ? slash + 1 : src->path;
    text_display(&file, name, strlen(name), c->ascii);
    Toggle toggle[4] = {{"mask", o->mask, ACTION_MASK, 0}, {"", o->divide, ACTION_DIVISOR, 0}};
    pane_name_divisor(&toggle[1], src, o, c->ascii);
    toggle[2] = (Toggle){"", o->bos, ACTION_BOS, 0};
    snprintf(toggle[2].name, sizeof toggle[2].name, "%s", c->ascii ? "<BOS>" : "⟨BOS⟩");
    toggle[3] = (Toggle){"whole", o->whole, ACTION_MODEL_SCOPE, 0};
    int toggles = canvas_width(c) >= TOGGLES_FROM ? 4 : 3, parts = 1;
    char step[48];
    TitlePart part[3] = {{str_text(&file), ACTION_OPEN_MAP}};
    if (pane_step(src, step, sizeof step)) part[parts++] = (TitlePart){step, ACTION_MOMENT_BACK};
    part[parts++] = (TitlePart){PAGES[o->page], ACTION_MODEL_PAGE};
    if (s->scene.project) frame_title_projected(c, part[parts - 1], toggle, toggles);
    else frame_title(c, part, parts, toggle, toggles);
    str_free(&file);
}

static void put_token(const World *w, const Source *src, int i, bool ascii, Str *out) {
    str_puts(out, ascii ? "\"" : "“");
    str_puts(out, wording_form(wording_of_source(w, src, false, ascii), i));
    str_printf(out, "%s at %d", ascii ? "\"" : "”", i);
}

static void draw_status(Canvas *c, const State *s, const World *w, const NetReading *r) {
    Str sentence = {0};
    const ReadingLogits *next = r && !r->bad ? &net_reading_now(r)->next : NULL;
    if (next && next->known && next->tops > 0) {
        str_puts(&sentence, "after ");
        put_token(w, opened(s, w), s->scene.open.query, c->ascii, &sentence);
        str_puts(&sentence, ": ");
        predict_token(opened(s, w), next->top[0].id, c->ascii, &sentence);
        double percent = 100 * next->top[0].probability;
        if (percent < 0.1) str_puts(&sentence, " under 0.1 %");
        else str_printf(&sentence, " %.1f %%", percent);
    } else {
        str_printf(&sentence, "the model runs: %.0f %%", 100 * opened(s, w)->ran);
    }
    frame_status(c, s, str_text(&sentence),
                 "↑↓ query   v page   [ ] head   K knock out   m d b R levers   C tokens   e text   ? help",
                 "v page  K knock out  e text  ? help", "v K ?");
    str_free(&sentence);
}

static void draw_info(Canvas *c, const State *s, const World *w) {
    Str text = {0}, shown = {0};
    pane_say_step(s, opened(s, w), &text);
    predict_all_levers(&s->scene, opened(s, w), &text);
    str_printf(&text, "   head %d.%d", s->scene.open.layer, s->scene.open.head);
    text_display(&shown, str_text(&text), text.len, c->ascii);
    canvas_text_within(c, 0, 1, canvas_width(c) - 2, style_plain(ROLE_DIM), str_text(&shown));
    str_free(&text);
    str_free(&shown);
}

typedef void (*DrawPage)(Canvas *c, const PredictScope *in);

static void in_rect(Canvas *c, Rect r, const PredictScope *in, DrawPage page) {
    if (r.h <= 0 || r.w <= 0) return;
    canvas_push(c, r);
    page(c, in);
    canvas_pop(c);
}

static void draw_page(Canvas *c, const State *s, const World *w, const NetReading *r, Rect room) {
    static const DrawPage DRAW[PREDICT_PAGES] = {pane_predict_next, pane_predict_direct, pane_predict_lens,
                                                 pane_predict_loss};
    PredictScope in = {s, w, r};
    bool next = s->scene.open.page == PREDICT_NEXT, beside = next && room.w >= PANEL_FROM;
    Rect page = room;
    if (beside) page.w -= PANEL;
    if (next && !beside && room.h > 15) page.h = LIST;
    bool below = beside && s->rows >= PREDICT_TALL;
    if (below) {
        in_rect(c, (Rect){room.y + LIST + 1, 0, room.h - LIST - 1, page.w}, &in, pane_predict_direct);
        page.h = LIST;
    }
    in_rect(c, page, &in, DRAW[s->scene.open.page]);
    if (beside) in_rect(c, (Rect){room.y, room.w - PANEL + 1, room.h, PANEL - 2}, &in, pane_predict_panel);
    else if (!below && page.h < room.h)
        in_rect(c, (Rect){room.y + page.h, 1, room.h - page.h, room.w - 2}, &in, pane_predict_panel);
}

static void draw(Canvas *c, const State *s, const World *w) {
    const NetReading *r = predict_reading(&s->scene, w);
    int h = canvas_height(c), cols = canvas_width(c), info = h >= LOW;
    canvas_push(c, (Rect){0, 0, h > 1, cols});
    draw_title(c, s, w);
    canvas_pop(c);
    canvas_push(c, (Rect){1, 0, info, cols});
    draw_info(c, s, w);
    canvas_pop(c);
    int top = 1 + info + (h > 14);
    Error err;
    if (!predict_sound(&s->scene, w, &err))
        canvas_bytes_within(c, top, 1, cols - 2, style_plain(ROLE_BAD), err.text, strlen(err.text));
    else if (r) draw_page(c, s, w, r, (Rect){top, 0, h - top - 1, cols});
    canvas_push(c, (Rect){h - 1, 0, 1, cols});
    draw_status(c, s, w, r);
    canvas_pop(c);
}

const Screen SCREEN_OF_PREDICT = {
    .title = "What comes next",
    .summary = "what the model says, and which heads say it",
    .draw = draw,
    .act = open_predict_act,
    .mouse = open_predict_mouse,
    .mouse_help = {"click a head: that head, for K and Enter", "click a token: query", "wheel: query up, down"},
    .table = {{"json", predict_json}, {"csv", predict_csv}},
};
