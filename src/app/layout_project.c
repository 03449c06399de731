// The explorer for a class: the sentence with its strongest arcs and what the query reads in big letters, nothing
// beside them.
#include "app/layout.h"

#include "draw/arcs.h"
#include "draw/bigtext.h"

enum { TITLE_FROM = 10, STATUS_FROM = 8, ARCS_MOST = 3, WORDS = 1 };

// Rows that the sentence takes with so many lanes.
static int sentence_rows(const Needs *n, bool big, int lanes) {
    int letters = big ? bigtext_rows(BIG_LETTERS, n->ascii) : 1;
    return (big ? n->big_lines : n->lines) * (lanes + ARCS_FIXED_ROWS - 1 + letters);
}

// The sentence as it is best seen in at most `most` rows: in big letters if they fit, with as many lanes as fit. False
// if nothing does.
static bool choose_sentence(Layout *at, const Needs *n, int most) {
    for (int big = n->big_lines > 0; big >= 0; big--) {
        for (int lanes = ARCS_MOST; lanes > 0; lanes--) {
            if (sentence_rows(n, big, lanes) > most) continue;
            at->lanes = lanes;
            at->big = big;
            at->sentence.h = sentence_rows(n, big, lanes);
            return true;
        }
    }
    return false;
}

static void place_sentence_and_focus(Layout *at, Rect body, const Needs *n) {
    bool first = n->view == VIEW_SENTENCE; // the sentence takes what it can, big letters what is left
    int letters = bigtext_rows(BIG_LETTERS, n->ascii);
    // Big letters below it come first, then words, then the sentence alone.
    int left[] = {body.h * 2 / 5, letters + 1, WORDS + 1, WORDS, 0};
    at->sentence = (Rect){body.y, 1, 0, body.w - 1};
    for (int k = first ? 4 : 0; k < 5; k++) {
        if ((k == 0 && left[0] <= letters) || !choose_sentence(at, n, body.h - left[k])) continue;
        int rest = body.h - at->sentence.h;
        bool alone = rest < (first ? letters + 2 : 1);
        int spare = alone ? rest / 2 : rest > letters + 3;
        at->sentence.y += spare;
        if (!alone) at->focus = (Rect){body.y + spare + at->sentence.h, 1, rest - spare, body.w - 2};
        return;
    }
    if (first || n->guess) at->sentence.h = body.h, at->lanes = 1; // a window on the query's line
    else at->focus = (Rect){body.y, 1, body.h, body.w - 2};
}

Layout layout_project(int h, int w, Needs n) {
    Layout at = {.lanes = 1};
    Rect body = {0, 0, h, w};
    if (h >= TITLE_FROM) {
        at.title = (Rect){0, 0, 1, w};
        body.y++;
        body.h--;
    }
    if (h >= STATUS_FROM) at.status = (Rect){h - 1, 0, 1, w}, body.h--;
    Rect inner = {body.y + (body.h > 12), 1, body.h - (body.h > 12), w - 2};
    switch (n.view) {
    case VIEW_HEATMAP:
        at.heatmap = inner;
        if (inner.h > 6) at.legend = (Rect){inner.y + inner.h - 1, 1, 1, w - 2}, at.heatmap.h--;
        break;
    case VIEW_ROW: at.focus = inner; break;
    default: place_sentence_and_focus(&at, body, &n); break;
    }
    return at;
}
