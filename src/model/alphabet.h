// GPT-2's alphabet of bytes: each of the 256 bytes is written as one printable character, so that a vocabulary of any
// bytes is a list of texts. Printable bytes stand for themselves, the others, in order, for U+0100 and on: a space is
// Ġ.
#ifndef LOOKBACK_MODEL_ALPHABET_H
#define LOOKBACK_MODEL_ALPHABET_H

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

enum { ALPHABET_RUNES = 0x144 };

typedef struct Alphabet {
    int byte_of[ALPHABET_RUNES]; // −1: not in it
    uint32_t rune_of[256];
} Alphabet;

void alphabet_make(Alphabet *a);

// Appends the bytes that a text in the alphabet stands for. False, and nothing appended, if it holds anything else.
bool alphabet_decode(const Alphabet *a, const char *text, size_t len, Str *out);

// Appends the text that stands for these bytes.
void alphabet_encode(const Alphabet *a, const char *bytes, size_t len, Str *out);

#endif
