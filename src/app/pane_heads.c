#include "app/pane_heads.h"

#include "app/example.h"
#include "app/hit.h"
#include "app/strip.h"
#include "base/int.h"
#include "base/text.h"
#include "draw/palette.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDE = 76, LABEL_WIDE = 21, LABEL_NARROW = 12, PERCENT_W = 6, BLANKS = 5 };

// ---- what is shown

static unsigned heads_on(const Heads *h, unsigned off) {
    return ((1u << h->count) - 1) & ~off;
}

bool heads_scope_on(const HeadsScope *in, int head) {
    return !(in->state->scene.heads_off >> head & 1);
}

void heads_scope_init(HeadsScope *in, const State *s, const Library *lib) {
    const Heads *h = &lib->heads;
    const Scene *scene = &s->scene;
    int d = h->head[0].d, token = scene_token(scene, lib);
    *in = (HeadsScope){.state = s, .heads = h, .params = scene_params_of(scene, d), .token = token, .most = 1};
    HeadsResult all;
    heads_run(&all, h, heads_on(h, 0), in->params);
    heads_run(&in->now, h, heads_on(h, scene->heads_off), in->params);
    in->before = in->now;
    in->has_before = s->has_before;
    if (in->has_before) {
        Levers b = s->before;
        AttentionParams was = {b.mask, !b.divide ? 1 : b.divisor > 0 ? b.divisor : sqrt(d)};
        heads_run(&in->before, h, heads_on(h, b.heads_off), was);
    }
    in->most = strip_most(all.stream.at[token], all.stream.cols, in->most);
    for (int k = 0; k < h->count; k++) in->most = strip_most(all.part[k].at[token], all.stream.cols, in->most);
}

HeadsLayout pane_heads_layout(const HeadsScope *in, int h, int w) {
    int count = in->heads->count, body = h - 2, y = 1, terms = in->now.concat.cols;
    int lines = 1 + count + 1 + 3; // row, parts, after, check
    HeadsLayout at = {.wide = w >= WIDE, .pitch = 1};
    if (at.wide && body >= 2 * (lines + terms + 2) + BLANKS) at.pitch = 2;
    int spare = body - 1 - lines * at.pitch; // a row for the tokens
    at.delta = spare >= 1;
    spare -= at.delta * at.pitch;
    at.has_terms = at.wide && spare >= (terms + 1) * at.pitch;
    if (at.has_terms) spare -= (terms + 1) * at.pitch;
    at.rule = spare >= 1;
    spare -= at.rule;
    at.tokens = y++;
    y += spare >= 2;
    at.addition = y;
    y += (2 + count + at.delta) * at.pitch + at.rule + (spare >= 1);
    at.terms = y;
    y += at.has_terms ? (terms + 1) * at.pitch + (spare >= 3) : 0;
    at.check = y;
    return at;
}

// ---- a labelled strip

static int strip_x(const HeadsLayout *at) {
    return at->wide ? LABEL_WIDE : LABEL_NARROW;
}

static int cell_columns(const Canvas *c, const HeadsScope *in, const HeadsLayout *at) {
    return strip_cell(in->now.stream.cols, canvas_width(c) - strip_x(at));
}

static int strip_end(const Canvas *c, const HeadsScope *in, const HeadsLayout *at) {
    int room = canvas_width(c) - strip_x(at), columns = cell_columns(c, in, at) * in->now.stream.cols;
    return strip_x(at) + (columns < room ? columns : room);
}

static void draw_strip(Canvas *c, const HeadsScope *in, const HeadsLayout *at, int y, const double *value,
                       StripLook look) {
    int x = strip_x(at);
    strip_draw(c, y, x, canvas_width(c) - x, cell_columns(c, in, at), value, in->now.stream.cols, in->most, look);
}

static void draw_remark(Canvas *c, const HeadsScope *in, const HeadsLayout *at, int y, const char *text) {
    int x = strip_end(c, in, at) + 2;
    canvas_text_within(c, y, x, canvas_width(c) - x - 1, style_plain(ROLE_DIM), text);
}

static void draw_label(Canvas *c, const HeadsLayout *at, int y, Style s, const char *text) {
    canvas_text_within(c, y, 1, strip_x(at) - 2, s, text);
}

// ---- row + parts = row after

// How many keys have room beside the strips, and the first of them: those up to the token.
static int keys_shown(const Canvas *c, const HeadsScope *in, const HeadsLayout *at, int *first) {
    int n = in->now.stream.rows, room = (canvas_width(c) - strip_end(c, in, at) - 8) / PERCENT_W,
        shown = int_least(room, n);
    if (shown < 0) shown = 0;
    *first = in->token - shown + 1;
    if (*first < 0) *first = 0;
    return shown;
}

static void draw_reading(Canvas *c, const HeadsScope *in, const HeadsLayout *at, int y, int head) {
    int first, shown = keys_shown(c, in, at, &first), x = strip_end(c, in, at) + 7;
    const Worked *w = &in->heads->head[0];
    for (int k = 0; k < shown; k++, x += PERCENT_W) {
        int j = first + k;
        Str text = {0};
        if (head < 0) {
            example_token(&text, w, j, c->ascii);
            canvas_text_within(c, y, x, PERCENT_W - 1, style_plain(j == in->token ? ROLE_ACCENT : ROLE_DIM), str_text(&text));
        } else {
            bool hidden = in->params.mask && j > in->token;
            double weight = worked_matrix(&in->heads->head[head], &in->now.head[head], WORKED_A)->at[in->token][j];
            Style s = style_plain(hidden ? ROLE_FAINT : ROLE_TEXT);
            if (!hidden) s.bg = (Ink){INK_HEAT, heat_level(weight)};
            if (hidden) canvas_text(c, y, x + 2, s, "·");
            else canvas_textf(c, y, x, s, "%3.0f%%  ", 100 * weight);
        }
        str_free(&text);
    }
}

static void draw_head(Canvas *c, const HeadsScope *in, const HeadsLayout *at, int y, int head) {
    bool on = heads_scope_on(in, head);
    canvas_mean(c, (Hit){HIT_SUM_HEAD, head, 0});
    canvas_fill(c, (Rect){y, 0, 1, canvas_width(c)}, style_plain(ROLE_TEXT), ' ');
    canvas_textf(c, y, 1, style_plain(on ? ROLE_ACCENT : ROLE_DIM), "%d", head + 1);
    canvas_text(c, y, 3, style_bold(style_plain(on ? ROLE_ACCENT : ROLE_DIM)), c->ascii ? (on ? "+" : "-") : on ? "●" : "○");
    const char *label = in->heads->label[head];
    canvas_bytes_within(c, y, 5, strip_x(at) - 6, style_plain(on ? ROLE_TEXT : ROLE_DIM), label, strlen(label));
    draw_strip(c, in, at, y, in->now.part[head].at[in->token], on ? STRIP_COLOURED : STRIP_OFF);
    if (at->wide) canvas_text(c, y, strip_end(c, in, at) + 1, style_plain(ROLE_DIM), on ? "reads" : "off");
    if (at->wide && on) draw_reading(c, in, at, y, head);
    canvas_mean(c, (Hit){0});
}

// What the last switch changed, and whether that is just what one head adds.
static void draw_delta(Canvas *c, const HeadsScope *in, const HeadsLayout *at, int y) {
    draw_label(c, at, y, style_plain(ROLE_DIM), at->wide ? "Δ by the last key" : "Δ");
    if (!in->has_before) {
        canvas_text(c, y, strip_x(at) + 2, style_plain(ROLE_DIM), "—");
        return;
    }
    double delta[MATRIX_SIDE];
    for (int m = 0; m < in->now.stream.cols; m++)
        delta[m] = in->now.stream.at[in->token][m] - in->before.stream.at[in->token][m];
    for (int m = 0; m < in->now.stream.cols; m++) delta[m] = fabs(delta[m]) < 1e-12 ? 0 : delta[m]; // less is rounding
    draw_strip(c, in, at, y, delta, STRIP_PLAIN);
    for (int h = 0; h < in->heads->count; h++) {
        double sign = heads_scope_on(in, h) ? 1 : -1, off = 0, size = 0;
        for (int m = 0; m < in->now.stream.cols; m++) {
            off = fmax(off, fabs(delta[m] - sign * in->now.part[h].at[in->token][m]));
            size = fmax(size, fabs(delta[m]));
        }
        unsigned changed = in->state->scene.heads_off ^ in->state->before.heads_off;
        if (changed != 1u << h || size == 0 || off > 1e-9) continue;
        draw_remark(c, in, at, y, sign > 0 ? "just what this head adds" : "just what it had added");
    }
}

void pane_heads_addition(Canvas *c, const HeadsScope *in, HeadsLayout at) {
    int y = at.addition;
    draw_label(c, &at, y, style_plain(ROLE_TEXT), at.wide ? "row of the stream" : "row");
    draw_strip(c, in, &at, y, in->heads->head[0].given[WORKED_X].at[in->token], STRIP_COLOURED);
    if (at.wide) draw_reading(c, in, &at, y, -1);
    y += at.pitch;
    for (int h = 0; h < in->heads->count; h++, y += at.pitch) draw_head(c, in, &at, y, h);
    if (at.rule) canvas_hline(c, y++, strip_x(&at), strip_end(c, in, &at) - 1, style_plain(ROLE_DIM), 1);
    draw_label(c, &at, y, style_bold(style_plain(ROLE_TEXT)), at.wide ? "row after" : "= after");
    draw_strip(c, in, &at, y, in->now.stream.at[in->token], STRIP_COLOURED);
    if (at.wide) draw_remark(c, in, &at, y, "the next layer's input");
    if (at.delta) draw_delta(c, in, &at, y + at.pitch);
}

// ---- concat · W_O

void pane_heads_terms(Canvas *c, const HeadsScope *in, HeadsLayout at) {
    if (!at.has_terms) return;
    int y = at.terms, cell = strip_cell(1, 8);
    canvas_text(c, y, 1, style_bold(style_plain(ROLE_TEXT)), "concat");
    canvas_text(c, y, strip_x(&at) + 1, style_bold(style_plain(ROLE_TEXT)), "W_O, the heads' blocks below each other");
    y += at.pitch;
    for (int h = 0, k = 0; h < in->heads->count; h++) {
        bool on = heads_scope_on(in, h);
        const char *label = in->heads->label[h];
        canvas_mean(c, (Hit){HIT_SUM_HEAD, h, 0});
        for (int row = 0; row < in->heads->head[h].d; row++, k++, y += at.pitch) {
            canvas_fill(c, (Rect){y, 0, 1, canvas_width(c)}, style_plain(ROLE_TEXT), ' ');
            if (row == 0) canvas_textf(c, y, 1, style_plain(on ? ROLE_ACCENT : ROLE_DIM), "%d", h + 1);
            if (row == 0) canvas_bytes_within(c, y, 3, 6, style_plain(on ? ROLE_TEXT : ROLE_DIM), label, strlen(label));
            StripLook look = on ? STRIP_COLOURED : STRIP_OFF;
            strip_draw(c, y, 10, 8, cell, &in->now.concat.at[in->token][k], 1, in->most, look);
            canvas_text(c, y, 19, style_plain(ROLE_DIM), "×");
            draw_strip(c, in, &at, y, in->now.w_o.at[k], look);
        }
        canvas_mean(c, (Hit){0});
    }
}

// ---- both ways

void pane_heads_check(Canvas *c, const HeadsScope *in, HeadsLayout at) {
    int y = at.check;
    draw_label(c, &at, y, style_plain(ROLE_TEXT), at.wide ? "concat · W_O" : "concat·W_O");
    draw_strip(c, in, &at, y, in->now.product.at[in->token], STRIP_COLOURED);
    if (at.wide) draw_remark(c, in, &at, y, "one large product");
    y += at.pitch;
    draw_label(c, &at, y, style_plain(ROLE_TEXT), at.wide ? "Σ of the heads" : "Σ heads");
    draw_strip(c, in, &at, y, in->now.sum.at[in->token], STRIP_COLOURED);
    if (at.wide) draw_remark(c, in, &at, y, "head by head");
    y += at.pitch;
    draw_label(c, &at, y, style_plain(ROLE_TEXT), "difference");
    Style s = style_bold(style_plain(in->now.difference < 1e-9 ? ROLE_GOOD : ROLE_BAD));
    canvas_textf(c, y, strip_x(&at) + 2, s, "%.2g", in->now.difference);
    if (at.wide) draw_remark(c, in, &at, y, "largest of all tokens");
}
