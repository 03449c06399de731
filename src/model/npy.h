// NumPy's .npy, versions 1 to 3: "\x93NUMPY", version, header length, a Python dictionary, the numbers.
#ifndef LOOKBACK_MODEL_NPY_H
#define LOOKBACK_MODEL_NPY_H

#include "model/table.h"

enum { NPY_HEADER_MAX = 1 << 16 };

bool npy_is(const unsigned char *start, size_t len);

// Reads the header that starts a stream of whole bytes, of which the first len are given (at least NPY_HEADER_MAX, or
// all). Fills type, shape, strides and offset (counted from the stream's start), and checks that the stream holds as
// many bytes as the shape wants. The name is left alone. Object and record types give TENSOR_REFUSED.
bool npy_header(const unsigned char *start, size_t len, uint64_t whole, Tensor *out, Error *err);

// Reads table->file as one tensor, named "".
bool npy_read(Table *table, Error *err);

#endif
