// A dump as JSON: an object of nested lists of numbers (and tokens, and words about them), or one nested list alone.
// Objects in the object are named with a dot: {"layers": {"layer_0": […]}} holds "layers.layer_0".
#ifndef LOOKBACK_MODEL_JSON_DUMP_H
#define LOOKBACK_MODEL_JSON_DUMP_H

#include "model/table.h"

enum { JSON_DUMP_MAX = 1 << 28 }; // bytes of a file: what it holds lies in memory

bool json_dump_is(const unsigned char *start, size_t len);
bool json_dump_read(Table *table, Error *err);

// A JSON list of strings, or a list of such lists (the first is taken), into out. For token files and metadata.
bool json_dump_texts(const char *json, size_t len, Texts *out, Error *err);

#endif
