// A safetensors file out of arrays in memory, written in one step as file_write does.
#ifndef LOOKBACK_MODEL_SAFETENSORS_WRITE_H
#define LOOKBACK_MODEL_SAFETENSORS_WRITE_H

#include "base/error.h"
#include "model/tensor.h"

// type: TENSOR_F32, TENSOR_F16 (uint16_t) or TENSOR_INT (int32_t). name and at are borrowed.
typedef struct OutTensor {
    char name[64];
    TensorType type;
    int rank;
    int64_t shape[4];
    const void *at;
} OutTensor;

typedef struct OutWord {
    const char *key, *value; // UTF-8
} OutWord;

bool safetensors_write(const char *path, const OutTensor *tensor, int tensors, const OutWord *word, int words,
                       Error *err);

#endif
