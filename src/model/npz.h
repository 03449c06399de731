// NumPy's .npz: a zip archive of .npy members. Stored members are used where they lie; deflated ones are inflated when
// they are first looked at.
#ifndef LOOKBACK_MODEL_NPZ_H
#define LOOKBACK_MODEL_NPZ_H

#include "model/table.h"

bool npz_is(const unsigned char *start, size_t len);

bool npz_read(Table *table, Error *err);

#endif
