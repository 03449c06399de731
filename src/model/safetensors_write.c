#include "model/safetensors_write.h"

#include "base/file.h"

#include <jansson.h>
#include <stdlib.h>

static size_t item_of(const OutTensor *t) {
    return t->type == TENSOR_F16 ? 2 : 4;
}

static size_t count_of(const OutTensor *t) {
    size_t count = 1;
    for (int k = 0; k < t->rank; k++) count *= (size_t)t->shape[k];
    return count;
}

static json_t *entry_of(const OutTensor *t, size_t at) {
    static const char *const WORDS[] = {[TENSOR_F16] = "F16", [TENSOR_F32] = "F32", [TENSOR_INT] = "I32"};
    json_t *shape = json_array();
    for (int k = 0; k < t->rank; k++) json_array_append_new(shape, json_integer(t->shape[k]));
    return json_pack("{s:s, s:o, s:[I, I]}", "dtype", WORDS[t->type], "shape", shape, "data_offsets", (json_int_t)at,
                     (json_int_t)(at + count_of(t) * item_of(t)));
}

static char *make_header(const OutTensor *tensor, int tensors, const OutWord *word, int words) {
    json_t *header = json_object(), *metadata = json_object();
    size_t at = 0;
    for (int k = 0; k < words; k++) json_object_set_new(metadata, word[k].key, json_string(word[k].value));
    json_object_set_new(header, "__metadata__", metadata);
    for (int k = 0; k < tensors; k++) {
        json_object_set_new(header, tensor[k].name, entry_of(&tensor[k], at));
        at += count_of(&tensor[k]) * item_of(&tensor[k]);
    }
    char *text = json_dumps(header, JSON_COMPACT | JSON_ENSURE_ASCII);
    json_decref(header);
    return text;
}

// The least significant byte first, whatever this machine does.
static void add_numbers(Str *out, const OutTensor *t) {
    size_t item = item_of(t), size = count_of(t) * item;
    const char *bytes = t->at;
    if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) {
        str_add(out, bytes, size);
        return;
    }
    for (size_t k = 0; k < size; k++) str_putc(out, bytes[k / item * item + item - 1 - k % item]);
}

bool safetensors_write(const char *path, const OutTensor *tensor, int tensors, const OutWord *word, int words,
                       Error *err) {
    char *json = make_header(tensor, tensors, word, words);
    if (!json) return error_set(err, "%s: the header cannot be written", path);
    Str header = {0}, out = {0};
    str_puts(&header, json);
    free(json);
    while (header.len % 8) str_putc(&header, ' ');
    for (int k = 0; k < 8; k++) str_putc(&out, (char)(header.len >> 8 * k & 0xFF));
    str_add(&out, header.s, header.len);
    for (int k = 0; k < tensors; k++) add_numbers(&out, &tensor[k]);
    bool ok = file_write(path, out.s, out.len, err);
    str_free(&header);
    str_free(&out);
    return ok;
}
