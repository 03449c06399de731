// The map of heads: each a small pattern while there is room, else one cell coloured by the measure.
#include "app/pane_map.h"

#include "app/action.h"
#include "app/hit.h"
#include "app/open_input.h"
#include "app/pane.h"
#include "app/wording.h"
#include "base/mem.h"
#include "draw/halves.h"
#include "draw/palette.h"
#include "model/net_source.h"
#include "model/reported.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_MAX_W = 18, CELL_MAX_H = 10, PATTERN_W = 6, PATTERN_H = 3, GAP_FROM = 5, NAMED_W = 9, LABEL = 4 };

static Style plain(Role role) {
    return style_of(role, ROLE_PAPER);
}

static Source *opened(const State *s, const World *w) {
    return scene_opened(&s->scene, &w->library);
}

static int least(int a, int b) {
    return a < b ? a : b;
}

typedef struct MapGrid {
    int cw, ch;              // of a head, its gap included
    int x0, y0, across, down; // the window: first head and layer, and how many
    bool patterns;           // small patterns, else one colour
} MapGrid;

static int window(int n, int fit, int at) {
    int first = at - fit / 2;
    if (first > n - fit) first = n - fit;
    return first > 0 ? first : 0;
}

static MapGrid grid_for(const Canvas *c, const Source *src, bool cells, int at) {
    int w = canvas_width(c) - LABEL, h = canvas_height(c) - 1;
    MapGrid g = {0};
    if (w < 1 || h < 1) return g;
    g.cw = least(w / src->heads, CELL_MAX_W);
    g.ch = least(h / src->layers, CELL_MAX_H);
    if (g.cw < 1) g.cw = 1;
    if (g.ch < 1) g.ch = 1;
    g.ch = least(g.ch, g.cw / 2 > 1 ? g.cw / 2 : 1);
    g.patterns = g.cw >= PATTERN_W && g.ch >= PATTERN_H && !cells;
    if (!g.patterns) g.cw = least(g.cw, 7), g.ch = least(g.ch, 2);
    g.across = least(src->heads, w / g.cw);
    g.down = least(src->layers, h / g.ch);
    g.x0 = window(src->heads, g.across, at % src->heads);
    g.y0 = window(src->layers, g.down, at / src->heads);
    return g;
}

// A number of a small pattern as a difference is written: DIFFERENCE_NONE where it is masked.
static double part_value(float value, bool differs) {
    if (differs || isnan(value)) return (double)value;
    return value < 0 ? DIFFERENCE_NONE : fmin((double)value, 1);
}

// The largest, in size, of the small pattern's numbers in part (y, x) of h × w.
static double thumb_at(const float *thumb, bool differs, int y, int x, int h, int w) {
    double most = DIFFERENCE_NONE;
    int y1 = (y + 1) * SOURCE_THUMB / h, x1 = (x + 1) * SOURCE_THUMB / w;
    for (int j = y * SOURCE_THUMB / h; j < y1 || j == y * SOURCE_THUMB / h; j++) {
        for (int i = x * SOURCE_THUMB / w; i < x1 || i == x * SOURCE_THUMB / w; i++)
            most = difference_stronger(most, part_value(thumb[j * SOURCE_THUMB + i], differs));
    }
    return most;
}

static Ink ink_of(double value, bool differs) {
    if (value == DIFFERENCE_NONE) return halves_masked();
    if (isnan(value)) return halves_nan();
    return differs ? diverging_ink(value) : (Ink){INK_HEAT, heat_level(value)};
}

// differs: signed values.
static void draw_pattern(Canvas *c, const float *thumb, bool differs, Rect r) {
    int per = c->ascii ? 1 : 2, rows = per * r.h;
    for (int y = 0; y < r.h; y++) {
        for (int x = 0; x < r.w; x++) {
            double upper = thumb_at(thumb, differs, per * y, x, rows, r.w);
            double lower = thumb_at(thumb, differs, per * y + per - 1, x, rows, r.w);
            halves_draw(c, r.y + y, r.x + x, ink_of(upper, differs), ink_of(lower, differs));
        }
    }
}

static bool is_marked(const OpenView *o, int layer, int head) {
    for (int k = 0; k < o->marks; k++) {
        if (o->mark[k].layer == layer && o->mark[k].head == head) return true;
    }
    return false;
}

// The measure of a head as a strip of its colour with the number on it, where it fits; sorted, the head's name too.
static void draw_value(Canvas *c, const OpenView *o, const Source *src, int k, Rect r) {
    Style colour = plain(ROLE_TEXT);
    double value = measure_of(o->measure, src, k);
    bool named = o->sorted && r.w >= NAMED_W;
    if (!isnan(value)) colour.bg = (Ink){INK_HEAT, heat_level(measure_level(o->measure, value, src))};
    canvas_fill(c, r, colour, ' ');
    if (named) canvas_textf(c, r.y, r.x, colour, "%d.%d", k / src->heads, k % src->heads);
    if (named) r.x += r.w - 5, r.w = 5;
    if (isnan(value)) {
        canvas_text(c, r.y, r.x + (r.w - 1) / 2, plain(ROLE_FAINT), "-");
        return;
    }
    if (o->measure == MEASURE_DISTANCE && r.w >= 4)
        canvas_textf(c, r.y, r.x + (r.w - 4) / 2, colour, "%4.*f", value < 100 ? 1 : 0, value);
    else if (o->measure != MEASURE_DISTANCE && r.w >= 3)
        canvas_textf(c, r.y, r.x + (r.w - 3) / 2, colour, "%3.0f", 100 * value);
}

// A head in its box: the small pattern over the measure, or the measure alone. The last column is a gap, where the mark
// of the chosen one stands.
static void draw_head(Canvas *c, const State *s, const World *world, MapGrid g, int k, int y, int x) {
    const Source *src = opened(s, world);
    const OpenView *o = &s->scene.open;
    int layer = k / src->heads, head = k % src->heads, w = g.cw - (g.cw > 2), rows = g.ch - (g.ch >= GAP_FROM ? 2 : 1);
    bool chosen = layer == o->layer && head == o->head, marked = is_marked(o, layer, head);
    Style mark = style_bold(plain(ROLE_ACCENT));
    canvas_mean(c, (Hit){HIT_AT_HEAD, layer, head});
    bool differs = o->measure == MEASURE_APART;
    const float *thumb = differs ? world->library.difference->thumb : src->map.thumb;
    if (g.patterns) draw_pattern(c, thumb + (size_t)k * SOURCE_THUMB * SOURCE_THUMB, differs, (Rect){y, x, rows, w});
    draw_value(c, o, src, k, (Rect){y + (g.patterns ? rows : 0), x, 1, w});
    if (g.cw == 1 && chosen) canvas_rune(c, y, x, mark, '+');
    for (int i = 0; chosen && g.cw > 1 && i <= (g.patterns ? rows : 0); i++)
        canvas_rune(c, y + i, x + g.cw - 1, mark, 0x258C);
    if (marked && !(chosen && g.cw == 1)) canvas_rune(c, y, x, mark, '*');
    canvas_mean(c, (Hit){0});
}

static void draw_progress(Canvas *c, const State *s, const World *world) {
    int w = least(canvas_width(c) - 8, 60), h = canvas_height(c);
    bool apart = s->scene.open.measure == MEASURE_APART;
    double progress = apart ? difference_progress(world->library.difference) : opened(s, world)->map.progress;
    int done = (int)(progress * w);
    canvas_textf(c, h / 2 - 1, 2, plain(ROLE_DIM),
                 s->idle ? "stopped: Esc goes on"
                 : apart ? "comparing all heads   Esc stops"
                         : "measuring all heads   Esc stops");
    for (int x = 0; x < w; x++)
        canvas_rune(c, h / 2, 2 + x, plain(x < done ? ROLE_ACCENT : ROLE_FAINT), x < done ? 0x2588 : 0xB7);
    canvas_textf(c, h / 2, w + 3, plain(ROLE_TEXT), "%3.0f %%", 100 * progress);
}

void pane_map_grid(Canvas *c, const State *s, const World *w) {
    const Source *src = opened(s, w);
    const OpenView *o = &s->scene.open;
    if (!open_map_ready(s, w)) {
        draw_progress(c, s, w);
        return;
    }
    int all = src->layers * src->heads, *order = MEM_NEW(int, (size_t)all), at = 0;
    open_map_order(s, w, order);
    while (order[at] / src->heads != o->layer || order[at] % src->heads != o->head) at++;
    MapGrid g = grid_for(c, src, o->cells, at);
    bool sorted = o->sorted;
    for (int x = 0; x < g.across && !sorted; x++) {
        bool room = g.cw >= 3 || (g.x0 + x) % 5 == 0;
        if (room)
            canvas_textf(c, 0, LABEL + x * g.cw, plain(g.x0 + x == o->head ? ROLE_ACCENT : ROLE_DIM), "%d", g.x0 + x);
    }
    if (sorted)
        canvas_textf(c, 0, LABEL, plain(ROLE_DIM), "%s first, line by line",
                     o->measure == MEASURE_APART ? "farthest apart" : "best");
    for (int y = 0; y < g.down; y++) {
        int row = 1 + y * g.ch;
        if (!sorted) canvas_textf(c, row, 0, plain(g.y0 + y == o->layer ? ROLE_ACCENT : ROLE_DIM), "%3d", g.y0 + y);
        for (int x = 0; x < g.across; x++)
            draw_head(c, s, w, g, order[(g.y0 + y) * src->heads + g.x0 + x], row, LABEL + x * g.cw);
    }
    free(order);
}

void pane_map_measures(Canvas *c, const State *s, const World *w) {
    const Source *src = opened(s, w);
    int count = MEASURE_COUNT - !measure_offered(MEASURE_APART, src); // the last one
    int h = canvas_height(c), first = window(count, least(h, count), s->scene.open.measure);
    for (int y = 0; y < h && first + y < count; y++) {
        Measure m = (Measure)(first + y);
        bool chosen = m == s->scene.open.measure;
        Style style = plain(chosen ? ROLE_ACCENT : ROLE_DIM);
        if (chosen) style.attr |= ATTR_BOLD;
        canvas_mean(c, (Hit){HIT_MEASURE, m, 0});
        canvas_fill(c, (Rect){y, 0, 1, canvas_width(c)}, plain(ROLE_TEXT), ' ');
        if (chosen) canvas_rune(c, y, 0, style, 0x25B8);
        canvas_text_within(c, y, 2, canvas_width(c) - 8, style, MEASURE_NAMES[m]);
        canvas_mean(c, (Hit){0});
        bool known = m == MEASURE_APART ? src->apart != NULL : m == MEASURE_ACTIVE ? src->active != NULL : true;
        if (!known || (!src->map.done && m < MEASURE_ACTIVE)) continue;
        double value = measure_of(m, src, s->scene.open.layer * src->heads + s->scene.open.head);
        if (isnan(value)) canvas_text(c, y, canvas_width(c) - 5, plain(ROLE_FAINT), "n/a");
        else canvas_textf(c, y, canvas_width(c) - 6, style, m == MEASURE_DISTANCE ? "%5.1f" : "%5.2f", value);
    }
}

// What uniform attention gets, or why there is no number. Returns the columns used.
static int draw_baseline(Canvas *c, int x, Measure m, const Source *src) {
    const char *reason = measure_reason(m, src);
    double baseline = measure_baseline(m, src);
    if (reason) return canvas_textf(c, 0, x, plain(ROLE_BAD), "n/a: %s", reason);
    return isnan(baseline) ? 0 : canvas_textf(c, 0, x, plain(ROLE_TEXT), "uniform %.3f", baseline);
}

// The query that is asked about, for which one looks here first.
static void draw_query(Canvas *c, int x, const State *s, const World *w) {
    const Source *src = opened(s, w);
    int i = s->scene.open.query, crossed = src->query_tokens != NULL;
    const Wording *words = wording_of_source(w, src, crossed, s->ascii);
    x += canvas_textf(c, 0, x, plain(ROLE_DIM), ", i = %d ", i);
    Style style = plain(ROLE_ACCENT);
    style.attr |= wording_mark(words, i);
    if (src->named) canvas_text_within(c, 0, x, canvas_width(c) - x, style, wording_form(words, i));
    if (canvas_height(c) > 1 && src->active)
        canvas_textf(c, 1, 0, plain(ROLE_TEXT), "%d of %d heads are active: above %.1f", measure_active_heads(src),
                     src->layers * src->heads, MEASURE_ACTIVE_FROM);
}

void pane_map_formula(Canvas *c, const State *s, const World *w) {
    const Source *src = opened(s, w);
    Measure m = s->scene.open.measure;
    int x = canvas_text(c, 0, 0, style_bold(plain(ROLE_TEXT)), MEASURE_NAMES[m]) + 2;
    if (open_map_ready(s, w)) x += draw_baseline(c, x, m, src) + 2;
    x += canvas_text(c, 0, x, plain(ROLE_DIM), MEASURE_FORMULAS[m]);
    if (m == MEASURE_ACTIVE) draw_query(c, x, s, w);
}

//  on “token” at i
static void name_query(const State *s, const World *w, Str *out) {
    const Source *src = opened(s, w);
    int i = s->scene.open.query;
    const Wording *words = wording_of_source(w, src, src->query_tokens != NULL, s->ascii);
    if (!src->named) str_printf(out, " on token %d", i);
    else str_printf(out, s->ascii ? " on \"%s\" at %d" : " on “%s” at %d", wording_form(words, i), i);
}

void pane_map_sentence(const State *s, const World *w, Str *out) {
    const Source *src = opened(s, w);
    const OpenView *o = &s->scene.open;
    pane_say_step(s, src, out);
    str_printf(out, "layer %d head %d", o->layer, o->head);
    if (!open_map_ready(s, w)) return;
    const DetectHead *h = src->map.done ? &src->map.head[o->layer * src->heads + o->head] : NULL;
    double value = measure_of(o->measure, src, o->layer * src->heads + o->head);
    if (isnan(value)) str_printf(out, ": %s n/a", MEASURE_NAMES[o->measure]);
    else str_printf(out, ": %s %.3f", MEASURE_NAMES[o->measure], value);
    if (o->measure == MEASURE_ACTIVE) name_query(s, w, out);
    const char *role = net_source_is(src)
                           ? reported_role(&net_source_language(src)->checkpoint.config.shape, o->layer, o->head)
                           : NULL;
    if (role) str_printf(out, "; reported: %s", role);
    if (h && h->bad) str_printf(out, ", %d rows not finite", h->bad);
}
