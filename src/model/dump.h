// Any dump file: what it is, by its content, and its table.
#ifndef LOOKBACK_MODEL_DUMP_H
#define LOOKBACK_MODEL_DUMP_H

#include "model/table.h"

// Reads what the file says it holds: .safetensors, .npy, .npz or .json. Pickles (.pt, .pkl) are refused with a converter
// to run, since reading one runs what it contains.
bool dump_open(const char *path, Table *out, Error *err);

#endif
