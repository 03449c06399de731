#include "lesson/course.h"

#include "base/mem.h"
#include "base/names.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_lesson(const char *name) {
    size_t len = strlen(name);
    return name[0] != '.' && len > 3 && strcmp(name + len - 3, ".md") == 0 && strcmp(name, "README.md") != 0;
}

static void set_mistake(CourseEntry *e, const Error *err) {
    e->mistake = mem_text(err->text, strlen(err->text));
}

static void add_entry(Course *c, const char *folder, const char *name) {
    Str path = {0};
    Error err;
    str_printf(&path, "%s/%s", folder, name);
    c->entry = mem_resize(c->entry, (size_t)c->count + 1, sizeof *c->entry);
    CourseEntry *e = &c->entry[c->count++];
    *e = (CourseEntry){.path = mem_text(str_text(&path), path.len)};
    if (!lesson_list(&e->lesson, e->path, &err)) set_mistake(e, &err);
    str_free(&path);
}

static int compare_entries(const void *a, const void *b) {
    const CourseEntry *x = a, *y = b;
    int ox = x->lesson.order, oy = y->lesson.order;
    return ox != oy ? (ox > oy) - (ox < oy) : strcmp(x->path, y->path);
}

bool course_list(Course *out, const char *folder, Error *err) {
    DIR *dir = opendir(folder);
    if (!dir) return error_set(err, "%s: cannot open: %s", folder, strerror(errno));
    Course c = {0};
    for (struct dirent *d; (d = readdir(dir)) != NULL && c.count < COURSE_MAX - 1;) {
        if (is_lesson(d->d_name)) add_entry(&c, folder, d->d_name);
    }
    closedir(dir);
    if (c.count == 0) return error_set(err, "%s: no lesson in it: files that end in .md are wanted", folder);
    qsort(c.entry, (size_t)c.count, sizeof *c.entry, compare_entries);
    course_free(out);
    *out = c;
    return true;
}

void course_parse(Course *c, int k) {
    CourseEntry *e = &c->entry[k];
    Error err;
    if (e->lesson.steps || e->mistake) return;
    if (!lesson_read(&e->lesson, e->path, &err)) set_mistake(e, &err);
}

void course_parse_all(Course *c) {
    for (int k = 0; k < c->count; k++) course_parse(c, k);
}

bool course_read(Course *out, const char *folder, Error *err) {
    if (!course_list(out, folder, err)) return false;
    course_parse_all(out);
    return true;
}

// The entry that path leads to as well; −1: none.
static int find_file(const Course *c, const char *path) {
    struct stat wanted, st;
    if (stat(path, &wanted) != 0) return -1;
    for (int k = 0; k < c->count; k++) {
        if (stat(c->entry[k].path, &st) == 0 && st.st_dev == wanted.st_dev && st.st_ino == wanted.st_ino) return k;
    }
    return -1;
}

int course_add(Course *c, const char *path, Error *err) {
    Lesson lesson = {0};
    if (!lesson_read(&lesson, path, err)) return -1;
    int k = find_file(c, path);
    if (k >= 0) {
        lesson_free(&c->entry[k].lesson);
        free(c->entry[k].mistake);
        c->entry[k].lesson = lesson;
        c->entry[k].mistake = NULL;
        return k;
    }
    c->entry = mem_resize(c->entry, (size_t)c->count + 1, sizeof *c->entry);
    c->entry[c->count] = (CourseEntry){.lesson = lesson, .path = mem_text(path, strlen(path))};
    return c->count++;
}

bool course_reload(Course *c, int k, const Library *lib, Lesson *before, Error *err) {
    CourseEntry *e = &c->entry[k];
    Lesson now = {0};
    if (!lesson_read(&now, e->path, err)) return false;
    if (!lesson_sound(&now, lib, err)) {
        lesson_free(&now);
        return false;
    }
    *before = e->lesson;
    e->lesson = now;
    free(e->mistake);
    e->mistake = NULL;
    return true;
}

void course_free(Course *c) {
    for (int k = 0; k < c->count; k++) {
        lesson_free(&c->entry[k].lesson);
        free(c->entry[k].path);
        free(c->entry[k].mistake);
    }
    free(c->entry);
    *c = (Course){0};
}

const char *course_name_at(int i, const void *names) {
    return ((const Course *)names)->entry[i].lesson.name;
}

int course_find(const Course *c, const char *word, Error *err) {
    char *end;
    long number = strtol(word, &end, 10);
    for (int k = 0; k < c->count; k++) {
        const char *name = course_name_at(k, c);
        const char *bare = name + strspn(name, "0123456789-_");
        bool by_number = *word && !*end && c->entry[k].lesson.order == number;
        if (by_number || strcmp(bare, word) == 0) return k;
    }
    return names_require("lesson", word, course_name_at, c, c->count, err);
}
