// Small dump files, written on the spot for one test.
#ifndef LOOKBACK_TESTS_DUMPFILE_H
#define LOOKBACK_TESTS_DUMPFILE_H

#include "base/file.h"
#include "base/str.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct DumpFile {
    char folder[32];
    char path[96];
} DumpFile;

static inline void dumpfile_write(DumpFile *f, const char *name, const void *bytes, size_t len) {
    Error err;
    if (!f->folder[0]) {
        snprintf(f->folder, sizeof f->folder, "/tmp/lookback-XX" "XX" "XX");
        assert_non_null(mkdtemp(f->folder));
    }
    snprintf(f->path, sizeof f->path, "%s/%s", f->folder, name);
    assert_true(file_write(f->path, bytes, len, &err));
}

static inline void dumpfile_remove(DumpFile *f, const char *const *names) {
    for (; *names; names++) {
        char path[96];
        snprintf(path, sizeof path, "%s/%s", f->folder, *names);
        unlink(path);
    }
    unlink(f->path);
    assert_int_equal(rmdir(f->folder), 0);
    *f = (DumpFile){0};
}

static inline void put_number(Str *out, uint64_t value, int bytes) {
    for (int k = 0; k < bytes; k++) str_putc(out, k < 8 ? (char)(value >> 8 * k) : 0);
}

static inline void put_floats(Str *out, const float *value, int n) {
    str_add(out, (const char *)value, (size_t)n * sizeof *value);
}

// A safetensors file: header text, then data.
static inline void put_safetensors(Str *out, const char *header, const void *data, size_t len) {
    put_number(out, strlen(header), 8);
    str_puts(out, header);
    str_add(out, data, len);
}

// A version 1 .npy with this dictionary.
static inline void put_npy(Str *out, const char *dictionary, const void *data, size_t len) {
    str_add(out, "\x93NUMPY\1", 7);
    put_number(out, 0, 1);
    put_number(out, strlen(dictionary) + 1, 2);
    str_printf(out, "%s\n", dictionary);
    str_add(out, data, len);
}

#endif
