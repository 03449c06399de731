// The title line and the row of heads: where I am, and the state of every toggle.
#include "app/action.h"
#include "app/hit.h"
#include "app/pane.h"
#include "base/text.h"

#include <stdio.h>

typedef struct Toggle {
    char name[32];
    bool on;
    ActionId action;
} Toggle;

enum { TOGGLES = 3, TOGGLE_GAP = 2, DIVISOR_COLUMNS = 5 };

static void name_divisor(const Scene *s, bool ascii, char *out, size_t size) {
    const char *sign = ascii ? "/" : "÷", *root = ascii ? "sqrt" : "√";
    if (s->divisor > 0) snprintf(out, size, "%s%.4g", sign, s->divisor);
    else snprintf(out, size, "%s%s%d", sign, root, s->width);
}

static int toggle_columns(const Toggle *t, bool ascii) {
    int name = text_columns(t->name);
    if (t->action == ACTION_DIVISOR && name < DIVISOR_COLUMNS) name = DIVISOR_COLUMNS; // its number may grow
    return name + (ascii ? 4 : 2);
}

static void draw_toggle(Canvas *c, int x, const Toggle *t) {
    int w = toggle_columns(t, c->ascii), name = text_columns(t->name), mark = c->ascii ? 4 : 2;
    Style s = style_of(t->on ? ROLE_TEXT : ROLE_DIM, ROLE_PANEL);
    Style dot = style_bold(style_of(t->on ? ROLE_ACCENT : ROLE_DIM, ROLE_PANEL));
    canvas_mean(c, (Hit){HIT_ACTION, (int16_t)t->action, 0});
    canvas_fill(c, (Rect){0, x, 1, w}, s, ' ');
    canvas_text(c, 0, x + w - mark - name, s, t->name);
    canvas_text(c, 0, x + w - mark + 1, dot, c->ascii ? (t->on ? "on" : "off") : t->on ? "●" : "○");
    canvas_mean(c, (Hit){0});
}

// Draws the toggles right-aligned and returns the column where they start.
static int draw_toggles(Canvas *c, const Scene *s) {
    Toggle toggle[TOGGLES] = {{"mask", s->mask, ACTION_MASK}, {"", s->divide, ACTION_DIVISOR}, {"", s->bos, ACTION_BOS}};
    name_divisor(s, c->ascii, toggle[1].name, sizeof toggle[1].name);
    snprintf(toggle[2].name, sizeof toggle[2].name, "%s", c->ascii ? "BOS" : "⟨BOS⟩");
    int gap = canvas_width(c) < 60 ? 1 : TOGGLE_GAP, x = canvas_width(c) - 1;
    for (int k = TOGGLES - 1; k >= 0; k--) {
        x -= toggle_columns(&toggle[k], c->ascii);
        draw_toggle(c, x, &toggle[k]);
        x -= gap;
    }
    return x;
}

void pane_title(Canvas *c, const Scope *in) {
    const Scene *s = &in->state->scene;
    Style panel = style_of(ROLE_TEXT, ROLE_PANEL);
    canvas_fill(c, (Rect){0, 0, 1, canvas_width(c)}, panel, ' ');
    int room = draw_toggles(c, s), x = 1;
    const char *title = s->sentence >= 0 ? in->world->library.corpus.sentence[s->sentence].title : "your text";
    if (canvas_width(c) >= 76) x += canvas_text_within(c, 0, x, room - x, style_bold(panel), "lookback") + 2;
    canvas_mean(c, (Hit){HIT_ACTION, ACTION_SENTENCE_NEXT, 0});
    if (canvas_width(c) >= 60) x += canvas_text_within(c, 0, x, room - x, style_of(ROLE_DIM, ROLE_PANEL), title) + 2;
    canvas_mean(c, (Hit){HIT_ACTION, ACTION_HEAD_NEXT, 0});
    if (x < room) canvas_text_within(c, 0, x, room - x, style_bold(style_of(ROLE_ACCENT, ROLE_PANEL)), in->look->rule->name);
    canvas_mean(c, (Hit){0});
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
