// The worked example: three tokens from X to out, every number with a pen.
#include "app/screen.h"

#include "app/worked_input.h"
#include "app/worked_overview.h"
#include "app/worked_panes.h"
#include "base/int.h"
#include "base/text.h"
#include "out/worked.h"

// ---- drawing

static void in_rect(Canvas *c, Rect r, const WorkedLook *look, void (*draw)(Canvas *c, const WorkedLook *look)) {
    if (r.h <= 0 || r.w <= 0) return;
    canvas_push(c, r);
    draw(c, look);
    canvas_pop(c);
}

// The number being typed, over its cell and, where it is long, over the cells to its right.
static void draw_field(Canvas *c, const WorkedBoxes *boxes, const WorkedLook *look) {
    const State *s = look->state;
    const WorkedView *v = look->view;
    Rect at;
    const MatrixBox *box = worked_boxes_find(boxes, v->part, &at);
    if (!box) return;
    bool turned = worked_stage_turned(v->stage, v->part);
    Rect cell = matrixbox_cell(at, box, turned ? v->x : v->y, turned ? v->y : v->x);
    if (!cell.h) return;
    Str before = {0}, behind = {0};
    text_display(&before, s->line.bytes, (size_t)s->line.cursor, c->ascii);
    text_display(&behind, s->line.bytes + s->line.cursor, (size_t)(s->line.len - s->line.cursor), c->ascii);
    int left = text_columns(str_text(&before)), w = left + text_columns(str_text(&behind)) + 1;
    if (w < cell.w + 1) w = cell.w + 1;
    int x = cell.x + w > canvas_width(c) ? canvas_width(c) - w : cell.x;
    if (x < 0) x = 0;
    Style field = style_bold(style_panel(ROLE_TEXT));
    field.attr |= ATTR_UNDERLINE;
    if (!box->tight && x > 0) canvas_fill(c, (Rect){cell.y, x - 1, 1, 1}, field, ' ');
    canvas_fill(c, (Rect){cell.y, x, 1, w}, field, ' ');
    canvas_text(c, cell.y, x, field, str_text(&before));
    canvas_text(c, cell.y, x + left, field, str_text(&behind));
    canvas_tint(c, (Rect){cell.y, x + left, 1, 1}, ink_role(ROLE_ACCENT));
    str_free(&before);
    str_free(&behind);
}

static void draw_matrices(Canvas *c, const WorkedLook *look, const WorkedBoxes *boxes, Rect r) {
    canvas_push(c, r);
    worked_boxes_draw(c, boxes);
    Rect at;
    const MatrixBox *weights = worked_boxes_find(boxes, WORKED_A, &at);
    bool room = boxes->w + WORKED_ROWS_COLUMNS <= r.w;
    if (weights && room && look->view->stage == STAGE_SOFTMAX) worked_pane_rows(c, look, weights, at);
    if (look->state->typing) draw_field(c, boxes, look);
    canvas_pop(c);
}

enum {
    SUM_LINES = 2,
    SUM_LINES_MAX = 5,
    MARGIN = 2,
    MARGIN_FROM = 60,
    CAPTION_FROM = 16,
    RESERVE_FROM = 22,
    DIVISORS_LEAST = 5
};

// Lines that the longest sums of the step take in w columns.
static int sum_lines(const WorkedLook *look, int w) {
    const Worked *m = look->worked;
    enum { TERM = 18, POWER = 12, REST = 20 }; // `(−0.123)·0.456 + `, `e^(−1.41) + `, name and result
    int columns = 0;
    switch (look->view->stage) {
    case STAGE_PROJECT: columns = m->model * TERM; break;
    case STAGE_SCORE: columns = m->d * TERM; break;
    case STAGE_MIX: columns = m->n * TERM; break;
    case STAGE_SOFTMAX: columns = w + m->n * POWER; break;
    default: break;
    }
    int lines = (columns + REST) / (w > 0 ? w : 1) + 1;
    return int_clamp(lines, SUM_LINES, SUM_LINES_MAX);
}

// Lines below the sum that the matrices leave to the rest, even if they must scroll.
static int reserve(const WorkedLook *look, int h) {
    if (h < RESERVE_FROM) return 0;
    switch (look->view->stage) {
    case STAGE_SCALE: return DIVISORS_LEAST + 1;
    case STAGE_SOFTMAX: return WORKED_LEDGER_LINES + 1;
    case STAGE_MIX: return 2;
    default: return 0;
    }
}

// What stands below the sum, one after the other as far as there is room.
static void draw_rest(Canvas *c, const WorkedLook *look, Rect r) {
    WorkedStageId stage = look->view->stage;
    if (stage == STAGE_MIX) in_rect(c, (Rect){r.y, r.x, r.h < 2 ? r.h : 2, r.w}, look, worked_pane_mixture);
    if (stage == STAGE_SOFTMAX && r.h >= WORKED_LEDGER_LINES) {
        in_rect(c, (Rect){r.y, r.x, WORKED_LEDGER_LINES, r.w}, look, worked_pane_ledger);
        r.y += WORKED_LEDGER_LINES + 1;
        r.h -= WORKED_LEDGER_LINES + 1;
    }
    bool divides = stage == STAGE_SCALE || stage == STAGE_SOFTMAX;
    if (divides && r.h >= DIVISORS_LEAST) in_rect(c, r, look, worked_pane_divisors);
}

static void draw_body(Canvas *c, const WorkedLook *look) {
    int h = canvas_height(c), cols = canvas_width(c), margin = cols >= MARGIN_FROM ? MARGIN : 0, y = 2, bottom = h - 1;
    int w = cols - margin - worked_overview_draw(c, look);
    bool roomy = h >= CAPTION_FROM;
    if (roomy) {
        in_rect(c, (Rect){y, margin, 1, w}, look, worked_pane_caption);
        y += 2;
    }
    int sum = roomy ? sum_lines(look, w) : 1, gap = roomy ? 1 : 0;
    WorkedBoxes boxes;
    int room = bottom - y - sum - gap - reserve(look, h);
    if (room < 1) room = bottom - y;
    worked_boxes_arrange(&boxes, look, room, w);
    draw_matrices(c, look, &boxes, (Rect){y, margin, room, w});
    y += boxes.h + gap;
    if (bottom - y < sum) sum = bottom - y;
    else if (!roomy && bottom - y >= SUM_LINES) sum = SUM_LINES;
    in_rect(c, (Rect){y, margin, sum, w}, look, worked_pane_sum);
    y += sum + 1;
    draw_rest(c, look, (Rect){y, margin, bottom - y, w});
}

static void draw(Canvas *c, const State *s, const World *w) {
    WorkedLook look;
    int h = canvas_height(c), cols = canvas_width(c);
    worked_look_init(&look, s);
    draw_body(c, &look);
    canvas_push(c, (Rect){0, 0, 1, cols});
    worked_pane_title(c, &look, w);
    canvas_pop(c);
    if (h > 2) in_rect(c, (Rect){1, 0, 1, cols}, &look, worked_pane_tabs);
    if (h > 1) in_rect(c, (Rect){h - 1, 0, 1, cols}, &look, worked_pane_status);
}

// ---- numbers

static WorkedResult result_of(const Scene *s) {
    WorkedResult r;
    worked_run(&r, &s->worked, scene_worked_params(s), s->work.zero_after);
    return r;
}

static void write_json(const Scene *s, const World *w, Str *out) {
    (void)w;
    WorkedResult r = result_of(s);
    out_worked_json(out, &s->worked, &r);
}

static void write_latex(const Scene *s, const World *w, Str *out) {
    (void)w;
    WorkedResult r = result_of(s);
    out_worked_latex(out, &s->worked, &r);
}

static void write_matrices(const Scene *s, const World *w, Str *out) {
    (void)w;
    out_worked_file(out, &s->worked);
}

const Screen SCREEN_OF_WORKED = {
    .title = "Worked example",
    .summary = "three tokens, every number with a pen",
    .draw = draw,
    .act = worked_input_act,
    .mouse = worked_input_mouse,
    .type = worked_input_type,
    .mouse_help = {"click a cell: stand on it; again: type", "hover over a cell: where it comes from", "wheel: up, down; with Shift left, right",
                   "click a step, a divisor, a toggle", "Shift+click: the terminal's own selection"},
    .table = {{"json", write_json}, {"latex", write_latex}, {"matrices", write_matrices}},
};
