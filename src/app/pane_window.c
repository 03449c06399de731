// A pattern too large for a cell each: a window of dots, two on top of each other in a cell, each the largest weight of
// its part; and at its side all of the pattern, with the window marked.
#include "app/hit.h"
#include "app/mini.h"
#include "app/pane.h"
#include "base/mem.h"
#include "base/text.h"
#include "draw/palette.h"

#include <math.h>
#include <stdlib.h>

enum { MINI_COLUMNS = 16, MINI_NARROW = 10, MINI_NEEDS = 30, MINI_WIDE = 56, READ_MOST = 8, NUMBER_EVERY = 8 };

static Style plain(Role role) {
    return style_of(role, ROLE_PAPER);
}

static int least(int a, int b) {
    return a < b ? a : b;
}

typedef struct Window {
    int scale;        // tokens a dot
    int label, h, w;  // columns of the labels; cells of the dots
    int per;          // dots on top of each other: 2, in ASCII 1
    int y0, x0;       // first query (from 0) and key
    int mini;         // columns of the whole; 0: not shown
    bool whole;       // taken from the mini, not read
} Window;

static int first_of(int n, int fit, int at) {
    int first = at - fit / 2;
    if (first > n - fit) first = n - fit;
    return first > 0 ? first : 0;
}

static Window window_for(const Canvas *c, const Look *look, const OpenView *o, int label) {
    int zoom = o->zoom;
    Window g = {.label = label, .per = c->ascii ? 1 : 2};
    int n = look->tokens->n, at = look->query - look->first;
    int room = canvas_width(c) - label;
    g.mini = room >= MINI_WIDE ? MINI_COLUMNS + 2 : room >= MINI_NEEDS ? MINI_NARROW + 2 : 0;
    g.h = canvas_height(c) - 1;
    g.w = canvas_width(c) - label - g.mini;
    if (g.h < 1 || g.w < 1) return g;
    g.scale = zoom >= -1 ? 1 : 1 << least(-zoom - 1, 20);
    int fits = 1; // the scale at which all of it is in the window
    while (fits * g.w < n || fits * g.h * g.per < look->queries) fits++;
    g.scale = least(g.scale, fits);
    if (g.scale > READ_MOST) g.scale = fits, g.whole = true;
    g.w = least(g.w, (n + g.scale - 1) / g.scale);
    g.h = least(g.h, (look->queries + g.scale * g.per - 1) / (g.scale * g.per));
    g.y0 = first_of(look->queries, g.h * g.per * g.scale, at + o->pan_y);
    g.x0 = first_of(n, g.w * g.scale, look->key + o->pan_x);
    return g;
}

// The largest weights of one line of dots into dot[w]; −1 where nothing may be looked at, NaN where nothing is a
// number.
static void read_dots(const Look *look, Window g, int line, AttentionRow *row, double *dot) {
    for (int x = 0; x < g.w; x++) dot[x] = -1;
    Error ignored; // its dots are NaN then
    for (int k = 0; k < g.scale && line + k < look->queries; k++) {
        source_weights(look->source, &look->at, look->first + line + k, row, &ignored);
        for (int x = 0; x < g.w; x++) {
            int end = least(row->visible, g.x0 + (x + 1) * g.scale);
            for (int j = g.x0 + x * g.scale; j < end; j++) {
                double weight = row->weight[j];
                if (weight > dot[x] || (isnan(weight) && dot[x] < 0) || (isnan(dot[x]) && !isnan(weight)))
                    dot[x] = weight;
            }
        }
    }
}

static void take_dots(const Mini *m, const Look *look, Window g, int line, double *dot) {
    int bottom = least(look->queries, line + g.scale), n = look->tokens->n;
    for (int x = 0; x < g.w; x++) {
        int left = g.x0 + x * g.scale, right = least(n, left + g.scale);
        dot[x] = m && line < bottom && left < right ? mini_most(m, look->source, line, bottom, left, right) : -1;
    }
}

static Ink ink_of(const Look *look, double dot) {
    if (dot < 0) return ink_role(ROLE_PAPER);
    return isnan(dot) ? ink_role(ROLE_BAD) : (Ink){INK_HEAT, heat_level(look_heat(look, dot))};
}

// One or two dots in a cell.
static void draw_dots(Canvas *c, const Look *look, int y, int x, double upper, double lower) {
    Style s = plain(ROLE_FAINT);
    if (c->ascii) {
        s.bg = isnan(upper) ? ink_role(ROLE_PAPER) : ink_of(look, upper);
        canvas_rune(c, y, x, isnan(upper) ? plain(ROLE_BAD) : s, isnan(upper) ? 0x2205 : upper < 0 ? 0xB7 : ' ');
    } else if (upper < 0 && lower < 0) {
        canvas_rune(c, y, x, s, 0xB7);
    } else if (isnan(upper) && isnan(lower)) {
        canvas_rune(c, y, x, plain(ROLE_BAD), 0x2205);
    } else if (upper < 0) { // the paper is a background only
        s.fg = ink_of(look, lower);
        canvas_rune(c, y, x, s, 0x2584);
    } else {
        s.fg = ink_of(look, upper), s.bg = ink_of(look, lower);
        canvas_rune(c, y, x, s, 0x2580);
    }
}

static void draw_window(Canvas *c, const Scope *in, Window g) {
    const Look *look = in->look;
    const Mini *mini = g.whole ? mini_of(in->state, in->world) : NULL;
    AttentionRow row = {0};
    double *dot = MEM_NEW(double, 2 * (size_t)g.w);
    for (int y = 0; y < g.h; y++) {
        int line = g.y0 + y * g.per * g.scale;
        for (int k = 0; k < g.per; k++) {
            if (g.whole) take_dots(mini, look, g, line + k * g.scale, dot + k * g.w);
            else read_dots(look, g, line + k * g.scale, &row, dot + k * g.w);
        }
        for (int x = 0; x < g.w; x++) {
            int key = g.x0 + x * g.scale, query = look->first + line;
            canvas_mean(c, (Hit){HIT_CELL, query, key});
            draw_dots(c, look, y + 1, g.label + x, dot[x], g.per > 1 ? dot[g.w + x] : dot[x]);
        }
    }
    canvas_mean(c, (Hit){0});
    attention_row_free(&row);
    free(dot);
}

static void draw_labels(Canvas *c, const Scope *in, Window g) {
    const Look *look = in->look;
    int at = look->query - look->first, room = g.label - 2, key_x = g.label + (look->key - g.x0) / g.scale;
    for (int y = 0; y < g.h; y++) {
        int line = g.y0 + y * g.per * g.scale, end = line + g.per * g.scale;
        bool chosen = at >= line && at < end;
        int query = look->first + (chosen ? at : line);
        Style s = chosen ? style_bold(plain(ROLE_ACCENT)) : plain(ROLE_DIM);
        int columns = least(pane_query_columns(in, query), room);
        canvas_mean(c, (Hit){HIT_QUERY, query, 0});
        if (chosen) canvas_rune(c, y + 1, 0, s, 0x25B8);
        s.attr |= wording_mark(look->query_words, query);
        canvas_text_within(c, y + 1, 1 + room - columns, room, s, pane_query(in, query));
        canvas_mean(c, (Hit){0});
    }
    for (int x = 0; x < g.w; x += NUMBER_EVERY) {
        if (x + NUMBER_EVERY / 2 <= g.w) canvas_textf(c, 0, g.label + x, plain(ROLE_FAINT), "%d", g.x0 + x * g.scale);
    }
    if (key_x >= g.label && key_x < g.label + g.w) {
        const char *text = pane_token(in, look->key);
        int columns = least(text_columns(text), 12), x = least(key_x, g.label + g.w - columns);
        canvas_fill(c, (Rect){0, x - (x > g.label), 1, columns + 1 + (x > g.label)}, plain(ROLE_TEXT), ' ');
        canvas_text_within(c, 0, x, columns, style_bold(plain(ROLE_ACCENT)), text);
    }
}

// The chosen cell, whatever lies under it.
static void draw_cursor(Canvas *c, const Look *look, Window g) {
    int y = (look->query - look->first - g.y0) / (g.per * g.scale), x = (look->key - g.x0) / g.scale;
    if (y < 0 || y >= g.h || x < 0 || x >= g.w) return;
    canvas_rune(c, y + 1, g.label + x, style_bold(style_of(ROLE_ACCENT, ROLE_SELECT)), '+');
}

// All of the pattern in h cells of height; the part in the window between ticks at its edges.
static void draw_mini(Canvas *c, const Scope *in, Window g) {
    const Look *look = in->look;
    const Mini *m = mini_of(in->state, in->world);
    int x0 = g.label + g.w + 1, w = g.mini - 2, h = least(w / 2, canvas_height(c) - 2), n = look->tokens->n;
    for (int y = 0; y < h && m; y++) {
        for (int x = 0; x < w; x++) {
            double dot[2];
            for (int k = 0; k < 2; k++) {
                int rows = h * g.per, line = g.per == 1 ? y : 2 * y + k;
                int top = (int)((long)line * look->queries / rows),
                    bottom = (int)((long)(line + 1) * look->queries / rows);
                int left = (int)((long)x * n / w), right = (int)((long)(x + 1) * n / w);
                dot[k] = mini_most(m, look->source, top, bottom > top ? bottom : top + 1, left,
                                   right > left ? right : left + 1);
            }
            canvas_mean(c, (Hit){HIT_MINI, (2 * y + 1) * 500 / h, (2 * x + 1) * 500 / w});
            draw_dots(c, look, y + 1, x0 + x, dot[0], dot[1]);
        }
    }
    canvas_mean(c, (Hit){0});
    int top = (int)((long)g.y0 * h / look->queries), left = (int)((long)g.x0 * w / n);
    int bottom = (int)((long)(g.y0 + g.h * g.per * g.scale - 1) * h / look->queries),
        right = (int)((long)(g.x0 + g.w * g.scale - 1) * w / n);
    for (int y = top; y <= bottom && y < h; y++) canvas_rune(c, y + 1, x0 + w, plain(ROLE_ACCENT), 0x2590);
    for (int x = left; x <= right && x < w; x++) canvas_rune(c, 0, x0 + x, plain(ROLE_ACCENT), 0x2584);
    canvas_textf(c, h + 1, x0, plain(ROLE_DIM), "%d x %d", look->queries, n);
    if (g.scale > 1) canvas_textf(c, h + 2, x0, plain(ROLE_DIM), "%d a dot", g.scale);
}

bool pane_window_wanted(const Canvas *c, const Scope *in, int label) {
    const Look *look = in->look;
    if (!look->source || in->state->scene.project) return false;
    int zoom = in->state->scene.open.zoom, n = look->tokens->n;
    bool fits = n <= canvas_width(c) - label && look->queries < canvas_height(c);
    return zoom < 0 || (zoom == 0 && !fits);
}

void pane_window(Canvas *c, const Scope *in, int label) {
    Window g = window_for(c, in->look, &in->state->scene.open, label);
    if (g.w < 1 || g.h < 1) return;
    draw_window(c, in, g);
    draw_labels(c, in, g);
    draw_cursor(c, in->look, g);
    if (g.mini) draw_mini(c, in, g);
}
