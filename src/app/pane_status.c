// The explorer's status line: one plain sentence for the cell under the pointer, else the chosen one.
#include "app/frame.h"
#include "app/hit.h"
#include "app/pane.h"

void pane_status(Canvas *c, const Scope *in) {
    const State *s = in->state;
    Str sentence = {0};
    if (s->tutor.hides && s->tutor.guess == PREDICT_NUMBER) {
        str_puts(&sentence, "type your guess, then Enter");
    } else if ((s->hover.kind == HIT_CELL || s->hover.kind == HIT_WINDOW) && s->hover.a >= in->look->first &&
               s->hover.a < in->look->first + in->look->queries && s->hover.b < in->look->row.n) {
        AttentionRow row = {0};
        Error ignored; // the sentence says n/a
        look_row(in->look, s->hover.a, &row, &ignored);
        look_sentence(in->look, &row, s->hover.b, s->tutor.hides, c->ascii, &sentence);
        attention_row_free(&row);
    } else {
        int key = s->hover.kind == HIT_TOKEN && s->hover.a < in->look->row.n ? s->hover.a : in->look->key;
        look_sentence(in->look, &in->look->row, key, s->tutor.hides, c->ascii, &sentence);
    }
    if (in->look->source && in->look->source->follow) {
        frame_status(c, s, str_text(&sentence),
                     "[ ] head   M all   f what next   K knock out   m d b levers   W whole   e text   ? help",
                     "[ ] head  M map  f next  ? help", "f ?");
        str_free(&sentence);
        return;
    }
    if (in->look->source) {
        frame_status(c, s, str_text(&sentence),
                     "↑↓←→ move   [ ] head   < > layer   M all heads   b hide key 0   / find   + - zoom   v view   ? help   q quit",
                     "M map  ? help", "M ? help");
        str_free(&sentence);
        return;
    }
    frame_status(c, s, str_text(&sentence),
                 "↑↓←→ move   m mask   d divisor   + - width   b BOS   [ ] head   e your text   v view   o more   ? help   q quit",
                 "m d b  e text  o more  ? help", "? help");
    str_free(&sentence);
}
