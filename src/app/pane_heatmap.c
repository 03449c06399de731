// The pattern as a heatmap: rows are queries, columns are keys. A pattern larger than the pane is a window that follows
// query and key.
#include "app/hit.h"
#include "app/layout.h"
#include "app/pane.h"
#include "base/int.h"
#include "base/text.h"
#include "draw/palette.h"

#include <math.h>
#include <string.h>

enum { CELL_WIDTH_MAX = 8, LABEL_MAX = 14, LABEL_NARROW = 6, PERCENT_WIDTH = 4 };

typedef struct Grid {
    int label;            // columns of the row labels, marker and gap included
    int cw, ch;           // columns and rows of one cell
    int query0, key0;     // first shown
    int queries, keys;    // how many are shown
    bool bits;            // the entropy of each row stands at its right
    int bits_x;
    bool window;          // of a pattern that is larger, and may be moved
} Grid;

int pane_heatmap_label(const Scope *in, int cols) {
    int widest = in->look->query_words->widest, most = cols >= 120 ? LABEL_MAX : LABEL_NARROW;
    if (widest < WORDING_BOS) widest = WORDING_BOS; // toggling ⟨BOS⟩ must not move anything
    return int_least(widest, most) + 2;
}

// Cells as large as fit, about square on the screen; measured with room for ⟨BOS⟩, so that toggling it changes no size.
static Grid grid_for(const Canvas *c, const Scope *in, int label) {
    int extra = in->look->rule && !in->state->scene.bos, n = in->look->tokens->n, most = n + extra;
    int rows = in->look->queries + extra;
    Grid g = {.label = label};
    int w = canvas_width(c) - g.label, h = canvas_height(c) - 1;
    if (w < 1 || h < 1) return g;
    g.bits = !in->state->scene.project && canvas_width(c) >= 40 && (w - HEATMAP_BITS) / most >= 2;
    if (g.bits) w -= HEATMAP_BITS;
    g.ch = h / rows > 1 ? h / rows : 1;
    g.cw = w / most < 1 ? 1 : int_least(w / most, CELL_WIDTH_MAX);
    g.ch = int_least(g.ch, (g.cw + 1) / 2);
    g.cw = int_least(g.cw, g.ch * 2 + 2);
    if (in->state->scene.project && g.cw < PERCENT_WIDTH) g.cw = int_least(PERCENT_WIDTH, w); // each percent is printed
    int zoom = in->look->source ? in->state->scene.open.zoom : 0;
    if (zoom > 0) g.cw = int_least(2 * zoom, w), g.ch = int_least(zoom, h);
    g.queries = int_least(in->look->queries, h / g.ch);
    g.keys = int_least(n, w / g.cw);
    g.bits_x = g.label + int_least(most, w / g.cw) * g.cw + 2;
    const OpenView *o = in->look->source ? &in->state->scene.open : NULL; // may have been panned
    g.query0 =
        in->look->first + int_window_first(in->look->queries, g.queries, in->look->query - in->look->first + (o ? o->pan_y : 0));
    g.key0 = int_window_first(n, g.keys, in->look->key + (o ? o->pan_x : 0));
    g.window = o && (g.queries < in->look->queries || g.keys < n);
    return g;
}

// The token over its column: as much as fits, or its first character alone.
static void draw_key_label(Canvas *c, Grid g, int x, Style s, const char *text) {
    static const char SPACE[] = "␣"; // says little where one character must do
    if (g.cw <= 3 && c->ascii && text[0] == '_' && text[1]) text++;
    else if (g.cw <= 3 && strncmp(text, SPACE, sizeof SPACE - 1) == 0 && text[sizeof SPACE - 1])
        text += sizeof SPACE - 1;
    int room = g.cw > 2 ? g.cw - 1 : g.cw, columns = text_columns(text);
    if (columns > 1 && room <= 2) {
        int used;
        canvas_rune(c, 0, x + (g.cw - 1) / 2, s, text_decode(text, strlen(text), &used));
    } else {
        canvas_text_within(c, 0, x + (g.cw - int_least(columns, room)) / 2, room, s, text);
    }
}

static void draw_key_labels(Canvas *c, const Scope *in, Grid g) {
    for (int k = 0; k < g.keys; k++) {
        int key = g.key0 + k;
        bool chosen = key == in->look->key;
        Style s = style_plain(chosen ? ROLE_ACCENT : ROLE_DIM);
        if (chosen) s.attr |= ATTR_BOLD;
        s.attr |= wording_mark(in->look->words, key);
        canvas_mean(c, (Hit){in->look->source ? HIT_KEY : HIT_CELL, in->look->source ? key : in->look->query, key});
        draw_key_label(c, g, g.label + k * g.cw, s, pane_token(in, key));
    }
    canvas_mean(c, (Hit){0});
}

static void draw_query_label(Canvas *c, const Scope *in, Grid g, int query, int y) {
    bool chosen = query == in->look->query;
    Style s = style_plain(chosen ? ROLE_ACCENT : ROLE_DIM);
    if (chosen) s.attr |= ATTR_BOLD;
    int room = g.label - 2, columns = int_least(pane_query_columns(in, query), room);
    canvas_mean(c, (Hit){in->look->rule ? HIT_TOKEN : HIT_QUERY, query, 0});
    if (chosen) canvas_rune(c, y, 0, s, 0x25B8);
    s.attr |= wording_mark(in->look->query_words, query);
    canvas_text_within(c, y, 1 + room - columns, room, s, pane_query(in, query));
    canvas_mean(c, (Hit){0});
}

// One cell of the pattern, whose top left is y, x.
static void draw_cell(Canvas *c, const Scope *in, Grid g, const AttentionRow *row, int key, int y, int x) {
    bool row_chosen = row->query == in->look->query, chosen = row_chosen && key == in->look->key;
    bool masked = look_masked(in->look, row, key), hidden = in->state->tutor.hides;
    double w = row->weight[key];
    bool tint = row_chosen && in->state->mode <= COLOR_256; // with fewer colours every tint is also a weight
    Style s = style_of(ROLE_TEXT, tint ? ROLE_SELECT : ROLE_PAPER);
    if (!masked && !hidden && !isnan(w)) s.bg = (Ink){INK_HEAT, heat_level(look_heat(in->look, w))};
    canvas_mean(c, (Hit){g.window ? HIT_WINDOW : HIT_CELL, row->query, key});
    canvas_fill(c, (Rect){y, x, g.ch, g.cw}, s, ' ');
    int my = y + (g.ch - 1) / 2, mx = x + (g.cw - 1) / 2;
    bool full = false; // of a number that leaves room for one bracket
    if (masked) {
        s.fg = ink_role(ROLE_FAINT);
        canvas_rune(c, my, mx, s, 0xB7);
    } else if (hidden) {
        s.fg = ink_role(ROLE_FAINT);
        canvas_rune(c, my, mx, s, '?');
    } else if (row->hides && key == 0) {
        s.fg = ink_role(ROLE_FAINT);
        canvas_rune(c, my, mx, s, 'x');
    } else if (isnan(w)) {
        s.fg = ink_role(ROLE_BAD);
        canvas_rune(c, my, mx, s, 0x2205);
    } else if (g.cw >= PERCENT_WIDTH && w >= 0.005) {
        full = g.cw == PERCENT_WIDTH && w >= 0.995;
        canvas_textf(c, my, mx - (w >= 0.995), s, "%2.0f", 100 * w);
    }
    if (chosen) {
        s.fg = ink_role(masked || hidden ? ROLE_ACCENT : ROLE_TEXT);
        s.attr = ATTR_BOLD;
        if (!full) canvas_rune(c, my, x, s, g.cw > 1 ? '[' : '+');
        if (g.cw > 1) canvas_rune(c, my, x + g.cw - 1, s, ']');
    }
    canvas_mean(c, (Hit){0});
}

static void draw_bits(Canvas *c, Grid g, const AttentionRow *row, bool chosen, int y) {
    Style s = style_plain(chosen ? ROLE_ACCENT : ROLE_DIM);
    if (chosen) s.attr |= ATTR_BOLD;
    if (isnan(row->entropy)) canvas_text(c, y, g.bits_x, s, "  n/a");
    else canvas_textf(c, y, g.bits_x, s, "%5.2f", row->entropy);
}

static void draw_rows(Canvas *c, const Scope *in, Grid g) {
    AttentionRow row = {0};
    Error ignored;
    bool bits = g.bits && !in->state->tutor.hides;
    const Look *look = in->look;
    for (int k = 0; k < g.queries; k++) {
        int query = g.query0 + k, y = 1 + k * g.ch;
        bool chosen = query == look->query; // this row is there already
        if (chosen) {}
        else if (look->source && !bits) source_weights(look->source, &look->at, query, &row, &ignored);
        else if (look->source) look_row(look, query, &row, &ignored); // its cells tell
        else if (bits) attention_row(&row, look->rule, look->tokens, query, look->params);
        else attention_row_weights(&row, look->rule, look->tokens, query, look->params, g.key0, g.keys);
        draw_query_label(c, in, g, query, y + (g.ch - 1) / 2);
        const AttentionRow *shown = chosen ? &look->row : &row;
        for (int j = 0; j < g.keys; j++) draw_cell(c, in, g, shown, g.key0 + j, y, g.label + j * g.cw);
        if (bits) draw_bits(c, g, shown, chosen, y + (g.ch - 1) / 2);
    }
    attention_row_free(&row);
}

void pane_heatmap(Canvas *c, const Scope *in, int label) {
    if (pane_window_wanted(c, in, label)) {
        pane_window(c, in, label);
        return;
    }
    Grid g = grid_for(c, in, label);
    int n = in->look->tokens->n, queries = in->look->queries;
    if (g.keys < 1) return;
    draw_key_labels(c, in, g);
    draw_rows(c, in, g);
    if (g.bits) canvas_text(c, 0, g.bits_x + 1, style_plain(ROLE_DIM), "bits");
    if (g.queries < queries || g.keys < n) canvas_textf(c, 0, 0, style_plain(ROLE_DIM), "of %d", n);
}
