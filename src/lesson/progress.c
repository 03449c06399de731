#include "lesson/progress.h"

#include "base/file.h"
#include "base/mem.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char FIRST_LINE[] = "lookback progress 1";

// ---- the marks

static bool is_name(const char *name) {
    size_t len = strlen(name);
    return len > 0 && len <= PROGRESS_NAME_MAX && !strpbrk(name, "\r\n") && name[0] != ' ' && name[len - 1] != ' ';
}

static bool in_range(int number) {
    return number >= 0 && number <= PROGRESS_NUMBER_MAX;
}

const ProgressLesson *progress_find(const Progress *p, const char *name) {
    for (int k = 0; k < p->lessons; k++) {
        if (strcmp(p->lesson[k].name, name) == 0) return &p->lesson[k];
    }
    return NULL;
}

static ProgressLesson *lesson_of(Progress *p, const char *name) {
    for (int k = 0; k < p->lessons; k++) {
        if (strcmp(p->lesson[k].name, name) == 0) return &p->lesson[k];
    }
    p->lesson = mem_resize(p->lesson, (size_t)p->lessons + 1, sizeof *p->lesson);
    p->lesson[p->lessons] = (ProgressLesson){.name = mem_text(name, strlen(name))};
    return &p->lesson[p->lessons++];
}

static void set_last(Progress *p, const char *name) {
    char *copy = mem_text(name, strlen(name));
    free(p->last);
    p->last = copy;
}

static void set_mark(ProgressMark **marks, int *count, int at, int value) {
    for (int k = 0; k < *count; k++) {
        if ((*marks)[k].at != at) continue;
        (*marks)[k].value = value;
        return;
    }
    *marks = mem_resize(*marks, (size_t)*count + 1, sizeof **marks);
    (*marks)[(*count)++] = (ProgressMark){at, value};
}

void progress_set_place(Progress *p, const char *name, int step) {
    if (!is_name(name) || !in_range(step)) return;
    ProgressLesson *l = lesson_of(p, name);
    l->step = step;
    if (step > l->furthest) l->furthest = step;
    set_last(p, name);
}

void progress_set_answer(Progress *p, const char *name, int quiz, int choice) {
    if (!is_name(name) || !in_range(quiz) || !in_range(choice)) return;
    ProgressLesson *l = lesson_of(p, name);
    set_mark(&l->answer, &l->answers, quiz, choice);
}

void progress_set_predict(Progress *p, const char *name, int step, PredictState state) {
    if (!is_name(name) || !in_range(step)) return;
    ProgressLesson *l = lesson_of(p, name);
    set_mark(&l->predict, &l->predicts, step, (int)state);
}

void progress_forget(Progress *p, const char *name) {
    for (int k = 0; k < p->lessons; k++) {
        if (strcmp(p->lesson[k].name, name) == 0) p->lesson[k].answers = p->lesson[k].predicts = 0;
    }
}

int progress_answer(const ProgressLesson *l, int quiz) {
    for (int k = 0; l && k < l->answers; k++) {
        if (l->answer[k].at == quiz) return l->answer[k].value;
    }
    return -1;
}

PredictState progress_predict(const ProgressLesson *l, int step) {
    for (int k = 0; l && k < l->predicts; k++) {
        if (l->predict[k].at == step) return (PredictState)l->predict[k].value;
    }
    return PREDICT_OPEN;
}

void progress_free(Progress *p) {
    for (int k = 0; k < p->lessons; k++) {
        free(p->lesson[k].name);
        free(p->lesson[k].answer);
        free(p->lesson[k].predict);
    }
    free(p->lesson);
    free(p->last);
    *p = (Progress){0};
}

// ---- as text

// Reads a number and the space behind it.
static bool take_number(char **at, int *out) {
    char *end;
    long number = strtol(*at, &end, 10);
    if (end == *at || *end != ' ' || number < 0 || number > PROGRESS_NUMBER_MAX) return false;
    *out = (int)number;
    *at = end + 1;
    return true;
}

static bool take_word(char **at, const char *word) {
    size_t len = strlen(word);
    if (strncmp(*at, word, len) != 0) return false;
    *at += len;
    return true;
}

// One line behind the first, NUL-terminated.
static bool read_line(Progress *p, char *at) {
    int a, b;
    if (take_word(&at, "last ")) {
        if (is_name(at)) set_last(p, at);
        return is_name(at);
    }
    if (take_word(&at, "place ")) {
        if (!take_number(&at, &a) || !take_number(&at, &b) || !is_name(at)) return false;
        ProgressLesson *l = lesson_of(p, at);
        l->step = a;
        l->furthest = b > a ? b : a;
        return true;
    }
    if (take_word(&at, "answer ")) {
        if (!take_number(&at, &a) || !take_number(&at, &b) || !is_name(at)) return false;
        progress_set_answer(p, at, a, b);
        return true;
    }
    if (!take_word(&at, "predict ") || !take_number(&at, &a)) return false;
    bool right = take_word(&at, "right ");
    if (!(right || take_word(&at, "wrong ")) || !is_name(at)) return false;
    progress_set_predict(p, at, a, right ? PREDICT_RIGHT : PREDICT_WRONG);
    return true;
}

bool progress_parse(Progress *out, const char *text, size_t len, const char *file, Error *err) {
    Progress p = {0};
    char *copy = mem_text(text, len), *at = copy, *end = copy + len;
    bool ok = true;
    int line = 0;
    while (ok && at < end) {
        char *newline = memchr(at, '\n', (size_t)(end - at));
        if (newline) *newline = '\0';
        line++;
        ok = newline && strlen(at) == (size_t)(newline - at); // a line cut short or with a NUL was not written by us
        ok = ok && (line == 1 ? strcmp(at, FIRST_LINE) == 0 : read_line(&p, at));
        at = newline ? newline + 1 : end;
    }
    free(copy);
    if (!ok || line == 0) {
        progress_free(&p);
        return error_set(err, "%s:%d: not a line of a progress file", file, line ? line : 1);
    }
    progress_free(out);
    *out = p;
    return true;
}

void progress_format(const Progress *p, Str *out) {
    str_printf(out, "%s\n", FIRST_LINE);
    if (p->last) str_printf(out, "last %s\n", p->last);
    for (int k = 0; k < p->lessons; k++) {
        const ProgressLesson *l = &p->lesson[k];
        str_printf(out, "place %d %d %s\n", l->step, l->furthest, l->name);
        for (int a = 0; a < l->answers; a++) {
            str_printf(out, "answer %d %d %s\n", l->answer[a].at, l->answer[a].value, l->name);
        }
        for (int a = 0; a < l->predicts; a++) {
            if (l->predict[a].value == PREDICT_OPEN) continue;
            const char *how = l->predict[a].value == PREDICT_RIGHT ? "right" : "wrong";
            str_printf(out, "predict %d %s %s\n", l->predict[a].at, how, l->name);
        }
    }
}

// ---- as a file

void progress_read(Progress *out, const char *path, Str *note) {
    struct stat st;
    str_clear(note);
    if (stat(path, &st) != 0 && errno == ENOENT) {
        progress_free(out);
        return;
    }
    Str text = {0};
    Error err;
    Progress p = {0};
    bool read = file_read(path, PROGRESS_BYTES_MAX, &text, &err);
    bool file = stat(path, &st) == 0 && S_ISREG(st.st_mode);
    if (!(read && progress_parse(&p, str_text(&text), text.len, path, &err)) && file) {
        Str aside = {0};
        str_printf(&aside, "%s.broken", path);
        bool moved = rename(path, aside.s) == 0;
        str_printf(note, "%s; %s", err.text, moved ? "set aside as .broken, beginning afresh" : "beginning afresh");
        str_free(&aside);
    } else if (!read) {
        str_puts(note, err.text);
    }
    str_free(&text);
    progress_free(out);
    *out = p;
}

// Makes the folders that lead to path. A failure shows when the file is written.
static void make_folders(const char *path) {
    char *copy = mem_text(path, strlen(path));
    for (char *slash = copy; (slash = strchr(slash + 1, '/')) != NULL;) {
        *slash = '\0';
        mkdir(copy, 0700);
        *slash = '/';
    }
    free(copy);
}

bool progress_write(const Progress *p, const char *path, Error *err) {
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return error_set(err, "%s: cannot write: not a regular file", path);
    Str text = {0};
    make_folders(path);
    progress_format(p, &text);
    bool ok = file_write(path, str_text(&text), text.len, err);
    str_free(&text);
    return ok;
}

bool progress_path(const char *xdg_state_home, const char *home, Str *out) {
    str_clear(out);
    if (xdg_state_home && xdg_state_home[0] == '/') str_printf(out, "%s/lookback/progress", xdg_state_home);
    else if (home && home[0] == '/') str_printf(out, "%s/.local/state/lookback/progress", home);
    return out->len > 0;
}
