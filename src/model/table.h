// What a file holds, whatever its format: arrays, a few words about them, and perhaps token texts.
#ifndef LOOKBACK_MODEL_TABLE_H
#define LOOKBACK_MODEL_TABLE_H

#include "base/file_map.h"
#include "model/tensor.h"
#include "model/texts.h"

enum { TABLE_MAX = 1 << 16 };

typedef struct TableWord {
    char *key, *value; // owned, NUL-terminated
} TableWord;

// {0} is valid and empty.
typedef struct Table {
    FileMap file;
    int count;
    Tensor *at;
    int words;
    TableWord *word; // metadata: "causal" → "true"
    Texts tokens;    // texts that the file gives as a list of strings; empty: none
} Table;

void table_free(Table *t);

// Appends a tensor, taking it over; t is {0} then.
void table_take(Table *table, Tensor *t);
void table_add_word(Table *table, const char *key, size_t key_len, const char *value, size_t value_len);

// The tensor of this name, or the value under this key; NULL if there is none. Borrowed.
Tensor *table_find(const Table *table, const char *name);
const char *table_word(const Table *table, const char *key);

// Makes the bytes of a packed tensor, so that table_read can be used. Does nothing if they are there.
bool table_unpack(Table *table, Tensor *t, Error *err);

// Copies bytes [at, at + len) of the elements of t, counted from element 0 in the order they lie in.
bool table_read(const Table *table, const Tensor *t, uint64_t at, void *out, size_t len, Error *err);

#endif
