#include "model/npy.h"

#include "base/mem.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char MAGIC[] = "\x93NUMPY";
enum { MAGIC_LEN = 6 };

bool npy_is(const unsigned char *start, size_t len) {
    return len >= MAGIC_LEN && memcmp(start, MAGIC, MAGIC_LEN) == 0;
}

// ---- the header's dictionary: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }

typedef struct Dict {
    const char *at, *end;
} Dict;

static void skip_spaces(Dict *s) {
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\t' || *s->at == '\n')) s->at++;
}

static bool take(Dict *s, char c) {
    skip_spaces(s);
    if (s->at == s->end || *s->at != c) return false;
    s->at++;
    return true;
}

static bool take_word(Dict *s, const char *word) {
    skip_spaces(s);
    size_t len = strlen(word);
    if ((size_t)(s->end - s->at) < len || memcmp(s->at, word, len) != 0) return false;
    s->at += len;
    return true;
}

// A quoted string without escapes, of fewer than size bytes.
static bool take_string(Dict *s, char *out, size_t size) {
    skip_spaces(s);
    if (s->at == s->end || (*s->at != '\'' && *s->at != '"')) return false;
    char quote = *s->at++;
    size_t len = 0;
    for (; s->at < s->end && *s->at != quote; s->at++) {
        if (len + 1 >= size || *s->at == '\\' || *s->at == '\0') return false;
        out[len++] = *s->at;
    }
    out[len] = '\0';
    return take(s, quote);
}

static bool take_integer(Dict *s, int64_t *out) {
    skip_spaces(s);
    bool minus = s->at < s->end && *s->at == '-';
    s->at += minus;
    int64_t v = 0;
    const char *start = s->at;
    for (; s->at < s->end && *s->at >= '0' && *s->at <= '9'; s->at++) {
        if (v > (INT64_MAX - 9) / 10) return false;
        v = v * 10 + (*s->at - '0');
    }
    bool digits = s->at > start;
    if (s->at < s->end && *s->at == 'L') s->at++; // Python 2 wrote long integers so
    *out = minus ? -v : v;
    return digits;
}

static bool take_shape(Dict *s, Tensor *t, Error *err) {
    if (!take(s, '(')) return error_set(err, "its shape is no tuple");
    while (!take(s, ')')) {
        int64_t side;
        if (!take_integer(s, &side)) return error_set(err, "its shape is not made of numbers");
        if (t->rank == TENSOR_RANK_MAX) return error_set(err, "has more than %d axes", TENSOR_RANK_MAX);
        t->shape[t->rank++] = side;
        if (!take(s, ',') && !(s->at < s->end && *s->at == ')')) return error_set(err, "its shape does not end");
    }
    return true;
}

// Skips a list of fields: brackets and strings, as deep as they go.
static bool skip_list(Dict *s) {
    int depth = 0;
    for (; s->at < s->end; s->at++) {
        if (*s->at == '\'') {
            do s->at++;
            while (s->at < s->end && *s->at != '\'');
            if (s->at == s->end) return false;
        } else if (*s->at == '[' || *s->at == '(') {
            depth++;
        } else if ((*s->at == ']' || *s->at == ')') && --depth == 0) {
            s->at++;
            return true;
        }
    }
    return false;
}

static void refuse(Tensor *t, const char *why) {
    t->type = TENSOR_REFUSED;
    t->refusal = why;
    t->item = 1;
}

// '<f4': byte order, kind, bytes (characters for U).
static bool read_type(Tensor *t, const char *descr, Error *err) {
    const char *at = descr;
    char order = strchr("<>|=", *at) && *at ? *at++ : '|';
    char kind = *at ? *at++ : '\0';
    Dict number = {at, at + strlen(at)};
    int64_t size = 1;
    if (*at && (!take_integer(&number, &size) || size < 0 || size > 1 << 20))
        return error_set(err, "its type \"%s\" is unknown", descr);
    snprintf(t->word, sizeof t->word, "%s", descr);
    bool little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    t->swapped = order == (little ? '>' : '<');
    t->item = (int)size;
    bool whole = size == 1 || size == 2 || size == 4 || size == 8;
    if (kind == 'f' && (size == 2 || size == 4 || size == 8))
        t->type = size == 2 ? TENSOR_F16 : size == 4 ? TENSOR_F32 : TENSOR_F64;
    else if (kind == 'i' && whole) t->type = TENSOR_INT;
    else if ((kind == 'u' || kind == 'b') && whole) t->type = TENSOR_UINT;
    else if (kind == 'S') t->type = TENSOR_BYTES;
    else if (kind == 'U') {
        t->type = TENSOR_UCS4;
        t->item = (int)size * 4;
    } else if (kind == 'O')
        refuse(t, "holds Python objects (dtype=object): reading them would run code; save plain numbers");
    else if (kind == 'c') refuse(t, "holds complex numbers");
    else if (kind == 'V' && size == 2) {
        t->type = TENSOR_BF16; // what ml_dtypes' bfloat16 is saved as
    } else refuse(t, "is of a type that holds no attention");
    return true;
}

typedef struct Header {
    bool descr, order, shape; // seen
    bool fortran;
} Header;

static bool read_entry(Dict *s, Header *seen, Tensor *t, Error *err) {
    char key[32], descr[TENSOR_WORD_MAX];
    if (!take_string(s, key, sizeof key) || !take(s, ':')) return error_set(err, "its header is no dictionary");
    if (strcmp(key, "descr") == 0 && !seen->descr) {
        seen->descr = true;
        skip_spaces(s);
        if (s->at < s->end && *s->at == '[') {
            refuse(t, "has named fields (a record type): save the field you want alone");
            return skip_list(s) || error_set(err, "its fields do not end");
        }
        return take_string(s, descr, sizeof descr) ? read_type(t, descr, err)
                                                   : error_set(err, "its type is no short string");
    }
    if (strcmp(key, "fortran_order") == 0 && !seen->order) {
        seen->order = true;
        seen->fortran = take_word(s, "True");
        return seen->fortran || take_word(s, "False") || error_set(err, "fortran_order is neither True nor False");
    }
    if (strcmp(key, "shape") == 0 && !seen->shape) {
        seen->shape = true;
        return take_shape(s, t, err);
    }
    return error_set(err, "its header has an unknown or repeated entry \"%s\"", key);
}

static bool read_dictionary(Dict *s, Tensor *t, Error *err) {
    Header seen = {0};
    if (!take(s, '{')) return error_set(err, "its header is no dictionary");
    while (!take(s, '}')) {
        if (!read_entry(s, &seen, t, err)) return false;
        if (!take(s, ',') && !(s->at < s->end && *s->at == '}')) return error_set(err, "its header does not end");
    }
    if (!seen.descr || !seen.order || !seen.shape)
        return error_set(err, "its header lacks descr, fortran_order or shape");
    return tensor_layout(t, seen.fortran, err);
}

bool npy_header(const unsigned char *start, size_t len, uint64_t whole, Tensor *out, Error *err) {
    if (!npy_is(start, len) || len < 10) return error_set(err, "does not start as .npy does");
    int major = start[6], prefix = major == 1 ? 10 : 12;
    if (major < 1 || major > 3) return error_set(err, "is .npy version %d; 1, 2 and 3 are known", major);
    if (len < (size_t)prefix) return error_set(err, "ends inside its header");
    uint64_t header = start[8] | (uint64_t)start[9] << 8;
    if (major > 1) header |= (uint64_t)start[10] << 16 | (uint64_t)start[11] << 24;
    if (header > NPY_HEADER_MAX - 12)
        return error_set(err, "has a header of %" PRIu64 " bytes, too long to be true", header);
    if (header > len - (size_t)prefix) return error_set(err, "ends inside its header");
    char *name = out->name;
    *out = (Tensor){.name = name, .offset = (uint64_t)prefix + header};
    Dict s = {(const char *)start + prefix, (const char *)start + prefix + header};
    if (!read_dictionary(&s, out, err)) return false;
    uint64_t left = whole - out->offset;
    if (out->type == TENSOR_REFUSED || out->size <= left) return true;
    return error_set(err, "is cut off: %s wants %" PRIu64 " bytes, %" PRIu64 " are there", tensor_shape(out).text,
                     out->size, left);
}

bool npy_read(Table *table, Error *err) {
    size_t len = table->file.size < NPY_HEADER_MAX ? (size_t)table->file.size : NPY_HEADER_MAX;
    unsigned char *start = mem_new(len, 1);
    Tensor t = {.name = mem_text("", 0)};
    bool ok = file_map_read(&table->file, 0, start, len, err);
    if (ok && !npy_header(start, len, table->file.size, &t, err)) ok = error_prefix(err, "%s: ", table->file.path);
    free(start);
    if (ok) table_take(table, &t);
    tensor_free(&t);
    return ok;
}
