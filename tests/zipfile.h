// A zip archive put together byte by byte, so that a test can lie in any of its fields.
#ifndef LOOKBACK_TESTS_ZIPFILE_H
#define LOOKBACK_TESTS_ZIPFILE_H

#include "dumpfile.h"

#include <zlib.h>

typedef struct ZipEntry {
    const char *name;
    int method, flags;
    Str packed;      // as it lies in the file
    uint64_t whole;  // bytes it says it inflates to
    uint32_t crc;
    uint64_t header; // where its local header lies
    uint64_t says_packed; // that the directory states; 0: the truth
} ZipEntry;

// A member of these bytes, stored or deflated.
static inline ZipEntry zip_entry(const char *name, const char *bytes, size_t len, int method) {
    ZipEntry e = {
        .name = name, .method = method, .whole = len, .crc = (uint32_t)crc32_z(0, (const unsigned char *)bytes, len)};
    if (method != 8) {
        str_add(&e.packed, bytes, len);
        return e;
    }
    z_stream z = {0};
    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY), Z_OK);
    size_t room = len + len / 8 + 64;
    unsigned char *out = calloc(room, 1), *in = calloc(len + 1, 1);
    if (len) memcpy(in, bytes, len);
    z.next_in = in;
    z.avail_in = (uInt)len;
    z.next_out = out;
    z.avail_out = (uInt)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    str_add(&e.packed, (char *)out, z.total_out);
    deflateEnd(&z);
    free(out);
    free(in);
    return e;
}

static inline void put_local(Str *out, ZipEntry *e) {
    e->header = out->len;
    str_add(out, "PK\3\4", 4);
    put_number(out, 20, 2);
    put_number(out, (uint64_t)e->flags, 2);
    put_number(out, (uint64_t)e->method, 2);
    put_number(out, 0, 4);
    put_number(out, e->crc, 4);
    put_number(out, 0xFFFFFFFF, 4); // as numpy writes it: the true sizes stand in a field behind the name
    put_number(out, 0xFFFFFFFF, 4);
    put_number(out, strlen(e->name), 2);
    put_number(out, 20, 2);
    str_puts(out, e->name);
    put_number(out, 1, 2);
    put_number(out, 16, 2);
    put_number(out, e->whole, 8);
    put_number(out, e->packed.len, 8);
    str_add(out, str_text(&e->packed), e->packed.len);
}

static inline void put_directory_entry(Str *out, const ZipEntry *e) {
    uint64_t packed = e->says_packed ? e->says_packed : e->packed.len;
    bool large = e->whole > 0xFFFFFFFE || packed > 0xFFFFFFFE;
    str_add(out, "PK\1\2", 4);
    put_number(out, 20, 2);
    put_number(out, 20, 2);
    put_number(out, (uint64_t)e->flags, 2);
    put_number(out, (uint64_t)e->method, 2);
    put_number(out, 0, 4);
    put_number(out, e->crc, 4);
    put_number(out, large ? 0xFFFFFFFF : packed, 4);
    put_number(out, large ? 0xFFFFFFFF : e->whole, 4);
    put_number(out, strlen(e->name), 2);
    put_number(out, large ? 20 : 0, 2);
    put_number(out, 0, 10); // comment, disk, attributes
    put_number(out, e->header, 4);
    str_puts(out, e->name);
    if (!large) return;
    put_number(out, 1, 2);
    put_number(out, 16, 2);
    put_number(out, e->whole, 8);
    put_number(out, packed, 8);
}

static inline void put_end(Str *out, int members, uint64_t start, uint64_t len) {
    str_add(out, "PK\5\6\0\0\0\0", 8);
    put_number(out, (uint64_t)members, 2);
    put_number(out, (uint64_t)members, 2);
    put_number(out, len, 4);
    put_number(out, start, 4);
    put_number(out, 0, 2);
}

// The whole archive; the entries keep their memory.
static inline void put_zip(Str *out, ZipEntry *e, int count) {
    for (int k = 0; k < count; k++) put_local(out, &e[k]);
    uint64_t start = out->len;
    for (int k = 0; k < count; k++) put_directory_entry(out, &e[k]);
    put_end(out, count, start, out->len - start);
}

#endif
