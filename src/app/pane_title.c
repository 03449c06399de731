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
    frame_title(c, part, 2, toggle, 3);
}

void pane_tabs(Canvas *c, const Scope *in) {
    int total = 0, gap = 3, w = canvas_width(c);
    for (int k = 0; k < RULES_COUNT; k++) total += text_columns(RULES[k].name) + 2;
    while (gap > 1 && total + gap * (RULES_COUNT - 1) > w - 2) gap--;
    bool numbered = total + gap * (RULES_COUNT - 1) <= w - 2;
    int x = 1;
    for (int k = 0; k < RULES_COUNT; k++) {
        bool chosen = k == in->state->scene.head;
        Style s = style_of(chosen ? ROLE_ACCENT : ROLE_DIM, ROLE_PAPER);
        if (chosen) s.attr |= ATTR_BOLD | ATTR_UNDERLINE;
        canvas_mean(c, (Hit){HIT_HEAD, (int16_t)k, 0});
        if (numbered && k < 9) x += canvas_textf(c, 0, x, style_of(ROLE_FAINT, ROLE_PAPER), "%d ", k + 1);
        x += canvas_text_within(c, 0, x, w - x, s, RULES[k].name) + gap;
    }
    canvas_mean(c, (Hit){0});
}
