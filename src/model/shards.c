#include "model/shards.h"

#include "base/file.h"

#include <jansson.h>
#include <string.h>
#include <unistd.h>

enum { INDEX_MAX = 1 << 24, SHARDS_MAX = 1024 };

static bool has(const Texts *list, const char *name) {
    for (int k = 0; k < list->count; k++) {
        size_t len;
        const char *at = texts_at(list, k, &len);
        if (len == strlen(name) && memcmp(at, name, len) == 0) return true;
    }
    return false;
}

static bool read_map(const json_t *map, Texts *out, Error *err) {
    const char *key;
    json_t *value;
    if (!json_is_object(map) || json_object_size(map) == 0) return error_set(err, "has no weight_map");
    json_object_foreach((json_t *)map, key, value) {
        const char *name = json_string_value(value);
        if (!name) return error_set(err, "weight_map: \"%.80s\" names no file", key);
        if (!*name || *name == '.' || strchr(name, '/'))
            return error_set(err, "weight_map: \"%.80s\" is not the name of a file in this folder", name);
        if (has(out, name)) continue;
        if (out->count == SHARDS_MAX) return error_set(err, "lists more than %d files", SHARDS_MAX);
        texts_add(out, name, strlen(name));
    }
    return true;
}

bool shards_parse(const char *text, size_t len, Texts *out, Error *err) {
    json_error_t bad;
    json_t *root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &bad);
    if (!root) return error_set(err, "line %d is no JSON: %s", bad.line, bad.text);
    Texts found = {0};
    bool ok = read_map(json_object_get(root, "weight_map"), &found, err);
    json_decref(root);
    if (!ok) {
        texts_free(&found);
        return false;
    }
    texts_free(out);
    *out = found;
    return true;
}

static bool is_there(const char *folder, const char *name, Str *path) {
    str_clear(path);
    str_printf(path, "%s/%s", folder, name);
    return access(path->s, F_OK) == 0;
}

static bool nothing_there(const char *folder, Str *path, Error *err) {
    if (is_there(folder, "pytorch_model.bin", path)) {
        return error_set(err,
                         "%s: a pickle, and reading one runs what it contains; save the model as safetensors: "
                         "model.save_pretrained(\"DIR\", safe_serialization=True)",
                         path->s);
    }
    return error_set(err, "%s: no model.safetensors and no model.safetensors.index.json", folder);
}

bool shards_find(const char *folder, Texts *out, Error *err) {
    static const char WHOLE[] = "model.safetensors";
    Str path = {0}, text = {0};
    bool ok = true;
    if (is_there(folder, WHOLE, &path)) {
        texts_free(out);
        texts_add(out, WHOLE, sizeof WHOLE - 1);
    } else if (is_there(folder, "model.safetensors.index.json", &path)) {
        ok = file_read(path.s, INDEX_MAX, &text, err);
        if (ok && !shards_parse(str_text(&text), text.len, out, err)) ok = error_prefix(err, "%s: ", path.s);
    } else {
        ok = nothing_there(folder, &path, err);
    }
    str_free(&path);
    str_free(&text);
    return ok;
}
