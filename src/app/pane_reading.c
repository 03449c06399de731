// Where a logit comes from, and when: heads, depths, tokens.
#include "app/hit.h"
#include "app/pane_predict.h"
#include "base/mem.h"
#include "draw/plot.h"
#include "model/reported.h"

#include <math.h>
#include <stdlib.h>

// ---- heads

// One addend of the logit. layer −1: outside the layers; head −1: not a head.
typedef struct Share {
    double now, before; // NaN: nothing changed
    int layer, head;
    const char *name;
} Share;

static int by_size(const void *a, const void *b) {
    const Share *x = a, *y = b;
    double p = fabs(x->now), q = fabs(y->now);
    if (p != q) return p > q ? -1 : 1;
    return x->layer != y->layer ? x->layer - y->layer : x->head - y->head;
}

static double sum(const double *value, int n) {
    double all = 0;
    for (int k = 0; k < n; k++) all += value[k];
    return all;
}

// All addends: each head, each MLP, the rest; returns how many. list has room for layers · (heads + 1) + 2.
static int make_shares(const NetReading *r, Share *list) {
    const NetShape *s = &r->side[0].run->w->shape;
    const NetDirect *now = &net_reading_now(r)->direct,
                    *was = r->changed && r->side[0].direct_known ? &r->side[0].direct : NULL;
    int count = 0;
    for (int k = 0; k < s->layers * s->heads; k++)
        list[count++] = (Share){now->head[k], was ? was->head[k] : NAN, k / s->heads, k % s->heads, NULL};
    list[count++] = (Share){now->embedding, was ? was->embedding : NAN, -1, -1, "embedding"};
    for (int l = 0; l < s->layers; l++) list[count++] = (Share){now->mlp[l], was ? was->mlp[l] : NAN, l, -1, NULL};
    double bias = now->final_bias + sum(now->bias, s->layers);
    list[count++] = (Share){bias, was ? was->final_bias + sum(was->bias, s->layers) : NAN, -1, -1, "biases"};
    qsort(list, (size_t)count, sizeof *list, by_size);
    return count;
}

static void draw_share(Canvas *c, int y, const PredictScope *in, const Share *s, double most) {
    const OpenView *o = &in->state->scene.open;
    const NetShape *shape = &in->reading->side[0].run->w->shape;
    int w = canvas_width(c);
    bool chosen = s->head >= 0 && s->layer == o->layer && s->head == o->head;
    Style style = style_plain(chosen ? ROLE_ACCENT : ROLE_TEXT);
    if (s->head >= 0) canvas_mean(c, (Hit){HIT_AT_HEAD, s->layer, s->head});
    if (s->name) canvas_text(c, y, 1, style, s->name);
    else if (s->head < 0) canvas_textf(c, y, 1, style, "MLP of %d", s->layer);
    else canvas_textf(c, y, 1, style, "%d.%d", s->layer, s->head);
    canvas_textf(c, y, 11, style, "%+8.3f", s->now);
    if (!isnan(s->before)) canvas_textf(c, y, 20, style_plain(ROLE_DIM), " (%+.3f)", s->before);
    const char *role = s->head >= 0 && w >= 70 ? reported_role(shape, s->layer, s->head) : NULL;
    int right = role ? 30 : 1;
    plot_bar(c, y, 32, w - 32 - right, fabs(s->now) / most, isnan(s->before) ? NAN : fabs(s->before) / most,
             style_plain(s->now < 0 ? ROLE_BAD : ROLE_ACCENT));
    if (role) canvas_textf(c, y, w - right + 1, style_plain(ROLE_DIM), "reported: %s", role);
    canvas_mean(c, (Hit){0});
}

void pane_predict_direct(Canvas *c, const PredictScope *in) {
    const NetReading *r = in->reading;
    const ReadingSide *now = net_reading_now(r);
    const NetShape *shape = &now->run->w->shape;
    int id[READING_CHOICES], followed = net_reading_followed(r, id), x = 1;
    if (followed == 0 || !now->direct_known || !now->next.known) {
        canvas_text(c, 0, 1, style_plain(ROLE_DIM), "…");
        return;
    }
    x += canvas_text(c, 0, x, style_plain(ROLE_DIM), followed > 1 ? "logit of " : "what adds to the logit of ");
    x += pane_predict_token(c, 0, x, 12, style_bold(style_plain(ROLE_TEXT)), in, id[0]);
    if (followed > 1) {
        x += canvas_text(c, 0, x, style_plain(ROLE_DIM), " less that of ");
        x += pane_predict_token(c, 0, x, 12, style_bold(style_plain(ROLE_TEXT)), in, id[1]);
    }
    double logit = now->next.chosen[0].logit - (followed > 1 ? now->next.chosen[1].logit : 0);
    canvas_textf(c, 0, x, style_plain(ROLE_DIM), ": %.3f", logit);
    Share *list = MEM_NEW(Share, (size_t)shape->layers * ((size_t)shape->heads + 1) + 2);
    int count = make_shares(r, list);
    double most = fabs(list[0].now) > 0 ? fabs(list[0].now) : 1;
    for (int k = 0; k < count && 1 + k < canvas_height(c); k++) draw_share(c, 1 + k, in, &list[k], most);
    free(list);
}

// ---- the lens

void pane_predict_lens(Canvas *c, const PredictScope *in) {
    const ReadingSide *now = net_reading_now(in->reading);
    int layers = now->run->w->shape.layers, h = canvas_height(c), w = canvas_width(c);
    int id[READING_CHOICES], followed = net_reading_followed(in->reading, id), x = 34;
    double most = 1e-9;
    for (int k = 0; k < now->lens_known; k++) most = fmax(most, now->lens[k].chosen[0].probability);
    canvas_text(c, 0, 1, style_plain(ROLE_DIM), "after  says next");
    for (int k = 0; k < followed && x + 10 < w; k++, x += 12)
        pane_predict_token(c, 0, x, 10, style_plain(ROLE_DIM), in, id[k]);
    int first = layers + 1 > h - 1 ? layers + 2 - h : 0; // the last layers matter most
    for (int k = first, y = 1; k < now->lens_known && y < h; k++, y++) {
        const ReadingLogits *l = &now->lens[k];
        if (k == 0) canvas_text(c, y, 1, style_plain(ROLE_TEXT), "start");
        else canvas_textf(c, y, 1, style_plain(ROLE_TEXT), "%5d", k - 1);
        if (l->tops > 0) {
            pane_predict_token(c, y, 8, 14, style_bold(style_plain(ROLE_TEXT)), in, l->top[0].id);
            canvas_textf(c, y, 23, style_plain(ROLE_TEXT), "%5.1f %%", 100 * l->top[0].probability);
        }
        x = 34;
        for (int f = 0; f < followed && x + 10 < w; f++, x += 12) {
            canvas_textf(c, y, x, style_plain(ROLE_TEXT), "%.2f", l->chosen[f].logit);
        }
        if (followed > 0 && x < w - 4)
            plot_bar(c, y, x, w - x - 1, l->chosen[0].probability / most, NAN, style_plain(ROLE_ACCENT));
    }
}

// ---- losses

void pane_predict_loss(Canvas *c, const PredictScope *in) {
    const NetReading *r = in->reading;
    const ReadingSide *now = net_reading_now(r);
    int h = canvas_height(c), w = canvas_width(c), n = now->run->n, query = in->state->scene.open.query;
    double most = 1;
    for (int i = 1; i <= now->losses; i++) most = fmax(most, now->loss[i]);
    canvas_text(c, 0, 1, style_plain(ROLE_DIM),
                r->changed ? "loss of each token, nats   (without levers)" : "loss of each token, nats");
    int first = query - (h - 1) / 2;
    if (first > n - (h - 1)) first = n - (h - 1);
    if (first < 0) first = 0;
    for (int i = first, y = 1; i < n && y < h; i++, y++) {
        Style s = style_plain(i == query ? ROLE_ACCENT : ROLE_TEXT);
        canvas_mean(c, (Hit){HIT_QUERY, i, 0});
        canvas_textf(c, y, 1, style_plain(ROLE_DIM), "%4d", i);
        pane_predict_token(c, y, 6, 12, s, in, now->run->ids[i]);
        if (i > 0 && i <= now->losses && !isnan(now->loss[i])) {
            canvas_textf(c, y, 19, s, "%7.3f", now->loss[i]);
            bool known = r->changed && i <= r->side[0].losses;
            if (known) canvas_textf(c, y, 27, style_plain(ROLE_DIM), "(%.3f)", r->side[0].loss[i]);
            plot_bar(c, y, 37, w - 38, now->loss[i] / most, known ? r->side[0].loss[i] / most : NAN,
                     style_plain(ROLE_ACCENT));
        }
    }
    canvas_mean(c, (Hit){0});
}
