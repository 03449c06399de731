#include "app/window.h"

#include "app/hit.h"
#include "base/int.h"
#include "base/text.h"

enum { MINI_COLUMNS = 16, MINI_NARROW = 10, MINI_NEEDS = 30, MINI_WIDE = 56, READ_MOST = 8, NUMBERS_MOST = 1 << 24, NUMBER_EVERY = 8, KEY_MOST = 12 };

bool window_wanted(const Canvas *c, const Subject *s, int zoom, int label) {
    bool fits = s->keys <= canvas_width(c) - label && s->queries < canvas_height(c);
    return zoom < 0 || (zoom == 0 && !fits);
}

Window window_for(const Canvas *c, const Subject *s, const OpenView *o, int label) {
    Window g = {.label = label, .per = c->ascii ? 1 : 2};
    int room = canvas_width(c) - label;
    g.mini = room >= MINI_WIDE ? MINI_COLUMNS + 2 : room >= MINI_NEEDS ? MINI_NARROW + 2 : 0;
    g.h = canvas_height(c) - 1;
    g.w = canvas_width(c) - label - g.mini;
    if (g.h < 1 || g.w < 1) return g;
    g.scale = o->zoom >= -1 ? 1 : 1 << int_least(-o->zoom - 1, 20);
    int fits = 1; // the scale at which all of it is in the window
    while (fits * g.w < s->keys || fits * g.h * g.per < s->queries) fits++;
    g.scale = int_least(g.scale, fits);
    if (g.scale > READ_MOST) g.scale = fits, g.whole = true;
    long rows = int_least(s->queries, g.h * g.per * g.scale);
    if (rows * s->keys * s->heads > NUMBERS_MOST) g.whole = true;
    g.w = int_least(g.w, (s->keys + g.scale - 1) / g.scale);
    g.h = int_least(g.h, (s->queries + g.scale * g.per - 1) / (g.scale * g.per));
    g.y0 = int_window_first(s->queries, g.h * g.per * g.scale, s->query - s->first + o->pan_y);
    g.x0 = int_window_first(s->keys, g.w * g.scale, s->key + o->pan_x);
    return g;
}

void window_line(Window g, const Subject *s, int line, int *from, int *to) {
    *from = g.y0 + line * g.scale;
    *to = int_least(s->queries, *from + g.scale);
}

void window_dot(Window g, const Subject *s, int x, int *from, int *to) {
    *from = g.x0 + x * g.scale;
    *to = int_least(s->keys, *from + g.scale);
}

void window_mean(Canvas *c, const Subject *s, Window g, int y, int x) {
    canvas_mean(c, (Hit){HIT_WINDOW, s->first + g.y0 + y * g.per * g.scale, g.x0 + x * g.scale});
}

// ---- labels

static void draw_query_labels(Canvas *c, const Subject *s, Window g) {
    int at = s->query - s->first, room = g.label - 2;
    for (int y = 0; y < g.h; y++) {
        int line = g.y0 + y * g.per * g.scale, end = line + g.per * g.scale;
        bool chosen = at >= line && at < end;
        int query = s->first + (chosen ? at : line);
        Style style = chosen ? style_bold(style_plain(ROLE_ACCENT)) : style_plain(ROLE_DIM);
        int columns = int_least(s->query_words->form[query].columns, room);
        canvas_mean(c, (Hit){HIT_QUERY, query, 0});
        if (chosen) canvas_rune(c, y + 1, 0, style, 0x25B8);
        style.attr |= wording_mark(s->query_words, query);
        canvas_text_within(c, y + 1, 1 + room - columns, room, style, wording_form(s->query_words, query));
    }
    canvas_mean(c, (Hit){0});
}

static void draw_key_labels(Canvas *c, const Subject *s, Window g) {
    for (int x = 0; x < g.w; x++) {
        canvas_mean(c, (Hit){HIT_KEY, g.x0 + x * g.scale, 0});
        canvas_rune(c, 0, g.label + x, style_plain(ROLE_FAINT), ' ');
    }
    for (int x = 0; x < g.w; x += NUMBER_EVERY) {
        canvas_mean(c, (Hit){HIT_KEY, g.x0 + x * g.scale, 0});
        if (x + NUMBER_EVERY / 2 <= g.w) canvas_textf(c, 0, g.label + x, style_plain(ROLE_FAINT), "%d", g.x0 + x * g.scale);
    }
    int key_x = g.label + (s->key - g.x0) / g.scale;
    if (s->key >= g.x0 && key_x < g.label + g.w) {
        const char *text = wording_form(s->key_words, s->key);
        int columns = int_least(text_columns(text), KEY_MOST), x = int_least(key_x, g.label + g.w - columns);
        canvas_mean(c, (Hit){HIT_KEY, s->key, 0});
        canvas_fill(c, (Rect){0, x - (x > g.label), 1, columns + 1 + (x > g.label)}, style_plain(ROLE_TEXT), ' ');
        Style style = style_bold(style_plain(ROLE_ACCENT));
        style.attr |= wording_mark(s->key_words, s->key);
        canvas_text_within(c, 0, x, columns, style, text);
    }
    canvas_mean(c, (Hit){0});
}

void window_draw_labels(Canvas *c, const Subject *s, Window g) {
    draw_query_labels(c, s, g);
    draw_key_labels(c, s, g);
}

void window_draw_cursor(Canvas *c, const Subject *s, Window g) {
    int line = s->query - s->first - g.y0, column = s->key - g.x0;
    int y = line / (g.per * g.scale), x = column / g.scale;
    if (line < 0 || y >= g.h || column < 0 || x >= g.w) return;
    window_mean(c, s, g, y, x);
    canvas_rune(c, y + 1, g.label + x, style_bold(style_of(ROLE_ACCENT, ROLE_SELECT)), '+');
    canvas_mean(c, (Hit){0});
}

// ---- all of the pattern

WindowMini window_mini(const Canvas *c, Window g) {
    int w = g.mini - 2;
    return (WindowMini){g.label + g.w + 1, int_least(w / 2, canvas_height(c) - 2), w};
}

void window_mini_part(const Subject *s, Window g, WindowMini m, int y, int x, int k, int part[4]) {
    int rows = m.h * g.per, line = g.per == 1 ? y : 2 * y + k;
    part[0] = (int)((long)line * s->queries / rows), part[1] = (int)((long)(line + 1) * s->queries / rows);
    part[2] = (int)((long)x * s->keys / m.w), part[3] = (int)((long)(x + 1) * s->keys / m.w);
    if (part[1] == part[0]) part[1]++;
    if (part[3] == part[2]) part[3]++;
}

void window_draw_mini_frame(Canvas *c, const Subject *s, Window g, WindowMini m) {
    int top = (int)((long)g.y0 * m.h / s->queries), left = (int)((long)g.x0 * m.w / s->keys);
    int bottom = (int)((long)(g.y0 + g.h * g.per * g.scale - 1) * m.h / s->queries),
        right = (int)((long)(g.x0 + g.w * g.scale - 1) * m.w / s->keys);
    for (int y = top; y <= bottom && y < m.h; y++) canvas_rune(c, y + 1, m.x0 + m.w, style_plain(ROLE_ACCENT), 0x2590);
    for (int x = left; x <= right && x < m.w; x++) canvas_rune(c, 0, m.x0 + x, style_plain(ROLE_ACCENT), 0x2584);
    canvas_textf(c, m.h + 1, m.x0, style_plain(ROLE_DIM), "%d x %d", s->queries, s->keys);
    if (g.scale > 1) canvas_textf(c, m.h + 2, m.x0, style_plain(ROLE_DIM), "%d a dot", g.scale);
}
