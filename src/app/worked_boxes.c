#include "app/worked_boxes.h"

#include "app/hit.h"
#include "attn/worked_words.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LABEL_MAX = 9, GAP = 3, TIGHT_GAP = 1 };

// One way to arrange them.
typedef struct Way {
    enum { IN_GRID, IN_ROW, IN_COLUMN, ALONE } shape;
    bool tight;   // no blanks inside brackets, no column labels, narrow gaps
    bool reduced; // only the first column of the grid and the one that is stood on
} Way;

// ---- one box

static bool is_square(WorkedPart part) {
    return part >= WORKED_S && part <= WORKED_A;
}

static bool has_token_rows(WorkedPart part) {
    return part == WORKED_X || part >= WORKED_GIVEN;
}

static void put_title(MatrixBox *b, const WorkedLook *look, WorkedPart part, bool turned) {
    Str title = {0};
    if (turned) str_puts(&title, look->ascii ? "K^T" : "Kᵀ");
    else if (part == WORKED_MASKED && look->result.zero_after) str_puts(&title, "not masked");
    else if (part == WORKED_MASKED && !look->result.params.mask) str_puts(&title, "no mask");
    else if (part == WORKED_SCALED) str_puts(&title, look->ascii ? "S / " : "S ÷ ");
    else str_puts(&title, WORKED_NAMES[part]);
    if (part == WORKED_SCALED) worked_words_divisor(&title, look->result.params.divisor, look->ascii);
    snprintf(b->title, sizeof b->title, "%.*s", MATRIXBOX_TEXT - 1, str_text(&title));
    str_free(&title);
}

static int label_columns(const WorkedLook *look) {
    int most = 1;
    for (int i = 0; i < look->worked->n; i++) {
        Str shown = {0};
        text_display(&shown, look->worked->token[i].bytes, (size_t)look->worked->token[i].len, look->ascii);
        int columns = text_columns(str_text(&shown));
        if (columns > most) most = columns;
        str_free(&shown);
    }
    return (most < LABEL_MAX ? most : LABEL_MAX) + 1;
}

// The line of part that the sum comes from; NULL if none.
static const WorkedLine *source_of(const WorkedLook *look, WorkedPart part) {
    const WorkedSum *sum = &look->sum;
    int lines = sum->form == WORKED_PRODUCTS ? 2 : sum->form == WORKED_ENTERED ? 0 : 1;
    for (int k = 0; k < lines; k++) {
        if (sum->from[k].part == part) return &sum->from[k];
    }
    return NULL;
}

// Whether cell (y, x) of part lies on a line that the sum comes from.
static bool is_source(const WorkedLook *look, WorkedPart part, int y, int x) {
    WorkedForm form = look->sum.form;
    const WorkedLine *line = source_of(look, part);
    bool single = form == WORKED_DIVIDED || form == WORKED_KEPT || form == WORKED_HIDDEN;
    return line && (line->column ? x : y) == line->index && (!single || x == look->x);
}

static uint8_t marks_of(const WorkedLook *look, WorkedPart part, int y, int x) {
    const WorkedView *v = look->view;
    double value = worked_look_matrix(look, part)->at[y][x];
    uint8_t marks = 0;
    switch (worked_look_face(look, part, y, x)) {
    case FACE_HIDDEN: marks = MARK_QUIET; break;
    case FACE_RIGHT: marks = MARK_GOOD; break;
    case FACE_WRONG: marks = MARK_BAD; break;
    default: marks = value == -INFINITY || (part == WORKED_A && value == 0) ? MARK_QUIET : 0; break;
    }
    if (is_source(look, part, y, x)) marks |= MARK_LIT;
    if (v->part == part && v->y == y && v->x == x) marks |= MARK_SELECTED;
    else if (look->part == part && look->y == y && look->x == x) marks |= MARK_POINTED;
    return marks;
}

static void fill_cells(MatrixBox *b, const WorkedLook *look, WorkedPart part, bool turned) {
    const Matrix *m = worked_look_matrix(look, part);
    for (int k = 0; k < m->rows * m->cols; k++) {
        int y = k / m->cols, x = k % m->cols;
        MatrixCell *cell = turned ? &b->at[x][y] : &b->at[y][x];
        Str text = {0};
        worked_look_text(look, part, y, x, &text);
        snprintf(cell->text, sizeof cell->text, "%s", str_text(&text));
        str_free(&text);
        cell->marks = marks_of(look, part, y, x);
        cell->hit = y * MATRIX_SIDE + x;
    }
}

static void make_box(MatrixBox *b, const WorkedLook *look, WorkedPart part, bool tight, bool labelled) {
    const WorkedView *v = look->view;
    const Matrix *m = worked_look_matrix(look, part);
    bool turned = worked_stage_turned(v->stage, part), rows = has_token_rows(part) && !turned;
    memset(b, 0, sizeof *b);
    put_title(b, look, part, turned);
    b->rows = turned ? m->cols : m->rows;
    b->cols = turned ? m->rows : m->cols;
    b->cell = worked_look_columns(look, part);
    if (tight && part == WORKED_S && !v->exercise) {
        b->cell = 1;
        for (int k = 0; k < m->rows * m->cols; k++) {
            Str text = {0};
            worked_look_number(&text, m->at[k / m->cols][k % m->cols], look->ascii);
            if (text_columns(str_text(&text)) > b->cell) b->cell = text_columns(str_text(&text));
            str_free(&text);
        }
    }
    b->tight = tight;
    b->label = labelled && rows ? label_columns(look) : 0;
    b->headed = !tight && (turned || is_square(part));
    b->lit_row = b->lit_col = -1;
    b->hit = HIT_WORKED_CELL;
    b->hit_a = part;
    for (int i = 0; i < look->worked->n; i++) {
        MatrixLabel label = {look->worked->token[i].bytes, look->worked->token[i].len};
        b->row[i] = b->col[i] = label;
    }
    const WorkedLine *source = source_of(look, part);
    if (source && !source->column) *(turned ? &b->lit_col : &b->lit_row) = source->index;
    if (look->part == part) {
        b->lit_row = turned ? look->x : look->y;
        b->lit_col = turned ? look->y : look->x;
    }
    fill_cells(b, look, part, turned);
}

// ---- arrangements

// The parts of one way as a grid of their own.
typedef struct Plan {
    int rows, cols;
    WorkedPart cell[STAGE_ROWS][STAGE_COLS];
    int index[STAGE_ROWS][STAGE_COLS]; // of the box; −1: none
    int height[STAGE_ROWS], width[STAGE_COLS];
} Plan;

static void plan_parts(Plan *p, const WorkedLook *look, Way way) {
    const WorkedStage *stage = &WORKED_STAGES[look->view->stage];
    int row = 0, col = 0, kept[STAGE_COLS], count = 0;
    worked_stage_find(look->view->stage, look->view->part, &row, &col);
    int right = col > 0 ? col : 1;
    bool two_rows = stage->grid[0][1] != STAGE_EMPTY;
    int left = two_rows ? 0 : right - 1;
    for (int k = 0; k < STAGE_COLS; k++) {
        if (way.reduced ? k == left || k == right : stage->grid[STAGE_ROWS - 1][k] != STAGE_EMPTY) kept[count++] = k;
    }
    *p = (Plan){.rows = two_rows ? 2 : 1, .cols = count};
    for (int k = 0; k < count; k++) {
        p->cell[p->rows - 1][k] = stage->grid[1][kept[k]];
        if (two_rows) p->cell[0][k] = stage->grid[0][kept[k]];
    }
    if (way.shape == IN_ROW && two_rows)
        *p = (Plan){1, 3, {{p->cell[1][0], p->cell[0][1], p->cell[1][1]}}, {{0}}, {0}, {0}};
    if (way.shape == IN_COLUMN && !two_rows) *p = (Plan){2, 1, {{p->cell[0][0]}, {p->cell[0][1]}}, {{0}}, {0}, {0}};
    if (way.shape == ALONE) *p = (Plan){1, 1, {{look->view->part}}, {{0}}, {0}, {0}};
}

// Boxes above each other line up: the same labels, and the same columns if there are as many.
static void align_column(WorkedBoxes *out, const Plan *p, int col) {
    if (p->rows < 2 || p->index[0][col] < 0 || p->index[1][col] < 0) return;
    MatrixBox *a = &out->box[p->index[0][col]], *b = &out->box[p->index[1][col]];
    a->label = b->label = a->label > b->label ? a->label : b->label;
    if (a->cols != b->cols) return;
    a->cell = b->cell = a->cell > b->cell ? a->cell : b->cell;
}

static void make_boxes(WorkedBoxes *out, Plan *p, const WorkedLook *look, Way way) {
    out->count = 0;
    for (int row = 0; row < p->rows; row++) {
        for (int col = 0; col < p->cols; col++) {
            WorkedPart part = p->cell[row][col];
            p->index[row][col] = part == STAGE_EMPTY ? -1 : out->count;
            if (part == STAGE_EMPTY) continue;
            bool labelled = col == 0 || (part == WORKED_V && row == 0 && p->rows > 1 && !way.tight) || p->cols == 1;
            out->part[out->count] = part;
            make_box(&out->box[out->count++], look, part, way.tight, labelled);
        }
    }
    for (int col = 0; col < p->cols; col++) align_column(out, p, col);
}

static int sum_of(const int *size, int count, int gap) {
    int sum = gap * (count - 1);
    for (int k = 0; k < count; k++) sum += size[k];
    return sum;
}

static void measure(Plan *p, const WorkedBoxes *out) {
    for (int k = 0; k < p->rows * p->cols; k++) {
        int row = k / p->cols, col = k % p->cols, index = p->index[row][col];
        if (index < 0) continue;
        int h = matrixbox_height(&out->box[index]), w = matrixbox_width(&out->box[index]);
        if (h > p->height[row]) p->height[row] = h;
        if (w > p->width[col]) p->width[col] = w;
    }
}

// Takes from the largest until all fit, but leaves `least` of each. Returns whether they do.
static bool squeeze(int *size, int count, int gap, int room, int least) {
    while (sum_of(size, count, gap) > room) {
        int most = 0;
        for (int k = 1; k < count; k++) most = size[k] > size[most] ? k : most;
        if (size[most] <= least) return false;
        size[most]--;
    }
    return true;
}

// What of each box stays in sight: the lines that meet in the cell that is stood on.
static void focus(WorkedBoxes *out, const Plan *p, const WorkedLook *look) {
    const WorkedView *v = look->view;
    bool turned = worked_stage_turned(v->stage, v->part);
    int y = turned ? v->x : v->y, x = turned ? v->y : v->x;
    for (int k = 0; k < p->rows * p->cols; k++) {
        if (p->cell[k / p->cols][k % p->cols] != v->part) continue;
        for (int col = 0; col < p->cols; col++) {
            int index = p->index[k / p->cols][col];
            if (index >= 0) out->box[index].focus_y = y;
        }
        for (int row = 0; row < p->rows; row++) {
            int index = p->index[row][k % p->cols];
            if (index >= 0) out->box[index].focus_x = x;
        }
    }
}

static void place(WorkedBoxes *out, const Plan *p, int row_gap, int col_gap) {
    for (int row = 0, y = 0; row < p->rows; y += p->height[row++] + row_gap) {
        for (int col = 0, x = 0; col < p->cols; x += p->width[col++] + col_gap) {
            int index = p->index[row][col];
            if (index < 0) continue;
            int h = matrixbox_height(&out->box[index]);
            if (h > p->height[row]) h = p->height[row];
            out->at[index] = (Rect){y + p->height[row] - h, x, h, p->width[col]};
        }
    }
    out->h = sum_of(p->height, p->rows, row_gap);
    out->w = sum_of(p->width, p->cols, col_gap);
}

enum { ROWS_LEAST = 4, COLS_LEAST = 14 }; // of a box that scrolls beside others

static bool try_way(WorkedBoxes *out, const WorkedLook *look, Way way, int h, int w, bool scroll) {
    Plan p;
    plan_parts(&p, look, way);
    make_boxes(out, &p, look, way);
    measure(&p, out);
    int row_gap = way.tight ? 0 : 1, col_gap = way.tight ? TIGHT_GAP : GAP;
    int rows_least = scroll ? way.shape == ALONE ? 1 : ROWS_LEAST : 1000,
        cols_least = scroll ? way.shape == ALONE ? 1 : COLS_LEAST : 1000;
    bool fits = squeeze(p.height, p.rows, row_gap, h, rows_least) && squeeze(p.width, p.cols, col_gap, w, cols_least);
    if (!fits && way.shape != ALONE) return false;
    focus(out, &p, look);
    place(out, &p, row_gap, col_gap);
    return true;
}

void worked_boxes_arrange(WorkedBoxes *out, const WorkedLook *look, int h, int w) {
    static const struct {
        Way way;
        bool scroll;
    } WAYS[] = {
        {{IN_GRID, false, false}, false}, {{IN_GRID, true, false}, false}, {{IN_GRID, false, true}, false},
        {{IN_ROW, false, true}, false},   {{IN_GRID, true, true}, false},  {{IN_ROW, true, true}, false},
        {{IN_COLUMN, true, true}, false}, {{IN_GRID, true, true}, true},   {{IN_ROW, true, true}, true},
        {{ALONE, false, false}, true},
    };
    for (unsigned k = 0; k < sizeof WAYS / sizeof WAYS[0]; k++) {
        if (try_way(out, look, WAYS[k].way, h, w, WAYS[k].scroll)) return;
    }
}

void worked_boxes_draw(Canvas *c, const WorkedBoxes *b) {
    for (int k = 0; k < b->count; k++) matrixbox_draw(c, b->at[k], &b->box[k]);
}

const MatrixBox *worked_boxes_find(const WorkedBoxes *b, WorkedPart part, Rect *at) {
    for (int k = 0; k < b->count; k++) {
        if (b->part[k] != part) continue;
        *at = b->at[k];
        return &b->box[k];
    }
    return NULL;
}
