// Safetensors: 8 bytes of header length (little-endian), a JSON header, the numbers.
//     {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, "__metadata__": {"key": "text"}}
// Offsets count from the end of the header. The numbers must fill the rest of the file exactly, without overlap.
#ifndef LOOKBACK_MODEL_SAFETENSORS_H
#define LOOKBACK_MODEL_SAFETENSORS_H

#include "model/table.h"

// Whether a file of `whole` bytes starts like one.
bool safetensors_is(const unsigned char *start, size_t len, uint64_t whole);

bool safetensors_read(Table *table, Error *err);

#endif
