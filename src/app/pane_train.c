// The sentence, the pattern, what comes next, the timeline.
#include "app/pane_train.h"

#include "app/hit.h"
#include "base/mem.h"
#include "base/text.h"
#include "draw/arcs.h"
#include "draw/palette.h"
#include "draw/plot.h"

#include <math.h>
#include <stdlib.h>

static Style plain(Role role) {
    return style_of(role, ROLE_PAPER);
}

static int least(int a, int b) {
    return a < b ? a : b;
}

static const char *word_at(const TrainLook *look, int i, bool ascii) {
    return i == 0 && ascii ? "<BOS>" : train_look_word(look, look->text.ids[i]);
}

// ---- the sentence

enum { MOST_ARCS = 4 };

static ArcToken *arc_tokens(const TrainLook *look, bool ascii) {
    ArcToken *token = MEM_NEW(ArcToken, (size_t)look->n);
    for (int j = 0; j < look->n; j++) {
        const char *text = word_at(look, j, ascii);
        token[j] = (ArcToken){text, text_columns(text), 0};
    }
    return token;
}

int pane_train_sentence_rows(const TrainLook *look, int width, int lanes) {
    if (!look->ready) return 0;
    ArcToken *token = arc_tokens(look, false);
    Arcs arcs = {.token = token, .n = look->n, .lanes = lanes};
    int rows = arcs_lines(&arcs, width, look->n) * arcs_line_rows(&arcs);
    free(token);
    return rows;
}

void pane_train_sentence(Canvas *c, const TrainLook *look) {
    ArcToken *token = arc_tokens(look, c->ascii);
    double *weight = MEM_NEW(double, (size_t)look->n);
    const double *row = train_look_chosen(look) + (size_t)((look->n - 1) * look->n);
    for (int j = 0; j < look->n; j++) weight[j] = isnan(row[j]) ? 0 : row[j];
    Arcs arcs = {.token = token,
                 .n = look->n,
                 .weight = weight,
                 .visible = look->n,
                 .query = look->n - 1,
                 .key = -1,
                 .lanes = 1,
                 .most = MOST_ARCS,
                 .ascii = c->ascii};
    int lines = arcs_lines(&arcs, canvas_width(c), look->n);
    int lanes = canvas_height(c) / (lines ? lines : 1) - ARCS_FIXED_ROWS;
    arcs.lanes = lanes > 1 ? lanes : 1;
    arcs_draw(c, &arcs);
    free(token);
    free(weight);
}

// ---- the pattern

static Ink heat(double weight) {
    return (Ink){INK_HEAT, heat_level(weight)};
}

// With labels a row of cells a token; without, two tokens a row.
static void draw_labelled(Canvas *c, const TrainLook *look, const double *pattern, int top, int label, int each) {
    int n = look->n;
    for (int i = 0; i < n; i++) {
        const char *text = word_at(look, i, c->ascii);
        bool last = i == n - 1;
        int columns = least(text_columns(text), label - 1);
        canvas_text_within(c, top + i, label - 1 - columns, label - 1,
                           last ? style_bold(plain(ROLE_ACCENT)) : plain(ROLE_DIM), text);
        for (int j = 0; j < n; j++) {
            Style s = plain(ROLE_FAINT);
            bool hidden = look->masked && j > i;
            if (!hidden) s.bg = heat(pattern[i * n + j]);
            canvas_fill(c, (Rect){top + i, label + j * each, 1, each}, s, ' ');
            if (hidden) canvas_rune(c, top + i, label + j * each, s, 0xB7);
        }
    }
}

static double visible_weight(const TrainLook *look, const double *pattern, int i, int j) {
    bool hidden = i >= look->n || (look->masked && j > i);
    return hidden ? 0 : pattern[i * look->n + j];
}

// Two tokens a row; in ASCII the larger weight of both.
static void draw_halves(Canvas *c, const TrainLook *look, const double *pattern, int top, int each) {
    int n = look->n;
    for (int y = 0; 2 * y < n; y++) {
        int keys = look->masked ? least(2 * y + 2, n) : n;
        for (int j = 0; j < keys; j++) {
            double upper = visible_weight(look, pattern, 2 * y, j), lower = visible_weight(look, pattern, 2 * y + 1, j);
            Style s = {heat(upper), heat(lower), 0}, larger = {ink_role(ROLE_TEXT), heat(fmax(upper, lower)), 0};
            canvas_fill(c, (Rect){top + y, j * each, 1, each}, c->ascii ? larger : s, c->ascii ? ' ' : 0x2580);
        }
    }
}

void pane_train_pattern(Canvas *c, const TrainLook *look) {
    const TrainView *v = &look->state->scene.train;
    int h = canvas_height(c), w = canvas_width(c), n = look->n, label = 8;
    canvas_text(c, 0, 0, plain(ROLE_DIM), "Head ");
    int x = 5 + canvas_textf(c, 0, 5, style_bold(plain(ROLE_ACCENT)), "%d.%d", v->layer, v->head);
    canvas_text_within(c, 0, x + 1, w - x - 1, plain(ROLE_DIM), "on this text");
    const double *pattern = train_look_chosen(look);
    int each = least((w - label) / n, 3);
    if (h >= n + 1 && each >= 1) draw_labelled(c, look, pattern, 1, label, each);
    else if (h >= 2 && w >= n) draw_halves(c, look, pattern, 1, w / n >= 2 ? 2 : 1);
}

// ---- what comes next

static void draw_next(Canvas *c, const TrainLook *look, int y, int id, double share, Role role) {
    int label = 9, number = 6, bar = least(canvas_width(c) - label - number, 60);
    Style s = plain(role);
    if (y >= canvas_height(c)) return;
    canvas_text_within(c, y, 0, label - 1, role == ROLE_TEXT ? s : style_bold(s), train_look_word(look, id));
    plot_bar(c, y, label, bar, share, NAN, s);
    canvas_textf(c, y, label + bar + 1, plain(ROLE_DIM), "%3.0f %%", 100 * share);
}

// The words that are asked for keep their places, the others stand below them in their order.
void pane_train_next(Canvas *c, const TrainLook *look) {
    int h = canvas_height(c), w = canvas_width(c);
    int x = canvas_text(c, 0, 0, plain(ROLE_DIM), "After “");
    x += canvas_text(c, 0, x, style_bold(plain(ROLE_ACCENT)), train_look_word(look, look->text.ids[look->n - 1]));
    x += canvas_text_within(c, 0, x, w - x, plain(ROLE_DIM), "” comes");
    int y = 1, right = look->text.right, wrong = look->text.wrong, count = look->top_count;
    if (right >= 0 && count) draw_next(c, look, y++, right, look->right, ROLE_GOOD);
    if (wrong >= 0 && count) draw_next(c, look, y++, wrong, look->wrong, ROLE_BAD);
    for (int k = 0; k < count && y < h; k++) {
        const NetTop *top = &look->top[k];
        if (top->id != right && top->id != wrong) draw_next(c, look, y++, top->id, top->probability, ROLE_TEXT);
    }
    if (count == 0) canvas_text(c, 1, 0, plain(ROLE_BAD), "its numbers are not finite");
}

// ---- the timeline

static int column_of(const TrainLook *look, int step, int w) {
    return (int)((double)step / look->state->scene.train.recipe.steps * (w - 1) + 0.5);
}

// The classes whose first head is worth telling.
enum { FIRSTS = 3, NEWS = 40 }; // NEWS: the part of all steps for which it is told
static const struct {
    ScoreClass c;
    char letter;
    const char *name, *becomes;
} FIRST[FIRSTS] = {{SCORE_PREVIOUS, 'P', "previous", "a previous-token head"},
                   {SCORE_INDUCTION, 'I', "induction", "an induction head"},
                   {SCORE_NAME, 'N', "name", "a name mover"}};

static void draw_firsts(Canvas *c, const TrainLook *look, int x, int w) {
    if (look->state->tutor.hides) return;
    int taken[FIRSTS] = {0}, count = 0;
    for (int k = 0; k < FIRSTS; k++) {
        int layer, head, step = train_look_since(look, FIRST[k].c, &layer, &head);
        if (step < 0) continue;
        int at = column_of(look, step, w);
        for (int i = 0; i < count; i++) {
            if (taken[i] == at) at++, i = -1; // beside the one that stands there
        }
        taken[count++] = at;
        canvas_rune(c, 0, x + at, style_bold(plain(ROLE_GOOD)), (uint32_t)FIRST[k].letter);
    }
}

void pane_train_firsts(Canvas *c, const TrainLook *look) {
    int x = 0;
    if (look->state->tutor.hides) return; // that is asked for
    for (int k = 0; k < FIRSTS; k++) {
        int layer, head, step = train_look_since(look, FIRST[k].c, &layer, &head);
        if (step < 0) continue;
        canvas_rune(c, 0, x, style_bold(plain(ROLE_GOOD)), (uint32_t)FIRST[k].letter);
        x += 2 + canvas_textf(c, 0, x + 2, plain(ROLE_DIM), "%s", FIRST[k].name);
        x += 3 + canvas_textf(c, 0, x + 1, plain(ROLE_TEXT), "%d.%d @%d", layer, head, step);
    }
}

void pane_train_time(Canvas *c, const TrainLook *look) {
    const Trainer *t = look->trainer;
    const NetRecipe *r = &look->state->scene.train.recipe;
    int x = canvas_textf(c, 0, 0, plain(ROLE_TEXT), "step %*d ", r->steps > 9999 ? 7 : 4, look->step);
    int w = canvas_width(c) - x - (r->steps > 9999 ? 8 : 5);
    if (w < 5) return;
    int now = column_of(look, t->run.train.state.step, w), at = column_of(look, look->step, w);
    for (int k = 0; k < w; k++) {
        int thousandths = w > 1 ? k * 1000 / (w - 1) : 0;
        canvas_mean(c, (Hit){HIT_TRAIN_TIME, thousandths, 0});
        canvas_rune(c, 0, x + k, plain(k <= now ? ROLE_ACCENT : ROLE_FAINT), k <= now ? 0x2501 : 0x2500);
    }
    draw_firsts(c, look, x, w);
    canvas_rune(c, 0, x + at, style_bold(plain(look->moment == TRAINER_NOW ? ROLE_ACCENT : ROLE_TEXT)), 0x25CF);
    canvas_mean(c, (Hit){0});
    canvas_textf(c, 0, x + w + 1, plain(ROLE_DIM), "%d", r->steps);
}

// ---- in words

// Whether a class of heads has just come up: that is worth more than the chosen head.
static bool say_first(const TrainLook *look, Str *out) {
    int news = -1, since = look->step - look->state->scene.train.recipe.steps / NEWS, layer = 0, head = 0;
    for (int k = 0; k < FIRSTS; k++) {
        int step = train_look_since(look, FIRST[k].c, &layer, &head);
        if (step > 0 && step > since) since = step, news = k;
    }
    if (news < 0) return false;
    train_look_since(look, FIRST[news].c, &layer, &head);
    str_printf(out, "head %d.%d has become %s", layer, head, FIRST[news].becomes);
    return true;
}

void pane_train_say(const TrainLook *look, Str *out) {
    const TrainView *v = &look->state->scene.train;
    if (!look->ready) {
        str_puts(out, "noise is being drawn");
        return;
    }
    if (look->trainer->run.train.state.step == 0) {
        str_puts(out, "Tab chooses, + and - change, Space starts");
        return;
    }
    if (look->moment != TRAINER_NOW) str_printf(out, "step %d  ", look->step);
    if (look->state->tutor.hides) {
        str_printf(out, "head %d.%d: a click or Enter answers", v->layer, v->head);
        return;
    }
    if (!look->masked && look->pulse) {
        str_printf(out, "each word may read its answer; with the mask on, sentences have a loss of %.1f",
                   look->pulse->grades.sentences);
        return;
    }
    if (say_first(look, out)) {
        // said for a while instead of the chosen head
    } else if (look->pulse) {
        ScoreClass c = train_look_class(look->pulse, v->layer, v->head);
        str_printf(out, "head %d.%d: %s %.2f", v->layer, v->head, SCORE_NAMES[c],
                   (double)look->pulse->scores.at[c][v->layer][v->head]);
    }
    if (look->text.wrong >= 0 && !isnan(look->right)) {
        str_printf(out, "  %s %.0f %% : %s %.0f %%", train_look_word(look, look->text.right), 100 * look->right,
                   train_look_word(look, look->text.wrong), 100 * look->wrong);
    }
}
