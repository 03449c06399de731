#include "lesson/page.h"

#include "lesson/markdown.h"

#include <string.h>

typedef struct Page {
    const Lesson *lesson;
    const Step *step;
    const PageState *state;
    Prose *out;
} Page;

// ---- text

static void add_span(const Page *p, const char *words, int line) {
    Metric m;
    Error ignored;
    Str value = {0};
    MetricPlace place = {.scene = p->state->now, .lib = p->state->lib, .written_for = p->state->written};
    if (p->state->now && metric_parse(&m, words, false, &ignored)) metric_show(&m, place, &value);
    else str_puts(&value, "n/a");
    prose_add_run(p->out, PROSE_VALUE, line, str_text(&value), value.len);
    str_free(&value);
}

// Adds the runs of block k to the last block of the page, numbers computed, with more look.
static void add_runs(const Page *p, int k, unsigned look) {
    const Prose *from = &p->lesson->prose;
    const ProseBlock *b = &from->block[k];
    Str words = {0};
    for (int r = b->run; r < b->run + b->runs; r++) {
        const ProseRun *run = &from->run[r];
        str_clear(&words);
        if (b->kind != PROSE_CODE && lesson_span(from, r, &words)) add_span(p, str_text(&words), run->line);
        else prose_add_run(p->out, run->look | look, run->line, str_text(&from->text) + run->start, (size_t)run->len);
    }
    str_free(&words);
}

// Adds block k as it stands in the text.
static void add_block(const Page *p, int k) {
    ProseBlock like = p->lesson->prose.block[k];
    like.info = like.info_len = 0;
    prose_add_block(p->out, like);
    add_runs(p, k, 0);
}

// Adds blocks [first, first + count) inside `box` (NULL: none); lead stands before the first.
static void add_boxed(const Page *p, int first, int count, const ProseBox *box, const char *lead, unsigned look) {
    for (int k = first; k < first + count; k++) {
        const ProseBlock *old = &p->lesson->prose.block[k];
        if (old->kind == PROSE_HTML) continue;
        ProseBlock like = {.kind = old->kind, .level = old->level, .line = old->line, .gap = k > first || !box};
        if (box) {
            like.depth = 1;
            like.box[0] = *box;
            like.box[0].marker = k == first;
        }
        prose_add_block(p->out, like);
        if (k == first) prose_add_text(p->out, look | PROSE_STRONG, lead);
        add_runs(p, k, look);
    }
}

// ---- quiz and prediction

static int answer_to(const Page *p, int quiz) {
    return p->state->answer ? p->state->answer[quiz] : -1;
}

static void add_choice(const Page *p, int quiz, int k) {
    const Quiz *q = &p->step->quiz[quiz];
    const Choice *c = &q->choice[k];
    int answer = answer_to(p, quiz);
    bool answered = answer >= 0, taken = answer == k;
    unsigned look = answered && c->right ? PROSE_GOOD : answered && taken ? PROSE_BAD : 0;
    const char *lead = !answered || !(c->right || taken) ? "" : c->right ? "✓ " : "✗ ";
    ProseBox box = {.kind = BOX_NUMBER, .number = k + 1, .delim = ')', .id = -1 - k};
    int first = p->out->blocks;
    add_boxed(p, c->text, c->texts, &box, lead, look);
    if (taken || (answered && c->right)) {
        ProseBox quote = {.kind = BOX_QUOTE, .id = -100 - k};
        add_boxed(p, c->explanation, c->explanations, &quote, "", 0);
    }
    for (int b = first; b < p->out->blocks; b++) {
        ProseBlock *block = &p->out->block[b];
        if (b == first) block->gap = k == 0;
        if (p->state->hit) block->hit = (Hit){p->state->hit, quiz, k};
        block->selected = !answered && p->state->quiz == quiz && p->state->choice == k;
    }
}

static void add_quiz(const Page *p, int quiz) {
    const Quiz *q = &p->step->quiz[quiz];
    add_boxed(p, q->question, q->questions, NULL, "", PROSE_STRONG);
    for (int k = 0; k < q->choices; k++) add_choice(p, quiz, k);
}

static void add_predict(const Page *p) {
    const Predict *d = p->step->predict;
    add_boxed(p, d->ask, d->asks, NULL, "Predict: ", 0);
    if (p->state->predict == PREDICT_OPEN) return;
    bool right = p->state->predict == PREDICT_RIGHT;
    ProseBlock paragraph = {.kind = PROSE_PARAGRAPH, .line = d->line, .gap = true};
    prose_add_block(p->out, paragraph);
    prose_add_text(p->out, PROSE_STRONG | (right ? PROSE_GOOD : PROSE_BAD), right ? "✓ Right. " : "✗ Not this time. ");
    for (int k = d->because; k < d->because + d->becauses; k++) {
        if (k > d->because) prose_add_block(p->out, paragraph);
        add_runs(p, k, 0);
    }
}

// Adds what fence k stands for; false if it is none of the lesson's own.
static bool add_fence(const Page *p, int k) {
    const Prose *prose = &p->lesson->prose;
    const ProseBlock *b = &prose->block[k];
    if (p->step->predict && p->step->predict->block == k) {
        add_predict(p);
        return true;
    }
    for (int q = 0; q < p->step->quizzes; q++) {
        if (p->step->quiz[q].block != k) continue;
        add_quiz(p, q);
        return true;
    }
    return b->info_len == 5 && memcmp(str_text(&prose->text) + b->info, "scene", 5) == 0;
}

// ---- the page

void page_compose(const Lesson *l, int step, const PageState *state, Prose *out) {
    const Step *s = &l->step[step];
    Page p = {l, s, state, out};
    prose_clear(out);
    int end = s->first + s->count;
    if (state->passed < s->pauses) end = s->pause[state->passed < 0 ? 0 : state->passed];
    for (int k = s->first; k < end; k++) {
        ProseKind kind = l->prose.block[k].kind;
        if (kind == PROSE_CODE && add_fence(&p, k)) continue;
        if (kind != PROSE_HTML) add_block(&p, k);
    }
}

int page_choice_block(const Prose *page, uint16_t hit, int quiz, int choice) {
    for (int k = 0; k < page->blocks && hit; k++) {
        Hit h = page->block[k].hit;
        if (h.kind == hit && h.a == quiz && h.b == choice) return k;
    }
    return -1;
}

void page_notes_of(const Str *notes, int line, Prose *out) {
    Error err;
    prose_clear(out);
    if (markdown_parse(out, str_text(notes), notes->len, line, &err)) return;
    prose_add_block(out, (ProseBlock){.kind = PROSE_PARAGRAPH, .line = line});
    prose_add_text(out, PROSE_BAD, err.text);
}

void page_notes(const Lesson *l, int step, Prose *out) {
    page_notes_of(&l->step[step].notes, l->step[step].line, out);
}
