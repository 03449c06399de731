#include "model/zip.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

// Sizes of the fixed parts, and their signatures ("PK" and two bytes).
enum {
    END_SIZE = 22,
    LOCATOR_SIZE = 20,
    END64_SIZE = 56,
    ENTRY_SIZE = 46,
    LOCAL_SIZE = 30,
    COMMENT_MAX = 65535,
    DIRECTORY_MAX = 1 << 24
};
enum {
    END_SIGN = 0x06054b50,
    LOCATOR_SIGN = 0x07064b50,
    END64_SIGN = 0x06064b50,
    ENTRY_SIGN = 0x02014b50,
    LOCAL_SIGN = 0x04034b50
};
enum { EXTRA_ZIP64 = 1 };
static const uint32_t NOT_HERE = 0xFFFFFFFF; // the true number stands in a 64-bit field

static uint64_t number(const unsigned char *p, int bytes) {
    uint64_t v = 0;
    for (int k = bytes - 1; k >= 0; k--) v = v << 8 | p[k];
    return v;
}

// The end record is the last thing in the file but a comment.
static bool find_end(const FileMap *file, uint64_t *at, unsigned char *end, Error *err) {
    uint64_t tail = file->size < END_SIZE + COMMENT_MAX ? file->size : END_SIZE + COMMENT_MAX;
    if (tail < END_SIZE) return error_set(err, "is too short to be a zip archive");
    unsigned char *bytes = mem_new((size_t)tail, 1);
    bool ok = file_map_read(file, file->size - tail, bytes, (size_t)tail, err), found = false;
    for (uint64_t k = tail - END_SIZE + 1; ok && !found && k-- > 0;) {
        if (number(bytes + k, 4) != END_SIGN || k + END_SIZE + number(bytes + k + 20, 2) != tail) continue;
        memcpy(end, bytes + k, END_SIZE);
        *at = file->size - tail + k;
        found = true;
    }
    free(bytes);
    return ok &&
           (found || error_set(err, "is cut off: the directory of its members, which stands at the end, is missing"));
}

// Replaces what the end record cannot hold by the 64-bit record, if there is one.
static bool read_end64(const FileMap *file, uint64_t end_at, uint64_t *members, uint64_t *len, uint64_t *start,
                       Error *err) {
    unsigned char locator[LOCATOR_SIZE], end64[END64_SIZE];
    if (end_at < LOCATOR_SIZE) return true;
    if (!file_map_read(file, end_at - LOCATOR_SIZE, locator, sizeof locator, err)) return false;
    if (number(locator, 4) != LOCATOR_SIGN) return true;
    uint64_t at = number(locator + 8, 8);
    if (at > end_at || end_at - at < END64_SIZE) return error_set(err, "its 64-bit end record lies outside the file");
    if (!file_map_read(file, at, end64, sizeof end64, err)) return false;
    if (number(end64, 4) != END64_SIGN) return error_set(err, "its 64-bit end record is missing");
    *members = number(end64 + 32, 8);
    *len = number(end64 + 40, 8);
    *start = number(end64 + 48, 8);
    return true;
}

bool zip_open(const FileMap *file, Zip *out, Error *err) {
    unsigned char end[END_SIZE];
    uint64_t at = 0;
    if (!find_end(file, &at, end, err)) return false;
    uint64_t members = number(end + 10, 2), len = number(end + 12, 4), start = number(end + 16, 4);
    if (!read_end64(file, at, &members, &len, &start, err)) return false;
    if (start > at || len > at - start) return error_set(err, "its directory lies outside the file");
    if (len > DIRECTORY_MAX)
        return error_set(err, "its directory is larger than %d bytes, the most that is read", DIRECTORY_MAX);
    Zip zip = {mem_new((size_t)len, 1), len, 0, start, members, 0};
    if (!file_map_read(file, start, zip.directory, (size_t)len, err)) {
        zip_free(&zip);
        return false;
    }
    *out = zip;
    return true;
}

void zip_free(Zip *zip) {
    free(zip->directory);
    *zip = (Zip){0};
}

// Takes the 64-bit numbers of those fields that say NOT_HERE, in their fixed order.
static bool read_extra(const unsigned char *p, size_t len, ZipMember *m, Error *err) {
    uint64_t *field[] = {&m->whole, &m->packed, &m->header};
    while (len >= 4) {
        size_t size = (size_t)number(p + 2, 2);
        if (size > len - 4) break;
        if (number(p, 2) == EXTRA_ZIP64) {
            size_t used = 0;
            for (int k = 0; k < 3; k++) {
                if (*field[k] != NOT_HERE) continue;
                if (used + 8 > size) return error_set(err, "a member's 64-bit sizes are missing");
                *field[k] = number(p + 4 + used, 8);
                used += 8;
            }
            return true;
        }
        p += 4 + size;
        len -= 4 + size;
    }
    for (int k = 0; k < 3; k++) {
        if (*field[k] == NOT_HERE) return error_set(err, "a member's 64-bit sizes are missing");
    }
    return true;
}

bool zip_next(Zip *zip, ZipMember *out, bool *end, Error *err) {
    *end = zip->seen == zip->members && zip->at == zip->len;
    if (*end) return false;
    const unsigned char *p = zip->directory + zip->at;
    if (zip->len - zip->at < ENTRY_SIZE || number(p, 4) != ENTRY_SIGN)
        return error_set(err, "its directory is damaged");
    uint64_t name = number(p + 28, 2), extra = number(p + 30, 2), comment = number(p + 32, 2);
    uint64_t size = ENTRY_SIZE + name + extra + comment;
    if (size > zip->len - zip->at) return error_set(err, "its directory is damaged");
    ZipMember m = {.name = (const char *)p + ENTRY_SIZE, .name_len = (size_t)name};
    m.flags = (int)number(p + 8, 2);
    m.method = (int)number(p + 10, 2);
    m.crc = (uint32_t)number(p + 16, 4);
    m.packed = number(p + 20, 4);
    m.whole = number(p + 24, 4);
    m.header = number(p + 42, 4);
    if (!read_extra(p + ENTRY_SIZE + name, (size_t)extra, &m, err)) return false;
    zip->at += size;
    zip->seen++;
    *out = m;
    return true;
}

bool zip_data(const FileMap *file, const Zip *zip, const ZipMember *m, uint64_t *offset, Error *err) {
    unsigned char local[LOCAL_SIZE];
    if (m->header > zip->start || zip->start - m->header < LOCAL_SIZE) return error_set(err, "lies outside the file");
    if (!file_map_read(file, m->header, local, sizeof local, err)) return false;
    if (number(local, 4) != LOCAL_SIGN) return error_set(err, "does not lie where the directory says");
    uint64_t at = m->header + LOCAL_SIZE + number(local + 26, 2) + number(local + 28, 2);
    if (at > zip->start || m->packed > zip->start - at) return error_set(err, "lies outside the file");
    *offset = at;
    return true;
}
