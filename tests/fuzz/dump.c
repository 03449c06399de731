#define _GNU_SOURCE // memfd_create

#include "fuzz_dump.h"

#include "base/text.h"
#include "model/doctor.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ROWS = 500, UNPACK_MAX = 1 << 24 };

static void look_at(Table *table, Tensor *t) {
    Error err;
    unsigned char byte;
    if (t->packed && t->whole_size > UNPACK_MAX) return;
    if (t->type == TENSOR_REFUSED || t->size == 0 || !table_unpack(table, t, &err)) return;
    bool ends = table_read(table, t, 0, &byte, 1, &err) && table_read(table, t, t->size - 1, &byte, 1, &err);
    if (!ends || table_read(table, t, t->size, &byte, 1, &err)) abort(); // what was checked can be read, and no more
}

static void examine(const char *path) {
    Capture c;
    Error err;
    Findings found = {0};
    if (capture_open(&c, path, &(CaptureOptions){0}, &err)) {
        Doctor *d = doctor_new(&c);
        bool ok = doctor_step(d, ROWS, &err) && doctor_report(d, &found, &err);
        for (int k = 0; ok && k < found.count; k++) {
            if (found.at[k].message.len == 0) abort();
        }
        if (c.tokens.n != c.keys || c.guess.len == 0) abort();
        doctor_free(d);
    }
    findings_free(&found);
    capture_free(&c);
}

void fuzz_dump(const uint8_t *data, size_t len, FuzzReader reader) {
    char path[64];
    Error err;
    Table table = {0};
    text_init();
    int fd = memfd_create("dump", MFD_CLOEXEC);
    if (fd < 0 || write(fd, data, len) != (ssize_t)len) abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (!file_map_open(path, &table.file, &err)) abort();
    if (reader(&table, &err)) {
        for (int k = 0; k < table.count; k++) look_at(&table, &table.at[k]);
    }
    table_free(&table);
    examine(path);
    close(fd);
}
