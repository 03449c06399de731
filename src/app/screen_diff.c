// Two dumps of one shape compared: one head's signed difference, and all heads by their distance.
#include "app/frame.h"
#include "app/open_input.h"
#include "app/pane_diff.h"
#include "app/screen.h"
#include "base/mem.h"
#include "out/diff.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 30, SIDE_FROM = 64, LINES_FROM = 8 };

// ---- drawing

static void draw_title(Canvas *c, const State *s, const World *w) {
    const Difference *d = w->library.difference;
    Str a = {0}, b = {0};
    frame_add_file(&a, d->a->path, c->ascii);
    str_puts(&b, "to ");
    frame_add_file(&b, d->b->path, c->ascii);
    TitlePart part[] = {{str_text(&a), ACTION_OPEN_MAP}, {str_text(&b), ACTION_NONE}};
    Toggle sorted = {"sorted", s->scene.open.sorted, ACTION_MAP_SORT, 0};
    if (s->scene.project) frame_title_projected(c, part[1], &sorted, 1);
    else frame_title(c, part, 2, &sorted, 1);
    str_free(&a);
    str_free(&b);
}

static void draw_status(Canvas *c, const State *s, const World *w) {
    Str sentence = {0};
    pane_diff_sentence(s, w, &sentence);
    frame_status(c, s, str_text(&sentence),
                 "↑↓←→ move   [ ] head   x where most   X which head most   r sort   M map   + - zoom   ? help   q quit",
                 "[ ] head  x X most  ? help", "? help");
    str_free(&sentence);
}

static void draw(Canvas *c, const State *s, const World *w) {
    Error err;
    int h = canvas_height(c), cols = canvas_width(c), lines = h >= LINES_FROM, side = cols >= SIDE_FROM ? SIDE : 0;
    if (!difference_open_batch(w->library.difference, s->scene.open.batch, &err)) {
        canvas_bytes_within(c, 0, 0, cols, style_plain(ROLE_BAD), err.text, strlen(err.text));
        return;
    }
    int top = 1 + 2 * lines, room = h - top - 1 - lines;
    frame_part(c, (Rect){0, 0, h > 1, cols}, s, w, draw_title);
    frame_part(c, (Rect){1, 1, lines, cols - 2}, s, w, pane_diff_info);
    frame_part(c, (Rect){top, 0, room, cols - side}, s, w, pane_diff_map);
    if (side) frame_part(c, (Rect){top, cols - side + 1, room, side - 2}, s, w, pane_diff_heads);
    frame_part(c, (Rect){h - 2, 1, lines, cols - 2}, s, w, pane_diff_legend);
    frame_part(c, (Rect){h - 1, 0, 1, cols}, s, w, draw_status);
}

// ---- input

static void find_strongest(State *s, const World *w) {
    OpenView *o = &s->scene.open;
    o->key =
        difference_strongest(w->library.difference, o->batch, (HeadAt){o->layer, o->head}, o->query);
}

// Stands on the head that is `by` places on in the list, around its end; by 0: on the first of those by distance.
static void choose(State *s, const World *w, int by) {
    const Difference *d = w->library.difference;
    OpenView *o = &s->scene.open;
    int all = d->a->layers * d->a->heads, *order = MEM_NEW(int, (size_t)all), at = 0;
    for (int k = 0; k < all; k++) order[k] = k;
    if (d->done && (o->sorted || by == 0)) difference_sort(d, order);
    while (order[at] != o->layer * d->a->heads + o->head) at++;
    int k = by ? order[(at + by + all) % all] : order[0];
    o->layer = k / d->a->heads;
    o->head = k % d->a->heads;
    free(order);
    find_strongest(s, w);
}

static void act(State *s, const World *w, ActionId action, Event e) {
    OpenView *o = &s->scene.open;
    switch (action) {
    case ACTION_STRONGEST: find_strongest(s, w); break;
    case ACTION_HEAD_PREVIOUS: choose(s, w, -1); break;
    case ACTION_HEAD_NEXT: choose(s, w, 1); break;
    case ACTION_DIFF_MOST: choose(s, w, 0); break;
    case ACTION_MAP_SORT: o->sorted = !o->sorted; break;
    case ACTION_OPEN_MAP: // coloured by what is compared here
        o->measure = MEASURE_APART;
        open_act(s, w, action, e);
        break;
    default: open_act(s, w, action, e); break;
    }
}

// ---- numbers

static void write_json(const Scene *s, const World *w, Str *out) {
    const OpenView *o = &s->open;
    out_diff_json(w->library.difference, o->batch, (HeadAt){o->layer, o->head}, out);
}

const Screen SCREEN_OF_DIFF = {
    .title = "Two dumps",
    .summary = "where they differ, head by head",
    .draw = draw,
    .act = act,
    .mouse = open_mouse,
    .mouse_help = {"click a cell or a head; hover: its value", "drag a large pattern: move the window",
                   "wheel: the same; where all fits, the query", "wheel with Shift, or on key labels: along",
                   "wheel with Ctrl, or on the small one: zoom", "click the small one: go there"},
    .table = {{"json", write_json}},
};
