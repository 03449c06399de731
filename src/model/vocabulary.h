// The tokens of a model: ids 0 … count − 1, each with its bytes, found by either.
#ifndef LOOKBACK_MODEL_VOCABULARY_H
#define LOOKBACK_MODEL_VOCABULARY_H

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct VocabularyEntry {
    size_t start, len; // of bytes
    bool there, special;
} VocabularyEntry;

// {0} is valid and empty.
typedef struct Vocabulary {
    Str bytes;
    int count; // largest id + 1: there may be holes
    VocabularyEntry *entry;
    uint32_t slots;  // of the hash table: 0 or a power of two
    int used, *slot; // ids; −1: empty
} Vocabulary;

enum { VOCABULARY_IDS_MAX = 1 << 20 };

// Adds a token. Fails on an id out of bounds, on an id that has other bytes, and on bytes that have another id. The
// same token again is no error: special then stays if either said so.
bool vocabulary_add(Vocabulary *v, int64_t id, const char *bytes, size_t len, bool special, Error *err);
void vocabulary_free(Vocabulary *v);

// The id of these bytes; −1 if there is none.
int vocabulary_find(const Vocabulary *v, const char *bytes, size_t len);

// Borrowed bytes, *len of them, no NUL behind; NULL when there is no such id.
const char *vocabulary_text(const Vocabulary *v, int id, size_t *len);

#endif
