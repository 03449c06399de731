// A pattern too large for a cell each: a window of dots, two on top of each other in a cell, each the largest weight of
// its part.
#include "app/hit.h"
#include "app/mini.h"
#include "app/pane.h"
#include "app/window.h"
#include "base/int.h"
#include "base/mem.h"
#include "draw/halves.h"
#include "draw/palette.h"

#include <math.h>
#include <stdlib.h>

static Subject subject_of(const Look *look) {
    return (Subject){look->query_words, look->words, look->first, look->queries, look->tokens->n, look->query, look->key,
                     look->at.marks > 0 ? look->at.marks : 1};
}

// The largest weights of one line of dots into dot[w]; −1 where nothing may be looked at or is left out, NaN where
// nothing is a number.
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
            if (row->hides && left == 0) left = 1;
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
    if (dot < 0) return halves_masked();
    return isnan(dot) ? halves_nan() : (Ink){INK_HEAT, heat_level(look_heat(look, dot))};
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
            double lower = g.per > 1 ? dot[g.w + x] : dot[x];
            halves_draw(c, y + 1, g.label + x, ink_of(look, dot[x]), ink_of(look, lower));
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
            halves_draw(c, y + 1, at.x0 + x, ink_of(in->look, dot[0]), ink_of(in->look, dot[1]));
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
