// The explorer's title line and the row of heads: where I am, and the state of every toggle.
#include "app/frame.h"
#include "app/hit.h"
#include "app/pane.h"
#include "base/text.h"

#include <stdio.h>

void pane_title(Canvas *c, const Scope *in) {
    const Scene *s = &in->state->scene;
    Toggle toggle[] = {{"mask", s->mask, ACTION_MASK, 0}, {"", s->divide, ACTION_DIVISOR, 0}, {"", s->bos, ACTION_BOS, 0}};
    frame_name_divisor(&toggle[1], s->divisor, s->width, c->ascii);
    snprintf(toggle[2].name, sizeof toggle[2].name, "%s", c->ascii ? "BOS" : "⟨BOS⟩");
    const char *text = s->sentence >= 0 ? in->world->library.corpus.sentence[s->sentence].title : "your text";
    TitlePart part[] = {{text, ACTION_SENTENCE_NEXT}, {in->look->rule->name, ACTION_HEAD_NEXT}};
    if (s->project) frame_title_projected(c, part[1], toggle, 3);
    else frame_title(c, part, 2, toggle, 3);
}

static int tab_columns(int k, bool numbered) {
    return text_columns(RULES[k].name) + (numbered && k < 9 ? 2 : 0);
}

static int tabs_columns(int from, int to, bool numbered, int gap) {
    int columns = 0;
    for (int k = from; k <= to; k++) columns += tab_columns(k, numbered) + (k < to ? gap : 0);
    return columns;
}

void pane_tabs(Canvas *c, const Scope *in) {
    int w = canvas_width(c) - 2, last = RULES_COUNT - 1, chosen = in->state->scene.head;
    bool numbered = tabs_columns(0, last, true, 1) <= w;
    int gap = 3, first = 0, x = 1;
    while (gap > 1 && tabs_columns(0, last, numbered, gap) > w) gap--;
    while (first < chosen && tabs_columns(first, chosen, numbered, gap) > w) first++; // the chosen head is always there
    for (int k = first; k <= last && x <= w; k++) {
        Style s = style_plain(k == chosen ? ROLE_ACCENT : ROLE_DIM);
        if (k == chosen) s.attr |= ATTR_BOLD | ATTR_UNDERLINE;
        canvas_mean(c, (Hit){HIT_HEAD, k, 0});
        if (numbered && k < 9) x += canvas_textf(c, 0, x, style_plain(ROLE_FAINT), "%d ", k + 1);
        x += canvas_text_within(c, 0, x, w + 1 - x, s, RULES[k].name) + gap;
    }
    canvas_mean(c, (Hit){0});
}
