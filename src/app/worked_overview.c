#include "app/worked_overview.h"

#include "app/hit.h"
#include "app/worked_boxes.h"
#include "base/mem.h"

#include <stdlib.h>

enum { COLUMNS = 86, LEAST_COLS = 160, TOP = 2 };

static int parts_of(int stage) {
    int count = 0;
    for (int k = 0; k < STAGE_ROWS * STAGE_COLS; k++) {
        count += WORKED_STAGES[stage].grid[k / STAGE_COLS][k % STAGE_COLS] != STAGE_EMPTY;
    }
    return count;
}

// Each step's matrices in `most` lines, as if it were the one that is stood in. Returns the lines they all take, or
// more than h if they do not fit.
static int arrange(WorkedBoxes *boxes, const WorkedLook *look, int most, int h) {
    WorkedView *view = MEM_NEW(WorkedView, 1); // large: not for the stack
    WorkedLook one = *look;
    int lines = 0;
    *view = *look->view;
    one.view = view;
    for (int k = 0; k < STAGE_COUNT; k++) {
        view->stage = (WorkedStageId)k;
        worked_boxes_arrange(&boxes[k], &one, most, COLUMNS - 4);
        lines += boxes[k].count < parts_of(k) ? h + 2 : boxes[k].h + 2;
    }
    free(view);
    return lines;
}

static void draw_stage(Canvas *c, const WorkedLook *look, const WorkedBoxes *boxes, int stage, int y) {
    bool chosen = stage == (int)look->view->stage;
    Style s = style_plain(chosen ? ROLE_ACCENT : ROLE_DIM);
    if (chosen) s = style_bold(s);
    canvas_mean(c, (Hit){HIT_WORKED_STAGE, stage, 0});
    canvas_textf(c, y, 2, s, "%d %s", stage + 1, WORKED_STAGE_NAMES[stage]);
    canvas_mean(c, (Hit){0});
    canvas_push(c, (Rect){y + 1, 4, boxes->h, COLUMNS - 4});
    worked_boxes_draw(c, boxes);
    canvas_pop(c);
}

int worked_overview_draw(Canvas *c, const WorkedLook *look) {
    int h = canvas_height(c) - TOP - 1, cols = canvas_width(c);
    if (cols < LEAST_COLS || h < 1) return 0;
    WorkedBoxes *boxes = MEM_NEW(WorkedBoxes, STAGE_COUNT);
    int close = look->worked->n + look->worked->model + 2; // without blanks and column labels
    // the last needs no blank line below
    bool fits = arrange(boxes, look, h, h) <= h + 1 || arrange(boxes, look, close, h) <= h + 1;
    if (fits) {
        canvas_push(c, (Rect){TOP, cols - COLUMNS, h, COLUMNS});
        canvas_vline(c, 0, 0, h - 1, style_plain(ROLE_FAINT), 1);
        for (int k = 0, y = 0; k < STAGE_COUNT; y += boxes[k++].h + 2) draw_stage(c, look, &boxes[k], k, y);
        canvas_pop(c);
    }
    free(boxes);
    return fits ? COLUMNS : 0;
}
