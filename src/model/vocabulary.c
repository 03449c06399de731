#include "model/vocabulary.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

// FNV-1a, then mixed: neighbours should not share their low bits.
static uint32_t hash(const char *bytes, size_t len) {
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t k = 0; k < len; k++) h = (h ^ (unsigned char)bytes[k]) * UINT64_C(0x100000001b3);
    return (uint32_t)(h ^ h >> 32);
}

const char *vocabulary_text(const Vocabulary *v, int id, size_t *len) {
    if (id < 0 || id >= v->count || !v->entry[id].there) return NULL;
    *len = v->entry[id].len;
    return str_text(&v->bytes) + v->entry[id].start;
}

// The slot of these bytes, or the empty one where they would stand.
static uint32_t find_slot(const Vocabulary *v, const char *bytes, size_t len) {
    uint32_t at = hash(bytes, len) & (v->slots - 1);
    for (;; at = (at + 1) & (v->slots - 1)) {
        size_t other = 0;
        const char *text = vocabulary_text(v, v->slot[at], &other);
        if (!text || (other == len && memcmp(text, bytes, len) == 0)) return at;
    }
}

int vocabulary_find(const Vocabulary *v, const char *bytes, size_t len) {
    return v->slots ? v->slot[find_slot(v, bytes, len)] : -1;
}

static void grow_table(Vocabulary *v) {
    v->slots = v->slots ? 2 * v->slots : 512;
    v->slot = mem_resize(v->slot, v->slots, sizeof *v->slot);
    for (uint32_t k = 0; k < v->slots; k++) v->slot[k] = -1;
    for (int id = 0; id < v->count; id++) {
        size_t len;
        const char *text = vocabulary_text(v, id, &len);
        if (text) v->slot[find_slot(v, text, len)] = id;
    }
}

static void grow_entries(Vocabulary *v, int id) {
    int room = 256, wanted = 256;
    while (room < v->count) room *= 2; // what was made before
    while (wanted <= id) wanted *= 2;
    if (!v->entry || wanted > room) v->entry = mem_resize(v->entry, (size_t)wanted, sizeof *v->entry);
    memset(v->entry + v->count, 0, (size_t)(id + 1 - v->count) * sizeof *v->entry);
    v->count = id + 1;
}

bool vocabulary_add(Vocabulary *v, int64_t id, const char *bytes, size_t len, bool special, Error *err) {
    if (id < 0 || id >= VOCABULARY_IDS_MAX) {
        return error_set(err, "token \"%.*s\" has the id %lld; 0 to %d is wanted", (int)(len < 80 ? len : 80), bytes,
                         (long long)id, VOCABULARY_IDS_MAX - 1);
    }
    int known = vocabulary_find(v, bytes, len);
    if (known == (int)id) {
        v->entry[id].special = v->entry[id].special || special;
        return true;
    }
    if (known >= 0)
        return error_set(err, "token \"%.*s\" has two ids, %d and %d", (int)(len < 80 ? len : 80), bytes, known,
                         (int)id);
    if (id < v->count && v->entry[id].there) return error_set(err, "two tokens have the id %d", (int)id);
    if (id >= v->count) grow_entries(v, (int)id);
    v->entry[id] = (VocabularyEntry){v->bytes.len, len, true, special};
    str_add(&v->bytes, bytes, len);
    if (2 * ++v->used > (int)v->slots) grow_table(v); // takes the new one in
    else v->slot[find_slot(v, bytes, len)] = (int)id;
    return true;
}

void vocabulary_free(Vocabulary *v) {
    str_free(&v->bytes);
    free(v->entry);
    free(v->slot);
    *v = (Vocabulary){0};
}
