// The selected row in numbers: its keys as bars from score to weight, its entropy, and what the head does.
#include "app/frame.h"
#include "app/hit.h"
#include "app/pane.h"
#include "base/mem.h"
#include "base/text.h"
#include "draw/palette.h"
#include "draw/plot.h"
#include "draw/project.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- bars

static bool comes_before(const AttentionRow *row, int a, int b) {
    bool hidden_a = a >= row->visible, hidden_b = b >= row->visible;
    if (hidden_a != hidden_b) return hidden_b;
    return !hidden_a && row->weight[a] > row->weight[b]; // equals stay in their order
}

// The first `most` keys in order, strongest first, masked ones last, into key[]. Returns how many.
static int order_keys(const AttentionRow *row, int *key, int most) {
    int count = 0;
    double least = -1; // weight of the last in key[], once it is full: most of a long text stops there
    for (int j = 0; j < row->n && most > 0; j++) {
        if (count == most && (j >= row->visible || !(row->weight[j] > least))) continue;
        int at = count < most ? count++ : most - 1;
        for (; at > 0 && comes_before(row, j, key[at - 1]); at--) key[at] = key[at - 1];
        key[at] = j;
        if (count == most) least = key[most - 1] < row->visible ? row->weight[key[most - 1]] : -1;
    }
    return count;
}

typedef struct Columns {
    int label, position, bar; // widths; score, scaled and percent are fixed
} Columns;

enum { SCORE_W = 6, SCALED_W = 7, PERCENT_W = 7, BAR_MAX = 60 };

static Columns columns_for(const Canvas *c, const Scope *in) {
    int w = canvas_width(c), most = w >= 60 ? 16 : 7;
    Columns col = {.label = 4, .position = in->look->row.n > 1000 ? 5 : in->look->row.n > 100 ? 4 : 3};
    int widest = in->look->words->widest;
    if (widest > col.label) col.label = widest < most ? widest : most;
    col.bar = w - col.label - col.position - SCORE_W - SCALED_W - PERCENT_W - 1;
    if (col.bar > BAR_MAX) col.bar = BAR_MAX;
    if (col.bar < 0) col.bar = 0;
    return col;
}

// Right-aligned in w columns behind a blank, with fewer decimals where they do not fit, and never -0.
static void draw_number(Canvas *c, int y, int x, int w, int decimals, Style s, double value) {
    char text[32];
    if (isnan(value)) {
        canvas_textf(c, y, x, style_plain(ROLE_DIM), "%*s", w, "n/a");
        return;
    }
    static const double HALF[] = {0.5, 0.05, 0.005};
    if (fabs(value) < HALF[decimals]) value = 0;
    while (snprintf(text, sizeof text, "%*.*f", w, decimals, value) && text[0] != ' ' && decimals > 0) decimals--;
    if (text[0] != ' ') snprintf(text, sizeof text, "%*.0e", w, value);
    canvas_text(c, y, x, s, text);
}

static int bars_width(Columns col) {
    return col.label + col.position + SCORE_W + SCALED_W + 1 + col.bar + PERCENT_W;
}

static void draw_bar_line(Canvas *c, const Scope *in, Columns col, int y, int key) {
    const AttentionRow *row = &in->look->row;
    bool chosen = key == in->look->key, masked = look_masked(in->look, row, key);
    Style s = style_plain(chosen ? ROLE_ACCENT : masked ? ROLE_DIM : ROLE_TEXT);
    if (chosen) s.attr |= ATTR_BOLD;
    canvas_mean(c, (Hit){HIT_CELL, row->query, key});
    canvas_fill(c, (Rect){y, 0, 1, canvas_width(c)}, style_plain(ROLE_TEXT), ' ');
    Style name = s;
    name.attr |= wording_mark(in->look->words, key);
    canvas_text_within(c, y, 0, col.label, name, pane_token(in, key));
    int x = col.label;
    canvas_textf(c, y, x, style_plain(ROLE_DIM), "%*d", col.position, key);
    x += col.position;
    draw_number(c, y, x, SCORE_W, 1, style_plain(masked ? ROLE_DIM : ROLE_TEXT), row->score[key]);
    x += SCORE_W;
    draw_number(c, y, x, SCALED_W, 2, style_plain(masked ? ROLE_DIM : ROLE_TEXT), row->scaled[key]);
    x += SCALED_W + 1;
    double w = row->weight[key];
    Style bar = style_plain(ROLE_TEXT);
    bar.fg = (Ink){INK_HEAT, heat_level(look_heat(in->look, w))};
    plot_bar(c, y, x, col.bar, masked ? NAN : w, look_before(in->look, key), bar);
    x += col.bar;
    if (masked) canvas_text(c, y, x + PERCENT_W - 6, style_plain(ROLE_DIM), "masked");
    else if (row->hides && key == 0) canvas_text(c, y, x + PERCENT_W - 6, style_plain(ROLE_DIM), "hidden");
    else if (isnan(w)) canvas_text(c, y, x + PERCENT_W - 1, style_plain(ROLE_BAD), "∅");
    else canvas_textf(c, y, x, s, "%*.1f%%", PERCENT_W - 1, 100 * w);
    canvas_mean(c, (Hit){0});
}

static void draw_heading(Canvas *c, const Scope *in, Columns col) {
    char divisor[32];
    snprintf(divisor, sizeof divisor, "%s%.4g", c->ascii ? "/" : "÷", in->look->params.divisor);
    Str text = {0};
    str_puts(&text, c->ascii ? "" : "“");
    str_puts(&text, pane_query(in, in->look->row.query));
    str_puts(&text, c->ascii ? "" : "”");
    int x = col.label + col.position + SCORE_W;
    canvas_text_within(c, 0, 0, x - 6, style_bold(style_plain(ROLE_ACCENT)), str_text(&text));
    str_free(&text);
    canvas_text(c, 0, x - 5, style_plain(ROLE_DIM), "score");
    if (in->look->source && !in->look->source->raw) snprintf(divisor, sizeof divisor, "scaled");
    canvas_text(c, 0, x + SCALED_W - text_columns(divisor), style_plain(ROLE_DIM), divisor);
    canvas_text(c, 0, x + SCALED_W + 1 + col.bar + PERCENT_W - 6, style_plain(ROLE_DIM), "weight");
}

void pane_bars(Canvas *c, const Scope *in) {
    if (in->state->tutor.hides) {
        canvas_text(c, 0, 0, style_bold(style_plain(ROLE_ACCENT)), "predict first");
        bool number = in->state->tutor.guess == PREDICT_NUMBER;
        frame_words(c, 1, style_plain(ROLE_DIM),
                    number ? "type a number and press Enter" : "click, or move with the arrow keys and press Enter");
        return;
    }
    int most = canvas_height(c) - 1;
    if (most < 1) return;
    int n = in->look->row.n;
    if (most > n) most = n;
    int *key = MEM_NEW(int, (size_t)most);
    int count = order_keys(&in->look->row, key, most);
    Columns col = columns_for(c, in);
    draw_heading(c, in, col);
    for (int k = 0; k < count; k++) draw_bar_line(c, in, col, k + 1, key[k]);
    free(key);
}

// ---- entropy

// As many decimals, at most `most`, as let the number take four columns.
static int decimals(double value, int most) {
    while (most > 0 && value >= pow(10, 3 - most) - 0.5 * pow(10, -most)) most--;
    return most;
}

static void draw_delta(Canvas *c, int y, int x, const Look *look) {
    const char *name = c->ascii ? "dH" : "ΔH";
    x += canvas_text(c, y, x, style_plain(ROLE_DIM), name) + 1;
    if (!look->has_before) {
        canvas_text(c, y, x, style_plain(ROLE_DIM), c->ascii ? "  -" : "  —");
        return;
    }
    double delta = look->row.entropy - look->before.entropy;
    bool still = fabs(delta) < 0.005;
    canvas_textf(c, y, x, style_bold(style_plain(still ? ROLE_DIM : ROLE_ACCENT)), still ? " %.2f" : "%+.2f",
                 still ? 0 : delta);
}

// Ends where the bars of the row end.
static void draw_entropy_bar(Canvas *c, int y, int x, const Scope *in) {
    const Look *look = in->look;
    const AttentionRow *row = &look->row;
    if (!(row->ceiling > 0)) {
        canvas_text(c, y, x, style_plain(ROLE_DIM), c->ascii ? "-" : "—");
        return;
    }
    const AttentionRow *before = &look->before;
    double ghost = look->has_before && before->ceiling > 0 ? before->entropy / before->ceiling : NAN;
    Style s = style_plain(ROLE_ACCENT);
    double share = row->entropy / row->ceiling;
    int w = bars_width(columns_for(c, in)) - x - 6;
    canvas_fill(c, (Rect){y, x, 1, w}, style_plain(ROLE_FAINT), 0xB7);
    plot_bar(c, y, x, w, share, ghost, s);
    canvas_textf(c, y, x + w, style_plain(ROLE_DIM), "%4.0f %%", 100 * share);
}

static void draw_future(Canvas *c, const Scope *in, int x) {
    const AttentionRow *row = &in->look->row;
    if (in->look->crossed) {
        canvas_text(c, 2, x, style_plain(ROLE_DIM), "n/a: keys of another text");
        return;
    }
    bool some = row->future >= 0.005, cheats = some && (in->look->rule || in->look->source->causal);
    canvas_textf(c, 2, x, cheats ? style_bold(style_plain(ROLE_BAD)) : style_plain(ROLE_TEXT), "%.2f", row->future);
    canvas_text(c, 2, x + 5, style_plain(cheats ? ROLE_BAD : ROLE_DIM),
                cheats ? "read ahead: it cheats"
                : some ? "read ahead"
                       : "nothing read ahead");
}

void pane_entropy(Canvas *c, const Scope *in) {
    if (in->state->tutor.hides) return;
    const AttentionRow *row = &in->look->row;
    int x = canvas_width(c) < 42 ? 8 : 11;
    canvas_text(c, 0, 0, style_plain(ROLE_DIM), "entropy");
    if (isnan(row->entropy)) {
        canvas_text(c, 0, x, style_plain(ROLE_BAD), "n/a: NaN in the row");
        return;
    }
    canvas_textf(c, 0, x, style_bold(style_plain(ROLE_TEXT)), "%.*f", decimals(row->entropy, 2), row->entropy);
    canvas_textf(c, 0, x + 5, style_plain(ROLE_DIM), "of %.*f bits", decimals(row->ceiling, 2), row->ceiling);
    draw_entropy_bar(c, 0, x + 18, in);
    canvas_text(c, 1, 0, style_plain(ROLE_DIM), x < 11 ? "2^H" : "effective");
    double tokens = exp2(row->entropy);
    canvas_textf(c, 1, x, style_plain(ROLE_TEXT), "%.*f", decimals(tokens, 1), tokens);
    canvas_text(c, 1, x + 5, style_plain(ROLE_DIM), "tokens");
    draw_delta(c, 1, x + 18, in->look);
    canvas_text(c, 2, 0, style_plain(ROLE_DIM), "future");
    draw_future(c, in, x);
}

// ---- words

void pane_blurb(Canvas *c, const Scope *in) {
    if (in->state->tutor.hides) return;
    frame_words(c, 0, style_plain(ROLE_DIM), in->look->rule ? in->look->rule->summary : in->look->source->about);
}

// A step of the projected map with its percent on it.
static void draw_steps(Canvas *c) {
    for (int k = 0; k < PROJECT_STEPS; k++) {
        Style s = style_bold(style_plain(ROLE_TEXT));
        double weight = (double)k / (PROJECT_STEPS - 1);
        s.bg = (Ink){INK_HEAT, heat_level(weight)};
        canvas_textf(c, 0, 6 * k, s, k ? "%4.0f " : "%4.0f%%", 100 * weight);
    }
    canvas_text(c, 0, 6 * PROJECT_STEPS + 1, style_bold(style_plain(ROLE_TEXT)), "·  masked");
}

enum { TIGHT = 52 }; // columns from which all of it has room

void pane_legend(Canvas *c, const Scope *in) {
    if (in->state->scene.project) {
        draw_steps(c);
        return;
    }
    int x = canvas_text(c, 0, 0, style_plain(ROLE_DIM), in->look->log ? "1e-4 " : "0 ");
    bool signs = in->look->words->signs || in->look->query_words->signs, tight = signs && canvas_width(c) < TIGHT;
    int steps = canvas_width(c) >= 36 && !tight ? 10 : 5;
    for (int k = 0; k < steps; k++) {
        Style s = style_plain(ROLE_TEXT);
        s.bg = (Ink){INK_HEAT, heat_level((double)k / (steps - 1))};
        canvas_rune(c, 0, x++, s, ' ');
    }
    x += canvas_text(c, 0, x, style_plain(ROLE_DIM), in->look->log ? " 1 log  " : tight ? " 1  " : " 1   ");
    x += canvas_text(c, 0, x, style_plain(ROLE_FAINT), "·");
    x += canvas_text(c, 0, x, style_plain(ROLE_DIM), tight ? " masked  " : " masked   ");
    x += canvas_text(c, 0, x, style_plain(ROLE_BAD), "∅");
    x += canvas_text(c, 0, x, style_plain(ROLE_DIM), " NaN");
    wording_legend(c, signs, 0, x);
}
