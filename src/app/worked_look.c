#include "app/worked_look.h"

#include "app/hit.h"
#include "attn/answer.h"
#include "attn/worked_words.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CELL_MAX = 9, SCORE_MIN = 3, ANSWER_MIN = 4 };

const Matrix *worked_look_matrix(const WorkedLook *look, WorkedPart part) {
    return worked_matrix(look->worked, &look->result, part);
}

// Takes the pointer's cell.
static void take_hover(WorkedLook *look) {
    const State *s = look->state;
    if (s->hover.kind != HIT_WORKED_CELL || s->typing || s->hover.a < 0 || s->hover.a >= WORKED_PARTS) return;
    WorkedPart part = (WorkedPart)s->hover.a;
    const Matrix *m = worked_look_matrix(look, part);
    int y = s->hover.b / MATRIX_SIDE, x = s->hover.b % MATRIX_SIDE;
    if (y < 0 || y >= m->rows || x >= m->cols) return;
    look->part = part;
    look->y = y;
    look->x = x;
}

void worked_look_init(WorkedLook *look, const State *s) {
    const WorkedView *v = &s->scene.work;
    *look = (WorkedLook){
        .state = s, .view = v, .worked = &s->scene.worked, .part = v->part, .y = v->y, .x = v->x, .ascii = s->ascii};
    worked_run(&look->result, look->worked, scene_worked_params(&s->scene), v->zero_after);
    take_hover(look);
    look->sum = worked_sum(look->worked, &look->result, look->part, look->y, look->x);
}

// ---- faces

WorkedFace worked_look_face(const WorkedLook *look, WorkedPart part, int y, int x) {
    if (!look->view->exercise || part < WORKED_GIVEN) return FACE_PLAIN;
    const WorkedAnswer *a = &look->view->answer[part - WORKED_GIVEN][y][x];
    if (a->shown) return FACE_SHOWN;
    if (a->len == 0) return FACE_HIDDEN;
    Answer answer = answer_judge(a->typed, a->len, worked_look_matrix(look, part)->at[y][x]);
    return answer.verdict == ANSWER_RIGHT ? FACE_RIGHT : FACE_WRONG;
}

bool worked_look_open(const WorkedLook *look, WorkedPart part, int y, int x) {
    WorkedFace face = worked_look_face(look, part, y, x);
    return face != FACE_HIDDEN && face != FACE_WRONG;
}

bool worked_look_row_open(const WorkedLook *look, WorkedPart part, int y) {
    bool open = true;
    for (int x = 0; x < worked_look_matrix(look, part)->cols; x++) open = open && worked_look_open(look, part, y, x);
    return open;
}

WorkedScore worked_look_score(const WorkedLook *look, WorkedStageId stage) {
    WorkedScore score = {0, 0, 0};
    for (WorkedPart part = WORKED_GIVEN; part < WORKED_PARTS; part++) {
        if (!worked_stage_makes(stage, part)) continue;
        const Matrix *m = worked_look_matrix(look, part);
        for (int k = 0; k < m->rows * m->cols; k++) {
            WorkedFace face = worked_look_face(look, part, k / m->cols, k % m->cols);
            score.cells++;
            score.right += face == FACE_RIGHT;
            score.shown += face == FACE_SHOWN;
        }
    }
    return score;
}

// ---- cells

static void put_general(Str *out, int digits, double value, bool ascii) {
    char text[32];
    snprintf(text, sizeof text, "%.*g", digits, fabs(value));
    if (value < 0) str_puts(out, ascii ? "-" : "−");
    str_puts(out, text);
}

void worked_look_number(Str *out, double value, bool ascii) {
    worked_words_within(out, value, CELL_MAX, ascii);
}

// A given number as it was given, as far as there is room.
static void put_given(Str *out, double value, bool ascii) {
    size_t from = out->len;
    put_general(out, 6, value, ascii);
    if (text_columns(str_text(out) + from) <= CELL_MAX) return;
    out->s[out->len = from] = '\0';
    worked_look_number(out, value, ascii);
}

void worked_look_text(const WorkedLook *look, WorkedPart part, int y, int x, Str *out) {
    double value = worked_look_matrix(look, part)->at[y][x];
    if (part < WORKED_GIVEN) {
        put_given(out, value, look->ascii);
        return;
    }
    const WorkedAnswer *a = &look->view->answer[part - WORKED_GIVEN][y][x];
    switch (worked_look_face(look, part, y, x)) {
    case FACE_HIDDEN: str_putc(out, '?'); break;
    case FACE_WRONG: text_display(out, a->typed, a->len, look->ascii); break;
    default: worked_look_number(out, value, look->ascii); break;
    }
}

static int largest_text(const WorkedLook *look, WorkedPart part) {
    const Matrix *m = worked_look_matrix(look, part);
    int most = 1;
    for (int k = 0; k < m->rows * m->cols; k++) {
        Str text = {0};
        double value = m->at[k / m->cols][k % m->cols];
        if (part < WORKED_GIVEN) put_given(&text, value, look->ascii);
        else worked_look_number(&text, value, look->ascii);
        int columns = text_columns(str_text(&text));
        if (columns > most) most = columns;
        str_free(&text);
    }
    return most;
}

// Room for three decimals of any number up to the largest of part.
static int decimal_columns(const WorkedLook *look, WorkedPart part) {
    const Matrix *m = worked_look_matrix(look, part);
    double most = 0;
    bool negative = false;
    for (int k = 0; k < m->rows * m->cols; k++) {
        double value = m->at[k / m->cols][k % m->cols];
        most = fmax(most, fabs(value));
        negative = negative || value < 0;
    }
    int digits = most >= 1 ? 1 + (int)floor(log10(most)) : 1;
    int columns = digits + 4 + negative;
    return columns < CELL_MAX ? columns : CELL_MAX;
}

int worked_look_columns(const WorkedLook *look, WorkedPart part) {
    int columns, least = 1;
    switch (part) {
    case WORKED_SCALED:
    case WORKED_MASKED: {
        int scores = decimal_columns(look, WORKED_S), scaled = decimal_columns(look, WORKED_SCALED);
        columns = scores > scaled ? scores : scaled;
        break;
    }
    case WORKED_A: columns = 5; break; // 0.196
    case WORKED_OUT: columns = decimal_columns(look, WORKED_V); break;
    case WORKED_S: least = SCORE_MIN; // fall through
    default: columns = largest_text(look, part); break;
    }
    if (look->view->exercise && part >= WORKED_GIVEN && least < ANSWER_MIN) least = ANSWER_MIN;
    return columns > least ? columns : least;
}
