#include "model/labels.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "model/alphabet.h"
#include "model/json_dump.h"
#include "model/scan.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIDE_FILE_MAX = 1 << 24, ARRAY_BYTES_MAX = 1 << 26 };

// ---- arrays

// A text of a NumPy array: four bytes a character, or bytes, padded with zeros.
static void add_element(const Tensor *t, const unsigned char *p, Texts *out) {
    Str text = {0};
    size_t len = (size_t)t->item;
    if (t->type == TENSOR_BYTES) {
        while (len > 0 && p[len - 1] == 0) len--;
        str_add(&text, (const char *)p, len);
    }
    bool big = (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != t->swapped;
    for (size_t k = 0; t->type == TENSOR_UCS4 && k + 4 <= len; k += 4) {
        uint32_t rune = 0;
        for (size_t b = 0; b < 4; b++) rune = rune << 8 | p[k + (big ? b : 3 - b)];
        if (rune == 0) break;
        char utf8[4];
        bool valid = rune <= 0x10FFFF && (rune < 0xD800 || rune > 0xDFFF);
        str_add(&text, utf8, (size_t)text_encode(valid ? rune : 0xFFFD, utf8));
    }
    texts_add(out, str_text(&text), text.len);
    str_free(&text);
}

static void add_id(const Tensor *t, const unsigned char *p, Texts *out) {
    double id;
    Str text = {0};
    tensor_convert(t, p, t->item, &id, 1);
    str_printf(&text, "%.0f", id);
    texts_add(out, str_text(&text), text.len);
    str_free(&text);
}

// An array [n], or row `batch` of [batches, n].
static bool read_array(Table *table, Tensor *t, int batch, Texts *out, Error *err) {
    int last = t->rank - 1;
    bool number = t->type == TENSOR_INT || t->type == TENSOR_UINT,
         text = t->type == TENSOR_UCS4 || t->type == TENSOR_BYTES;
    bool fits =
        t->rank >= 1 && t->rank <= 2 && t->size > 0 && t->size <= ARRAY_BYTES_MAX && t->shape[last] <= TEXTS_MAX;
    if (!fits || (!number && !text)) return true;
    if (!table_unpack(table, t, err)) return false;
    unsigned char *element = mem_new((size_t)t->item, 1);
    int64_t row = t->rank == 2 && batch < t->shape[0] ? batch : 0;
    bool ok = true;
    for (int64_t j = 0; ok && j < t->shape[last]; j++) {
        uint64_t at = (uint64_t)(j * t->stride[last] + (t->rank == 2 ? row * t->stride[0] : 0));
        ok = table_read(table, t, at, element, (size_t)t->item, err);
        if (ok && text) add_element(t, element, out);
        else if (ok) add_id(t, element, out);
    }
    free(element);
    return ok;
}

// ---- side files

static void add_lines(const Str *text, Texts *out) {
    const char *p = str_text(text), *end = p + text->len;
    p += scan_mark(p, text->len);
    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop) stop = end;
        size_t len = (size_t)(stop - p);
        texts_add(out, p, len > 0 && p[len - 1] == '\r' ? len - 1 : len);
        p = stop + 1;
    }
}

// Reads PREFIX + suffix, if it is there.
static bool read_side(const char *prefix, size_t len, const char *suffix, bool json, Texts *out, Str *from,
                      Error *err) {
    Str path = {0}, text = {0};
    str_add(&path, prefix, len);
    str_puts(&path, suffix);
    bool ok = true, there = access(str_text(&path), F_OK) == 0;
    if (there) {
        ok = file_read(str_text(&path), SIDE_FILE_MAX, &text, err);
        if (ok && json && !json_dump_texts(str_text(&text), text.len, out, err))
            ok = error_prefix(err, "%s: ", str_text(&path));
        if (ok && !json) add_lines(&text, out);
        if (ok) str_puts(from, str_text(&path));
    }
    str_free(&path);
    str_free(&text);
    return ok;
}

static bool read_side_files(const char *path, Texts *out, Str *from, Error *err) {
    size_t whole = strlen(path), stem = whole;
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    if (dot && dot > path) stem = (size_t)(dot - path);
    const size_t prefix[] = {stem, whole};
    for (int k = 0; k < 2 && out->count == 0; k++) {
        if (!read_side(path, prefix[k], ".tokens.json", true, out, from, err)) return false;
        if (out->count == 0 && !read_side(path, prefix[k], ".tokens.txt", false, out, from, err)) return false;
    }
    return true;
}

// ---- all places

static void copy_texts(Texts *out, const Texts *list) {
    for (int i = 0, at = 0; i < list->count || at < list->lists; i++) {
        for (; at < list->lists && list->list_end[at] == i; at++) texts_end_list(out);
        if (i == list->count) break;
        size_t len;
        const char *text = texts_at(list, i, &len);
        texts_add(out, text, len);
    }
}

// Metadata: a list in JSON, else one token a line.
static void read_word(const char *value, Texts *out) {
    Error ignored;
    if (json_dump_texts(value, strlen(value), out, &ignored)) return;
    Str text = {0};
    str_puts(&text, value);
    if (strchr(value, '\n')) add_lines(&text, out);
    str_free(&text);
}

bool labels_find(Table *table, const char *key, int batch, Texts *out, Str *from, Error *err) {
    bool main = strcmp(key, "tokens") == 0;
    texts_free(out);
    str_clear(from);
    if (main && table->tokens.count > 0) copy_texts(out, &table->tokens);
    Tensor *array = table_find(table, key), *ids = table_find(table, "input_ids");
    if (out->count == 0 && array && !read_array(table, array, batch, out, err)) return false;
    const char *word = table_word(table, key);
    if (out->count == 0 && word) read_word(word, out);
    if (out->count > 0) str_puts(from, "the file");
    if (!main || out->count > 0) return true;
    if (!read_side_files(table->file.path, out, from, err)) return false;
    if (out->count > 0 || !ids) return true;
    if (!read_array(table, ids, batch, out, err)) return false;
    if (out->count > 0) str_puts(from, "input_ids");
    return true;
}

int labels_texts(const Table *table) {
    static const char *const NAMES[] = {"tokens", "input_ids"};
    for (int k = 0; k < 2; k++) {
        const Tensor *t = table_find(table, NAMES[k]);
        if (t && t->rank == 2 && t->shape[0] > 0 && t->shape[0] <= TEXTS_MAX) return (int)t->shape[0];
    }
    return 0;
}

// ---- spelling

Spelling labels_spelling(const Table *table) {
    const char *word = table_word(table, "token_spelling");
    if (!word) return SPELLING_GUESSED;
    return strcmp(word, "bytes") == 0 ? SPELLING_BYTES : strcmp(word, "plain") == 0 ? SPELLING_PLAIN : SPELLING_GUESSED;
}

// Whether a marker stands in the list: a rune that no plain text of tokens would have.
static bool has_rune(const Texts *list, uint32_t first, uint32_t second) {
    for (int i = 0; i < list->count; i++) {
        size_t len;
        const char *text = texts_at(list, i, &len);
        for (size_t at = 0; at < len;) {
            int used;
            uint32_t rune = text_decode(text + at, len - at, &used);
            if (rune == first || rune == second) return true;
            at += (size_t)used;
        }
    }
    return false;
}

static void decode_spaces(const char *text, size_t len, Str *out) {
    for (size_t at = 0; at < len;) {
        int used;
        if (text_decode(text + at, len - at, &used) == 0x2581) str_putc(out, ' ');
        else str_add(out, text + at, (size_t)used);
        at += (size_t)used;
    }
}

bool labels_decode(Texts *list, Spelling spelling) {
    if (spelling == SPELLING_PLAIN) return false;
    bool bytes = spelling == SPELLING_BYTES || has_rune(list, 0x120, 0x10A),
         pieces = !bytes && has_rune(list, 0x2581, 0x2581); // Ġ and Ċ; ▁
    if (!bytes && !pieces) return false;
    Alphabet alphabet;
    alphabet_make(&alphabet);
    Texts plain = {0};
    Str text = {0};
    for (int i = 0; i < list->count; i++) {
        size_t len;
        const char *token = texts_at(list, i, &len);
        str_clear(&text);
        if (!bytes) decode_spaces(token, len, &text);
        else if (!alphabet_decode(&alphabet, token, len, &text))
            str_add(&text, token, len); // not wholly in it: as it is
        texts_add(&plain, str_text(&text), text.len);
    }
    str_free(&text);
    texts_free(list);
    *list = plain;
    return true;
}
