// JSON as a row of tokens, for files of many numbers: nothing is built, a number costs one conversion. Takes what
// Python writes beyond the standard: NaN, Infinity, -Infinity. (Small JSON is jansson's.)
#ifndef LOOKBACK_MODEL_SCAN_H
#define LOOKBACK_MODEL_SCAN_H

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum ScanKind {
    SCAN_END, SCAN_OBJECT, SCAN_ARRAY, SCAN_CLOSE_OBJECT, SCAN_CLOSE_ARRAY, SCAN_COMMA, SCAN_COLON,
    SCAN_STRING, SCAN_NUMBER, SCAN_NULL, SCAN_TRUE, SCAN_FALSE
} ScanKind;

typedef struct Scan {
    const char *start, *at, *end; // *end must be a NUL
    ScanKind kind;                // of the token read last
    double number;                // of a SCAN_NUMBER; NaN for SCAN_NULL
    const char *raw;              // its bytes are [raw, at)
    Str text;                     // of a SCAN_STRING, decoded
} Scan;

// How many bytes of the text's start are the mark that some editors put in front of UTF-8.
size_t scan_mark(const char *text, size_t len);

// text has a NUL behind its len bytes and is borrowed.
void scan_start(Scan *s, const char *text, size_t len);
void scan_free(Scan *s);

// Reads the next token into s->kind. False: it is none; the message gives the line.
bool scan_next(Scan *s, Error *err);

// Puts the line in front of what is wrong at the present place: "line 3: …". Returns false.
bool scan_wrong(const Scan *s, Error *err, const char *what);

#endif
