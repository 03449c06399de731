#include "base/str.h"

#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(Str *str, size_t more) {
    size_t need = str->len + more + 1;
    if (need <= str->cap) return;
    size_t cap = str->cap ? str->cap : 64;
    while (cap < need) cap *= 2;
    str->s = mem_resize(str->s, cap, 1);
    str->cap = cap;
}

void str_free(Str *str) {
    free(str->s);
    *str = (Str){0};
}

void str_clear(Str *str) {
    str->len = 0;
    if (str->s) str->s[0] = '\0';
}

void str_add(Str *str, const char *bytes, size_t len) {
    reserve(str, len);
    if (len) memcpy(str->s + str->len, bytes, len);
    str->len += len;
    str->s[str->len] = '\0';
}

void str_puts(Str *str, const char *text) {
    str_add(str, text, strlen(text));
}

void str_putc(Str *str, char c) {
    str_add(str, &c, 1);
}

void str_printf(Str *str, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len > 0) {
        reserve(str, (size_t)len);
        vsnprintf(str->s + str->len, (size_t)len + 1, format, again);
        str->len += (size_t)len;
    }
    va_end(again);
}

const char *str_text(const Str *str) {
    return str->s ? str->s : "";
}
