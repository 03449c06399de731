#include "model/dump.h"

#include "base/mem.h"
#include "model/json_dump.h"
#include "model/npy.h"
#include "model/npz.h"
#include "model/safetensors.h"

#include <stdlib.h>
#include <string.h>

enum { START = 64 };

static bool ends_in(const char *path, const char *suffix) {
    size_t len = strlen(path), want = strlen(suffix);
    return len >= want && strcmp(path + len - want, suffix) == 0;
}

static bool holds(const unsigned char *start, size_t len, const char *word) {
    size_t want = strlen(word);
    for (size_t k = 0; k + want <= len; k++) {
        if (memcmp(start + k, word, want) == 0) return true;
    }
    return false;
}

// torch.save makes a zip whose first member is NAME/data.pkl; older files and pickle.dump start with the protocol.
static bool is_pickle(const char *path, const unsigned char *start, size_t len) {
    // a header of 384, 640, … bytes starts alike
    bool safetensors = len > 8 && memcmp(start + 2, "\0\0\0\0\0\0{", 7) == 0;
    bool protocol = len >= 2 && start[0] == 0x80 && start[1] >= 1 && start[1] <= 5;
    return (protocol && !safetensors) || (npz_is(start, len) && holds(start, len, "data.pkl")) ||
           ends_in(path, ".pt") || ends_in(path, ".pth") || ends_in(path, ".pkl") || ends_in(path, ".pickle");
}

static bool read_any(Table *table, Error *err) {
    unsigned char start[START];
    const FileMap *file = &table->file;
    size_t len = file->size < START ? (size_t)file->size : START;
    if (len == 0) return error_set(err, "%s: is empty", file->path);
    if (!file_map_read(file, 0, start, len, err)) return false;
    if (is_pickle(file->path, start, len)) {
        return error_set(err, "%s: is a pickle, which runs code when it is read: convert it first, with what wrote it",
                         file->path);
    }
    if (npy_is(start, len)) return npy_read(table, err);
    if (npz_is(start, len)) return npz_read(table, err);
    if (safetensors_is(start, len, file->size) || ends_in(file->path, ".safetensors"))
        return safetensors_read(table, err);
    if (json_dump_is(start, len)) return json_dump_read(table, err);
    return error_set(err, "%s: is none of safetensors, .npy, .npz and JSON", file->path);
}

static int by_name(const void *a, const void *b) {
    return strcmp((*(const Tensor *const *)a)->name, (*(const Tensor *const *)b)->name);
}

// Two arrays of one name are no two layers.
static bool has_twins(const Table *table, Error *err) {
    const Tensor **order = MEM_NEW(const Tensor *, (size_t)table->count);
    for (int k = 0; k < table->count; k++) order[k] = &table->at[k];
    qsort(order, (size_t)table->count, sizeof *order, by_name);
    bool twins = false;
    for (int k = 1; k < table->count && !twins; k++) {
        twins = strcmp(order[k - 1]->name, order[k]->name) == 0;
        if (twins) error_set(err, "%s: %s is there twice", table->file.path, tensor_called(order[k]));
    }
    free(order);
    return twins;
}

bool dump_open(const char *path, Table *out, Error *err) {
    Table table = {0};
    if (!file_map_open(path, &table.file, err)) return false;
    if (!read_any(&table, err) || has_twins(&table, err)) {
        table_free(&table);
        return false;
    }
    *out = table;
    return true;
}

bool dump_converter(const char *path, Str *out) {
    FileMap file;
    Error ignored;
    unsigned char start[START];
    if (!file_map_open(path, &file, &ignored)) return false;
    size_t len = file.size < START ? (size_t)file.size : START;
    bool pickle = file_map_read(&file, 0, start, len, &ignored) && is_pickle(path, start, len);
    bool torch = pickle && (npz_is(start, len) || ends_in(path, ".pt") || ends_in(path, ".pth"));
    file_map_close(&file);
    if (!pickle) return false;
    str_printf(out, "    import %s, numpy as np\n", torch ? "torch" : "pickle");
    str_printf(
        out, torch ? "    a = torch.load(r\"%s\", map_location=\"cpu\")" : "    a = pickle.load(open(r\"%s\", \"rb\"))",
        path);
    str_puts(out, "  # a tensor or array, or a list of them, one a layer\n");
    str_printf(
        out, "    np.savez(\"dump.npz\", **{f\"layer_{i}\": np.asarray(t%s, \"float32\") for i, t in enumerate(a)})\n",
        torch ? ".float()" : "");
    return true;
}
