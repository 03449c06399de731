// `name: value` lines, as lesson blocks and front matter have them.
#ifndef LOOKBACK_LESSON_FIELDS_H
#define LOOKBACK_LESSON_FIELDS_H

#include "base/str.h"

#include <stdbool.h>

enum { FIELD_NAME_MAX = 32 };

// Start with the text, its end, the line it begins on and everything else 0; fields_free at the end.
typedef struct Fields {
    const char *at, *end;
    int next_line;
    bool flat; // indented lines are fields of their own
    // the field last read
    char name[FIELD_NAME_MAX]; // a longer name is cut, and then is no name that is known
    Str value;                 // trimmed; unless flat, an indented line goes on with the value above, behind a space
    bool bare;                 // no colon: the whole line is the name
    int line;
} Fields;

// The next field; blank lines and lines that start with # are passed over. False at the end.
bool fields_next(Fields *f);
void fields_free(Fields *f);

#endif
