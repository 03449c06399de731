// CommonMark, read by libcmark, as a flat list of blocks with the source line of each.
#ifndef LOOKBACK_LESSON_MARKDOWN_H
#define LOOKBACK_LESSON_MARKDOWN_H

#include "base/error.h"
#include "draw/prose.h"

enum {
    MARKDOWN_MAX = 1 << 20, // bytes of a file
    MARKDOWN_STRETCH_MAX = 1 << 14, // bytes without a blank line: libcmark 0.30 can take quadratic time there
};

// Appends the blocks of text (any bytes) to out. first_line is the source line text starts at. Fails only on text
// that is too long, as a whole or without a blank line; out is then unchanged and the error starts with the line. A
// link is its text and then its destination; an image is its alt text; both are marked as PROSE_SIDE where they are
// not text. An HTML block is a PROSE_HTML block. Comments inside a paragraph are dropped, other inline HTML stays as
// it is written.
bool markdown_parse(Prose *out, const char *text, size_t len, int first_line, Error *err);

#endif
