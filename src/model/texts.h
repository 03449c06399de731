// A list of byte strings: token texts as files hold them.
#ifndef LOOKBACK_MODEL_TEXTS_H
#define LOOKBACK_MODEL_TEXTS_H

#include "base/str.h"

#include <stdbool.h>

// {0} is valid and empty.
typedef struct Texts {
    Str bytes; // back to back
    int count;
    int each; // of a list of lists: texts in one; 0: one list
    size_t *end; // text i is bytes [end[i − 1], end[i])
} Texts;

enum { TEXTS_MAX = 1 << 20 };

// Appends one; false when the list is full.
bool texts_add(Texts *list, const char *bytes, size_t len);
void texts_free(Texts *list);

// Borrowed, *len bytes, no NUL behind.
const char *texts_at(const Texts *list, int i, size_t *len);

#endif
