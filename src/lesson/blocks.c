// The lesson's own blocks: scene and predict fences, and comments.
#include "lesson/build.h"

#include "base/mem.h"
#include "base/names.h"
#include "lesson/fields.h"
#include "lesson/markdown.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Step *build_step(Lesson *l) {
    return &l->step[l->steps - 1];
}

bool build_error(Error *err, int line) {
    return error_prefix(err, "%d: ", line);
}

bool build_expect(Lesson *l, const char *words, int line, Error *err) {
    Condition c;
    if (!condition_parse(&c, words, false, err)) return error_prefix(err, "expect: ");
    c.line = line;
    Step *s = build_step(l);
    if (++l->numbers > LESSON_NUMBERS_MAX) {
        return error_set(err, "more than %d numbers in one lesson", LESSON_NUMBERS_MAX);
    }
    s->expect = mem_resize(s->expect, (size_t)s->expects + 1, sizeof *s->expect);
    s->expect[s->expects++] = c;
    return true;
}

// ---- scene

static void add_line(Lesson *l, const char *name, const char *value, int line) {
    l->scene = mem_resize(l->scene, (size_t)l->scenes + 1, sizeof *l->scene);
    l->scene[l->scenes++] = (SceneLine){mem_text(name, strlen(name)), mem_text(value, strlen(value)), line};
    build_step(l)->scenes++;
}

// `same`: begins with all the lines of the scene before.
static bool copy_scene(Lesson *l, Error *err) {
    const Step *before = l->steps > 1 ? &l->step[l->steps - 2] : NULL;
    if (!before || !before->has_scene) return error_set(err, "same: there is no scene before this one");
    if (build_step(l)->scenes) return error_set(err, "same must be the first line of the scene");
    build_step(l)->screen = before->screen;
    for (int k = before->scene, end = k + before->scenes; k < end; k++) {
        SceneLine old = l->scene[k];
        add_line(l, old.name, old.value, old.line);
    }
    return true;
}

static bool set_screen(Lesson *l, const char *name, bool first, Error *err) {
    // no lesson compares dumps
    int found = names_require("screen", name, names_in_array, SCENE_SCREEN_NAMES, SCREEN_DIFF, err);
    if (found < 0) return false;
    if (!first) return error_set(err, "screen must be the first line of the scene");
    build_step(l)->screen = (ScreenId)found;
    return true;
}

static bool scene_field(Lesson *l, const Fields *f, int first_line, Error *err) {
    Step *s = build_step(l);
    if (f->bare) {
        static const char *const WORDS[] = {"same", "none"};
        int found = names_require("line", f->name, names_in_array, WORDS, 2, err);
        if (found < 0) return error_prefix(err, "`name: value` is wanted, or `same`, or `none`: ");
        if (found == 0) return copy_scene(l, err);
        s->has_scene = false;
        return true;
    }
    if (strcmp(f->name, "expect") == 0) return build_expect(l, str_text(&f->value), f->line, err);
    if (strcmp(f->name, "screen") == 0) return set_screen(l, str_text(&f->value), f->line == first_line, err);
    if (s->scenes == LESSON_SCENE_MAX) return error_set(err, "more than %d lines in one scene", LESSON_SCENE_MAX);
    add_line(l, f->name, str_text(&f->value), f->line);
    return true;
}

bool build_scene(Lesson *l, const char *body, size_t len, int line, Error *err) {
    Step *s = build_step(l);
    if (s->own_scene) {
        error_set(err, "a second scene in one step: `***` begins the next step");
        return build_error(err, line - 1);
    }
    s->own_scene = s->has_scene = true;
    s->screen = SCREEN_EXPLORER;
    s->scene = l->scenes;
    s->scenes = 0;
    int first_line = 0; // that says something
    Fields f = {.at = body, .end = body + len, .next_line = line, .flat = true};
    bool ok = true;
    while (ok && fields_next(&f)) {
        if (!first_line) first_line = f.line;
        ok = scene_field(l, &f, first_line, err);
        if (!ok) {
            error_prefix(err, "scene: ");
            build_error(err, f.line);
        }
    }
    fields_free(&f);
    return ok;
}

// ---- predict

typedef enum PredictField {
    FIELD_ASK,
    FIELD_CLICK,
    FIELD_RIGHT,
    FIELD_TYPE,
    FIELD_WITHIN,
    FIELD_BECAUSE,
    PREDICT_FIELDS
} PredictField;
static const char *const PREDICT_NAMES[PREDICT_FIELDS] = {"ask", "click", "right", "type", "within", "because"};

static bool read_text(Lesson *l, const Fields *f, int *first, int *count, Error *err) {
    *first = l->prose.blocks;
    if (!markdown_parse(&l->prose, str_text(&f->value), f->value.len, f->line, err)) return false;
    *count = l->prose.blocks - *first;
    return *count > 0 || error_set(err, "%s: a text is wanted", f->name);
}

static bool read_within(Predict *p, const char *text, Error *err) {
    char *end;
    p->within = strtod(text, &end);
    if (!*text || *end || !(p->within >= 0 && isfinite(p->within))) {
        return error_set(err, "within is \"%.40s\": how far off an answer may be is wanted, such as 0.1", text);
    }
    return true;
}

static bool read_click(Predict *p, const char *word, Error *err) {
    static const char *const WHAT[] = {"token", "cell", "head"};
    static const PredictKind KIND[] = {PREDICT_TOKEN, PREDICT_CELL, PREDICT_HEAD};
    int found = names_require("thing to click", word, names_in_array, WHAT, 3, err);
    if (found >= 0) p->kind = KIND[found];
    return found >= 0;
}

static bool predict_field(Lesson *l, Predict *p, PredictField field, const Fields *f, Error *err) {
    const char *value = str_text(&f->value);
    switch (field) {
    case FIELD_ASK: return read_text(l, f, &p->ask, &p->asks, err);
    case FIELD_BECAUSE: return read_text(l, f, &p->because, &p->becauses, err);
    case FIELD_CLICK: return read_click(p, value, err);
    case FIELD_RIGHT: return condition_parse(&p->right, value, true, err);
    case FIELD_TYPE: p->kind = PREDICT_NUMBER; return metric_parse(&p->metric, value, false, err);
    case FIELD_WITHIN: return read_within(p, value, err);
    case PREDICT_FIELDS: break;
    }
    return false;
}

// What the fields must be together.
static bool predict_whole(unsigned given, Error *err) {
    bool click = given >> FIELD_CLICK & 1, type = given >> FIELD_TYPE & 1;
    if (!(given >> FIELD_ASK & 1)) return error_set(err, "no `ask:` line with the question");
    if (click == type) return error_set(err, "one of `click: token`, `click: cell`, `click: head` or `type: METRIC` is wanted");
    bool right = given >> FIELD_RIGHT & 1, within = given >> FIELD_WITHIN & 1;
    if (click && !right) return error_set(err, "no `right:` line such as `right: weight 9 j > 0.5`");
    if (type && !within) return error_set(err, "no `within:` line: how far off an answer may be");
    return true;
}

static bool read_predict(Lesson *l, Predict *p, Fields *f, Error *err) {
    unsigned given = 0;
    while (fields_next(f)) {
        int field = names_require("line", f->name, names_in_array, PREDICT_NAMES, PREDICT_FIELDS, err);
        if (field < 0) return build_error(err, f->line);
        if (given >> field & 1) {
            error_set(err, "a second `%s:` line", f->name);
            return build_error(err, f->line);
        }
        given |= 1u << field;
        if (!predict_field(l, p, (PredictField)field, f, err)) {
            error_prefix(err, "%s: ", f->name);
            return build_error(err, f->line);
        }
    }
    return predict_whole(given, err) || build_error(err, p->line);
}

bool build_predict(Lesson *l, int k, const char *body, size_t len, int line, Error *err) {
    Step *s = build_step(l);
    Predict p = {.block = k, .line = line - 1};
    bool ok = true;
    if (s->predict) {
        error_set(err, "a second prediction in one step: `***` begins the next step");
        ok = build_error(err, p.line);
    }
    Fields f = {.at = body, .end = body + len, .next_line = line};
    ok = ok && read_predict(l, &p, &f, err);
    fields_free(&f);
    if (!ok) return false;
    s->predict = MEM_NEW(Predict, 1);
    *s->predict = p;
    return true;
}

// ---- comments

static bool comment_word(Lesson *l, int k, const Fields *f, Error *err) {
    static const char *const WORDS[] = {"note", "pause", "expect"};
    Step *s = build_step(l);
    int found = names_find(f->name, names_in_array, WORDS, 3);
    if (found < 0) {
        bool one_word = !strchr(f->name, ' ');
        const char *near = one_word ? names_nearest(f->name, names_in_array, WORDS, 3) : NULL;
        return !near || error_set(err, "unknown comment \"%s\" (did you mean \"%s\"?)", f->name, near);
    }
    if (found == 1) {
        s->pause = mem_resize(s->pause, (size_t)s->pauses + 1, sizeof *s->pause);
        s->pause[s->pauses++] = k;
    }
    return found != 2 || build_expect(l, str_text(&f->value), f->line, err);
}

// Adds the text of a `note:` as it is written, behind an empty line if there are notes already.
static void add_note(Step *s, const char *text, size_t len) {
    while (len && strchr(" \t\r\n", *text)) text++, len--;
    while (len && strchr(" \t\r\n", text[len - 1])) len--;
    if (s->notes.len) str_puts(&s->notes, "\n\n");
    for (size_t at = 0; at < len; at++) {
        bool line_start = at > 0 && text[at - 1] == '\n';
        if (line_start) while (at < len - 1 && (text[at] == ' ' || text[at] == '\t')) at++;
        if (text[at] != '\r') str_putc(&s->notes, text[at]);
    }
}

static bool read_comment(Lesson *l, int k, const char *text, size_t len, int line, Error *err) {
    while (len && strchr(" \t\r\n", *text)) {
        line += *text == '\n';
        text++, len--;
    }
    if (len >= 5 && memcmp(text, "note:", 5) == 0) {
        add_note(build_step(l), text + 5, len - 5);
        return true;
    }
    Fields f = {.at = text, .end = text + len, .next_line = line, .flat = true};
    bool ok = true;
    while (ok && fields_next(&f)) ok = comment_word(l, k, &f, err) || build_error(err, f.line);
    fields_free(&f);
    return ok;
}

bool build_comments(Lesson *l, int k, const char *body, size_t len, int line, Error *err) {
    const char *end = body + len;
    for (const char *at = body; (at = strstr(at, "<!--")) != NULL;) {
        const char *from = at + 4, *to = strstr(from, "-->");
        int here = line;
        for (const char *c = body; c < from; c++) here += *c == '\n';
        if (!read_comment(l, k, from, (size_t)((to ? to : end) - from), here, err)) return false;
        if (!to) break;
        at = to + 3;
    }
    return true;
}
