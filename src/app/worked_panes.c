// The lines of text of the worked example: title, steps, what the step does, the sum, the status.
#include "app/worked_panes.h"

#include "app/frame.h"
#include "app/hit.h"
#include "attn/answer.h"
#include "attn/worked_words.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

// ---- title

enum { TITLE_LONG = 100, TITLE_SHORT = 60, TABS_COUNTED = 76 };

void worked_pane_title(Canvas *c, const WorkedLook *look, const World *w) {
    const Scene *s = &look->state->scene;
    const Example *example = &w->library.example[s->work.example];
    int cols = canvas_width(c);
    Str tokens = {0};
    for (int i = 0; i < s->worked.n; i++) {
        if (i > 0) str_putc(&tokens, ' ');
        text_display(&tokens, s->worked.token[i].bytes, (size_t)s->worked.token[i].len, c->ascii);
    }
    Toggle toggle[] = {{"mask", s->mask, ACTION_MASK, 0},
                       {"", s->divide, ACTION_DIVISOR, 0},
                       {"zero after", s->work.zero_after, ACTION_WORKED_ZERO, 0},
                       {"exercise", s->work.exercise, ACTION_WORKED_EXERCISE, 0}};
    frame_name_divisor(&toggle[1], s->divisor, s->worked.d, c->ascii);
    if (s->divisor > 0) {
        Str name = {0};
        str_puts(&name, c->ascii ? "/" : "÷");
        worked_words_divisor(&name, s->divisor, c->ascii);
        snprintf(toggle[1].name, sizeof toggle[1].name, "%.31s", str_text(&name));
        str_free(&name);
    }
    if (cols < TITLE_SHORT) toggle[2] = toggle[3];
    TitlePart part[] = {{"Worked example", ACTION_NONE}, {example->file ? "your file" : example->name, ACTION_WORKED_EXAMPLE},
                        {str_text(&tokens), ACTION_WORKED_EXAMPLE}};
    bool all = cols >= TITLE_LONG;
    frame_title(c, all ? part : part + 2, all ? 3 : 1, toggle, cols < TITLE_SHORT ? 3 : 4);
    str_free(&tokens);
}

// ---- steps

void worked_pane_tabs(Canvas *c, const WorkedLook *look) {
    static const char *const LONG[] = {"project", "score", "scale and mask", "softmax", "mix"};
    int w = canvas_width(c), x = 1;
    bool exercise = look->view->exercise, roomy = w >= TITLE_SHORT;
    bool arrows = w >= (exercise ? TABS_COUNTED : TITLE_SHORT);
    for (int k = 0; k < STAGE_COUNT; k++) {
        bool chosen = k == (int)look->view->stage;
        Style s = style_plain(chosen ? ROLE_ACCENT : ROLE_DIM);
        if (chosen) s.attr |= ATTR_BOLD | ATTR_UNDERLINE;
        if (k > 0 && arrows) x += canvas_text(c, 0, x, style_plain(ROLE_FAINT), " → ");
        else if (k > 0) x++;
        canvas_mean(c, (Hit){HIT_WORKED_STAGE, k, 0});
        x += canvas_text_within(c, 0, x, w - x, s, roomy && !exercise ? LONG[k] : WORKED_STAGE_NAMES[k]);
        WorkedScore score = worked_look_score(look, (WorkedStageId)k);
        bool done = score.right + score.shown == score.cells;
        if (roomy && exercise)
            x += canvas_textf(c, 0, x, style_plain(done ? ROLE_GOOD : ROLE_DIM), " %d/%d", score.right, score.cells);
        canvas_mean(c, (Hit){0});
    }
}

void worked_pane_caption(Canvas *c, const WorkedLook *look) {
    Str text = {0};
    bool ascii = look->ascii;
    switch (look->view->stage) {
    case STAGE_PROJECT: str_puts(&text, "Q, K, V: each row of X times each column of W_Q, W_K, W_V"); break;
    case STAGE_SCORE:
        str_printf(&text, "S = Q%s: every query's row times every key's row", ascii ? " K^T" : "·Kᵀ");
        break;
    case STAGE_SCALE:
        str_puts(&text, "every score divided by ");
        worked_words_divisor(&text, look->result.params.divisor, ascii);
        if (look->result.zero_after) str_puts(&text, "; not masked: zeroed after the softmax");
        else if (look->result.params.mask)
            str_puts(&text, ascii ? ", then -inf where the key comes later" : ", then −∞ where the key comes later");
        else str_puts(&text, "; the mask is off");
        break;
    case STAGE_SOFTMAX:
        str_puts(&text, "A: e to each number, divided by its row's sum");
        if (look->result.zero_after) str_puts(&text, "; then zeroed: sums below 1");
        break;
    default:
        str_printf(&text, "out = A%sV: each row of A says how much of each row of V is taken", ascii ? " " : "·");
        break;
    }
    canvas_text_within(c, 0, 0, canvas_width(c), style_plain(ROLE_DIM), str_text(&text));
    str_free(&text);
}

// ---- the sum

// The answer typed into the cell, in display form; its judgement.
static Answer typed_answer(const WorkedLook *look, Str *out) {
    const WorkedAnswer *a = &look->view->answer[look->part - WORKED_GIVEN][look->y][look->x];
    text_display(out, a->typed, a->len, look->ascii);
    return answer_judge(a->typed, a->len, worked_look_matrix(look, look->part)->at[look->y][look->x]);
}

static void put_sum(const WorkedLook *look, Str *out) {
    worked_words_cell(out, look->worked, &look->result, look->part, look->y, look->x, look->ascii);
}

// The first line: the sum, or what is asked, or what was wrong.
static Style first_line(const WorkedLook *look, Str *out) {
    Str typed = {0};
    Style s = style_plain(ROLE_TEXT);
    switch (worked_look_face(look, look->part, look->y, look->x)) {
    case FACE_HIDDEN:
        str_printf(out, "%s, row %d, column %d: ", WORKED_NAMES[look->part], look->y + 1, look->x + 1);
        worked_look_task(look, out);
        break;
    case FACE_WRONG: {
        Answer answer = typed_answer(look, &typed);
        s = style_plain(ROLE_BAD);
        str_printf(out, "%s %s", look->ascii ? "x" : "✗", str_text(&typed));
        if (answer.unfinished) str_puts(out, " is near: one decimal at least, please");
        else str_puts(out, " is wrong: "), put_sum(look, out);
        break;
    }
    case FACE_RIGHT:
        s = style_plain(ROLE_GOOD);
        str_puts(out, look->ascii ? "right: " : "✓ ");
        put_sum(look, out);
        break;
    default: put_sum(look, out); break;
    }
    str_free(&typed);
    return style_bold(s);
}

static bool is_sign(char c) {
    return c == '+' || c == '=';
}

// Takes the blanks beside + and = out of a sum that would not fit otherwise.
static void close_up(Str *text) {
    size_t kept = 0;
    for (size_t k = 0; k < text->len; k++) {
        bool beside = (k > 0 && is_sign(text->s[k - 1])) || is_sign(text->s[k + 1]); // a NUL ends it
        if (text->s[k] != ' ' || !beside) text->s[kept++] = text->s[k];
    }
    text->s[text->len = kept] = '\0';
}

void worked_pane_sum(Canvas *c, const WorkedLook *look) {
    Str first = {0}, below = {0};
    Style s = first_line(look, &first);
    WorkedFace face = worked_look_face(look, look->part, look->y, look->x);
    bool narrow = canvas_height(c) == 1 && text_columns(str_text(&first)) > canvas_width(c);
    if (narrow && face == FACE_HIDDEN) str_clear(&first), worked_look_task(look, &first); // the status names the cell
    else if (narrow && look->sum.form == WORKED_PRODUCTS) close_up(&first);
    int rows = frame_words(c, 0, s, str_text(&first));
    bool told = face != FACE_HIDDEN;
    if (face == FACE_WRONG) {
        Str typed = {0};
        told = !typed_answer(look, &typed).unfinished;
        str_free(&typed);
    }
    if (told) worked_words_below(&below, look->worked, &look->result, look->part, look->y, look->x, look->ascii);
    bool editable = look->part < WORKED_GIVEN && !look->state->typing;
    if (editable) str_puts(&below, "type a number to change it: everything after follows");
    if (below.len && rows < canvas_height(c)) frame_words(c, rows, style_plain(ROLE_DIM), str_text(&below));
    str_free(&first);
    str_free(&below);
}

// ---- the mixture

void worked_pane_mixture(Canvas *c, const WorkedLook *look) {
    int y = worked_look_query(look);
    if (y < 0 || !worked_look_row_open(look, WORKED_A, y)) return;
    Str text = {0};
    str_puts(&text, "out of ");
    worked_look_token(look, y, &text);
    str_puts(&text, " = ");
    int terms = 0;
    for (int j = 0; j < look->worked->n; j++) {
        double weight = worked_look_matrix(look, WORKED_A)->at[y][j];
        if (weight == 0) continue;
        if (terms++ > 0) str_puts(&text, " + ");
        worked_look_number(&text, weight, look->ascii);
        str_puts(&text, look->ascii ? "*v(" : "·v(");
        text_display(&text, look->worked->token[j].bytes, (size_t)look->worked->token[j].len, look->ascii);
        str_putc(&text, ')');
    }
    frame_words(c, 0, style_plain(ROLE_DIM), str_text(&text));
    str_free(&text);
}

// ---- status

static void put_progress(const WorkedLook *look, Str *out) {
    WorkedScore all = {0, 0, 0};
    for (int k = 0; k < STAGE_COUNT; k++) {
        WorkedScore one = worked_look_score(look, (WorkedStageId)k);
        all.cells += one.cells, all.right += one.right, all.shown += one.shown;
    }
    str_printf(out, "%d of %d right", all.right, all.cells);
    if (all.shown) str_printf(out, ", %d shown", all.shown);
    str_puts(out, ".  ");
}

void worked_pane_status(Canvas *c, const WorkedLook *look) {
    const State *s = look->state;
    Str text = {0};
    if (s->typing) str_puts(&text, "Enter: take it   Esc: leave it as it was");
    else if (look->view->exercise) put_progress(look, &text);
    if (!s->typing) worked_look_sentence(look, &text);
    bool exercise = look->view->exercise;
    frame_status(c, s, str_text(&text),
                 exercise ? "↑↓←→ cell   Tab matrix   [ ] step   0…9 answer   r show it   R show all   x end   o more   ? help   q quit"
                          : "↑↓←→ cell   Tab matrix   [ ] step   0…9 change   m mask   d D divisor   x exercise   o more   ? help   q quit",
                 exercise ? "[ ] step  r show  ? help" : "[ ] step  x exercise  ? help", "?");
    str_free(&text);
}
