// The signed difference of one head where it is too large for a cell each.
#include "app/hit.h"
#include "app/pane_diff.h"
#include "base/mem.h"
#include "draw/palette.h"

#include <math.h>
#include <stdlib.h>

typedef struct Pair {
    Difference *d;
    int batch;
    HeadAt at;
    const Subject *subject;
} Pair;

// The strongest differences of one line of dots into dot[w].
static void read_dots(Pair p, Window g, int line, double *dot) {
    int top, bottom, left, right;
    window_line(g, p.subject, line, &top, &bottom);
    for (int x = 0; x < g.w; x++) dot[x] = DIFFERENCE_NONE;
    for (int i = top; i < bottom; i++) {
        const double *a, *b;
        int visible;
        Error ignored; // its dots are NaN
        bool ok = difference_row(p.d, p.batch, p.at, p.subject->first + i, &a, &b, &visible, &ignored);
        for (int x = 0; x < g.w; x++) {
            window_dot(g, p.subject, x, &left, &right);
            if (!ok) dot[x] = difference_stronger(dot[x], NAN);
            for (int j = left; ok && j < right && j < visible; j++) dot[x] = difference_stronger(dot[x], b[j] - a[j]);
        }
    }
}

static void take_dots(Pair p, Window g, int line, double *dot) {
    int top, bottom, left, right;
    window_line(g, p.subject, line, &top, &bottom);
    for (int x = 0; x < g.w; x++) {
        window_dot(g, p.subject, x, &left, &right);
        bool some = top < bottom && left < right;
        dot[x] = some ? difference_small_most(p.d, p.batch, p.at, top, bottom, left, right) : DIFFERENCE_NONE;
    }
}

static Ink ink_of(double dot) {
    if (dot == DIFFERENCE_NONE) return ink_role(ROLE_PAPER);
    return isnan(dot) ? ink_role(ROLE_BAD) : diverging_ink(dot);
}

// One or two dots in a cell. The paper and NaN are backgrounds or foregrounds of a half block, never both.
static void draw_dots(Canvas *c, int y, int x, double upper, double lower) {
    Style s = style_plain(ROLE_FAINT);
    bool none = upper == DIFFERENCE_NONE && lower == DIFFERENCE_NONE;
    if (none) {
        canvas_rune(c, y, x, s, 0xB7);
    } else if (isnan(upper) && (c->ascii || isnan(lower))) {
        canvas_rune(c, y, x, style_plain(ROLE_BAD), 0x2205);
    } else if (c->ascii) {
        s.bg = ink_of(upper);
        canvas_rune(c, y, x, s, ' ');
    } else {
        bool low = upper == DIFFERENCE_NONE || isnan(upper);
        s.fg = ink_of(low ? lower : upper), s.bg = ink_of(low ? upper : lower);
        canvas_rune(c, y, x, s, low ? 0x2584 : 0x2580);
    }
}

static void draw_window(Canvas *c, Pair p, Window g) {
    double *dot = MEM_NEW(double, 2 * (size_t)g.w);
    for (int y = 0; y < g.h; y++) {
        for (int k = 0; k < g.per; k++) {
            if (g.whole) take_dots(p, g, y * g.per + k, dot + k * g.w);
            else read_dots(p, g, y * g.per + k, dot + k * g.w);
        }
        for (int x = 0; x < g.w; x++) {
            window_mean(c, p.subject, g, y, x);
            draw_dots(c, y + 1, g.label + x, dot[x], g.per > 1 ? dot[g.w + x] : dot[x]);
        }
    }
    canvas_mean(c, (Hit){0});
    free(dot);
}

static void draw_mini(Canvas *c, Pair p, Window g) {
    WindowMini at = window_mini(c, g);
    for (int y = 0; y < at.h; y++) {
        for (int x = 0; x < at.w; x++) {
            double dot[2];
            for (int k = 0; k < 2; k++) {
                int t[4];
                window_mini_part(p.subject, g, at, y, x, k, t);
                dot[k] = difference_small_most(p.d, p.batch, p.at, t[0], t[1], t[2], t[3]);
            }
            canvas_mean(c, (Hit){HIT_MINI, (2 * y + 1) * 500 / at.h, (2 * x + 1) * 500 / at.w});
            draw_dots(c, y + 1, at.x0 + x, dot[0], dot[1]);
        }
    }
    canvas_mean(c, (Hit){0});
    window_draw_mini_frame(c, p.subject, g, at);
}

void pane_diff_window(Canvas *c, const State *s, const World *w, const Subject *subject, int label) {
    const OpenView *o = &s->scene.open;
    Pair p = {w->library.difference, o->batch, {o->layer, o->head}, subject};
    Window g = window_for(c, subject, o, label);
    if (g.w < 1 || g.h < 1) return;
    draw_window(c, p, g);
    window_draw_labels(c, subject, g);
    window_draw_cursor(c, subject, g);
    if (g.mini) draw_mini(c, p, g);
}
