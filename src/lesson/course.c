#include "lesson/course.h"

#include "base/mem.h"
#include "base/names.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_lesson(const char *name) {
    size_t len = strlen(name);
    return name[0] != '.' && len > 3 && strcmp(name + len - 3, ".md") == 0 && strcmp(name, "README.md") != 0;
}

static void add_entry(Course *c, const char *folder, const char *name) {
    Str path = {0};
    Error err;
    str_printf(&path, "%s/%s", folder, name);
    c->entry = mem_resize(c->entry, (size_t)c->count + 1, sizeof *c->entry);
    CourseEntry *e = &c->entry[c->count++];
    *e = (CourseEntry){.path = mem_text(str_text(&path), path.len)};
    if (!lesson_read(&e->lesson, e->path, &err)) e->mistake = mem_text(err.text, strlen(err.text));
    str_free(&path);
}

// A lesson that could not be read is ordered by its file's name alone.
static int entry_order(const CourseEntry *e) {
    const char *base = strrchr(e->path, '/') + 1;
    return e->mistake ? (int)strtol(base, NULL, 10) : e->lesson.order;
}

static int compare_entries(const void *a, const void *b) {
    const CourseEntry *x = a, *y = b;
    int ox = entry_order(x), oy = entry_order(y);
    return ox != oy ? (ox > oy) - (ox < oy) : strcmp(x->path, y->path);
}

bool course_read(Course *out, const char *folder, Error *err) {
    DIR *dir = opendir(folder);
    if (!dir) return error_set(err, "%s: cannot open: %s", folder, strerror(errno));
    Course c = {0};
    for (struct dirent *d; (d = readdir(dir)) != NULL && c.count < COURSE_MAX;) {
        if (is_lesson(d->d_name)) add_entry(&c, folder, d->d_name);
    }
    closedir(dir);
    if (c.count == 0) return error_set(err, "%s: no lesson in it: files that end in .md are wanted", folder);
    qsort(c.entry, (size_t)c.count, sizeof *c.entry, compare_entries);
    course_free(out);
    *out = c;
    return true;
}

int course_add(Course *c, const char *path, Error *err) {
    Lesson lesson = {0};
    if (!lesson_read(&lesson, path, err)) return -1;
    c->entry = mem_resize(c->entry, (size_t)c->count + 1, sizeof *c->entry);
    c->entry[c->count] = (CourseEntry){.lesson = lesson, .path = mem_text(path, strlen(path))};
    return c->count++;
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
    const CourseEntry *e = &((const Course *)names)->entry[i];
    return e->mistake ? strrchr(e->path, '/') + 1 : e->lesson.name;
}

int course_find(const Course *c, const char *word, Error *err) {
    char *end;
    long number = strtol(word, &end, 10);
    for (int k = 0; k < c->count; k++) {
        const char *name = course_name_at(k, c);
        const char *bare = name + strspn(name, "0123456789-_");
        bool by_number = *word && !*end && !c->entry[k].mistake && c->entry[k].lesson.order == number;
        if (by_number || strcmp(bare, word) == 0) return k;
    }
    return names_require("lesson", word, course_name_at, c, c->count, err);
}
