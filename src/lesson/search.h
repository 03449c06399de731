// Finding words in the text of all lessons.
#ifndef LOOKBACK_LESSON_SEARCH_H
#define LOOKBACK_LESSON_SEARCH_H

#include "lesson/course.h"

typedef struct Found {
    int lesson, step;
    int block;   // of the lesson's prose
    int at, len; // bytes of search_text's text
} Found;

// The first match in each block that a reader sees before any answer is given, in reading order; case is ignored.
// Returns how many there are, at most `most`. No words: none.
int search_course(const Course *c, const char *words, Found *out, int most);

// The block's text as one line, its computed numbers left out, appended to out.
void search_text(const Lesson *l, int block, Str *out);

#endif
