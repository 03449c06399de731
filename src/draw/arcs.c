#include "draw/arcs.h"

#include "base/mem.h"
#include "draw/bigtext.h"
#include "draw/palette.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { GUTTER = ARCS_GUTTER, MOST_ARCS = 16 };
static const double HEAVY = 0.2, LEAST = 0.005; // weights: of a heavy arc, and of one that is drawn at all
static const double EQUAL = 1e-9;               // a smaller difference of weights is none

typedef struct Box {
    int line, x, w;
} Box;

static int letter_rows(const Arcs *a) {
    return a->big ? bigtext_rows(BIG_LETTERS, a->ascii) : 1;
}

int arcs_line_rows(const Arcs *a) {
    return a->lanes + ARCS_FIXED_ROWS - 1 + letter_rows(a);
}

// Where the tokens stand: left to right, wrapped at width. Behind a token of one column a narrow one stands a column
// farther off, or their percents would touch. Stops when `most` lines are full. box may be NULL. Returns the number of
// lines.
static int layout(const Arcs *a, int width, int most, Box *box) {
    int line = 0, x = GUTTER, before = 0;
    for (int j = 0; j < a->n && line < most; j++) {
        int w = a->token[j].columns > 1 ? a->token[j].columns : 1;
        int room = width - GUTTER > 1 ? width - GUTTER : 1;
        if (w > room) w = room;
        if (before == 1 && w <= 2) x++;
        if (x > GUTTER && x + w > width) {
            line++;
            x = GUTTER;
        }
        if (box) box[j] = (Box){line, x, w};
        x += w + (a->big ? 4 : 1);
        before = w;
    }
    return line < most ? line + 1 : most;
}

int arcs_lines(const Arcs *a, int width, int most) {
    return layout(a, width, most, NULL);
}

// ---- choosing and placing arcs

typedef struct Edge {
    int key;
    double weight;
    int lane;
} Edge;

// How many of the edges to draw: a->most, and all that weigh the same as the last of those; if there is no room for all
// of these equals, none of them, since an arc to some would say that they weigh more.
static int cut_equals(const Arcs *a, const Edge *edge, int count) {
    int most = a->most < MOST_ARCS ? a->most : MOST_ARCS;
    if (count <= most) return count;
    double last = edge[most - 1].weight;
    int end = most;
    while (end < count && last - edge[end].weight < EQUAL) end++;
    if (end <= MOST_ARCS) return end;
    while (most > 0 && edge[most - 1].weight - last < EQUAL) most--;
    return most;
}

// The strongest keys, strongest first. Looks at one more than can be drawn, to see whether it is an equal.
static int choose_edges(const Arcs *a, Edge edge[MOST_ARCS + 1]) {
    int count = 0;
    for (int j = 0; j < a->visible && a->weight; j++) {
        double w = a->weight[j];
        if (!(w >= LEAST) || j == a->query) continue; // of a long text nearly all stop at the first
        int at = count <= MOST_ARCS ? count++ : MOST_ARCS + 1;
        if (at > MOST_ARCS && !(w > edge[MOST_ARCS].weight)) continue;
        if (at > MOST_ARCS) at--;
        for (; at > 0 && edge[at - 1].weight < w; at--) edge[at] = edge[at - 1];
        edge[at] = (Edge){j, w, 0};
    }
    return cut_equals(a, edge, count);
}

static int centre(Box b) {
    return b.x + (b.w - 1) / 2;
}

// The columns an edge covers on the key's line: to the query, or to the gutter.
static void span(const Arcs *a, const Box *box, const Edge *e, int *x0, int *x1) {
    int key = centre(box[e->key]), query = box[e->key].line == box[a->query].line ? centre(box[a->query]) : 0;
    *x0 = key < query ? key : query;
    *x1 = key < query ? query : key;
}

// Short arcs run low, long ones above them: each edge takes the lowest lane free on its line.
static void choose_lanes(const Arcs *a, const Box *box, Edge *edge, int count) {
    for (int k = 0; k < count; k++) edge[k].lane = -1;
    for (int done = 0; done < count; done++) {
        int best = -1, best_span = 0;
        for (int k = 0; k < count; k++) {
            int x0, x1;
            span(a, box, &edge[k], &x0, &x1);
            if (edge[k].lane < 0 && (best < 0 || x1 - x0 < best_span)) best = k, best_span = x1 - x0;
        }
        int lane = 0, b0, b1;
        span(a, box, &edge[best], &b0, &b1);
        for (int k = 0; k < count; k++) {
            int x0, x1;
            span(a, box, &edge[k], &x0, &x1);
            bool meets =
                edge[k].lane >= lane && box[edge[k].key].line == box[edge[best].key].line && x0 < b1 && b0 < x1;
            if (meets) lane = edge[k].lane + 1;
        }
        edge[best].lane = lane < a->lanes ? lane : a->lanes - 1;
    }
}

// ---- drawing

static Style arc_style(double weight) {
    Style s = style_plain(ROLE_TEXT);
    s.fg = (Ink){INK_HEAT, heat_level(weight)};
    return weight >= HEAVY ? style_bold(s) : s;
}

// The row of a lane of a text line, y of the line's top added.
static int lane_row(const Arcs *a, const Box *box, int token, int lane) {
    return box[token].line * arcs_line_rows(a) + a->lanes - 1 - lane;
}

static void draw_edge(Canvas *c, const Arcs *a, const Box *box, const Edge *e, int top) {
    Style s = arc_style(e->weight);
    int weight = e->weight >= HEAVY ? 2 : 1;
    int row = top + lane_row(a, box, e->key, e->lane), arrow = top + lane_row(a, box, e->key, 0) + 1;
    int key = centre(box[e->key]), query = centre(box[a->query]);
    int x0, x1;
    span(a, box, e, &x0, &x1);
    canvas_hline(c, row, x0, x1, s, weight);
    canvas_stroke(c, row, key, s, CANVAS_S, weight);
    canvas_vline(c, key, row, arrow, s, weight);
    bool same_line = box[e->key].line == box[a->query].line;
    int query_row = top + lane_row(a, box, a->query, same_line ? e->lane : 0);
    int query_arrow = top + lane_row(a, box, a->query, 0) + 1;
    if (!same_line) {
        canvas_hline(c, query_row, 0, query, s, weight);
        canvas_vline(c, 0, row < query_row ? row : query_row, row < query_row ? query_row : row, s, weight);
    }
    canvas_stroke(c, query_row, query, s, CANVAS_S, weight);
    canvas_vline(c, query, query_row, query_arrow, s, weight);
}

static void draw_token(Canvas *c, const Arcs *a, int j, Box box, int y) {
    const ArcToken *t = &a->token[j];
    double w = a->weight ? a->weight[j] : 0;
    bool query = j == a->query, masked = j >= a->visible, seen = !masked && w >= 2 * LEAST;
    Style s = style_plain(query ? ROLE_ACCENT : masked ? ROLE_DIM : ROLE_TEXT);
    if (seen && !query) s.bg = (Ink){INK_HEAT, heat_level(w)};
    if (query) s.attr |= a->big ? ATTR_BOLD : ATTR_BOLD | ATTR_UNDERLINE; // an underline under each dot would be noise
    if (j == a->key && !query && !a->big) s.attr |= a->marks ? ATTR_UNDERLINE | ATTR_BOLD : ATTR_UNDERLINE;
    if (!a->big) s.attr |= t->mark;
    if (a->big) canvas_fill(c, (Rect){y, box.x - 1, letter_rows(a), box.w + 2}, s, ' ');
    if (a->big) bigtext_draw(c, y, box.x, box.w, s, BIG_LETTERS, t->text);
    else canvas_text_within(c, y, box.x, box.w, s, t->text);
    y += letter_rows(a) - 1;
    Style number = style_plain(masked ? ROLE_FAINT : w >= HEAVY ? ROLE_TEXT : ROLE_DIM);
    if (w >= HEAVY) number.attr |= ATTR_BOLD;
    if (masked) {
        for (int x = 0; x < box.w; x++) canvas_rune(c, y + 1, box.x + x, number, 0xB7);
    } else if (isnan(w)) {
        canvas_rune(c, y + 1, centre(box), style_plain(ROLE_BAD), 0x2205);
    } else if (w >= LEAST) {
        int digits = w >= 0.995 ? 3 : w >= 0.095 ? 2 : 1;
        canvas_textf(c, y + 1, centre(box) - (digits - 1) / 2, number, "%.0f", 100 * w);
    }
}

static void draw_tokens(Canvas *c, const Arcs *a, const Box *box, int top) {
    int per = arcs_line_rows(a), height = canvas_height(c);
    int above = (-top - a->lanes - 2 + per - 1) / per; // lines that end above the pane
    int first = 0;
    while (first < a->n && box[first].line < above) first++;
    for (int j = first; j < a->n; j++) {
        int y = top + box[j].line * per + a->lanes + 1;
        if (y > height) break;
        canvas_mean(c, (Hit){a->hit, j, 0});
        draw_token(c, a, j, box[j], y);
    }
    canvas_mean(c, (Hit){0});
}

static void draw_heads(Canvas *c, const Arcs *a, const Box *box, const Edge *edge, int count, int top) {
    for (int k = count - 1; k >= 0; k--) {
        int y = top + lane_row(a, box, edge[k].key, 0) + 1;
        canvas_rune(c, y, centre(box[edge[k].key]), arc_style(edge[k].weight), 0x25BC);
    }
    if (a->query < 0) return;
    int y = top + lane_row(a, box, a->query, 0) + 1;
    canvas_rune(c, y, centre(box[a->query]), style_bold(style_plain(ROLE_ACCENT)), 0x25CF);
}

// The pane row at which line 0 starts: 0, or negative so that the query's line (by_key: the key's) is inside.
static int scroll_top(const Arcs *a, const Box *box, int lines, int height) {
    int per = arcs_line_rows(a);
    int fit = height / per > 1 ? height / per : 1;
    int at = (a->by_key || a->query < 0) && a->key >= 0 ? a->key : a->query >= 0 ? a->query : 0;
    int first = box[at].line - (fit - 1) / 2;
    if (first > lines - fit) first = lines - fit;
    if (first < 0) first = 0;
    int top = -first * per;
    return height < per ? top - (per - height) : top;
}

void arcs_draw(Canvas *c, const Arcs *a) {
    Box *box = MEM_NEW(Box, (size_t)a->n);
    Edge edge[MOST_ARCS + 1];
    int lines = layout(a, canvas_width(c), a->n, box);
    int count = a->query < 0 ? 0 : choose_edges(a, edge);
    int top = scroll_top(a, box, lines, canvas_height(c));
    choose_lanes(a, box, edge, count);
    for (int k = count - 1; k >= 0; k--) draw_edge(c, a, box, &edge[k], top);
    draw_heads(c, a, box, edge, count, top);
    draw_tokens(c, a, box, top);
    free(box);
}
