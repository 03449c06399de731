#include "app/worked_input.h"

#include "app/hit.h"
#include "app/line.h"
#include "app/worked_look.h"
#include "app/worked_panes.h"
#include "attn/answer.h"
#include "attn/worked_parse.h"
#include "base/int.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- moving

static void stay_inside(Scene *s) {
    int rows, cols;
    worked_shape(&s->worked, s->work.part, &rows, &cols);
    s->work.y = int_clamp(s->work.y, 0, rows - 1);
    s->work.x = int_clamp(s->work.x, 0, cols - 1);
}

// Steps over the edge into the next matrix of the grid, if there is one.
static void cross(Scene *s, int dy, int dx) {
    WorkedView *v = &s->work;
    int row, col;
    if (!worked_stage_find(v->stage, v->part, &row, &col)) return;
    row += dy, col += dx;
    if (row < 0 || row >= STAGE_ROWS || col < 0 || col >= STAGE_COLS) return;
    WorkedPart next = WORKED_STAGES[v->stage].grid[row][col];
    if (next == STAGE_EMPTY) return;
    bool from_turned = worked_stage_turned(v->stage, v->part), turned = worked_stage_turned(v->stage, next);
    int y = from_turned ? v->x : v->y, x = from_turned ? v->y : v->x;
    y = dy > 0 ? 0 : dy < 0 ? MATRIX_SIDE : y;
    x = dx > 0 ? 0 : dx < 0 ? MATRIX_SIDE : x;
    v->part = next;
    v->y = turned ? x : y;
    v->x = turned ? y : x;
    stay_inside(s);
}

static void move_by(Scene *s, int dy, int dx, bool over_edges) {
    WorkedView *v = &s->work;
    int rows, cols;
    worked_shape(&s->worked, v->part, &rows, &cols);
    bool turned = worked_stage_turned(v->stage, v->part);
    int y = v->y + (turned ? dx : dy), x = v->x + (turned ? dy : dx);
    if (y >= 0 && y < rows && x >= 0 && x < cols) v->y = y, v->x = x;
    else if (over_edges) cross(s, dy, dx);
}

// The next matrix in reading order.
static void next_part(Scene *s, int by) {
    WorkedView *v = &s->work;
    int row, col, cells = STAGE_ROWS * STAGE_COLS;
    if (!worked_stage_find(v->stage, v->part, &row, &col)) return;
    int at = row * STAGE_COLS + col;
    do at = (at + by + cells) % cells;
    while (WORKED_STAGES[v->stage].grid[at / STAGE_COLS][at % STAGE_COLS] == STAGE_EMPTY);
    v->part = WORKED_STAGES[v->stage].grid[at / STAGE_COLS][at % STAGE_COLS];
    stay_inside(s);
}

static void go_to_stage(State *s, int stage) {
    WorkedView *v = &s->scene.work;
    if (stage < 0 || stage >= STAGE_COUNT) {
        snprintf(s->note, sizeof s->note, stage < 0 ? "this is the first step" : "this is the last step");
        return;
    }
    v->stage = (WorkedStageId)stage;
    v->part = WORKED_STAGES[stage].result;
    stay_inside(&s->scene);
}

static void go_to_end(Scene *s, bool last) {
    s->work.y = s->work.x = last ? MATRIX_SIDE : 0;
    stay_inside(s);
}

// ---- levers

static void next_example(State *s, const World *w) {
    Scene *c = &s->scene;
    scene_open_example(c, &w->library, (c->work.example + 1) % w->library.examples);
    stay_inside(c);
}

static void set_divisor(Scene *c, int k) {
    c->divide = k > 0;
    c->divisor = k == 2 ? worked_divisor_at(&c->worked, k) : 0;
}

static void next_divisor(Scene *c) {
    int now = !c->divide ? 0 : c->divisor > 0 ? 2 : 1;
    set_divisor(c, (now + 1) % 3);
}

static void toggle_zero(State *s) {
    WorkedView *v = &s->scene.work;
    v->zero_after = !v->zero_after;
    if (v->zero_after && !s->scene.mask)
        snprintf(s->note, sizeof s->note, "nothing is zeroed while the mask is off (m)");
}

// ---- exercise

static bool has_answer(State *s) {
    const WorkedView *v = &s->scene.work;
    if (!v->exercise) snprintf(s->note, sizeof s->note, "nothing is hidden: x begins the exercise");
    else if (v->part < WORKED_GIVEN) snprintf(s->note, sizeof s->note, "%s is given", WORKED_NAMES[v->part]);
    return v->exercise && v->part >= WORKED_GIVEN;
}

static WorkedAnswer *answer_here(WorkedView *v) {
    return &v->answer[v->part - WORKED_GIVEN][v->y][v->x];
}

static void reveal_all(State *s) {
    WorkedLook look;
    worked_look_init(&look, s);
    for (WorkedPart part = WORKED_GIVEN; part < WORKED_PARTS; part++) {
        const Matrix *m = worked_look_matrix(&look, part);
        for (int k = 0; k < m->rows * m->cols; k++) {
            int y = k / m->cols, x = k % m->cols;
            if (!worked_look_open(&look, part, y, x)) s->scene.work.answer[part - WORKED_GIVEN][y][x].shown = 1;
        }
    }
}

static void toggle_exercise(State *s) {
    WorkedView *v = &s->scene.work;
    v->exercise = !v->exercise;
    if (v->exercise) snprintf(s->note, sizeof s->note, "answers are hidden; s: the other example");
}

// ---- typing

static void open_line(State *s, const char *text) {
    line_set(&s->line, text, (int)strlen(text));
    s->typing = true;
}

// The number that stands there, to be changed.
static void open_here(State *s) {
    WorkedView *v = &s->scene.work;
    char text[32] = "";
    if (v->part < WORKED_GIVEN) {
        double value = s->scene.worked.given[v->part].at[v->y][v->x];
        for (int digits = 6; digits <= 17; digits++) {
            snprintf(text, sizeof text, "%.*g", digits, value);
            if (strtod(text, NULL) == value) break;
        }
        open_line(s, text);
    } else if (v->exercise) {
        snprintf(text, sizeof text, "%.*s", answer_here(v)->len, answer_here(v)->typed);
        open_line(s, text);
    } else {
        snprintf(s->note, sizeof s->note, "%s follows: change X or W (Tab), or press x", WORKED_NAMES[v->part]);
    }
}

static bool accept_number(State *s) {
    WorkedView *v = &s->scene.work;
    double value;
    Error err;
    if (!worked_parse_number(s->line.bytes, (size_t)s->line.len, &value, &err)) {
        snprintf(s->note, sizeof s->note, "%.200s", err.text);
        return false;
    }
    s->scene.worked.given[v->part].at[v->y][v->x] = value;
    return true;
}

static bool accept_answer(State *s) {
    WorkedAnswer *a = answer_here(&s->scene.work);
    if (s->line.len > WORKED_TYPED_MAX) {
        snprintf(s->note, sizeof s->note, "an answer has at most %d characters", WORKED_TYPED_MAX);
        return false;
    }
    bool empty = s->line.len == 0;
    if (!empty && answer_judge(s->line.bytes, (size_t)s->line.len, 0).verdict == ANSWER_UNREADABLE) {
        snprintf(s->note, sizeof s->note, "no number: 0.67, -1, 2/3 or -inf is wanted");
        return false;
    }
    memset(a, 0, sizeof *a);
    a->len = (uint8_t)s->line.len;
    memcpy(a->typed, s->line.bytes, a->len);
    return true;
}

// Takes what was typed; false if it is no number, and the line stays open.
static bool accept(State *s) {
    bool given = s->scene.work.part < WORKED_GIVEN;
    if (given && s->line.len == 0) return s->typing = false, true;
    bool ok = given ? accept_number(s) : accept_answer(s);
    if (ok) s->typing = false;
    return ok;
}

static bool is_number_rune(uint32_t key) {
    return (key >= '0' && key <= '9') || key == '-' || key == '.' || key == '+' || key == 0x2212;
}

// What numbers and answers are made of: 1e-3, 2/3, 0,67, -inf, −∞.
static bool belongs(uint32_t key) {
    return is_number_rune(key) || (key < 0x80 && strchr("eE/,inf ", (int)key)) || key == 0x221E;
}

enum { LINE_ROOM = 24 };

static bool type_more(State *s, Event e) {
    bool command = !e.pasted && !(e.mods & MOD_ALT);
    if (command && e.key == KEY_CODE_ENTER) {
        accept(s);
    } else if (command && e.key == KEY_CODE_ESCAPE) {
        s->typing = false;
    } else if (command && (e.key == KEY_CODE_UP || e.key == KEY_CODE_DOWN)) {
        if (accept(s)) move_by(&s->scene, e.key == KEY_CODE_UP ? -1 : 1, 0, true);
    } else if (command && (e.key == '\t' || e.key == KEY_CODE_BACK_TAB)) {
        if (accept(s)) next_part(&s->scene, e.key == '\t' ? 1 : -1);
    } else if (command && (e.key == 0x03 || e.key == 0x0C || e.key == 0x1A || e.key >= KEY_CODE_F1)) {
        s->typing = false; // quit, redraw, suspend, another view
        return false;
    } else if (e.key >= ' ' && e.key < KEY_CODE_UP && e.key != KEY_CODE_BACKSPACE &&
               (!belongs(e.key) || s->line.len >= LINE_ROOM)) {
        snprintf(s->note, sizeof s->note, "Enter takes the number, Esc leaves it");
    } else {
        line_key(&s->line, e);
    }
    return true;
}

bool worked_input_type(State *s, const World *w, Event e) {
    (void)w;
    if (s->typing) return type_more(s, e);
    if (s->tutor.open) return false; // digits answer the lesson; Enter opens the cell
    if (e.mods & (MOD_ALT | MOD_CTRL) || !is_number_rune(e.key)) return e.pasted;
    open_here(s);
    if (!s->typing) return true;
    line_set(&s->line, "", 0);
    line_key(&s->line, e);
    return true;
}

// ---- keys and mouse

static void act_on_exercise(State *s, ActionId action) {
    if (action == ACTION_WORKED_EXERCISE) {
        toggle_exercise(s);
    } else if (!has_answer(s)) {
        return;
    } else if (action == ACTION_WORKED_REVEAL) {
        answer_here(&s->scene.work)->shown = 1;
    } else if (action == ACTION_WORKED_REVEAL_ALL) {
        reveal_all(s);
    } else {
        memset(answer_here(&s->scene.work), 0, sizeof(WorkedAnswer));
    }
}

void worked_input_act(State *s, const World *w, ActionId action, Event e) {
    (void)e;
    Scene *c = &s->scene;
    int stage = (int)c->work.stage;
    s->typing = false;
    switch (action) {
    case ACTION_WORKED_UP: move_by(c, -1, 0, true); break;
    case ACTION_WORKED_DOWN: move_by(c, 1, 0, true); break;
    case ACTION_WORKED_LEFT: move_by(c, 0, -1, true); break;
    case ACTION_WORKED_RIGHT: move_by(c, 0, 1, true); break;
    case ACTION_WORKED_FIRST: go_to_end(c, false); break;
    case ACTION_WORKED_LAST: go_to_end(c, true); break;
    case ACTION_WORKED_NEXT: next_part(c, 1); break;
    case ACTION_WORKED_PREVIOUS: next_part(c, -1); break;
    case ACTION_WORKED_STEP: go_to_stage(s, stage + 1); break;
    case ACTION_WORKED_STEP_BACK: go_to_stage(s, stage - 1); break;
    case ACTION_WORKED_TYPE: open_here(s); break;
    case ACTION_WORKED_EXAMPLE: next_example(s, w); break;
    case ACTION_MASK: c->mask = !c->mask; break;
    case ACTION_DIVISOR: c->divide = !c->divide; break;
    case ACTION_WORKED_DIVISORS: next_divisor(c); break;
    case ACTION_WORKED_ZERO: toggle_zero(s); break;
    case ACTION_WORKED_EXERCISE:
    case ACTION_WORKED_REVEAL:
    case ACTION_WORKED_REVEAL_ALL:
    case ACTION_WORKED_CLEAR: act_on_exercise(s, action); break;
    default: break;
    }
}

// Stands on a cell; of the overview, it may be one of another step.
static void point_at(State *s, Hit hit, bool press) {
    WorkedView *v = &s->scene.work;
    int row, col, y = hit.b / MATRIX_SIDE, x = hit.b % MATRIX_SIDE;
    bool here = v->part == (WorkedPart)hit.a && v->y == y && v->x == x;
    if (here && press) {
        open_here(s); // a click on the cell that is stood on
        return;
    }
    v->part = (WorkedPart)hit.a;
    v->y = y;
    v->x = x;
    for (int k = 0; k < STAGE_COUNT && !worked_stage_find(v->stage, v->part, &row, &col); k++) {
        if (worked_stage_makes((WorkedStageId)k, v->part) || v->part < WORKED_GIVEN) v->stage = (WorkedStageId)k;
    }
}

void worked_input_mouse(State *s, const World *w, Event e) {
    (void)w;
    int wheel = e.mouse == MOUSE_WHEEL_UP ? -1 : e.mouse == MOUSE_WHEEL_DOWN ? 1 : 0;
    bool press = e.mouse == MOUSE_PRESS;
    if (!wheel && !press && e.mouse != MOUSE_DRAG) return;
    if (s->typing && !accept(s)) return;
    if (wheel) move_by(&s->scene, e.mods & MOD_SHIFT ? 0 : wheel, e.mods & MOD_SHIFT ? wheel : 0, false);
    else if (e.hit.kind == HIT_WORKED_CELL) point_at(s, e.hit, press);
    else if (press && e.hit.kind == HIT_WORKED_STAGE) go_to_stage(s, e.hit.a);
    else if (press && e.hit.kind == HIT_WORKED_DIVISOR) set_divisor(&s->scene, e.hit.a);
}
