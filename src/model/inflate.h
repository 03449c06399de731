// Deflated bytes of a file, made whole. (The name of zlib's own function is inflate; ours are inflate_….)
#ifndef LOOKBACK_MODEL_INFLATE_H
#define LOOKBACK_MODEL_INFLATE_H

#include "base/file_map.h"

// The most that is ever inflated at once: what is inflated lies in memory.
#define INFLATE_MAX (UINT64_C(1) << 31)

// Whether a size that an archive states is believable: deflate makes at most 1032 bytes of one, and no more than
// INFLATE_MAX are made at all.
bool inflate_believes(uint64_t packed, uint64_t whole, Error *err);

// Inflates the raw deflate stream at [offset, offset + packed) of the file, which must give exactly whole bytes with
// this CRC-32. NULL with a message otherwise; the caller frees.
unsigned char *inflate_all(const FileMap *file, uint64_t offset, uint64_t packed, uint64_t whole, uint32_t crc,
                           Error *err);

// The first bytes alone: *made of them, at most len.
bool inflate_start(const FileMap *file, uint64_t offset, uint64_t packed, void *out, size_t len, size_t *made,
                   Error *err);

#endif
