#include "model/tensor.h"

#include "math/row.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool tensor_layout(Tensor *t, bool fortran, Error *err) {
    uint64_t size = (uint64_t)t->item;
    bool empty = false;
    for (int k = 0; k < t->rank; k++) {
        if (t->shape[k] < 0) return error_set(err, "a side of %lld", (long long)t->shape[k]);
        empty = empty || t->shape[k] == 0;
    }
    for (int k = 0; k < t->rank; k++) {
        int axis = fortran ? k : t->rank - 1 - k;
        t->stride[axis] = (int64_t)size;
        uint64_t side = empty ? 1 : (uint64_t)t->shape[axis];
        if (size > (UINT64_C(1) << 62) / side) return error_set(err, "more elements than any file can hold");
        size *= side;
    }
    t->size = empty ? 0 : size;
    return true;
}

const char *tensor_called(const Tensor *t) {
    return t->name && t->name[0] ? t->name : "the array";
}

bool tensor_is_float(const Tensor *t) {
    return t->type <= TENSOR_F64;
}

// "float16", else the word of the file.
static const char *type_word(const Tensor *t) {
    static const char *const WORDS[] = {"float16", "bfloat16", "float32", "float64"};
    return tensor_is_float(t) ? WORDS[t->type] : t->word;
}

TensorShape tensor_shape(const Tensor *t) {
    TensorShape s;
    size_t used = (size_t)snprintf(s.text, sizeof s.text, "%s [", type_word(t));
    for (int k = 0; k < t->rank && used < sizeof s.text; k++) {
        used += (size_t)snprintf(s.text + used, sizeof s.text - used, "%s%lld", k ? ", " : "", (long long)t->shape[k]);
    }
    if (used < sizeof s.text) snprintf(s.text + used, sizeof s.text - used, "]");
    return s;
}

// ---- numbers

static double from_bits32(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

// IEEE binary16: sign 1, exponent 5 (bias 15), fraction 10.
static double from_half(uint16_t h) {
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, rest = h & 0x7FFFu;
    if (rest >= 0x7C00) return from_bits32(sign | 0x7F800000 | (rest & 0x3FF) << 13);  // ∞ and NaN
    if (rest < 0x400) return sign ? -ldexp(rest, -24) : ldexp(rest, -24);              // below 2^-14
    return from_bits32(sign | ((rest << 13) + ((127u - 15u) << 23)));
}

static uint64_t load(const unsigned char *from, int item, bool swapped) {
    uint64_t v = 0;
    for (int k = 0; k < item; k++) { // from the most significant byte on
        bool little = (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) != swapped;
        v = v << 8 | from[little ? item - 1 - k : k];
    }
    return v;
}

static double from_element(const Tensor *t, const unsigned char *from) {
    uint64_t bits = load(from, t->item, t->swapped);
    switch (t->type) {
    case TENSOR_F16: return from_half((uint16_t)bits);
    case TENSOR_BF16: return from_bits32((uint32_t)bits << 16);
    case TENSOR_F32: return from_bits32((uint32_t)bits);
    case TENSOR_INT: {
        int unused = 64 - 8 * t->item;
        return (double)((int64_t)(bits << unused) >> unused);
    }
    case TENSOR_UINT: return (double)bits;
    default: {
        double d;
        memcpy(&d, &bits, sizeof d);
        return d;
    }
    }
}

static void convert_halves(TensorType type, const unsigned char *from, double *out, int n) {
    enum { PIECE = 256 };
    uint16_t in[PIECE];
    float narrow[PIECE];
    for (int j = 0; j < n; j += PIECE) {
        int count = n - j < PIECE ? n - j : PIECE;
        memcpy(in, from + (size_t)j * sizeof *in, (size_t)count * sizeof *in);
        if (type == TENSOR_F16) row_from_f16(in, narrow, count);
        else row_from_bf16(in, narrow, count);
        row_to_doubles(narrow, out + j, count);
    }
}

void tensor_convert(const Tensor *t, const unsigned char *from, int64_t step, double *out, int n) {
    bool straight = !t->swapped && step == t->item;
    if (straight && t->type == TENSOR_F32) {
        row_to_doubles(from, out, n);
        return;
    }
    if (straight && t->type <= TENSOR_BF16) {
        convert_halves(t->type, from, out, n);
        return;
    }
    for (int j = 0; j < n; j++) out[j] = from_element(t, from + (int64_t)j * step);
}

void tensor_free(Tensor *t) {
    free(t->name);
    free(t->bytes);
    *t = (Tensor){0};
}
