// A checkpoint of GPT-2 small's shape (124 million numbers, 498 MB) with random weights.
#ifndef LOOKBACK_BENCH_RANDOM_MODEL_H
#define LOOKBACK_BENCH_RANDOM_MODEL_H

#include "base/error.h"

// Writes config.json and model.safetensors into folder, which is there.
bool random_model_write(const char *folder, Error *err);

// Takes both and the folder away.
void random_model_remove(const char *folder);

#endif
