// One array of a file: its type, its shape, and where its numbers lie. No number is read to make one.
#ifndef LOOKBACK_MODEL_TENSOR_H
#define LOOKBACK_MODEL_TENSOR_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum TensorType {
    TENSOR_F16, TENSOR_BF16, TENSOR_F32, TENSOR_F64, // numbers
    TENSOR_INT, TENSOR_UINT,                         // of item bytes: ids, never a pattern
    TENSOR_UCS4, TENSOR_BYTES,                       // texts of item bytes, padded with zeros
    TENSOR_REFUSED                                   // anything else; refusal says why
} TensorType;

enum { TENSOR_RANK_MAX = 8, TENSOR_WORD_MAX = 32 };

typedef struct Tensor {
    char *name; // owned; any bytes but NUL
    TensorType type;
    char word[TENSOR_WORD_MAX];  // the type as the file names it
    const char *refusal;         // for TENSOR_REFUSED
    int item;                    // bytes of one element
    bool swapped;                // the bytes of each element stand the other way round than here
    int rank;
    int64_t shape[TENSOR_RANK_MAX];
    int64_t stride[TENSOR_RANK_MAX]; // in bytes, of each axis
    uint64_t size;                   // bytes of all elements together

    uint64_t offset;        // of element 0: in the file, or in bytes when those are there
    unsigned char *bytes;   // owned; NULL: in the file
    bool packed;            // deflated: bytes are made when first needed
    uint64_t packed_offset, packed_size, whole_size; // in the file, in the file, inflated
    uint32_t crc;           // of what is inflated
} Tensor;

// Fills stride and size from type, item, rank and shape (C order, or Fortran order with the first axis fastest).
// Fails on a negative side and on more bytes than 2^62: what a header says is checked before it is multiplied.
bool tensor_layout(Tensor *t, bool fortran, Error *err);

// Its name in messages; an array without one is "the array".
const char *tensor_called(const Tensor *t);

bool tensor_is_float(const Tensor *t);

// "float16 [12, 12, 64, 64]", for messages.
typedef struct TensorShape {
    char text[192];
} TensorShape;
TensorShape tensor_shape(const Tensor *t);

// n numbers that lie step bytes apart at from, as doubles. Not for texts. bfloat16 and float16 keep their NaN and ∞.
void tensor_convert(const Tensor *t, const unsigned char *from, int64_t step, double *out, int n);

void tensor_free(Tensor *t);

#endif
