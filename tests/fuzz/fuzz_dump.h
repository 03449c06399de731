// What every reader's harness does with its input: reads it as a file of that format, looks at both ends of each
// tensor, then opens it as a dump would be and examines its first rows.
#ifndef LOOKBACK_TESTS_FUZZ_DUMP_H
#define LOOKBACK_TESTS_FUZZ_DUMP_H

#include "model/table.h"

typedef bool (*FuzzReader)(Table *table, Error *err);

void fuzz_dump(const uint8_t *data, size_t len, FuzzReader reader);

#endif
