// A lesson while it is read. Used only by lesson.c and the files that read its blocks.
#ifndef LOOKBACK_LESSON_BUILD_H
#define LOOKBACK_LESSON_BUILD_H

#include "lesson/lesson.h"

// Each reads block k of the lesson's prose (body: its text, NUL-terminated, len bytes; line: where body starts) into
// the last step. Errors are without the file and with the line, as build_error makes them.
bool build_scene(Lesson *l, const char *body, size_t len, int line, Error *err);
bool build_predict(Lesson *l, int k, const char *body, size_t len, int line, Error *err);
bool build_quiz(Lesson *l, int k, const char *body, size_t len, int line, Error *err);
bool build_comments(Lesson *l, int k, const char *body, size_t len, int line, Error *err);

// The last step.
Step *build_step(Lesson *l);

// Adds the expectation words to the last step.
bool build_expect(Lesson *l, const char *words, int line, Error *err);

// Puts the line in front of an error that has none yet; returns false.
bool build_error(Error *err, int line);

#endif
