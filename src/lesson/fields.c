#include "lesson/fields.h"

#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

// Narrows [*from, *to) to what is not blank at its ends.
static void trim(const char **from, const char **to) {
    while (*from < *to && is_blank(**from)) (*from)++;
    while (*to > *from && is_blank((*to)[-1])) (*to)--;
}

// The next line without its end; moves behind it.
static void take_line(Fields *f, const char **from, const char **to) {
    const char *newline = memchr(f->at, '\n', (size_t)(f->end - f->at));
    *from = f->at;
    *to = newline ? newline : f->end;
    f->at = newline ? newline + 1 : f->end;
    f->next_line++;
}

// Takes indented lines that go on with the value.
static void take_rest(Fields *f) {
    while (f->at < f->end && (*f->at == ' ' || *f->at == '\t')) {
        const char *from, *to;
        take_line(f, &from, &to);
        trim(&from, &to);
        if (from == to) return;
        if (f->value.len) str_putc(&f->value, ' ');
        str_add(&f->value, from, (size_t)(to - from));
    }
}

bool fields_next(Fields *f) {
    while (f->at < f->end) {
        const char *from, *to;
        f->line = f->next_line;
        take_line(f, &from, &to);
        trim(&from, &to);
        if (from == to || *from == '#') continue;
        const char *colon = memchr(from, ':', (size_t)(to - from));
        const char *name_end = colon ? colon : to, *value = colon ? colon + 1 : to, *name = from;
        trim(&name, &name_end);
        size_t len = (size_t)(name_end - name);
        if (len >= FIELD_NAME_MAX) len = FIELD_NAME_MAX - 1;
        memcpy(f->name, name, len);
        f->name[len] = '\0';
        f->bare = !colon;
        str_clear(&f->value);
        trim(&value, &to);
        str_add(&f->value, value, (size_t)(to - value));
        if (colon && !f->flat) take_rest(f);
        return true;
    }
    return false;
}

void fields_free(Fields *f) {
    str_free(&f->value);
}
