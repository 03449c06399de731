#include "lesson/lesson.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/names.h"
#include "lesson/build.h"
#include "lesson/fields.h"
#include "lesson/markdown.h"

#include <stdlib.h>
#include <string.h>

// ---- names and front matter

static void name_lesson(Lesson *l, const char *file) {
    const char *base = strrchr(file, '/');
    base = base ? base + 1 : file;
    size_t len = strlen(base);
    if (len > 3 && strcmp(base + len - 3, ".md") == 0) len -= 3;
    l->file = mem_text(file, strlen(file));
    l->name = mem_text(base, len);
    size_t digits = strspn(l->name, "0123456789");
    l->order = digits > 0 && digits < 7 ? (int)strtol(l->name, NULL, 10) : 0;
}

static bool front_field(Lesson *l, const Fields *f, Error *err) {
    static const char *const NAMES[] = {"title", "order", "author", "license", "date"};
    int found = names_require("front matter", f->name, names_in_array, NAMES, 5, err);
    if (found < 0) return false;
    const char *value = str_text(&f->value);
    if (found == 0) {
        free(l->title);
        l->title = mem_text(value, f->value.len);
    } else if (found == 1) {
        size_t digits = strspn(value, "0123456789");
        bool number = digits > 0 && digits < 7 && !value[digits];
        if (!number) return error_set(err, "order is \"%.40s\": a number is wanted", value);
        l->order = (int)strtol(value, NULL, 10);
    }
    return true;
}

// Whether the line at text is three dashes and nothing else.
static bool is_fence(const char *text, const char *end) {
    if (end - text < 3 || memcmp(text, "---", 3) != 0) return false;
    for (text += 3; text < end && *text != '\n'; text++) {
        if (*text != ' ' && *text != '\r') return false;
    }
    return true;
}

// Reads front matter, if text starts with it, and moves *text and *line behind it.
static bool read_front(Lesson *l, const char **text, const char *end, int *line, Error *err) {
    if (!is_fence(*text, end)) return true;
    const char *from = memchr(*text, '\n', (size_t)(end - *text));
    const char *to = from ? from + 1 : end;
    int lines = 1;
    while (to < end && !is_fence(to, end)) {
        const char *newline = memchr(to, '\n', (size_t)(end - to));
        to = newline ? newline + 1 : end;
        lines++;
    }
    if (to >= end) {
        error_set(err, "front matter begins here and never ends: a second line --- is wanted");
        return build_error(err, *line);
    }
    Fields f = {.at = from + 1, .end = to, .next_line = *line + 1};
    bool ok = true;
    while (ok && fields_next(&f)) ok = front_field(l, &f, err) || build_error(err, f.line);
    fields_free(&f);
    const char *newline = memchr(to, '\n', (size_t)(end - to));
    *text = newline ? newline + 1 : end;
    *line += lines + 1;
    return ok;
}

// ---- steps

static void add_step(Lesson *l, int first, int line) {
    l->step = mem_resize(l->step, (size_t)l->steps + 1, sizeof *l->step);
    Step s = {.first = first, .line = line};
    if (l->steps) { // the picture stays until another one is set
        const Step *before = &l->step[l->steps - 1];
        s.has_scene = before->has_scene;
        s.screen = before->screen;
        s.scene = before->scene;
        s.scenes = before->scenes;
    }
    l->step[l->steps++] = s;
}

// A fence whose first word is one of the lesson's own, or nearly.
static bool read_fence(Lesson *l, int k, Error *err) {
    static const char *const WORDS[] = {"scene", "predict", "quiz"};
    static bool (*const READ[])(Lesson *, int, const char *, size_t, int, Error *) = {NULL, build_predict, build_quiz};
    ProseBlock b = l->prose.block[k];
    char word[FIELD_NAME_MAX] = "";
    const char *info = str_text(&l->prose.text) + b.info;
    size_t len = 0;
    while (len < (size_t)b.info_len && info[len] != ' ' && info[len] != '\t') len++;
    if (len == 0 || len >= sizeof word) return true;
    memcpy(word, info, len);
    int found = names_find(word, names_in_array, WORDS, 3);
    const char *near = found < 0 ? names_nearest(word, names_in_array, WORDS, 3) : NULL;
    if (near || (found >= 0 && len < (size_t)b.info_len)) {
        if (near) error_set(err, "unknown block \"%s\" (did you mean \"%s\"?)", word, near);
        else error_set(err, "nothing is wanted behind ```%s: its lines stand below it", word);
        return build_error(err, b.line);
    }
    if (found < 0) return true;
    Str body = {0}; // a copy: reading adds to the prose
    prose_plain(&l->prose, k, &body);
    bool ok = found == 0 ? build_scene(l, str_text(&body), body.len, b.line + 1, err)
                         : READ[found](l, k, str_text(&body), body.len, b.line + 1, err);
    str_free(&body);
    return ok;
}

static bool read_html(Lesson *l, int k, Error *err) {
    Str body = {0};
    prose_plain(&l->prose, k, &body);
    bool ok = build_comments(l, k, str_text(&body), body.len, l->prose.block[k].line, err);
    str_free(&body);
    return ok;
}

static void take_title(Lesson *l, int k) {
    Step *s = build_step(l);
    if (s->title) return;
    Str title = {0};
    prose_plain(&l->prose, k, &title);
    s->title = mem_text(str_text(&title), title.len);
    str_free(&title);
}

static bool read_steps(Lesson *l, int first_line, Error *err) {
    int blocks = l->prose.blocks; // quizzes add theirs behind
    add_step(l, 0, first_line);
    for (int k = 0; k < blocks; k++) {
        ProseBlock b = l->prose.block[k];
        if (b.kind == PROSE_RULE && b.depth == 0) {
            if (l->steps == LESSON_STEPS_MAX) {
                error_set(err, "more than %d steps", LESSON_STEPS_MAX);
                return build_error(err, b.line);
            }
            add_step(l, k + 1, b.line + 1);
            continue;
        }
        build_step(l)->count++;
        if (b.kind == PROSE_HEADING) take_title(l, k);
        if (b.kind == PROSE_CODE && !read_fence(l, k, err)) return false;
        if (b.kind == PROSE_HTML && !read_html(l, k, err)) return false;
    }
    if (l->steps > 1 && build_step(l)->count == 0) l->steps--; // a rule at the end of the file
    return true;
}

// ---- numbers in prose

static bool check_spans(Lesson *l, Error *err) {
    Str words = {0};
    bool ok = true;
    for (int k = 0; ok && k < l->prose.blocks; k++) {
        const ProseBlock *b = &l->prose.block[k];
        for (int r = b->run; ok && r < b->run + b->runs && b->kind != PROSE_CODE; r++) {
            Metric m;
            str_clear(&words);
            if (!lesson_span(&l->prose, r, &words)) continue;
            ok = metric_parse(&m, str_text(&words), false, err);
            if (ok && ++l->numbers > LESSON_NUMBERS_MAX) {
                ok = error_set(err, "more than %d numbers in one lesson", LESSON_NUMBERS_MAX);
            }
            if (!ok) build_error(err, l->prose.run[r].line);
        }
    }
    str_free(&words);
    return ok;
}

bool lesson_span(const Prose *p, int run, Str *words) {
    const ProseRun *r = &p->run[run];
    const char *text = str_text(&p->text) + r->start;
    if (!(r->look & PROSE_MONO) || r->len < 2 || text[0] != '=' || text[1] != ' ') return false;
    str_add(words, text + 2, (size_t)r->len - 2);
    return true;
}

// Whether there is anything to see.
static bool has_page(const Lesson *l, Error *err) {
    for (int k = 0; k < l->prose.blocks; k++) {
        const ProseBlock *b = &l->prose.block[k];
        if (b->kind != PROSE_HTML && (b->kind != PROSE_RULE || b->depth > 0)) return true;
    }
    error_set(err, "nothing in it to read: a heading or a paragraph is wanted");
    return build_error(err, 1);
}

// ---- the whole

// Behind the byte order mark that a text may start with.
static const char *skip_mark(const char *text, size_t len) {
    return len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text;
}

bool lesson_parse(Lesson *out, const char *file, const char *text, size_t len, Error *err) {
    Lesson l = {0};
    const char *at = skip_mark(text, len), *end = text + len;
    int line = 1;
    name_lesson(&l, file);
    bool ok = read_front(&l, &at, end, &line, err) && markdown_parse(&l.prose, at, (size_t)(end - at), line, err) &&
              read_steps(&l, line, err) && check_spans(&l, err) && has_page(&l, err);
    if (!ok) {
        error_prefix(err, "%s:", file);
        lesson_free(&l);
        return false;
    }
    const char *title = l.step[0].title ? l.step[0].title : l.name;
    if (!l.title) l.title = mem_text(title, strlen(title));
    lesson_free(out);
    *out = l;
    return true;
}

bool lesson_list(Lesson *out, const char *path, Error *err) {
    Lesson l = {0};
    Str text = {0};
    int line = 1;
    name_lesson(&l, path);
    bool ok = file_read(path, MARKDOWN_MAX, &text, err);
    const char *at = skip_mark(str_text(&text), text.len);
    if (ok && !read_front(&l, &at, text.s + text.len, &line, err)) ok = error_prefix(err, "%s:", path);
    str_free(&text);
    lesson_free(out);
    *out = l;
    return ok;
}

bool lesson_read(Lesson *out, const char *path, Error *err) {
    Str text = {0};
    bool ok = file_read(path, MARKDOWN_MAX, &text, err) && lesson_parse(out, path, str_text(&text), text.len, err);
    str_free(&text);
    return ok;
}

static void step_free(Step *s) {
    for (int k = 0; k < s->quizzes; k++) free(s->quiz[k].choice);
    free(s->quiz);
    free(s->title);
    free(s->pause);
    free(s->expect);
    free(s->predict);
    str_free(&s->notes);
}

void lesson_free(Lesson *l) {
    for (int k = 0; k < l->scenes; k++) {
        free(l->scene[k].name);
        free(l->scene[k].value);
    }
    for (int k = 0; k < l->steps; k++) step_free(&l->step[k]);
    free(l->scene);
    free(l->step);
    free(l->file);
    free(l->name);
    free(l->title);
    prose_free(&l->prose);
    *l = (Lesson){0};
}
