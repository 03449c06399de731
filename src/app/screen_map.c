// All heads of a source at once.
#include "app/frame.h"
#include "app/open_input.h"
#include "app/pane.h"
#include "app/pane_map.h"
#include "app/screen.h"
#include "out/head_map.h"

enum { SIDE = 34, SIDE_FROM = 70, FORMULA_FROM = 6 };

static void draw_title(Canvas *c, const State *s, const Source *src, const Difference *d) {
    Str file = {0};
    char step[48];
    TitlePart part[3];
    int parts = 1;
    frame_add_file(&file, src->path, c->ascii);
    if (d && s->scene.open.measure == MEASURE_APART) {
        str_puts(&file, " to ");
        frame_add_file(&file, d->b->path, c->ascii);
    }
    part[0] = (TitlePart){str_text(&file), ACTION_MAP_OPEN};
    if (pane_step(src, step, sizeof step)) part[parts++] = (TitlePart){step, ACTION_MOMENT_BACK};
    part[parts++] = (TitlePart){MEASURE_NAMES[s->scene.open.measure], ACTION_MAP_MEASURE};
    Toggle sorted = {"sorted", s->scene.open.sorted, ACTION_MAP_SORT, 0};
    if (s->scene.project) frame_title_projected(c, part[parts - 1], &sorted, 1);
    else frame_title(c, part, parts, &sorted, 1);
    str_free(&file);
}

static void draw_status(Canvas *c, const State *s, const World *w) {
    Str sentence = {0};
    pane_map_sentence(s, w, &sentence);
    frame_status(
        c, s, str_text(&sentence),
        "↑↓←→ move   Enter look at it   s measure   x best   r sort   Space mark   a mean   p pair   ? help   q quit",
        "Enter open  s measure  ? help", "? help");
    str_free(&sentence);
}

static void draw(Canvas *c, const State *s, const World *w) {
    Source *src = scene_opened(&s->scene, &w->library);
    Error err;
    SourceView v = scene_source_view(&s->scene, &w->library);
    if (!source_follow(src, &v, &err)) return;
    int h = canvas_height(c), cols = canvas_width(c);
    canvas_push(c, (Rect){0, 0, h > 1, cols});
    draw_title(c, s, src, w->library.difference);
    canvas_pop(c);
    int formula = h >= FORMULA_FROM, side = cols >= SIDE_FROM ? SIDE : 0;
    int top = formula && h > 12 ? 3 : 1 + formula, room = h - top - 1;
    frame_part(c, (Rect){1, 1, top - 1, cols - 2}, s, w, pane_map_formula);
    frame_part(c, (Rect){top, 0, room, cols - side}, s, w, pane_map_grid);
    if (side) frame_part(c, (Rect){top + 1, cols - side + 1, room - 1, side - 2}, s, w, pane_map_measures);
    frame_part(c, (Rect){h - 1, 0, 1, cols}, s, w, draw_status);
}

static void write_json(const Scene *s, const World *w, Str *out) {
    const Source *src = scene_opened(s, &w->library);
    const Difference *d = w->library.difference;
    HeadScores scores = {
        .kind = src->kind, .source = src->path, .layers = src->layers, .heads = src->heads,
        .tokens = src->tokens, .text = src->map.text, .head = src->map.head, .period = src->map.period,
        .other_kind = d ? d->b->kind : NULL, .other = d ? d->b->path : NULL, .apart = src->apart,
    };
    if (src->map.done) out_head_map_json(&scores, out);
}

const Screen SCREEN_OF_MAP = {
    .title = "Map of heads",
    .summary = "all heads of the dump: which copies, which looks back",
    .draw = draw,
    .act = open_map_act,
    .mouse = open_map_mouse,
    .mouse_help = {"click a head: stand on it", "click it again: look at it", "click a measure: colour by it", "wheel: next measure"},
    .table = {{"json", write_json}},
};
