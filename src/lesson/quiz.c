// A quiz fence is Markdown itself: the question, then a list with a box before each choice and a quote that explains
// it.
//
//     How many keys does query 3 see?
//
//     - [ ] 3
//       > It sees itself as well.
//     - [x] 4
//       > Positions 0, 1, 2 and 3.
#include "lesson/build.h"

#include "base/mem.h"
#include "lesson/markdown.h"

#include <stdlib.h>
#include <string.h>

typedef enum Part { PART_QUESTION, PART_CHOICE, PART_EXPLANATION } Part;

static Part part_of(const ProseBlock *b) {
    for (int d = 0; d < b->depth; d++) {
        if (b->box[d].kind == BOX_QUOTE) return PART_EXPLANATION;
    }
    return b->depth ? PART_CHOICE : PART_QUESTION;
}

// Takes the box off the choice's first run: 1 checked, 0 not, −1 there is none.
static int take_mark(Prose *p, const ProseBlock *b) {
    if (b->runs == 0) return -1;
    ProseRun *run = &p->run[b->run];
    const char *text = str_text(&p->text) + run->start;
    bool box = run->len >= 4 && text[0] == '[' && text[2] == ']' && text[3] == ' ';
    if (!box || !strchr(" xX", text[1]) || (run->look & PROSE_MONO)) return -1;
    int checked = text[1] != ' ';
    run->start += 4;
    run->len -= 4;
    return checked;
}

// Takes block k out of its boxes: the page gives it new ones.
static void take_out(ProseBlock *b) {
    b->depth = 0;
    b->gap = false;
}

static bool add_choice(Lesson *l, Quiz *q, int k, Error *err) {
    ProseBlock *b = &l->prose.block[k];
    if (!b->box[0].marker) { // a second paragraph of the choice
        Choice *last = q->choices ? &q->choice[q->choices - 1] : NULL;
        if (!last || last->explanations) return error_set(err, "a choice starts with `- [ ]` or `- [x]`");
        last->texts++;
        return true;
    }
    int mark = take_mark(&l->prose, b);
    if (mark < 0) return error_set(err, "a choice starts with `- [ ]`, or with `- [x]` if it is the right one");
    if (q->choices == 9) return error_set(err, "more than 9 choices");
    q->choice = mem_resize(q->choice, (size_t)q->choices + 1, sizeof *q->choice);
    q->choice[q->choices++] = (Choice){.text = k, .texts = 1, .right = mark == 1, .line = b->line};
    return true;
}

static bool add_part(Lesson *l, Quiz *q, int k, Error *err) {
    ProseBlock *b = &l->prose.block[k];
    if (b->kind == PROSE_HTML) return true;
    Part part = part_of(b);
    if (part == PART_CHOICE) {
        if (!add_choice(l, q, k, err)) return false;
    } else if (part == PART_EXPLANATION) {
        if (!q->choices) return error_set(err, "an explanation stands behind the choice it explains");
        Choice *c = &q->choice[q->choices - 1];
        if (!c->explanations) c->explanation = k;
        c->explanations = k - c->explanation + 1;
    } else {
        if (q->choices) return error_set(err, "text behind the choices: an explanation starts with `>`");
        q->questions = k - q->question + 1;
    }
    take_out(b);
    return true;
}

static bool quiz_whole(const Quiz *q, int *line, Error *err) {
    int right = 0;
    *line = q->line;
    for (int k = 0; k < q->choices; k++) {
        right += q->choice[k].right;
        if (q->choice[k].explanations) continue;
        *line = q->choice[k].line;
        return error_set(err, "choice %d has no explanation: a line that starts with `>` is wanted below it", k + 1);
    }
    if (!q->questions) return error_set(err, "no question before the choices");
    if (q->choices < 2) return error_set(err, "%d choices: at least two are wanted, each a line `- [ ] …`", q->choices);
    if (right != 1) return error_set(err, "%d choices are marked `[x]` as right: exactly one is wanted", right);
    return true;
}

bool build_quiz(Lesson *l, int k, const char *body, size_t len, int line, Error *err) {
    Quiz q = {.block = k, .question = l->prose.blocks, .line = line - 1};
    int at = q.line;
    bool ok = build_step(l)->quizzes < LESSON_QUIZZES_MAX;
    if (!ok) error_set(err, "more than %d in one step", LESSON_QUIZZES_MAX);
    ok = ok && markdown_parse(&l->prose, body, len, line, err);
    for (int b = q.question; ok && b < l->prose.blocks; b++) {
        at = l->prose.block[b].line;
        ok = add_part(l, &q, b, err);
    }
    ok = ok && quiz_whole(&q, &at, err);
    if (!ok) {
        free(q.choice);
        error_prefix(err, "quiz: ");
        return build_error(err, at);
    }
    Step *s = build_step(l);
    s->quiz = mem_resize(s->quiz, (size_t)s->quizzes + 1, sizeof *s->quiz);
    s->quiz[s->quizzes++] = q;
    return true;
}
