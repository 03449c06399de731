// All parts of a row's way: strips for the wide ones, a table of keys in the middle.
#include "app/pane_trace.h"

#include "app/example.h"
#include "app/hit.h"
#include "app/strip.h"
#include "attn/worked_words.h"
#include "base/int.h"
#include "base/text.h"
#include "draw/palette.h"
#include "draw/plot.h"

#include <math.h>
#include <stdio.h>

enum { FULL_W = 70, LABEL_W = 22, LABEL_SHORT = 8, SUMMARY_W = 32, SUMMARY_FROM = 36, PARTS = NET_TRACE_PARTS };

static const struct {
    int number; // of the step, as on the screen of the worked example; 0: the one above goes on
    const char *label, *brief;
} PART[PARTS] = {
    [NET_TRACE_ROW] = {1, "row of the stream", "row"},
    [NET_TRACE_NORMAL] = {2, "normalised: ln_1", "norm"},
    [NET_TRACE_Q] = {3, "q: what it asks", "q"},
    [NET_TRACE_K] = {0, "k: what it offers", "k"},
    [NET_TRACE_V] = {0, "v: what it gives", "v"},
    [NET_TRACE_SCORE] = {4, "", ""},
    [NET_TRACE_BLEND] = {9, "blend", "blend"},
    [NET_TRACE_OUT] = {10, "widened by W_O", "out"},
    [NET_TRACE_ADDED] = {11, "added to the row", "added"},
    [NET_TRACE_ALL] = {0, "with all heads", "all"},
};

static Hit hit_of(NetTracePart part, int cell) {
    return (Hit){HIT_TRACE, (int)part, cell};
}

// ---- a part as a strip

typedef struct Summary {
    double least, most, length;
} Summary;

static Summary summarise(const double *value, int n) {
    Summary s = {value[0], value[0], 0};
    for (int k = 0; k < n; k++) {
        s.least = fmin(s.least, value[k]);
        s.most = fmax(s.most, value[k]);
        s.length += value[k] * value[k];
    }
    s.length = sqrt(s.length);
    return s;
}

static void put_number(Str *out, double value, int decimals, bool ascii) {
    if (value < 0) str_puts(out, ascii ? "-" : "−");
    str_printf(out, "%.*f", decimals, fabs(value));
}

static void draw_summary(Canvas *c, int y, int x, int w, const double *value, int n) {
    Summary s = summarise(value, n);
    Str text = {0};
    double size = fmax(s.most, -s.least);
    int decimals = size < 10 ? 2 : size < 1000 ? 1 : 0;
    str_printf(&text, "%4d: ", n);
    put_number(&text, s.least, decimals, c->ascii);
    str_puts(&text, " … ");
    put_number(&text, s.most, decimals, c->ascii);
    str_printf(&text, ", length %.*f", s.length < 100 ? 1 : 0, s.length);
    canvas_text_within(c, y, x, w, style_plain(ROLE_DIM), str_text(&text));
    str_free(&text);
}

// What a head that is cut out passes on stands in the label of the blend.
static const char *label_of(const TraceScope *in, NetTracePart part, bool full) {
    const NetCut *cut = in->trace->cut;
    if (part == NET_TRACE_OUT && cut && full)
        return cut->kind == NET_CUT_ZERO ? "cut out: adds 0" : "cut: adds its mean";
    return full ? PART[part].label : PART[part].brief;
}

static void draw_part(Canvas *c, const TraceScope *in, int y, NetTracePart part) {
    const NetTrace *t = in->trace;
    const double *value = t->part[part];
    int w = canvas_width(c), n = net_trace_size(t, part);
    bool full = w >= FULL_W, chosen = part == in->part;
    int label = full ? LABEL_W : LABEL_SHORT, right = full ? SUMMARY_W : 0, room = w - label - right - 2;
    Style s = style_plain(chosen ? ROLE_ACCENT : ROLE_TEXT);
    if (chosen) s.attr |= ATTR_BOLD;
    canvas_mean(c, hit_of(part, scene_trace_cell(&in->scope.state->scene, n)));
    if (full && PART[part].number) canvas_textf(c, y, 1, style_plain(ROLE_ACCENT), "%d", PART[part].number);
    canvas_text_within(c, y, full ? 4 : 1, label - (full ? 5 : 2), s, label_of(in, part, full));
    double most = strip_most(value, n, 0);
    int columns = n < room ? n : room;
    strip_summary(c, y, label, room, value, n, most, part == NET_TRACE_OUT && t->cut ? STRIP_PLAIN : STRIP_COLOURED);
    for (int k = 0; k < columns; k++) {
        bool here = chosen && (long)k * n / columns <= in->cell && in->cell < (long)(k + 1) * n / columns;
        int cell = here ? in->cell : strip_share(value, n, columns, k);
        canvas_mark_hit(c, (Rect){y, label + k, 1, 1}, hit_of(part, cell));
        Style mark = style_bold(style_of(ROLE_PAPER, ROLE_ACCENT));
        canvas_mean(c, hit_of(part, cell));
        if (here) canvas_rune(c, y, label + k, mark, value[in->cell] < 0 ? '-' : '+');
    }
    canvas_mean(c, (Hit){0});
    if (full) draw_summary(c, y, w - right, right - 1, value, n);
}

// ---- the keys

typedef struct Columns {
    int token, score, scaled, bar, bar_w, weight, term,
        term_w; // where numbers end, bars and strips begin; 0: not shown
} Columns;

static Columns columns_for(int w) {
    bool full = w >= FULL_W;
    Columns col = {.token = full ? LABEL_W : LABEL_SHORT};
    col.score = col.token + (full ? 8 : 7);
    if (full) col.scaled = col.score + 8;
    col.bar = (full ? col.scaled : col.score) + 2;
    col.term_w = full ? (w - col.bar - 9) / 2 : 0;
    col.bar_w = w - col.bar - 9 - (full ? col.term_w + 1 : 0);
    col.weight = col.bar + col.bar_w + 8;
    col.term = col.weight + 1;
    return col;
}

static void heading(Canvas *c, int y, int end, int number, const char *text) {
    int x = end - text_columns(text);
    canvas_text(c, y, x, style_plain(ROLE_DIM), text);
    if (number) canvas_textf(c, y, x - 2, style_plain(ROLE_ACCENT), "%d", number);
}

static void draw_heading(Canvas *c, const TraceScope *in, int y) {
    Columns col = columns_for(canvas_width(c));
    bool full = col.scaled;
    Str divisor = {0};
    str_puts(&divisor, "÷");
    worked_words_divisor(&divisor, in->trace->divisor, c->ascii);
    canvas_text(c, y, 1, style_plain(ROLE_DIM), full ? "j  key" : "key");
    heading(c, y, col.score, full ? 4 : 0, "q·k");
    if (full) heading(c, y, col.scaled, c->ascii ? 0 : 5, str_text(&divisor));
    int x = col.bar;
    if (full) x += canvas_text(c, y, x, style_plain(ROLE_ACCENT), "6") + 1;
    if (full) x += canvas_text(c, y, x, style_plain(ROLE_DIM), "mask") + 1;
    if (full) x += canvas_text(c, y, x, style_plain(ROLE_ACCENT), "7") + 1;
    canvas_text(c, y, x, style_plain(ROLE_DIM), "softmax");
    if (full) canvas_text(c, y, col.term + 1, style_plain(ROLE_ACCENT), "8");
    if (full) canvas_text_within(c, y, col.term + 3, col.term_w - 3, style_plain(ROLE_DIM), "weight·v");
    str_free(&divisor);
}

// weight · v of a key, and the largest of its numbers anywhere in the row.
static double term_of(const NetTrace *t, int j, int e) {
    return t->weight[j] * (double)t->value[(size_t)j * (size_t)t->d + (size_t)e];
}

static double most_of_terms(const NetTrace *t) {
    double most = 0;
    for (int j = 0; j < t->n; j++) {
        for (int e = 0; e < t->d && t->weight[j] > 0; e++) most = fmax(most, fabs(term_of(t, j, e)));
    }
    return most;
}

static void draw_terms(Canvas *c, const NetTrace *t, int y, int x, int w, int j, double most) {
    int columns = t->d < w ? t->d : w;
    for (int k = 0; k < columns; k++) {
        double v = 0;
        for (int e = (int)((long)k * t->d / columns); e < (int)((long)(k + 1) * t->d / columns); e++) {
            if (fabs(term_of(t, j, e)) > fabs(v)) v = term_of(t, j, e);
        }
        strip_summary(c, y, x + k, 1, &v, 1, most, STRIP_COLOURED);
    }
}

static void draw_key(Canvas *c, const TraceScope *in, int y, int j, double most) {
    const NetTrace *t = in->trace;
    Columns col = columns_for(canvas_width(c));
    bool hidden = t->masked[j] == -INFINITY, chosen = j == in->scope.state->scene.open.key;
    Style number = style_plain(hidden ? ROLE_DIM : ROLE_TEXT), text = number, bar = style_plain(ROLE_TEXT);
    if (j == t->query) text = style_plain(ROLE_ACCENT);
    if (chosen && in->part == NET_TRACE_SCORE) text = style_bold(style_plain(ROLE_ACCENT));
    canvas_mean(c, hit_of(NET_TRACE_SCORE, j));
    canvas_fill(c, (Rect){y, 0, 1, canvas_width(c)}, style_plain(ROLE_TEXT), ' ');
    if (chosen) canvas_rune(c, y, 0, style_plain(ROLE_ACCENT), 0x25B8);
    int x = 1;
    if (col.scaled) x += canvas_textf(c, y, 1, style_plain(ROLE_DIM), t->n > 100 ? "%-5d" : "%-3d", j);
    canvas_text_within(c, y, x, col.token - x - 1, text, pane_token(&in->scope, j));
    example_number(c, y, col.score, col.score - col.token, number, t->part[NET_TRACE_SCORE][j]);
    if (col.scaled) example_number(c, y, col.scaled, col.scaled - col.score - 1, number, t->scaled[j]);
    bar.fg = (Ink){INK_HEAT, heat_level(t->weight[j])};
    plot_bar(c, y, col.bar, col.bar_w, hidden ? NAN : t->weight[j], look_before(in->scope.look, j), bar);
    if (hidden)
        canvas_text(c, y, col.weight - 6, number, "masked");
    else
        canvas_textf(c, y, col.weight - 7, number, "%5.1f %%", 100 * t->weight[j]);
    if (col.scaled && !hidden) draw_terms(c, t, y, col.term + 1, col.term_w - 1, j, most);
    canvas_mean(c, (Hit){0});
}

// ---- all of it

// Lines in their order: 0 … 4 parts, 5 the heading, then so many keys, then the parts behind them.
int pane_trace_rows(const TraceScope *in) {
    return PARTS + in->trace->n;
}

static int line_of_choice(const TraceScope *in, int keys, int first) {
    if (in->part < NET_TRACE_SCORE) return (int)in->part;
    return in->part == NET_TRACE_SCORE ? NET_TRACE_SCORE + 1 + in->cell - first : (int)in->part + keys;
}

void pane_trace_parts(Canvas *c, const TraceScope *in) {
    int h = canvas_height(c), n = in->trace->n, keys = int_clamp(h - PARTS, 1, n);
    int first = int_clamp(in->scope.state->scene.open.key - keys / 2, 0, n - keys), all = PARTS + keys;
    int top = int_clamp(line_of_choice(in, keys, first) - h / 2, 0, all > h ? all - h : 0);
    double most = most_of_terms(in->trace);
    for (int y = 0; y < h && top + y < all; y++) {
        int line = top + y, key = line - NET_TRACE_SCORE - 1;
        if (line < NET_TRACE_SCORE)
            draw_part(c, in, y, (NetTracePart)line);
        else if (line == NET_TRACE_SCORE)
            draw_heading(c, in, y);
        else if (key < keys)
            draw_key(c, in, y, first + key, most);
        else
            draw_part(c, in, y, (NetTracePart)(line - keys));
    }
}
