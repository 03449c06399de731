// An Error says in one line what is wrong with the world: a file, an argument, a terminal.
// Functions that can meet it return bool and take an Error; callers add context on the way up.
#ifndef LOOKBACK_BASE_ERROR_H
#define LOOKBACK_BASE_ERROR_H

#include <stdbool.h>

enum { ERROR_MAX = 1024 };

typedef struct Error {
    char text[ERROR_MAX]; // may contain any bytes; show it through text_display
} Error;

// Sets the message and returns false, so that failing is one line: `return error_set(err, "...")`.
bool error_set(Error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Puts context in front of the message: "lessons/03.md:14: " + message. Returns false.
bool error_prefix(Error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The message without the folder of the file it starts with, for a line that has little room:
// "03.md:14: …" of "lessons/03.md:14: …".
const char *error_brief(const char *text);

#endif
