// One number of a row's way, and where it comes from: what it is the sum of, the largest addends first.
#include "app/example.h"
#include "app/hit.h"
#include "app/pane_trace.h"
#include "attn/worked_words.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>

enum { ITEM_W = 26, NUMBER_W = 8, TALL = 8, WIDE = 70 };

static void put_number(Str *out, double value, int decimals, bool ascii) {
    if (value < 0) str_puts(out, ascii ? "-" : "−");
    str_printf(out, "%.*f", decimals, fabs(value));
}

// Appends `q[13]`, `score of “John”`.
static void put_name(const TraceScope *in, bool ascii, Str *out) {
    if (in->part != NET_TRACE_SCORE) {
        str_printf(out, "%s[%d]", NET_TRACE_NAMES[in->part], in->cell);
        return;
    }
    str_puts(out, ascii ? "score of \"" : "score of “");
    str_puts(out, pane_token(&in->scope, in->cell));
    str_puts(out, ascii ? "\"" : "”");
}

// ---- the numbers around

static void draw_cell(Canvas *c, const TraceScope *in, int x, int k) {
    bool chosen = k == in->cell;
    canvas_mean(c, (Hit){HIT_TRACE, (int)in->part, k});
    Style s = style_plain(chosen ? ROLE_ACCENT : ROLE_TEXT);
    if (chosen) s.attr |= ATTR_BOLD | ATTR_UNDERLINE;
    canvas_textf(c, 0, x, style_plain(chosen ? ROLE_ACCENT : ROLE_DIM), "%*d", NUMBER_W - 1, k);
    example_number(c, 1, x + NUMBER_W - 1, NUMBER_W - 1, s, in->trace->part[in->part][k]);
    canvas_mean(c, (Hit){0});
}

void pane_trace_numbers(Canvas *c, const TraceScope *in) {
    int n = net_trace_size(in->trace, in->part), x = 8, fit = (canvas_width(c) - x - 2) / NUMBER_W;
    if (fit > n) fit = n;
    int first = in->cell - fit / 2;
    if (first > n - fit) first = n - fit;
    if (first < 0) first = 0;
    canvas_text(c, 0, 1, style_plain(ROLE_DIM), NET_TRACE_NAMES[in->part]);
    if (first > 0) canvas_rune(c, 1, x - 1, style_plain(ROLE_DIM), 0x2026);
    for (int k = 0; k < fit; k++) draw_cell(c, in, x + k * NUMBER_W, first + k);
    if (first + fit < n) canvas_rune(c, 1, x + fit * NUMBER_W + 1, style_plain(ROLE_DIM), 0x2026);
}

// ---- the sum

// What kind of sum it is.
static void put_formula(const TraceScope *in, bool ascii, Str *out) {
    const NetTrace *t = in->trace;
    const char *times = ascii ? "*" : "·", *sum = ascii ? "sum of " : "Σ ";
    switch (in->part) {
    case NET_TRACE_ROW: str_puts(out, "what the embedding and the layers before put here"); break;
    case NET_TRACE_NORMAL:
        str_puts(out, ascii ? "(row - mean) / size * gain + bias" : "(row − mean) / size · gain + bias");
        break;
    case NET_TRACE_Q:
    case NET_TRACE_K:
    case NET_TRACE_V:
        str_printf(out, "%s%d norm%sW_%c + bias", sum, t->width, times, "QKV"[in->part - NET_TRACE_Q]);
        break;
    case NET_TRACE_SCORE: str_printf(out, "%s%d q%sk", sum, t->d, times); break;
    case NET_TRACE_BLEND: str_printf(out, "%s%d weight%sv", sum, t->n, times); break;
    case NET_TRACE_OUT: str_printf(out, "%s%d %s%sW_O", sum, t->d, t->cut ? "what goes on" : "blend", times); break;
    case NET_TRACE_ADDED: str_puts(out, "the row, and what this head adds"); break;
    default: str_puts(out, "the row, what every head adds, and the bias of W_O"); break;
    }
}

// What an addend is of.
static void put_place(const TraceScope *in, const NetTerm *term, Str *out) {
    if (in->part == NET_TRACE_ROW && term->at < 0)
        str_puts(out, term->at == -2 ? "token" : "position");
    else if (in->part == NET_TRACE_ROW)
        str_printf(out, "layer %d", term->at);
    else if (term->at < 0)
        str_puts(out, "row");
    else if (in->part >= NET_TRACE_ADDED)
        str_printf(out, "head %d", term->at);
    else if (in->part == NET_TRACE_BLEND)
        str_puts(out, pane_token(&in->scope, term->at));
    else
        str_printf(out, "%d", term->at);
}

static void draw_term(Canvas *c, const TraceScope *in, int y, int x, const NetTerm *term) {
    Str place = {0}, product = {0};
    put_place(in, term, &place);
    int label = isnan(term->b) ? 10 : in->part == NET_TRACE_BLEND ? 8 : in->trace->width > 1000 ? 5 : 4;
    canvas_text_within(c, y, x, label - 1, style_plain(ROLE_DIM), str_text(&place));
    if (!isnan(term->b)) {
        put_number(&product, term->a, 2, c->ascii);
        str_puts(&product, c->ascii ? "*" : "·");
        put_number(&product, term->b, 2, c->ascii);
        str_puts(&product, " = ");
    }
    if (term->sum > 0) str_putc(&product, '+');
    put_number(&product, term->sum, 3, c->ascii);
    canvas_text_within(c, y, x + label, ITEM_W - label - 1, style_plain(ROLE_TEXT), str_text(&product));
    str_free(&place);
    str_free(&product);
}

// The rest, the bias, and what they all make.
static void put_end(const NetTerms *sum, bool ascii, Str *out) {
    int others = sum->all - sum->terms;
    if (others > 0) {
        str_printf(out, "the other %d: ", others);
        put_number(out, sum->rest, 3, ascii);
        str_puts(out, "   ");
    }
    if (!isnan(sum->bias)) {
        str_puts(out, "bias ");
        put_number(out, sum->bias, 3, ascii);
        str_puts(out, "   ");
    }
    str_puts(out, "in all ");
    put_number(out, sum->sum, 4, ascii);
}

// A number of the normalised row is no sum.
static void put_normal(const TraceScope *in, bool ascii, Str *out) {
    const NetTrace *t = in->trace;
    const NetWeights *w = t->run->w;
    str_puts(out, "(");
    put_number(out, t->part[NET_TRACE_ROW][in->cell], 3, ascii);
    str_puts(out, t->mean < 0 ? " + " : ascii ? " - " : " − ");
    put_number(out, fabs(t->mean), 3, ascii);
    str_puts(out, ") / ");
    put_number(out, t->size, 3, ascii);
    str_puts(out, ascii ? " * " : " · ");
    put_number(out, (double)net_weights_get(w, NET_LN1_GAIN, t->layer)[in->cell], 3, ascii);
    double bias = (double)net_weights_get(w, NET_LN1_BIAS, t->layer)[in->cell];
    str_puts(out, bias < 0 ? ascii ? " - " : " − " : " + ");
    put_number(out, fabs(bias), 3, ascii);
}

// From a score to its weight.
static void put_softmax(const TraceScope *in, bool ascii, Str *out) {
    const NetTrace *t = in->trace;
    int j = in->cell;
    str_puts(out, ascii ? "   /" : "   ÷");
    worked_words_divisor(out, t->divisor, ascii);
    str_puts(out, " = ");
    put_number(out, t->scaled[j], 3, ascii);
    if (t->masked[j] == -INFINITY)
        str_puts(out, j > t->query                  ? "   masked: it lies ahead"
                      : t->levers.apart && j == 0 ? "   masked: left out here"
                                                  : "   masked: the edge is cut");
    else
        str_printf(out, "   softmax: %.2f %%", 100 * t->weight[j]);
}

void pane_trace_sum(Canvas *c, const TraceScope *in) {
    int h = canvas_height(c), w = canvas_width(c), across = w / ITEM_W > 0 ? w / ITEM_W : 1;
    int top = h > TALL && w < WIDE ? 2 : 1, lines = h > top + 1 ? h - top - 1 : 0;
    Str head = {0}, formula = {0}, end = {0};
    NetTerms sum;
    net_trace_terms(in->trace, in->part, in->cell, lines * across, &sum);
    put_name(in, c->ascii, &head);
    str_puts(&head, " = ");
    put_number(&head, in->trace->part[in->part][in->cell], 4, c->ascii);
    put_formula(in, c->ascii, &formula);
    int x = 1 + canvas_text_within(c, 0, 1, w - 2, style_bold(style_plain(ROLE_TEXT)), str_text(&head)) + 3;
    if (top > 1) x = 1;
    canvas_text_within(c, top - 1, x, w - x - 1, style_plain(ROLE_DIM), str_text(&formula));
    if (in->part == NET_TRACE_NORMAL)
        put_normal(in, c->ascii, &end);
    else
        put_end(&sum, c->ascii, &end);
    if (in->part == NET_TRACE_SCORE) put_softmax(in, c->ascii, &end);
    int rows = (sum.terms + across - 1) / across;
    for (int k = 0; k < sum.terms; k++) // down, then to the next column
        draw_term(c, in, top + k % (rows > 0 ? rows : 1), 1 + k / (rows > 0 ? rows : 1) * ITEM_W, &sum.term[k]);
    canvas_text_within(c, top + rows, 1, w - 2, style_plain(ROLE_DIM), str_text(&end));
    str_free(&head);
    str_free(&formula);
    str_free(&end);
}
