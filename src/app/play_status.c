// The playground's status line: one plain sentence for the arrow under the pointer, else the selected one.
#include "app/frame.h"
#include "app/hit.h"
#include "app/play.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

static void put_quoted(Str *out, const char *label, bool ascii) {
    str_puts(out, ascii ? "\"" : "“");
    text_display(out, label, strlen(label), ascii);
    str_puts(out, ascii ? "\"" : "”");
}

static void say_query(Str *out, const Play *in, bool ascii) {
    const PlaneResult *r = &in->now;
    str_puts(out, "the query gives ");
    str_printf(out, "%.0f %% to ", 100 * r->weight[r->order[0]]);
    put_quoted(out, in->plane->key[r->order[0]].label, ascii);
    if (in->plane->count < 2) return;
    str_printf(out, ", %.0f %% to ", 100 * r->weight[r->order[1]]);
    put_quoted(out, in->plane->key[r->order[1]].label, ascii);
}

static void say_key(Str *out, const Play *in, int k, bool ascii) {
    double dot = in->now.dot[k];
    put_quoted(out, in->plane->key[k].label, ascii);
    const char *side = fabs(dot) < 0.005 ? "is square to" : dot > 0 ? "points along" : "points away from";
    str_printf(out, " %s the query: %.1f %%", side, 100 * in->now.weight[k]);
}

// 0 the query, k + 1 key k: under the pointer, else selected.
static int arrow_meant(const Play *in) {
    Hit over = in->state->hover;
    int arrow = over.kind == HIT_PICK                                   ? over.a
                : over.kind >= HIT_ARROW && over.kind <= HIT_ARROW_LAST ? over.kind - HIT_ARROW
                                                                        : -1;
    return arrow >= 0 && arrow <= in->plane->count ? arrow : in->arrow;
}

void play_status(Canvas *c, const Play *in) {
    Str sentence = {0};
    int arrow = arrow_meant(in);
    if (arrow == 0) say_query(&sentence, in, c->ascii);
    else say_key(&sentence, in, arrow - 1, c->ascii);
    frame_status(c, in->state, str_text(&sentence),
                 "Tab ↑↓←→ move   [ ] turn   < > stretch   d divisor   1…8 length   a x keys   ? help   q quit",
                 "Tab  d  1…8  a x  ? help", "? help");
    str_free(&sentence);
}
