#include "model/inflate.h"

#include "base/mem.h"

#include <inttypes.h>
#include <stdlib.h>
#include <zlib.h>

enum { INPUT_BLOCK = 1 << 18, RATIO_MAX = 1032 };

bool inflate_believes(uint64_t packed, uint64_t whole, Error *err) {
    if (whole > INFLATE_MAX) {
        return error_set(
            err, "would inflate to %" PRIu64 " bytes; at most %" PRIu64 " are inflated: store it instead (np.savez)",
            whole, (uint64_t)INFLATE_MAX);
    }
    if (packed > UINT64_MAX / RATIO_MAX || whole <= (packed + 8) * RATIO_MAX) return true;
    return error_set(err, "says that %" PRIu64 " bytes inflate to %" PRIu64 ", which deflate cannot do", packed, whole);
}

// Inflates until out is full or the stream ends; *ended tells which. *made bytes are made.
static bool run(const FileMap *file, uint64_t offset, uint64_t packed, unsigned char *out, size_t len, size_t *made,
                bool *ended, Error *err) {
    z_stream z = {0};
    if (inflateInit2(&z, -MAX_WBITS) != Z_OK) return error_set(err, "zlib does not start");
    unsigned char *block = mem_new(INPUT_BLOCK, 1);
    int status = Z_OK;
    bool ok = true;
    *made = 0;
    unsigned char spare; // zlib wants room even for the end mark alone
    while (ok && status == Z_OK) {
        if (z.avail_in == 0 && packed > 0) {
            uint64_t part = packed < INPUT_BLOCK ? packed : INPUT_BLOCK;
            ok = file_map_read(file, offset, block, (size_t)part, err);
            z.next_in = block;
            z.avail_in = (uInt)part;
            offset += part;
            packed -= part;
        }
        size_t room = len - *made;
        uInt give = room == 0 ? 1 : room > INPUT_BLOCK ? INPUT_BLOCK : (uInt)room;
        z.next_out = room ? out + *made : &spare;
        z.avail_out = give;
        if (ok) status = inflate(&z, Z_NO_FLUSH);
        uInt got = give - z.avail_out;
        if (room == 0 && got > 0) break; // there is more than was asked for
        *made += got;
    }
    *ended = ok && status == Z_STREAM_END;
    inflateEnd(&z);
    free(block);
    bool broken = ok && status != Z_OK && status != Z_STREAM_END;
    return broken ? error_set(err, "is damaged: it does not inflate") : ok;
}

unsigned char *inflate_all(const FileMap *file, uint64_t offset, uint64_t packed, uint64_t whole, uint32_t crc,
                           Error *err) {
    if (!inflate_believes(packed, whole, err)) return NULL;
    unsigned char *out = mem_new((size_t)whole, 1);
    size_t made;
    bool ended;
    bool ok = run(file, offset, packed, out, (size_t)whole, &made, &ended, err);
    if (ok && (!ended || made != whole))
        ok = error_set(err, "does not inflate to the %" PRIu64 " bytes it promises", whole);
    if (ok && crc32_z(0, out, made) != crc) ok = error_set(err, "is damaged: its checksum is wrong");
    if (ok) return out;
    free(out);
    return NULL;
}

bool inflate_start(const FileMap *file, uint64_t offset, uint64_t packed, void *out, size_t len, size_t *made,
                   Error *err) {
    bool ended;
    return run(file, offset, packed, out, len, made, &ended, err);
}
