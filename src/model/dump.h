// Any dump file: what it is, by its content, and its table.
#ifndef LOOKBACK_MODEL_DUMP_H
#define LOOKBACK_MODEL_DUMP_H

#include "model/table.h"

// Reads what the file says it holds: .safetensors, .npy, .npz or .json. Pickles (.pt, .pkl) are refused,
// since reading one runs what it contains.
bool dump_open(const char *path, Table *out, Error *err);

// If the file is a pickle, appends three lines of Python that make a dump of it; false if it is none, or cannot be
// read.
bool dump_converter(const char *path, Str *out);

#endif
