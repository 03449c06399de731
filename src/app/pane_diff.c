#include "app/pane_diff.h"

#include "app/hit.h"
#include "app/window.h"
#include "app/wording.h"
#include "base/int.h"
#include "base/mem.h"
#include "base/text.h"
#include "draw/palette.h"

#include <math.h>
#include <stdlib.h>

enum { LABEL_MOST = 10, CELL_MOST = 8, PERCENT = 4 };

static HeadAt head_at(const OpenView *o) {
    return (HeadAt){o->layer, o->head};
}

// ---- the map

typedef struct Grid {
    int label, cw, ch;
    int query0, key0, queries, keys; // query0: counted from Source.first
    bool window; // of a pattern that is larger, and may be moved
} Grid;

static Grid grid_for(const Canvas *c, const OpenView *o, const Source *src, const Wording *queries) {
    Grid g = {.label = int_least(queries->widest, LABEL_MOST) + 2};
    int w = canvas_width(c) - g.label, h = canvas_height(c) - 1;
    if (w < 1 || h < 1) return g;
    g.cw = int_least(w / src->keys, CELL_MOST);
    g.ch = h / src->queries;
    if (g.cw < 1) g.cw = 1;
    if (g.ch < 1) g.ch = 1;
    g.ch = int_least(g.ch, (g.cw + 1) / 2);
    g.cw = int_least(g.cw, g.ch * 2 + 2);
    if (o->zoom > 0) g.cw = int_least(2 * o->zoom, w), g.ch = int_least(o->zoom, h);
    g.queries = int_least(src->queries, h / g.ch);
    g.keys = int_least(src->keys, w / g.cw);
    g.query0 = int_window_first(src->queries, g.queries, o->query - src->first + o->pan_y);
    g.key0 = int_window_first(src->keys, g.keys, o->key + o->pan_x);
    g.window = g.queries < src->queries || g.keys < src->keys;
    return g;
}

static void draw_key_labels(Canvas *c, const OpenView *o, const Wording *keys, Grid g) {
    for (int k = 0; k < g.keys; k++) {
        int key = g.key0 + k, x = g.label + k * g.cw;
        Style s = style_plain(key == o->key ? ROLE_ACCENT : ROLE_DIM);
        s.attr |= wording_mark(keys, key);
        canvas_mean(c, (Hit){HIT_KEY, key, 0});
        if (g.cw > 2) canvas_text_within(c, 0, x, g.cw - 1, s, wording_form(keys, key));
        else if (key == o->key) canvas_rune(c, 0, x, s, 0x25BE);
    }
    canvas_mean(c, (Hit){0});
}

static void draw_label(Canvas *c, const State *s, const Wording *queries, Grid g, int query, int line, int y) {
    bool chosen = query == s->scene.open.query;
    Style style = style_plain(chosen ? ROLE_ACCENT : ROLE_DIM);
    if (chosen) style.attr |= ATTR_BOLD;
    canvas_mean(c, (Hit){HIT_QUERY, query, 0});
    if (chosen) canvas_rune(c, y, 0, style, 0x25B8);
    style.attr |= wording_mark(queries, line);
    canvas_text_within(c, y, 1, g.label - 2, style, wording_form(queries, line));
    canvas_mean(c, (Hit){0});
}

static void draw_cell(Canvas *c, Grid g, double diff, bool chosen, bool masked, int y, int x) {
    Style s = style_plain(ROLE_TEXT);
    if (!isnan(diff)) s.bg = diverging_ink(diff);
    canvas_fill(c, (Rect){y, x, g.ch, g.cw}, s, ' ');
    int my = y + (g.ch - 1) / 2, mx = x + (g.cw - 1) / 2;
    bool number = g.cw >= PERCENT && fabs(diff) >= 0.005;
    if (isnan(diff)) canvas_rune(c, my, mx, style_plain(ROLE_BAD), 0x2205);
    else if (masked) canvas_rune(c, my, mx, style_plain(ROLE_FAINT), 0xB7);
    else if (number) canvas_textf(c, my, mx - 1, s, "%+3.0f", 100 * diff);
    if (!chosen) return;
    s.attr = ATTR_BOLD;
    if (g.cw == 3 && fabs(diff) >= 0.005) canvas_rune(c, my, mx, s, diff < 0 ? '-' : '+'); // no colour may tell it
    if (g.cw != PERCENT || !number) canvas_rune(c, my, x, s, g.cw > 1 ? '[' : 0x25A1); // not over the sign
    if (g.cw > 1) canvas_rune(c, my, x + g.cw - 1, s, ']');
}

static void draw_grid(Canvas *c, const State *s, Difference *d, Grid g, const Wording *keys, const Wording *queries) {
    const OpenView *o = &s->scene.open;
    draw_key_labels(c, o, keys, g);
    for (int k = 0; k < g.queries; k++) {
        const double *a, *b;
        Error ignored; // its cells tell
        int line = g.query0 + k, query = d->a->first + line, y = 1 + k * g.ch, visible = d->a->keys;
        bool ok = difference_row(d, o->batch, head_at(o), query, &a, &b, &visible, &ignored);
        draw_label(c, s, queries, g, query, d->a->query_tokens ? line : query, y + (g.ch - 1) / 2);
        for (int j = 0; j < g.keys; j++) {
            int key = g.key0 + j;
            canvas_mean(c, (Hit){g.window ? HIT_WINDOW : HIT_CELL, query, key});
            draw_cell(c, g, ok ? b[key] - a[key] : NAN, query == o->query && key == o->key, key >= visible, y,
                      g.label + j * g.cw);
        }
        canvas_mean(c, (Hit){0});
    }
}

void pane_diff_map(Canvas *c, const State *s, const World *w) {
    Difference *d = w->library.difference;
    const OpenView *o = &s->scene.open;
    const Wording *keys = wording_of_source(w, d->a, false, s->ascii);
    const Wording *queries = wording_of_source(w, d->a, d->a->query_tokens != NULL, s->ascii);
    Subject subject = {queries, keys, d->a->first, d->a->queries, d->a->keys, o->query, o->key, 2};
    int label = int_least(queries->widest, LABEL_MOST) + 2;
    if (!s->scene.project && window_wanted(c, &subject, o->zoom, label)) pane_diff_window(c, s, w, &subject, label);
    else draw_grid(c, s, d, grid_for(c, o, d->a, queries), keys, queries);
}

// ---- the heads

void pane_diff_heads(Canvas *c, const State *s, const World *w) {
    const Difference *d = w->library.difference;
    const OpenView *o = &s->scene.open;
    int all = d->a->layers * d->a->heads, h = canvas_height(c) - 1, cols = canvas_width(c), at = 0;
    canvas_text(c, 0, 0, style_plain(ROLE_DIM), d->done ? "head  distance" : "");
    if (!d->done)
        canvas_textf(c, 0, 0, style_plain(ROLE_DIM), s->idle ? "stopped, Esc goes on" : "comparing %.0f %%",
                     100 * difference_progress(d));
    int *order = MEM_NEW(int, (size_t)all);
    for (int k = 0; k < all; k++) order[k] = k;
    if (o->sorted && d->done) difference_sort(d, order);
    while (order[at] != o->layer * d->a->heads + o->head) at++;
    int first = int_window_first(all, int_least(h, all), at);
    for (int y = 0; y < h && first + y < all; y++) {
        int k = order[first + y], layer = k / d->a->heads, head = k % d->a->heads;
        Style style = style_plain(first + y == at ? ROLE_ACCENT : ROLE_TEXT);
        if (first + y == at) style.attr |= ATTR_BOLD;
        canvas_mean(c, (Hit){HIT_AT_HEAD, layer, head});
        canvas_fill(c, (Rect){y + 1, 0, 1, cols}, style_plain(ROLE_TEXT), ' ');
        canvas_textf(c, y + 1, 0, style, "%2d.%-2d", layer, head);
        double distance = difference_distance(d, k);
        if (d->done && isnan(distance)) canvas_text(c, y + 1, 6, style_plain(ROLE_FAINT), "n/a");
        if (d->done && !isnan(distance)) {
            canvas_textf(c, y + 1, 6, style, "%.4f", distance);
            Style bar = style_plain(ROLE_DIM);
            for (int x = 13; x < 13 + (int)(distance * (cols - 14) + 0.5); x++) canvas_rune(c, y + 1, x, bar, 0x2588);
        }
    }
    canvas_mean(c, (Hit){0});
    free(order);
}

// ---- lines

void pane_diff_legend(Canvas *c, const State *s, const World *w) {
    static const double AT[] = {-1, -0.25, -0.06, -0.01, 0, 0.01, 0.06, 0.25, 1};
    const Source *src = w->library.difference->a;
    const Wording *keys = wording_of_source(w, src, false, s->ascii);
    int x = canvas_text(c, 0, 0, style_plain(ROLE_DIM), "first more -1 ");
    for (int k = 0; k < 9; k++, x += 2) {
        Style style = style_plain(ROLE_TEXT);
        style.bg = diverging_ink(AT[k]);
        canvas_fill(c, (Rect){0, x, 1, 2}, style, ' ');
    }
    x += canvas_text(c, 0, x, style_plain(ROLE_DIM), " +1 second more");
    bool wide = x + 50 <= canvas_width(c);
    x += canvas_text(c, 0, x, style_plain(ROLE_DIM), wide ? "   steps even in √|difference|" : "   √ steps");
    wording_legend(c, keys->signs, 0, x);
}

void pane_diff_info(Canvas *c, const State *s, const World *w) {
    const Difference *d = w->library.difference;
    const OpenView *o = &s->scene.open;
    int k = o->layer * d->a->heads + o->head;
    int x = canvas_textf(c, 0, 0, style_bold(style_plain(ROLE_TEXT)), "layer %d head %d", o->layer, o->head) + 2;
    if (d->done && d->rows[k]) {
        x += canvas_textf(c, 0, x, style_plain(ROLE_TEXT), "distance %.4f  largest %+.3f", difference_distance(d, k),
                          (double)d->most[k]) +
             2;
    } else if (d->done) {
        x += canvas_text(c, 0, x, style_plain(ROLE_BAD), "distance n/a: no row is finite in both") + 2;
    }
    canvas_text_within(c, 0, x, canvas_width(c) - x, style_plain(ROLE_DIM),
                       "√ of the rows' mean Jensen–Shannon divergence in bits; 0 the same, 1 nothing in common");
}

// “token” at i; numbered tokens are `token i`.
static void name_token(const Source *src, const Wording *words, int i, bool ascii, Str *out) {
    if (!src->named) str_printf(out, "token %d", i);
    else str_printf(out, ascii ? "\"%s\" at %d" : "“%s” at %d", wording_form(words, i), i);
}

void pane_diff_sentence(const State *s, const World *w, Str *out) {
    Difference *d = w->library.difference;
    const OpenView *o = &s->scene.open;
    const Wording *keys = wording_of_source(w, d->a, false, s->ascii);
    const Wording *queries = wording_of_source(w, d->a, d->a->query_tokens != NULL, s->ascii);
    const double *a, *b;
    Error err;
    int visible;
    bool hovers = (s->hover.kind == HIT_CELL || s->hover.kind == HIT_WINDOW) && s->hover.a >= d->a->first &&
                  s->hover.a < d->a->first + d->a->queries && s->hover.b < d->a->keys;
    int query = hovers ? s->hover.a : o->query, key = hovers ? s->hover.b : o->key;
    if (!difference_row(d, o->batch, head_at(o), query, &a, &b, &visible, &err)) {
        str_puts(out, err.text);
        return;
    }
    name_token(d->a, queries, query, s->ascii, out);
    str_puts(out, " to ");
    name_token(d->a, keys, key, s->ascii, out);
    str_printf(out, ": %.4f and %.4f, %+.4f", a[key], b[key], b[key] - a[key]);
}
