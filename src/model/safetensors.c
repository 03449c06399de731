#include "model/safetensors.h"

#include "base/mem.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_MAX = 1 << 24, PREFIX = 8 };

static uint64_t header_length(const unsigned char *start) {
    uint64_t n = 0;
    for (int k = PREFIX - 1; k >= 0; k--) n = n << 8 | start[k];
    return n;
}

bool safetensors_is(const unsigned char *start, size_t len, uint64_t whole) {
    return len > PREFIX && start[PREFIX] == '{' && header_length(start) <= whole - PREFIX;
}

// ---- one entry

static void set_type(Tensor *t, const char *dtype) {
    static const struct {
        const char *name;
        TensorType type;
        int item;
    } TYPES[] = {{"F16", TENSOR_F16, 2}, {"BF16", TENSOR_BF16, 2}, {"F32", TENSOR_F32, 4}, {"F64", TENSOR_F64, 8},
                 {"I8", TENSOR_INT, 1},  {"I16", TENSOR_INT, 2},   {"I32", TENSOR_INT, 4}, {"I64", TENSOR_INT, 8},
                 {"U8", TENSOR_UINT, 1}, {"U16", TENSOR_UINT, 2},  {"U32", TENSOR_UINT, 4}, {"U64", TENSOR_UINT, 8},
                 {"BOOL", TENSOR_UINT, 1}};
    snprintf(t->word, sizeof t->word, "%s", dtype);
    t->swapped = __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__;
    t->type = TENSOR_REFUSED;
    t->refusal = "is of a type that holds no attention";
    for (size_t k = 0; k < sizeof TYPES / sizeof TYPES[0]; k++) {
        if (strcmp(dtype, TYPES[k].name) != 0) continue;
        t->type = TYPES[k].type;
        t->item = TYPES[k].item;
    }
}

static bool read_shape(Tensor *t, const json_t *shape, Error *err) {
    if (!json_is_array(shape)) return error_set(err, "its shape is no list");
    if (json_array_size(shape) > TENSOR_RANK_MAX) return error_set(err, "has more than %d axes", TENSOR_RANK_MAX);
    t->rank = (int)json_array_size(shape);
    for (int k = 0; k < t->rank; k++) {
        const json_t *side = json_array_get(shape, (size_t)k);
        if (!json_is_integer(side)) return error_set(err, "its shape is not made of whole numbers");
        t->shape[k] = json_integer_value(side);
    }
    return true;
}

static bool read_entry(Tensor *t, const json_t *entry, uint64_t data, Error *err) {
    const json_t *dtype = json_object_get(entry, "dtype"), *offsets = json_object_get(entry, "data_offsets");
    if (!json_is_string(dtype)) return error_set(err, "has no dtype");
    set_type(t, json_string_value(dtype));
    if (!read_shape(t, json_object_get(entry, "shape"), err)) return false;
    const json_t *from = json_array_get(offsets, 0), *to = json_array_get(offsets, 1);
    if (json_array_size(offsets) != 2 || !json_is_integer(from) || !json_is_integer(to)) {
        return error_set(err, "its data_offsets are not two whole numbers");
    }
    json_int_t begin = json_integer_value(from), end = json_integer_value(to);
    if (begin < 0 || end < begin || (uint64_t)end > data) {
        return error_set(err, "its data_offsets [%lld, %lld] lie outside the %" PRIu64 " bytes of numbers in the file",
                         (long long)begin, (long long)end, data);
    }
    t->offset = (uint64_t)begin;
    uint64_t given = (uint64_t)(end - begin);
    if (t->type == TENSOR_REFUSED) {
        t->size = given;
        return true;
    }
    if (!tensor_layout(t, false, err)) return false;
    if (t->size == given) return true;
    return error_set(err, "%s wants %" PRIu64 " bytes, its data_offsets give %" PRIu64, tensor_shape(t).text, t->size,
                     given);
}

// ---- the header

static bool read_words(Table *table, const json_t *metadata, Error *err) {
    const char *key;
    json_t *value;
    if (!json_is_object(metadata)) return error_set(err, "__metadata__ is no object");
    json_object_foreach((json_t *)metadata, key, value) {
        if (!json_is_string(value)) return error_set(err, "__metadata__ \"%.80s\" is no text", key);
        table_add_word(table, key, strlen(key), json_string_value(value), json_string_length(value));
    }
    return true;
}

static int by_offset(const void *a, const void *b) {
    const Tensor *const *x = a, *const *y = b;
    if ((*x)->offset != (*y)->offset) return (*x)->offset < (*y)->offset ? -1 : 1;
    return ((*x)->size > (*y)->size) - ((*x)->size < (*y)->size); // empty ones first
}

// Together the tensors must cover every byte once.
static bool check_cover(const Table *table, uint64_t data, Error *err) {
    const Tensor **order = MEM_NEW(const Tensor *, (size_t)table->count);
    for (int k = 0; k < table->count; k++) order[k] = &table->at[k];
    qsort(order, (size_t)table->count, sizeof *order, by_offset);
    uint64_t at = 0;
    bool ok = true;
    for (int k = 0; ok && k < table->count; k++) {
        const Tensor *t = order[k];
        if (t->offset < at) ok = error_set(err, "%s overlaps %s", t->name, order[k - 1]->name);
        else if (t->offset > at)
            ok = error_set(err, "%" PRIu64 " bytes before %s belong to no tensor", t->offset - at, t->name);
        at = t->offset + t->size;
    }
    if (ok && at != data) ok = error_set(err, "%" PRIu64 " bytes behind the last tensor belong to none", data - at);
    free(order);
    return ok;
}

static bool read_header(Table *table, const json_t *root, uint64_t data, Error *err) {
    if (!json_is_object(root)) return error_set(err, "its header is no object");
    if (json_object_size(root) > TABLE_MAX) return error_set(err, "has more than %d tensors", TABLE_MAX);
    const char *key;
    json_t *entry;
    json_object_foreach((json_t *)root, key, entry) {
        if (strcmp(key, "__metadata__") == 0) {
            if (!read_words(table, entry, err)) return false;
            continue;
        }
        Tensor t = {.name = mem_text(key, strlen(key))};
        if (!read_entry(&t, entry, data, err)) {
            tensor_free(&t);
            return error_prefix(err, "%.200s: ", key);
        }
        table_take(table, &t);
    }
    return check_cover(table, data, err);
}

bool safetensors_read(Table *table, Error *err) {
    const FileMap *file = &table->file;
    unsigned char prefix[PREFIX];
    if (file->size < PREFIX) return error_set(err, "%s: is shorter than a safetensors header", file->path);
    if (!file_map_read(file, 0, prefix, PREFIX, err)) return false;
    uint64_t len = header_length(prefix);
    if (len > file->size - PREFIX) {
        return error_set(err, "%s: says its header has %" PRIu64 " bytes; the file has %" PRIu64, file->path, len,
                         file->size);
    }
    if (len > HEADER_MAX)
        return error_set(err, "%s: its header has %" PRIu64 " bytes, more than the %d that are read", file->path, len,
                         HEADER_MAX);
    char *text = mem_new((size_t)len, 1);
    bool ok = file_map_read(file, PREFIX, text, (size_t)len, err);
    json_error_t bad;
    json_t *root = ok ? json_loadb(text, (size_t)len, JSON_REJECT_DUPLICATES, &bad) : NULL;
    if (ok && !root) ok = error_set(err, "%s: its header is no JSON: %s", file->path, bad.text);
    uint64_t data = file->size - PREFIX - len;
    if (ok && !read_header(table, root, data, err)) ok = error_prefix(err, "%s: ", file->path);
    for (int k = 0; k < table->count; k++) table->at[k].offset += PREFIX + len;
    json_decref(root);
    free(text);
    return ok;
}
