#include "model/npz.h"

#include "base/mem.h"
#include "model/inflate.h"
#include "model/npy.h"
#include "model/zip.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FLAG_ENCRYPTED = 1 };

bool npz_is(const unsigned char *start, size_t len) {
    return len >= 4 && (memcmp(start, "PK\3\4", 4) == 0 || memcmp(start, "PK\5\6", 4) == 0);
}

// The first bytes of a member, inflated: enough for its header. The caller frees.
static unsigned char *member_start(const FileMap *file, const ZipMember *m, uint64_t offset, size_t *len, Error *err) {
    size_t want = m->whole < NPY_HEADER_MAX ? (size_t)m->whole : NPY_HEADER_MAX;
    unsigned char *start = mem_new(want, 1);
    *len = want;
    bool ok = m->method == ZIP_DEFLATED ? inflate_start(file, offset, m->packed, start, want, len, err)
                                        : file_map_read(file, offset, start, want, err);
    if (ok) return start;
    free(start);
    return NULL;
}

static bool read_member(Table *table, const Zip *zip, const ZipMember *m, Tensor *t, Error *err) {
    uint64_t offset;
    if (m->flags & FLAG_ENCRYPTED) return error_set(err, "is encrypted");
    if (m->method != ZIP_STORED && m->method != ZIP_DEFLATED) {
        return error_set(err, "is packed by method %d; stored and deflated members can be read", m->method);
    }
    if (m->method == ZIP_STORED && m->packed != m->whole) return error_set(err, "is stored, but has two sizes");
    if (m->method == ZIP_DEFLATED && !inflate_believes(m->packed, m->whole, err)) return false;
    if (!zip_data(&table->file, zip, m, &offset, err)) return false;
    size_t len;
    unsigned char *start = member_start(&table->file, m, offset, &len, err);
    bool ok = start && npy_header(start, len, m->whole, t, err);
    free(start);
    if (!ok) return false;
    if (m->method == ZIP_STORED) {
        t->offset += offset;
        return true;
    }
    t->packed = true;
    t->packed_offset = offset;
    t->packed_size = m->packed;
    t->whole_size = m->whole;
    t->crc = m->crc;
    return true;
}

static bool add_member(Table *table, const Zip *zip, const ZipMember *m, uint64_t *inflated, Error *err) {
    static const char SUFFIX[] = ".npy";
    size_t suffix = sizeof SUFFIX - 1;
    if (m->name_len < suffix || memcmp(m->name + m->name_len - suffix, SUFFIX, suffix) != 0) return true;
    if (table->count == TABLE_MAX) return error_set(err, "has more than %d arrays", TABLE_MAX);
    Tensor t = {.name = mem_text(m->name, m->name_len - suffix)};
    bool ok = read_member(table, zip, m, &t, err);
    if (ok && t.packed) {
        *inflated += t.whole_size; // each is at most INFLATE_MAX, so this does not overflow
        ok = *inflated <= INFLATE_MAX ||
             error_set(err,
                       "with what is before it would inflate to more than %" PRIu64 " bytes: store it "
                       "instead (np.savez)",
                       (uint64_t)INFLATE_MAX);
    }
    if (ok) table_take(table, &t);
    else error_prefix(err, "%.*s: ", (int)m->name_len, m->name);
    tensor_free(&t);
    return ok;
}

bool npz_read(Table *table, Error *err) {
    Zip zip = {0};
    const char *path = table->file.path;
    if (!zip_open(&table->file, &zip, err)) return error_prefix(err, "%s: ", path);
    bool end = false, ok = true;
    uint64_t inflated = 0;
    while (ok && !end) {
        ZipMember m;
        if (zip_next(&zip, &m, &end, err)) ok = add_member(table, &zip, &m, &inflated, err);
        else ok = end;
    }
    zip_free(&zip);
    return ok || error_prefix(err, "%s: ", path);
}
