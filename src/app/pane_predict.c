// What a model says next: the likeliest tokens, the chosen ones, what the levers did.
#include "app/pane_predict.h"

#include "app/hit.h"
#include "base/mem.h"
#include "draw/plot.h"

#include <math.h>
#include <stdlib.h>

enum { PERCENT = 7 }; // columns of 12.3 %

int pane_predict_token(Canvas *c, int y, int x, int columns, Style s, const PredictScope *in, int id) {
    Str text = {0};
    predict_token(scene_opened(&in->state->scene, &in->world->library), id, c->ascii, &text);
    int used = canvas_text_within(c, y, x, columns, s, str_text(&text));
    str_free(&text);
    return used;
}

static void draw_percent(Canvas *c, int y, int x, Style s, double probability) {
    double percent = 100 * probability;
    if (percent > 0 && percent < 0.05) canvas_text(c, y, x, s, " <0.1 %");
    else canvas_textf(c, y, x, s, "%5.1f %%", percent);
}

// What the token had before the levers; NAN: it was not among the likeliest.
static double before_of(const ReadingLogits *before, int id) {
    for (int k = 0; k < before->tops; k++) {
        if (before->top[k].id == id) return before->top[k].probability;
    }
    return NAN;
}

static void draw_list(Canvas *c, const PredictScope *in, const ReadingLogits *list, const ReadingLogits *before, Rect r,
                      Role role) {
    int token = r.w < 24 ? r.w - PERCENT - 2 : r.w < 40 ? 12 : 14, bar = r.w - token - PERCENT - 3;
    double most = list->tops > 0 ? list->top[0].probability : 1;
    for (int k = 0; k < list->tops && k < r.h; k++) {
        const NetTop *t = &list->top[k];
        pane_predict_token(c, r.y + k, r.x, token, style_bold(style_plain(role)), in, t->id);
        double was = before ? before_of(before, t->id) : NAN;
        draw_percent(c, r.y + k, r.x + token + 1, style_plain(role), t->probability);
        plot_bar(c, r.y + k, r.x + token + PERCENT + 2, bar, t->probability / most, was / most, style_plain(ROLE_ACCENT));
    }
}

void pane_predict_next(Canvas *c, const PredictScope *in) {
    const NetReading *r = in->reading;
    const ReadingLogits *now = &net_reading_now(r)->next, *before = r->changed ? &r->side[0].next : NULL;
    int h = canvas_height(c), w = canvas_width(c);
    bool two = before && w >= 44;
    int left = two ? w * 2 / 5 : 0;
    if (before && !before->known) before = NULL;
    if (two) canvas_text_within(c, 0, 1, left - 2, style_plain(ROLE_DIM), "without levers");
    canvas_text_within(c, 0, left + 1, w - left - 1, style_plain(ROLE_DIM), r->changed ? "with them" : "what comes next");
    if (two && before) draw_list(c, in, before, NULL, (Rect){1, 1, h - 1, left - 2}, ROLE_DIM);
    if (now->known) draw_list(c, in, now, before, (Rect){1, left + 1, h - 1, w - left - 1}, ROLE_TEXT);
    else canvas_text(c, 1, left + 1, style_plain(ROLE_DIM), "…");
}

// ---- the panel

// A number, and what it was.
static void draw_change(Canvas *c, int y, int x, int decimals, double was, double now, bool changed) {
    x += canvas_textf(c, y, x, style_plain(changed ? ROLE_DIM : ROLE_TEXT), "%.*f", decimals, changed ? was : now);
    if (!changed) return;
    x += canvas_text(c, y, x, style_plain(ROLE_DIM), c->ascii ? " > " : " → ");
    canvas_textf(c, y, x, style_bold(style_plain(ROLE_TEXT)), "%.*f", decimals, now);
}

static int draw_chosen(Canvas *c, const PredictScope *in, int y) {
    const NetReading *r = in->reading;
    const ReadingLogits *was = &r->side[0].next, *now = &net_reading_now(r)->next;
    int id[READING_CHOICES], followed = net_reading_followed(r, id);
    if (!was->known || !now->known) return y;
    canvas_text(c, y++, 0, style_bold(style_plain(ROLE_TEXT)), "Logits");
    for (int k = 0; k < followed; k++) {
        pane_predict_token(c, y, 1, 9, style_plain(ROLE_TEXT), in, id[k]);
        draw_change(c, y++, 11, 2, was->chosen[k].logit, now->chosen[k].logit, r->changed);
    }
    if (followed >= 2) { // the first against the second
        canvas_text(c, y, 1, style_plain(ROLE_TEXT), c->ascii ? "differ" : "Δ");
        draw_change(c, y++, 11, 2, was->chosen[0].logit - was->chosen[1].logit,
                    now->chosen[0].logit - now->chosen[1].logit, r->changed);
    }
    return y;
}

static double mean_loss(const ReadingSide *side) {
    double sum = 0;
    int count = 0;
    for (int i = 1; i <= side->losses; i++) {
        if (!isnan(side->loss[i])) sum += side->loss[i], count++;
    }
    return count > 0 ? sum / count : NAN;
}

static int draw_loss(Canvas *c, const PredictScope *in, int y) {
    const NetReading *r = in->reading;
    const ReadingSide *now = net_reading_now(r);
    if (now->losses < 1 || now->losses < now->run->n - 1) return y;
    canvas_text(c, y++, 0, style_bold(style_plain(ROLE_TEXT)), "Loss a token, nats");
    draw_change(c, y++, 11, 3, mean_loss(&r->side[0]), mean_loss(now), r->changed);
    return y;
}

// Places of the heads that moved most, the farthest first, into order[]; returns how many there are.
static int sort_moved(const NetReading *r, int *order, int room) {
    int count = 0;
    for (int k = 0; k < r->moved_known; k++) {
        if (!(r->moved[k] > 0) || (count == room && !(r->moved[k] > r->moved[order[count - 1]]))) continue;
        int at = count < room ? count++ : room - 1;
        for (; at > 0 && r->moved[k] > r->moved[order[at - 1]]; at--) order[at] = order[at - 1];
        order[at] = k;
    }
    return count;
}

static void draw_moved(Canvas *c, const PredictScope *in, int y) {
    enum { MOST = 12 };
    const NetReading *r = in->reading;
    int heads = r->side[0].run->w->shape.heads, order[MOST], w = canvas_width(c);
    if (!r->changed) return;
    int count = sort_moved(r, order, MOST);
    canvas_text(c, y++, 0, style_bold(style_plain(ROLE_TEXT)), "Patterns that moved");
    for (int k = 0; k < count && y < canvas_height(c); k++, y++) {
        int layer = order[k] / heads, head = order[k] % heads;
        canvas_mean(c, (Hit){HIT_AT_HEAD, layer, head});
        canvas_textf(c, y, 1, style_plain(ROLE_TEXT), "%d.%-3d %5.1f %%", layer, head, 100 * r->moved[order[k]]);
        plot_bar(c, y, 16, w - 17, r->moved[order[k]], NAN, style_plain(ROLE_ACCENT));
    }
    canvas_mean(c, (Hit){0});
    if (count == 0 && y < canvas_height(c)) canvas_text(c, y, 1, style_plain(ROLE_DIM), "none");
}

void pane_predict_panel(Canvas *c, const PredictScope *in) {
    int y = draw_chosen(c, in, 0), gap = canvas_height(c) > 14;
    y = draw_loss(c, in, y + gap);
    draw_moved(c, in, y + gap);
}
