#include "app/layout.h"

#include "base/int.h"
#include "draw/arcs.h"

enum {
    ENTROPY_ROWS = 3,
    SIDE_MIN = 34,    // columns of the numbers beside the heatmap
    BARS_MIN = 5,     // rows of bars, heading included, before the blurb has room
    HEATMAP_MIN = 24, // columns of a heatmap that is worth showing
};

// Cuts h rows off the top or bottom of r; none if h is negative.
static Rect cut_top(Rect *r, int h) {
    h = int_least(h > 0 ? h : 0, r->h);
    Rect top = {r->y, r->x, h, r->w};
    r->y += h;
    r->h -= h;
    return top;
}

static Rect cut_bottom(Rect *r, int h) {
    h = int_least(h > 0 ? h : 0, r->h);
    r->h -= h;
    return (Rect){r->y + r->h, r->x, h, r->w};
}

// The side column: bars for at most all tokens, entropy and blurb below them, the legend at the bottom.
static void place_side(Layout *at, Rect side, Needs needs) {
    if (side.h >= 4) at->legend = cut_bottom(&side, 1);
    int entropy = side.h >= 8 ? ENTROPY_ROWS + 1 : 1, blurb = side.w >= 50 ? 3 : 4;
    if (side.h - entropy - blurb - 1 < BARS_MIN) blurb = 0;
    if (blurb) cut_bottom(&side, 1);
    at->bars = cut_top(&side, int_least(needs.tokens + 1, side.h - entropy - blurb));
    if (entropy > 1) cut_top(&side, 1);
    at->entropy = cut_top(&side, int_least(entropy, ENTROPY_ROWS));
    if (!blurb) return;
    cut_top(&side, 1);
    at->blurb = cut_top(&side, blurb - 1);
    cut_bottom(&side, 1);
    cut_top(&side, 1);
    at->gallery = side;
}

// The sentence takes what it needs, in whole lines of text, but at most half of the body.
static void place_sentence(Layout *at, Rect *body, Needs needs, bool alone) {
    int per = at->lanes + ARCS_FIXED_ROWS, most = alone ? body->h : body->h / 2;
    int lines = int_least(needs.lines, most / per);
    if (lines < 1) lines = 1;
    at->sentence = cut_top(body, lines * per);
    at->sentence.x = 1;
    at->sentence.w -= 1;
}

static int heatmap_columns(Rect body, Needs needs) {
    int label = needs.label, room = body.w - SIDE_MIN - 2 - label;
    if (body.w >= 120) room = body.w * 11 / 20 - label;
    int bits = body.w >= 120 ? HEATMAP_BITS : 0; // the entropy of each row
    int cw = (room - bits) / needs.tokens;
    if (cw < 1) return room + label;
    int ch = (body.h - 1) / needs.tokens;
    cw = int_least(cw, ch > 1 ? 2 * ch + 2 : 4);
    if (body.h - 1 < needs.tokens) cw = int_least(cw, 2);
    return label + cw * needs.tokens + bits;
}

static void place_all(Layout *at, Rect body, Needs needs) {
    place_sentence(at, &body, needs, false);
    body.x = 1;
    body.w -= 2;
    if (at->tabs.h && body.h > needs.tokens + 2) cut_top(&body, 1);
    if (body.w >= HEATMAP_MIN + SIDE_MIN + 2 && body.h >= 6) {
        at->heatmap = (Rect){body.y, body.x, body.h, heatmap_columns(body, needs)};
        int gap = body.w >= 120 ? 4 : 2;
        body.x += at->heatmap.w + gap;
        body.w -= at->heatmap.w + gap;
    }
    place_side(at, body, needs);
}

Layout layout_for(int h, int w, Needs needs) {
    Layout at = {.lanes = h >= 44 ? 4 : h >= 32 ? 2 : 1};
    Rect body = {0, 0, h, w};
    at.status = cut_bottom(&body, 1);
    at.title = cut_top(&body, 1);
    if (h >= 16 && w >= 60) at.tabs = cut_top(&body, 1);
    if (needs.view == VIEW_ALL) {
        place_all(&at, body, needs);
        return at;
    }
    if (h >= 12) cut_top(&body, 1);
    at.legend = body.h > 6 ? cut_bottom(&body, 1) : (Rect){0};
    at.entropy = cut_bottom(&body, h >= 20 ? ENTROPY_ROWS : body.h > 4 ? 1 : 0);
    at.legend.x = at.entropy.x = 1;
    at.legend.w -= 2, at.entropy.w = int_least(w - 2, 76);
    if (h >= 20) cut_bottom(&body, 1);
    Rect *main = needs.view == VIEW_HEATMAP ? &at.heatmap : &at.bars;
    if (needs.view == VIEW_SENTENCE) {
        if (h >= 20) at.lanes = needs.lines * 9 <= body.h ? 6 : needs.lines * 6 <= body.h ? 3 : 1;
        place_sentence(&at, &body, needs, true);
    } else {
        *main = (Rect){body.y, 1, body.h, w - 2};
    }
    return at;
}
