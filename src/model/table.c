#include "model/table.h"

#include "base/mem.h"
#include "model/inflate.h"

#include <stdlib.h>
#include <string.h>

void table_free(Table *t) {
    for (int k = 0; k < t->count; k++) tensor_free(&t->at[k]);
    for (int k = 0; k < t->words; k++) {
        free(t->word[k].key);
        free(t->word[k].value);
    }
    free(t->at);
    free(t->word);
    texts_free(&t->tokens);
    file_map_close(&t->file);
    *t = (Table){0};
}

void table_take(Table *table, Tensor *t) {
    table->at = mem_resize(table->at, (size_t)table->count + 1, sizeof *table->at);
    table->at[table->count++] = *t;
    *t = (Tensor){0};
}

void table_add_word(Table *table, const char *key, size_t key_len, const char *value, size_t value_len) {
    table->word = mem_resize(table->word, (size_t)table->words + 1, sizeof *table->word);
    table->word[table->words++] = (TableWord){mem_text(key, key_len), mem_text(value, value_len)};
}

Tensor *table_find(const Table *table, const char *name) {
    for (int k = 0; k < table->count; k++) {
        if (strcmp(table->at[k].name, name) == 0) return &table->at[k];
    }
    return NULL;
}

const char *table_word(const Table *table, const char *key) {
    for (int k = 0; k < table->words; k++) {
        if (strcmp(table->word[k].key, key) == 0) return table->word[k].value;
    }
    return NULL;
}

bool table_unpack(Table *table, Tensor *t, Error *err) {
    if (!t->packed || t->bytes) return true;
    unsigned char *bytes = inflate_all(&table->file, t->packed_offset, t->packed_size, t->whole_size, t->crc, err);
    if (!bytes) return error_prefix(err, "%s: %s: ", table->file.path, t->name);
    t->bytes = bytes;
    return true;
}

bool table_read(const Table *table, const Tensor *t, uint64_t at, void *out, size_t len, Error *err) {
    if (at > t->size || len > t->size - at) return error_set(err, "%s: nothing lies behind its end", t->name);
    if (!t->bytes) return file_map_read(&table->file, t->offset + at, out, len, err);
    memcpy(out, t->bytes + t->offset + at, len);
    return true;
}
