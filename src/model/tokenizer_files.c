// The files a tokenizer is read from (model/tokenizer.h): vocab.json {"token": id, …} and merges.txt, one pair a line.
#include "base/file.h"
#include "model/tokenizer.h"
#include "model/tokenizer_json.h"

#include <jansson.h>
#include <string.h>
#include <unistd.h>

enum { FILE_MAX = 1 << 28 };

bool tokenizer_parse_vocabulary(Tokenizer *t, const char *json, size_t len, Error *err) {
    json_error_t bad;
    json_t *root = json_loadb(json, len, JSON_REJECT_DUPLICATES, &bad);
    if (!root) return error_set(err, "line %d is no JSON: %s", bad.line, bad.text);
    bool ok = tokenizer_read_vocabulary(t, root, true, err);
    json_decref(root);
    size_t end_len = sizeof "<|endoftext|>" - 1;
    int end = ok ? vocabulary_find(&t->vocabulary, "<|endoftext|>", end_len) : -1;
    if (end >= 0) t->vocabulary.entry[end].special = true;
    t->kind = TOKENIZER_BPE;
    t->unknown = -1;
    if (ok) bpe_start(&t->bpe, &t->vocabulary);
    return ok;
}

bool tokenizer_parse_merges(Tokenizer *t, const char *text, size_t len, Error *err) {
    Alphabet alphabet;
    alphabet_make(&alphabet);
    const char *end = text + len;
    for (int line = 1; text < end; line++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        if (!stop) stop = end;
        size_t size = (size_t)(stop - text);
        if (size > 0 && text[size - 1] == '\r') size--;
        bool version = line == 1 && size >= 8 && memcmp(text, "#version", 8) == 0;
        if (size > 0 && !version && !tokenizer_add_merge(t, &alphabet, text, size, err))
            return error_prefix(err, "%d: ", line);
        text = stop < end ? stop + 1 : end;
    }
    return true;
}

// A token's text: written as it is, or as {"content": …}.
static const char *text_of(const json_t *token) {
    return json_string_value(json_is_object(token) ? json_object_get(token, "content") : token);
}

bool tokenizer_parse_config(Tokenizer *t, const char *json, size_t len, Error *err) {
    json_error_t bad;
    json_t *root = json_loadb(json, len, JSON_REJECT_DUPLICATES, &bad);
    if (!root) return error_set(err, "line %d is no JSON: %s", bad.line, bad.text);
    const json_t *add = json_object_get(root, "add_bos_token");
    const char *bos = text_of(json_object_get(root, "bos_token"));
    int id = bos ? vocabulary_find(&t->vocabulary, bos, strlen(bos)) : -1;
    bool ok = json_is_object(root) || error_set(err, "is no JSON object");
    ok = ok && (!add || json_is_null(add) || json_is_boolean(add) ||
                error_set(err, "add_bos_token is neither true nor false"));
    if (ok && id >= 0) t->bos = id;
    if (ok && json_is_boolean(add)) t->bos_first = json_is_true(add) && t->bos >= 0;
    json_decref(root);
    return ok;
}

// Reads FOLDER/NAME; false without a message in *err if it is not there.
static bool read_there(const char *folder, const char *name, Str *path, Str *out, bool *there, Error *err) {
    str_clear(path);
    str_printf(path, "%s/%s", folder, name);
    *there = access(path->s, F_OK) == 0;
    return *there && file_read(path->s, FILE_MAX, out, err);
}

static bool read_pair(Tokenizer *t, const char *folder, Str *path, Error *err) {
    bool there;
    Str text = {0};
    bool ok = read_there(folder, "vocab.json", path, &text, &there, err);
    if (!there) return error_set(err, "%s: no tokenizer.json and no vocab.json", folder);
    if (ok && !tokenizer_parse_vocabulary(t, str_text(&text), text.len, err)) ok = error_prefix(err, "%s: ", path->s);
    if (ok && !read_there(folder, "merges.txt", path, &text, &there, err)) {
        ok = there ? false : error_set(err, "%s: is missing; vocab.json needs it", path->s);
    }
    if (ok && !tokenizer_parse_merges(t, str_text(&text), text.len, err)) ok = error_prefix(err, "%s:", path->s);
    str_free(&text);
    return ok && tokenizer_finish(t, err);
}

bool tokenizer_open(Tokenizer *t, const char *folder, Error *err) {
    bool there;
    Str path = {0}, text = {0};
    bool ok = read_there(folder, "tokenizer.json", &path, &text, &there, err);
    if (ok && !tokenizer_json_parse(t, str_text(&text), text.len, err)) ok = error_prefix(err, "%s: ", path.s);
    if (!there) ok = read_pair(t, folder, &path, err);
    if (ok && read_there(folder, "tokenizer_config.json", &path, &text, &there, err)) {
        ok = tokenizer_parse_config(t, str_text(&text), text.len, err) || error_prefix(err, "%s: ", path.s);
    } else if (ok) {
        ok = !there; // there, and it could not be read
    }
    str_free(&path);
    str_free(&text);
    return ok;
}
