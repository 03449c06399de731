// A growing byte string. {0} is a valid empty one; str_free returns it to {0}.
#ifndef LOOKBACK_BASE_STR_H
#define LOOKBACK_BASE_STR_H

#include <stddef.h>

typedef struct Str {
    char *s; // NUL-terminated when not NULL; NULL while nothing was ever added
    size_t len, cap;
} Str;

void str_free(Str *str);
void str_clear(Str *str); // empty, memory kept
void str_add(Str *str, const char *bytes, size_t len);
void str_puts(Str *str, const char *text);
void str_putc(Str *str, char c);
void str_printf(Str *str, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Borrowed, NUL-terminated, never NULL.
const char *str_text(const Str *str);

#endif
