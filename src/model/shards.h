// Which files hold the weights of a checkpoint.
#ifndef LOOKBACK_MODEL_SHARDS_H
#define LOOKBACK_MODEL_SHARDS_H

#include "base/error.h"
#include "model/texts.h"

// The names, in the folder: model.safetensors, or those that model.safetensors.index.json lists, each once.
bool shards_find(const char *folder, Texts *out, Error *err);

// Reads the text of an index: {"weight_map": {"wte.weight": "model-00001-of-00002.safetensors", …}}. The names must be
// plain file names: an index cannot lead out of its folder.
bool shards_parse(const char *text, size_t len, Texts *out, Error *err);

#endif
