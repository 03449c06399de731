// A pattern too large for a cell each: a window of dots, two on top of each other in a cell, each the largest weight of
// its part.
#include "app/hit.h"
#include "app/mini.h"
#include "app/pane.h"
#include "app/window.h"
#include "base/int.h"
#include "base/mem.h"
#include "draw/palette.h"

#include <math.h>
#include <stdlib.h>

static Subject subject_of(const Look *look) {
    return (Subject){look->query_words, look->words, look->first, look->queries, look->tokens->n, look->query, look->key,
                     look->at.marks > 0 ? look->at.marks : 1};
}

// The largest weights of one line of dots into dot[w]; −1 where nothing may be looked at, NaN where nothing is a
// number.
static void read_dots(const Look *look, const Subject *s, Window g, int line, AttentionRow *row, double *dot) {
    for (int x = 0; x < g.w; x++) dot[x] = -1;
    int top, bottom, left, right;
    window_line(g, s, line, &top, &bottom);
    Error ignored; // its dots are NaN then
    for (int i = top; i < bottom; i++) {
        source_weights(look->source, &look->at, look->first + i, row, &ignored);
        for (int x = 0; x < g.w; x++) {
            window_dot(g, s, x, &left, &right);
            right = int_least(row->visible, right);
            for (int j = left; j < right; j++) {
                double weight = row->weight[j];
                if (weight > dot[x] || (isnan(weight) && dot[x] < 0) || (isnan(dot[x]) && !isnan(weight)))
                    dot[x] = weight;
            }
        }
    }
}

static void take_dots(const Mini *m, const Look *look, const Subject *s, Window g, int line, double *dot) {
    int top, bottom, left, right;
    window_line(g, s, line, &top, &bottom);
    for (int x = 0; x < g.w; x++) {
        window_dot(g, s, x, &left, &right);
        dot[x] = m && top < bottom && left < right ? mini_most(m, look->source, top, bottom, left, right) : -1;
    }
}

static Ink ink_of(const Look *look, double dot) {
    if (dot < 0) return ink_role(ROLE_PAPER);
    return isnan(dot) ? ink_role(ROLE_BAD) : (Ink){INK_HEAT, heat_level(look_heat(look, dot))};
}

// One or two dots in a cell.
static void draw_dots(Canvas *c, const Look *look, int y, int x, double upper, double lower) {
    Style s = style_plain(ROLE_FAINT);
    if (c->ascii) {
        s.bg = isnan(upper) ? ink_role(ROLE_PAPER) : ink_of(look, upper);
        canvas_rune(c, y, x, isnan(upper) ? style_plain(ROLE_BAD) : s, isnan(upper) ? 0x2205 : upper < 0 ? 0xB7 : ' ');
    } else if (upper < 0 && lower < 0) {
        canvas_rune(c, y, x, s, 0xB7);
    } else if (isnan(upper) && isnan(lower)) {
        canvas_rune(c, y, x, style_plain(ROLE_BAD), 0x2205);
    } else if (upper < 0) { // the paper is a background only
        s.fg = ink_of(look, lower);
        canvas_rune(c, y, x, s, 0x2584);
    } else {
        s.fg = ink_of(look, upper), s.bg = ink_of(look, lower);
        canvas_rune(c, y, x, s, 0x2580);
    }
}

static void draw_window(Canvas *c, const Scope *in, const Subject *s, Window g) {
    const Look *look = in->look;
    const Mini *mini = g.whole ? mini_of(in->state, in->world) : NULL;
    AttentionRow row = {0};
    double *dot = MEM_NEW(double, 2 * (size_t)g.w);
    for (int y = 0; y < g.h; y++) {
        for (int k = 0; k < g.per; k++) {
            if (g.whole) take_dots(mini, look, s, g, y * g.per + k, dot + k * g.w);
            else read_dots(look, s, g, y * g.per + k, &row, dot + k * g.w);
        }
        for (int x = 0; x < g.w; x++) {
            window_mean(c, s, g, y, x);
            draw_dots(c, look, y + 1, g.label + x, dot[x], g.per > 1 ? dot[g.w + x] : dot[x]);
        }
    }
    canvas_mean(c, (Hit){0});
    attention_row_free(&row);
    free(dot);
}

static void draw_mini(Canvas *c, const Scope *in, const Subject *s, Window g) {
    const Mini *m = mini_of(in->state, in->world);
    WindowMini at = window_mini(c, g);
    for (int y = 0; y < at.h && m; y++) {
        for (int x = 0; x < at.w; x++) {
            double dot[2];
            for (int k = 0; k < 2; k++) {
                int p[4];
                window_mini_part(s, g, at, y, x, k, p);
                dot[k] = mini_most(m, in->look->source, p[0], p[1], p[2], p[3]);
            }
            canvas_mean(c, (Hit){HIT_MINI, (2 * y + 1) * 500 / at.h, (2 * x + 1) * 500 / at.w});
            draw_dots(c, in->look, y + 1, at.x0 + x, dot[0], dot[1]);
        }
    }
    canvas_mean(c, (Hit){0});
    window_draw_mini_frame(c, s, g, at);
}

bool pane_window_wanted(const Canvas *c, const Scope *in, int label) {
    if (!in->look->source || in->state->scene.project) return false;
    Subject s = subject_of(in->look);
    return window_wanted(c, &s, in->state->scene.open.zoom, label);
}

void pane_window(Canvas *c, const Scope *in, int label) {
    Subject s = subject_of(in->look);
    Window g = window_for(c, &s, &in->state->scene.open, label);
    if (g.w < 1 || g.h < 1) return;
    draw_window(c, in, &s, g);
    window_draw_labels(c, &s, g);
    window_draw_cursor(c, &s, g);
    if (g.mini) draw_mini(c, in, &s, g);
}
