// The list of members of a zip archive, from its central directory, with the 64-bit sizes numpy writes.
#ifndef LOOKBACK_MODEL_ZIP_H
#define LOOKBACK_MODEL_ZIP_H

#include "base/file_map.h"
#include "base/str.h"

#include <stdbool.h>

enum { ZIP_STORED = 0, ZIP_DEFLATED = 8 };

typedef struct ZipMember {
    const char *name; // borrowed, name_len bytes
    size_t name_len;
    int method, flags;
    uint32_t crc;
    uint64_t packed, whole; // bytes in the file, bytes inflated
    uint64_t header;        // where its local header lies
} ZipMember;

// A directory held in memory; zip_next walks it.
typedef struct Zip {
    unsigned char *directory; // owned
    uint64_t len, at;
    uint64_t start; // of the directory in the file: no member may reach into it
    uint64_t members, seen;
} Zip;

bool zip_open(const FileMap *file, Zip *out, Error *err);
void zip_free(Zip *zip);

// The next member; false with *end at the end, else with a message.
bool zip_next(Zip *zip, ZipMember *out, bool *end, Error *err);

// Where the member's bytes start: behind its local header, inside the file, before the directory.
bool zip_data(const FileMap *file, const Zip *zip, const ZipMember *m, uint64_t *offset, Error *err);

#endif
