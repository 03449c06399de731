// One small file after another, read by one reader into a table; `made_clean` is the teardown.
#ifndef LOOKBACK_TESTS_TABLE_H
#define LOOKBACK_TESTS_TABLE_H

#include "model/table.h"

#include "dumpfile.h"

static DumpFile made;
static Table table;

static inline int made_clean(void **state) {
    (void)state;
    const char *const none[] = {NULL};
    table_free(&table);
    if (made.folder[0]) dumpfile_remove(&made, none);
    return 0;
}

static inline bool made_read(const char *name, const char *bytes, size_t len, bool (*reader)(Table *, Error *),
                              Error *err) {
    table_free(&table);
    dumpfile_write(&made, name, bytes, len);
    return file_map_open(made.path, &table.file, err) && reader(&table, err);
}

#endif
