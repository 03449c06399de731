// The lessons of a folder, in order.
#ifndef LOOKBACK_LESSON_COURSE_H
#define LOOKBACK_LESSON_COURSE_H

#include "lesson/lesson.h"

enum { COURSE_MAX = 500 }; // a folder gives one less: a file may be added

// An entry is listed first: what stands in its file's name and front matter is known. Its steps are there once it was
// parsed.
typedef struct CourseEntry {
    Lesson lesson; // no steps: not parsed, or not to be parsed
    char *path;
    char *mistake; // why not; NULL: none was found so far
} CourseEntry;

// {0} is valid and empty.
typedef struct Course {
    CourseEntry *entry;
    int count;
} Course;

// Lists every .md file of folder but README.md, ordered by their `order` and then by path; parses none. A lesson with a
// mistake does not keep the others from being read. Fails when the folder cannot be read or holds no lesson.
bool course_list(Course *out, const char *folder, Error *err);

// Parses lesson k, unless that was done: it then has steps or a mistake. Nothing else changes, so the order does not
// matter.
void course_parse(Course *c, int k);
void course_parse_all(Course *c);

// Both: lists and parses all.
bool course_read(Course *out, const char *folder, Error *err);
void course_free(Course *c);

// Adds one lesson from a file at the end and returns its index; −1 with its mistake in err. A file that is one of the
// course already is that one.
int course_add(Course *c, const char *path, Error *err);

// Reads lesson k again, if its file now holds one without a mistake (lesson_sound): what it was goes to before, which
// is the caller's to free. False with the mistake in err, and nothing changes.
bool course_reload(Course *c, int k, const Library *lib, Lesson *before, Error *err);

// NameAt over the lessons' names (names is a const Course *). A lesson may also be asked for by its number or its name
// without it: course_find takes `3`, `03-pen` and `pen`. −1 with the nearest name in err.
const char *course_name_at(int i, const void *names);
int course_find(const Course *c, const char *word, Error *err);

#endif
