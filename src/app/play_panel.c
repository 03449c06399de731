// The playground's numbers: divisor and length, each key from dot product to weight, the entropy, and the mixture that
// comes out.
#include "app/frame.h"
#include "app/hit.h"
#include "app/play.h"
#include "base/int.h"
#include "base/text.h"
#include "draw/palette.h"
#include "draw/plot.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_full(const Canvas *c) {
    return canvas_width(c) >= PLAY_PANEL_FULL;
}

// ROOMY: rows of a key where there is plenty of room; WRITTEN_OUT: columns from which the division is
enum { NAME_W = 11, LABEL_W = 7, NUMBER_W = 7, PERCENT_W = 7, BAR_MAX = 60, WRITTEN_OUT = 56, ROOMY = 3 };

// ---- which rows there are

// In the order in which they stand.
typedef enum Part {
    PART_DIVISOR, PART_LENGTH, PART_SHARPNESS, PART_VERDICT, PART_GAP_KEYS, PART_HEADING, PART_KEYS,
    PART_GAP_ENTROPY, PART_ENTROPY, PART_DELTA, PART_WINNER, PART_GAP_OUT, PART_OUT, PART_COUNT
} Part;

// Gives each part its rows, the most needed first; what is left over is the mixture's. Depends on the number of keys
// and the room only, so that nothing moves when a number changes.
static void share_rows(int rows[PART_COUNT], int h, int keys, bool full) {
    static const Part FIRST[] = {PART_KEYS,      PART_DIVISOR,     PART_ENTROPY, PART_LENGTH, PART_VERDICT,
                                 PART_OUT,       PART_HEADING,     PART_DELTA,   PART_WINNER, PART_GAP_KEYS,
                                 PART_SHARPNESS, PART_GAP_ENTROPY, PART_GAP_OUT};
    memset(rows, 0, PART_COUNT * sizeof *rows);
    for (unsigned k = 0; k < sizeof FIRST / sizeof FIRST[0] && h > 0; k++) {
        Part part = FIRST[k];
        bool only_full = part == PART_HEADING || part == PART_DELTA || part == PART_WINNER || part == PART_SHARPNESS;
        int want = part == PART_KEYS ? keys : part == PART_OUT ? 2 : full || !only_full;
        rows[part] = want < h ? want : h;
        h -= rows[part];
    }
    int roomier = (ROOMY - 1) * keys;
    if (full && h >= roomier) rows[PART_KEYS] += roomier, h -= roomier;
    rows[PART_OUT] += h;
}

// ---- divisor and length

void play_divisor_name(double divisor, bool ascii, char *out, size_t size) {
    const char *sign = ascii ? "/" : "÷", *root = ascii ? "sqrt" : "√";
    if (divisor == PLANE_DIVISOR[1]) snprintf(out, size, "%s%s2", sign, root);
    else if (divisor == PLANE_DIVISOR[2]) snprintf(out, size, "%s%s64", sign, root);
    else snprintf(out, size, "%s%.4g", sign, divisor);
}

static void draw_divisor(Canvas *c, const Play *in) {
    char name[32];
    bool full = is_full(c);
    int x = full ? NAME_W : 0;
    if (full) canvas_text(c, 0, 0, style_plain(ROLE_DIM), "divisor");
    for (int k = 0; k < PLANE_DIVISORS; k++) {
        bool chosen = in->plane->divisor == PLANE_DIVISOR[k];
        play_divisor_name(PLANE_DIVISOR[k], c->ascii, name, sizeof name);
        canvas_mean(c, (Hit){HIT_DIVISOR, k, 0});
        Style s = chosen ? style_bold(style_plain(ROLE_ACCENT)) : style_plain(ROLE_DIM);
        if (chosen) s.attr |= ATTR_UNDERLINE;
        x += canvas_text(c, 0, x, s, name);
        canvas_mean(c, (Hit){0});
        x += full && !c->ascii ? 3 : 1;
    }
    char value[16];
    snprintf(value, sizeof value, full ? "= %.4g" : "%.4g", in->plane->divisor);
    bool listed = in->plane->divisor == PLANE_DIVISOR[0] || in->plane->divisor == PLANE_DIVISOR[1] ||
                  in->plane->divisor == PLANE_DIVISOR[2];
    if (full || !listed)
        canvas_text(c, 0, canvas_width(c) - text_columns(value), style_bold(style_plain(listed ? ROLE_TEXT : ROLE_ACCENT)),
                    value);
}

void play_slider(int w, int *x, int *columns) {
    *x = w >= PLAY_PANEL_FULL ? NAME_W : 0;
    *columns = w - *x - 6;
}

int play_slider_tenths(int columns, int at) {
    int last = columns > 1 ? columns - 1 : 1;
    at = int_clamp(at, 0, last);
    return PLANE_LENGTH_MIN + (int)lround((double)at * (PLANE_LENGTH_MAX - PLANE_LENGTH_MIN) / last);
}

static int slider_column(int columns, int tenths) {
    return (int)lround((double)(tenths - PLANE_LENGTH_MIN) * (columns - 1) / (PLANE_LENGTH_MAX - PLANE_LENGTH_MIN));
}

static void draw_length(Canvas *c, const Play *in) {
    int from, columns, w = canvas_width(c), tenths = in->plane->tenths;
    play_slider(w, &from, &columns);
    if (is_full(c)) canvas_text(c, 0, 0, style_plain(ROLE_DIM), "length");
    canvas_textf(c, 0, w - 4, style_bold(style_plain(ROLE_TEXT)), c->ascii ? "x%.1f" : "×%.1f", tenths / 10.0);
    if (columns < 2) return;
    int knob = slider_column(columns, tenths),
        was = in->has_before ? slider_column(columns, in->state->before.tenths) : knob;
    canvas_hline(c, 0, from, from + columns - 1, style_plain(ROLE_FAINT), 1);
    if (knob > 0) canvas_hline(c, 0, from, from + knob, style_plain(ROLE_ACCENT), 2);
    if (was != knob) canvas_rune(c, 0, from + was, style_plain(ROLE_GHOST), 0x25CB);
    canvas_rune(c, 0, from + knob, style_bold(style_plain(ROLE_ACCENT)), 0x25CF);
    for (int k = 0; k < columns; k++) {
        canvas_mark_hit(c, (Rect){0, from + k, 1, 1}, (Hit){HIT_LENGTH, play_slider_tenths(columns, k), 0});
    }
}

// What the scores are multiplied by against ÷1 ×1. Exactly 1 where the length undoes the divisor.
static double sharpness(const Plane *p) {
    return p->tenths == 10 * p->divisor ? 1 : p->tenths / 10.0 / p->divisor;
}

static void draw_sharpness(Canvas *c, const Play *in) {
    canvas_text(c, 0, 0, style_plain(ROLE_DIM), "together");
    canvas_textf(c, 0, NAME_W, style_plain(ROLE_TEXT), c->ascii ? "x%.1f / %.4g = %.3g" : "×%.1f ÷ %.4g = %.3g",
                 in->plane->tenths / 10.0, in->plane->divisor, sharpness(in->plane));
}

static void draw_verdict(Canvas *c, const Play *in) {
    double sharp = sharpness(in->plane);
    bool plainly = in->plane->divisor == 1 && sharp == 1;
    const char *than = c->ascii ? "/1 x1" : "÷1 ×1";
    int x = is_full(c) ? NAME_W : 0;
    if (plainly) canvas_text(c, 0, x, style_plain(ROLE_DIM), is_full(c) ? "the plain dot product" : "plain dot product");
    else if (sharp == 1) canvas_textf(c, 0, x, style_bold(style_plain(ROLE_ACCENT)), "as sharp as %s", than);
    else canvas_textf(c, 0, x, style_plain(ROLE_DIM), "%s than %s", sharp < 1 ? "flatter" : "sharper", than);
}

// ---- keys

typedef struct Columns {
    int label, dot, score, bar, bar_w; // label: its width; the others: where they end, and where the bar starts
    bool written; // 4.31 ÷ 1.41 = 3.05
} Columns;

static Columns columns_for(const Canvas *c) {
    int w = canvas_width(c);
    Columns col = {.label = LABEL_W, .written = w >= WRITTEN_OUT};
    if (!is_full(c)) {
        col.label = w < 12 ? 0 : 6;
        col.bar = col.label;
    } else {
        col.label += col.written ? 6 : 0;
        col.dot = col.label + NUMBER_W;
        col.score = col.dot + NUMBER_W + (col.written ? 9 : 0);
        col.bar = col.score + (col.written ? 2 : 1);
    }
    int room = w - col.bar - PERCENT_W;
    col.bar_w = int_clamp(room, 0, BAR_MAX);
    return col;
}

static void draw_number(Canvas *c, int y, int end, Style s, double v) {
    char text[32];
    snprintf(text, sizeof text, fabs(v) < 0.005 ? "0.00" : "%.2f", v);
    canvas_text(c, y, end - text_columns(text), s, text);
}

// Draws key k in `rows` rows from y on: one, or two with a thicker bar.
static void draw_key(Canvas *c, const Play *in, Columns col, int y, int k, int rows) {
    bool chosen = in->arrow == k + 1;
    const char *label = in->plane->key[k].label;
    Style name = style_bold(style_plain(ROLE_TEXT));
    double w = in->now.weight[k];
    canvas_mean(c, (Hit){HIT_PICK, k + 1, 0});
    canvas_fill(c, (Rect){y, 0, rows, canvas_width(c)}, style_plain(ROLE_TEXT), ' ');
    name.fg = (Ink){INK_HEAT, heat_level(w)};
    if (chosen) name.bg = ink_role(ROLE_SELECT);
    canvas_bytes_within(c, y, 0, col.label - 1, name, label, strlen(label));
    if (is_full(c)) {
        draw_number(c, y, col.dot, style_plain(ROLE_DIM), in->now.dot[k]);
        draw_number(c, y, col.score, style_plain(ROLE_TEXT), in->now.score[k]);
    }
    if (col.written)
        canvas_textf(c, y, col.dot + 1, style_plain(ROLE_DIM), c->ascii ? "/ %-4.3g =" : "÷ %-4.3g =", in->plane->divisor);
    Style bar = style_plain(ROLE_TEXT);
    bar.fg = (Ink){INK_HEAT, heat_level(w)};
    for (int row = y; row < y + rows; row++)
        plot_bar(c, row, col.bar, col.bar_w, w, in->has_before ? in->before.weight[k] : NAN, bar);
    bool wins = k == in->now.order[0];
    Style percent = wins ? style_bold(style_plain(ROLE_TEXT)) : style_plain(ROLE_TEXT);
    canvas_textf(c, y, col.bar + col.bar_w, percent, "%*.1f%%", PERCENT_W - 1, 100 * w);
    canvas_mean(c, (Hit){0});
}

static void draw_heading(Canvas *c, const Play *in) {
    Columns col = columns_for(c);
    char name[32];
    if (c->ascii) snprintf(name, sizeof name, "/%.4g", in->plane->divisor); // sqrt64 has no room
    else play_divisor_name(in->plane->divisor, false, name, sizeof name);
    canvas_text(c, 0, 0, style_plain(ROLE_DIM), "key");
    canvas_text(c, 0, col.dot - 3, style_plain(ROLE_DIM), c->ascii ? "q.k" : "q·k");
    canvas_text(c, 0, col.score - (col.written ? 5 : text_columns(name)), style_plain(ROLE_DIM),
                col.written ? "score" : name);
    canvas_text(c, 0, col.bar + col.bar_w + PERCENT_W - 6, style_plain(ROLE_DIM), "weight");
}

// As many keys as there are rows, the selected one among them.
static void draw_keys(Canvas *c, const Play *in) {
    int pitch = canvas_height(c) >= in->plane->count * ROOMY ? ROOMY : 1;
    int most = canvas_height(c) / pitch, from = 0;
    if (in->arrow > most) from = in->arrow - most;
    for (int k = 0; k < most && from + k < in->plane->count; k++)
        draw_key(c, in, columns_for(c), k * pitch, from + k, pitch > 1 ? 2 : 1);
}

// ---- what comes of them

static void draw_entropy(Canvas *c, const Play *in) {
    const PlaneResult *r = &in->now;
    double delta = r->entropy - in->before.entropy;
    if (!is_full(c)) {
        int x = canvas_textf(c, 0, 0, style_plain(ROLE_TEXT), "H %.2f", r->entropy);
        x += canvas_textf(c, 0, x, style_plain(ROLE_DIM), "/%.2f", r->ceiling);
        if (in->has_before && fabs(delta) >= 0.005)
            canvas_textf(c, 0, x + 1, style_bold(style_plain(ROLE_ACCENT)), c->ascii ? "d%+.2f" : "Δ%+.2f", delta);
        return;
    }
    canvas_text(c, 0, 0, style_plain(ROLE_DIM), "entropy");
    canvas_textf(c, 0, NAME_W, style_bold(style_plain(ROLE_TEXT)), "%.2f", r->entropy);
    int x = NAME_W + 5 + canvas_textf(c, 0, NAME_W + 5, style_plain(ROLE_DIM), "of %.2f bits", r->ceiling) + 1;
    int w = canvas_width(c) - x < BAR_MAX ? canvas_width(c) - x : BAR_MAX;
    canvas_fill(c, (Rect){0, x, 1, w}, style_plain(ROLE_FAINT), 0xB7);
    if (r->ceiling > 0)
        plot_bar(c, 0, x, w, r->entropy / r->ceiling, in->has_before ? in->before.entropy / r->ceiling : NAN,
                 style_plain(ROLE_ACCENT));
}

static void draw_delta(Canvas *c, const Play *in) {
    canvas_text(c, 0, 0, style_plain(ROLE_DIM), c->ascii ? "dH" : "ΔH");
    if (!in->has_before) {
        canvas_text(c, 0, NAME_W - 1, style_plain(ROLE_DIM), c->ascii ? " -" : " —");
        return;
    }
    double delta = in->now.entropy - in->before.entropy;
    bool still = fabs(delta) < 0.005;
    canvas_textf(c, 0, NAME_W - 1, style_bold(style_plain(still ? ROLE_DIM : ROLE_ACCENT)), still ? " %.2f" : "%+.2f",
                 still ? 0 : delta);
    char name[32];
    play_divisor_name(in->state->before.divisor, c->ascii, name, sizeof name);
    canvas_textf(c, 0, NAME_W + 5, style_plain(ROLE_DIM), c->ascii ? "since %s x%.1f" : "since %s ×%.1f", name,
                 in->state->before.tenths / 10.0);
}

static void draw_winner(Canvas *c, const Play *in) {
    int first = in->now.order[0];
    const char *label = in->plane->key[first].label;
    canvas_text(c, 0, 0, style_plain(ROLE_DIM), "winner");
    if (in->plane->count > 1 && in->now.weight[first] - in->now.weight[in->now.order[1]] < 1e-9) {
        canvas_textf(c, 0, NAME_W, style_plain(ROLE_TEXT), "none: a tie at %.1f%%", 100 * in->now.weight[first]);
        return;
    }
    int most = canvas_width(c) - NAME_W - 8;
    int x = NAME_W + canvas_bytes_within(c, 0, NAME_W, most, style_bold(style_plain(ROLE_TEXT)), label, strlen(label));
    canvas_textf(c, 0, x + 1, style_plain(ROLE_TEXT), "%.1f%%", 100 * in->now.weight[first]);
}

// Takes the last term off a mixture, and the … behind it; false when only one is left.
static bool leave_out_last(Str *words) {
    size_t at = words->len;
    for (int plus = words->s[at - 1] == '.' || !isascii((unsigned char)words->s[at - 1]) ? 2 : 1; plus > 0; plus--) {
        while (at > 0 && words->s[--at] != '+') continue;
    }
    if (at == 0) return false;
    words->s[words->len = at - 1] = '\0';
    return true;
}

static void draw_out(Canvas *c, const Play *in) {
    Str words = {0};
    str_puts(&words, "out = ");
    plane_words_mixture(&words, in->plane, &in->now, c->ascii);
    Rect all = {0, 0, canvas_height(c), canvas_width(c)};
    while (frame_words(c, 0, style_plain(ROLE_TEXT), str_text(&words)) > all.h && leave_out_last(&words)) {
        str_puts(&words, c->ascii ? " + ..." : " + …");
        canvas_fill(c, all, style_plain(ROLE_TEXT), ' ');
    }
    str_free(&words);
}

void play_panel(Canvas *c, const Play *in) {
    static void (*const DRAW[PART_COUNT])(Canvas * c, const Play *in) = {
        [PART_DIVISOR] = draw_divisor, [PART_LENGTH] = draw_length,   [PART_SHARPNESS] = draw_sharpness,
        [PART_VERDICT] = draw_verdict, [PART_HEADING] = draw_heading, [PART_KEYS] = draw_keys,
        [PART_ENTROPY] = draw_entropy, [PART_DELTA] = draw_delta,     [PART_WINNER] = draw_winner,
        [PART_OUT] = draw_out,
    };
    int rows[PART_COUNT], y = 0, w = canvas_width(c);
    share_rows(rows, canvas_height(c), in->plane->count, is_full(c));
    for (int part = 0; part < PART_COUNT; part++) {
        if (DRAW[part] && rows[part] > 0) {
            canvas_push(c, (Rect){y, 0, rows[part], w});
            DRAW[part](c, in);
            canvas_pop(c);
        }
        y += rows[part];
    }
}
