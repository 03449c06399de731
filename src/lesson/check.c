// What can only be told once a lesson's scenes are computed.
#include "lesson/lesson.h"

#include "base/names.h"
#include "lesson/shelf.h"

#include <math.h>
#include <string.h>

// A lesson has nothing of its own to open: it must say which model of the program it means.
static bool names_model(const Scene *s, Error *err) {
    if (s->screen == SCREEN_TRAIN && !s->train.shelf)
        return error_set(err, "a lesson shows a stored training: `run: %s`", SHELF_NAMES[0]);
    return s->screen < SCREEN_OPEN || s->open.shelf ||
           error_set(err, "a lesson shows a model of the program: `model: %s`", SHELF_NAMES[0]);
}

bool lesson_scene(const Lesson *l, int step, const Library *lib, Scene *out, Error *err) {
    static const char *const WORDS[] = {"screen", "expect"}; // of a scene's block, but no settings
    const Step *s = &l->step[step];
    Scene scene;
    scene_init(&scene, lib, s->screen);
    for (int k = s->scene; k < s->scene + s->scenes; k++) {
        const SceneLine *line = &l->scene[k];
        if (!scene_set(&scene, lib, line->name, line->value, err)) {
            const char *near = names_nearest(line->name, names_in_array, WORDS, 2);
            if (near && strstr(err->text, "unknown setting")) {
                error_set(err, "unknown line \"%s\" (did you mean \"%s\"?)", line->name, near);
            }
            return error_prefix(err, "%s:%d: scene: ", l->file, line->line);
        }
    }
    int last = s->scenes ? l->scene[s->scene + s->scenes - 1].line : s->line;
    if (!names_model(&scene, err) || !scene_finish(&scene, lib, err))
        return error_prefix(err, "%s:%d: scene: ", l->file, last);
    scene_copy(out, &scene);
    return true;
}

bool lesson_judge(const Predict *p, MetricPlace place, double typed, double *value) {
    Error ignored;
    double number;
    const Metric *m = p->kind == PREDICT_NUMBER ? &p->metric : &p->right.metric;
    if (!metric_value(m, place, &number, &ignored)) return false;
    if (value) *value = number;
    if (p->kind != PREDICT_NUMBER) return condition_holds(&p->right, number);
    double shown = p->metric.percent ? number * 100 : number;
    return fabs(typed - shown) <= p->within + 1e-9;
}

// ---- the check

typedef struct Check {
    const Lesson *lesson;
    const Library *lib;
    const Scene *scene; // of the step at hand; NULL: none
    LessonFinding found;
    void *context;
    int findings;
} Check;

static void report(Check *c, int line, const char *what) {
    Str text = {0};
    str_printf(&text, "%s:%d: %s", c->lesson->file, line, what);
    c->found(str_text(&text), c->context);
    c->findings++;
    str_free(&text);
}

static MetricPlace place_of(const Check *c) {
    return (MetricPlace){.scene = c->scene, .lib = c->lib};
}

static void check_span(Check *c, int run) {
    Str words = {0};
    Metric m;
    Error err;
    double value;
    if (lesson_span(&c->lesson->prose, run, &words) && metric_parse(&m, str_text(&words), false, &err)) {
        bool ok = c->scene ? metric_value(&m, place_of(c), &value, &err)
                           : error_set(&err, "there is no scene to compute it from");
        if (!ok) {
            error_prefix(&err, "`= %s`: ", str_text(&words));
            report(c, c->lesson->prose.run[run].line, err.text);
        }
    }
    str_free(&words);
}

// A comment of the lesson's own that has no effect where it stands.
static void check_comment(Check *c, int run) {
    const ProseRun *r = &c->lesson->prose.run[run];
    bool comment =
        r->look == PROSE_SIDE && r->len > 4 && memcmp(str_text(&c->lesson->prose.text) + r->start, "<!--", 4) == 0;
    if (comment) report(c, r->line, "a comment for the lesson stands on a line of its own");
}

static void check_spans(Check *c, int first, int count) {
    for (int k = first; k < first + count; k++) {
        const ProseBlock *b = &c->lesson->prose.block[k];
        for (int r = b->run; r < b->run + b->runs && b->kind != PROSE_CODE; r++) check_span(c, r), check_comment(c, r);
    }
}

static void check_expect(Check *c, const Condition *e) {
    static const char *const SIGN[] = {"<", "<=", ">", ">=", "="};
    Error err;
    double value;
    if (!c->scene) {
        report(c, e->line, "expect: there is no scene to compute it from");
    } else if (!metric_value(&e->metric, place_of(c), &value, &err)) {
        error_prefix(&err, "expect: ");
        report(c, e->line, err.text);
    } else if (!condition_holds(e, value)) {
        double shown = e->metric.percent ? value * 100 : value;
        error_set(&err, "expect: it is %.6g, wanted %s %.6g", shown, SIGN[e->compare], e->number);
        report(c, e->line, err.text);
    }
}

static bool is_right(const Check *c, const Predict *p, int i, int j) {
    MetricPlace place = place_of(c);
    place.i = i;
    place.j = j;
    return lesson_judge(p, place, 0, NULL);
}

// The same of the heads of a training; *all is 0 on another screen.
static int count_right_heads(const Check *c, const Predict *p, int *all) {
    const ShelfModel *m = c->scene->screen == SCREEN_TRAIN ? shelf_model(c->scene, c->lib) : NULL;
    int right = 0;
    *all = m ? m->shape->layers * m->shape->heads : 0;
    for (int k = 0; k < *all; k++) right += is_right(c, p, k / m->shape->heads, k % m->shape->heads);
    return right;
}

// How many of the places a learner can click are right, out of *all. A text that is too long has none.
static int count_right(const Check *c, const Predict *p, int *all) {
    Tokens t = {0};
    Error ignored;
    int right = 0;
    *all = 0;
    if (!scene_tokens(c->scene, c->lib, &t, &ignored)) return 0;
    for (int i = 0; i < t.n && t.n <= LESSON_PREDICT_TOKENS_MAX; i++) {
        for (int j = 0; j < t.n; j++) {
            if (p->kind == PREDICT_TOKEN && i != j) continue;
            right += is_right(c, p, i, j);
            ++*all;
        }
    }
    tokens_free(&t);
    return right;
}

static void check_predict(Check *c, const Predict *p) {
    check_spans(c, p->ask, p->asks);
    check_spans(c, p->because, p->becauses);
    Error err;
    double value;
    if (!c->scene) {
        report(c, p->line, "predict: there is no scene to predict");
    } else if (p->kind == PREDICT_NUMBER) {
        if (metric_value(&p->metric, place_of(c), &value, &err)) return;
        error_prefix(&err, "predict: ");
        report(c, p->line, err.text);
    } else {
        bool head = p->kind == PREDICT_HEAD;
        int all, right = head ? count_right_heads(c, p, &all) : count_right(c, p, &all);
        if (right > 0 && right < all) return;
        if (all) error_set(&err, "predict: %d of the %d places to click are right", right, all);
        else if (head) error_set(&err, "predict: heads are clicked on the screen of a training: `screen: train`");
        else error_set(&err, "predict: the text has more than %d tokens", LESSON_PREDICT_TOKENS_MAX);
        report(c, p->line, err.text);
    }
}

static void check_step(Check *c, int step) {
    const Step *s = &c->lesson->step[step];
    Scene scene;
    Error err;
    c->scene = NULL;
    if (s->has_scene && lesson_scene(c->lesson, step, c->lib, &scene, &err)) {
        c->scene = &scene;
    } else if (s->has_scene) {
        if (s->own_scene) {
            c->found(err.text, c->context);
            c->findings++;
        }
        return; // its numbers would only repeat the mistake
    }
    check_spans(c, s->first, s->count);
    for (int k = 0; k < s->expects; k++) check_expect(c, &s->expect[k]);
    if (s->predict) check_predict(c, s->predict);
    for (int q = 0; q < s->quizzes; q++) {
        const Quiz *quiz = &s->quiz[q];
        check_spans(c, quiz->question, quiz->questions);
        for (int k = 0; k < quiz->choices; k++) {
            check_spans(c, quiz->choice[k].text, quiz->choice[k].texts);
            check_spans(c, quiz->choice[k].explanation, quiz->choice[k].explanations);
        }
    }
    c->scene = NULL;
}

int lesson_check(const Lesson *l, const Library *lib, LessonFinding found, void *context) {
    Check c = {.lesson = l, .lib = lib, .found = found, .context = context};
    for (int k = 0; k < l->steps; k++) check_step(&c, k);
    return c.findings;
}

static void keep_first(const char *finding, void *context) {
    Error *err = context;
    if (!err->text[0]) error_set(err, "%s", finding);
}

bool lesson_sound(const Lesson *l, const Library *lib, Error *err) {
    Error first = {""};
    if (lesson_check(l, lib, keep_first, &first) == 0) return true;
    *err = first;
    return false;
}
