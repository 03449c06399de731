#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(Error *err, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    return false;
}

bool error_prefix(Error *err, const char *format, ...) {
    Error old = *err;
    va_list args;
    va_start(args, format);
    int used = vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    if (used < 0) used = 0;
    if ((size_t)used < sizeof err->text) {
        size_t room = sizeof err->text - (size_t)used - 1;
        size_t len = strnlen(old.text, room);
        memcpy(err->text + used, old.text, len);
        err->text[(size_t)used + len] = '\0';
    }
    return false;
}

const char *error_brief(const char *text) {
    const char *colon = strchr(text, ':'), *at = text;
    for (const char *c = text; colon && c < colon; c++) {
        if (*c == '/') at = c + 1;
    }
    return at;
}
