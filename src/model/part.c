#include "model/part.h"

#include "base/mem.h"
#include "math/row.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char AXIS_LETTERS[AXES + 1] = "LBHQK";

enum { SIDE_MAX = 1 << 20, WINDOW = 1 << 16, PANEL = 1 << 24, PANEL_PIECE = 1 << 16, SPAN_MAX = 1 << 22 };

static bool same_shape(const Tensor *a, const Tensor *b) {
    if (a->rank != b->rank || a->type != b->type || a->swapped != b->swapped || a->item != b->item) return false;
    for (int k = 0; k < a->rank; k++) {
        if (a->shape[k] != b->shape[k] || a->stride[k] != b->stride[k]) return false;
    }
    return true;
}

static bool check_family(const Table *table, const Family *family, Error *err) {
    const Tensor *first = &table->at[family->tensor[0]];
    for (int k = 0; k < family->count; k++) {
        const Tensor *t = &table->at[family->tensor[k]];
        if (t->type == TENSOR_REFUSED) return error_set(err, "%s %s", tensor_called(t), t->refusal);
        if (!tensor_is_float(t))
            return error_set(err, "%s is %s: patterns are floating-point numbers", tensor_called(t), tensor_shape(t).text);
        if (!same_shape(t, first)) {
            TensorShape a = tensor_shape(t), b = tensor_shape(first);
            return error_set(err, "%s is %s, but %s is %s: layers of one shape and type are wanted", t->name, a.text,
                             first->name, b.text);
        }
    }
    return true;
}

bool part_set(Part *out, Table *table, const Family *family, const char *axes, Error *err) {
    if (!check_family(table, family, err)) return false;
    const Tensor *t = &table->at[family->tensor[0]];
    Part p = {.table = table, .family = family, .there = true, .split = !strchr(axes, AXIS_LETTERS[AXIS_LAYER])};
    snprintf(p.axes, sizeof p.axes, "%s", axes);
    for (int a = 0; a < AXES; a++) p.side[a] = 1;
    for (int k = 0; k < t->rank; k++) {
        int a = (int)(strchr(AXIS_LETTERS, axes[k]) - AXIS_LETTERS);
        if (t->shape[k] == 0) return error_set(err, "%s is empty: %s", tensor_called(t), tensor_shape(t).text);
        if (t->shape[k] > SIDE_MAX)
            return error_set(err, "%s is %s: a side above %d", tensor_called(t), tensor_shape(t).text, SIDE_MAX);
        p.side[a] = (int)t->shape[k];
        p.stride[a] = t->stride[k];
    }
    if (p.split) p.side[AXIS_LAYER] = family->count;
    *out = p;
    return true;
}

// ---- rows

void part_reader_free(PartReader *r) {
    free(r->bytes);
    *r = (PartReader){.window = r->window};
}

static void make_room(PartReader *r, size_t size) {
    if (size <= r->room) return;
    free(r->bytes);
    r->bytes = mem_new_aligned(size); // what was there is read anew
    r->room = size;
}

static size_t least(uint64_t a, uint64_t b) {
    return (size_t)(a < b ? a : b);
}

// Keeps the run [at, at + window), which holds the whole row, for the rows that follow it. onward: it follows the run
// kept so far; where rows are picked here and there, nothing is read beside them.
static bool fill_run(const Table *table, const Tensor *t, PartReader *r, uint64_t at, uint64_t span, bool onward,
                     Error *err) {
    uint64_t window = r->window ? r->window : onward ? WINDOW : 0;
    size_t len = least(span > window ? span : window, t->size - at);
    make_room(r, len);
    r->pieces = 0;
    r->start = at;
    r->len = len;
    return table_read(table, t, at, r->bytes, len, err);
}

// The keys of a row lie far apart (Fortran order): keeps a piece around each, which the rows beside it fill.
static bool fill_pieces(const Table *table, const Tensor *t, PartReader *r, uint64_t at, int keys, int64_t stride,
                        Error *err) {
    size_t piece = least(PANEL / (size_t)keys, PANEL_PIECE);
    piece -= piece % (size_t)t->item;
    if (piece < (size_t)t->item) piece = (size_t)t->item;
    make_room(r, piece * (size_t)keys);
    r->pieces = keys;
    r->start = at;
    r->len = piece;
    for (int j = 0; j < keys; j++) {
        uint64_t from = at + (uint64_t)j * (uint64_t)stride;
        if (!table_read(table, t, from, r->bytes + (size_t)j * piece, least(piece, t->size - from), err)) return false;
    }
    return true;
}

// The row's first element in the reader, and the distance of its keys there; NULL with a message.
static const unsigned char *find_row(const Part *p, PartReader *r, const int at[AXES], Tensor **tensor, int64_t *step,
                                     Error *err) {
    uint64_t from = 0;
    for (int a = AXIS_LAYER; a < AXIS_KEY; a++) from += (uint64_t)at[a] * (uint64_t)p->stride[a];
    int index = p->family->tensor[p->split ? at[AXIS_LAYER] : 0], keys = p->side[AXIS_KEY];
    Tensor *t = *tensor = &p->table->at[index];
    int64_t stride = p->stride[AXIS_KEY];
    uint64_t span = (uint64_t)(keys - 1) * (uint64_t)stride + (uint64_t)t->item;
    bool whole = span <= SPAN_MAX || stride == t->item; // read at once, or piece by piece
    if (!table_unpack(p->table, t, err)) return NULL;
    uint64_t need = whole ? span : (uint64_t)t->item;
    bool kept = r->filled && r->tensor == index && (r->pieces == 0) == whole && from >= r->start &&
                from - r->start + need <= r->len;
    if (!kept) {
        bool onward = r->filled && r->tensor == index && from > r->start && from <= r->start + r->len;
        r->filled = whole ? fill_run(p->table, t, r, from, span, onward, err)
                          : fill_pieces(p->table, t, r, from, keys, stride, err);
        r->tensor = index;
        if (!r->filled) return NULL;
    }
    *step = whole ? stride : (int64_t)r->len;
    return r->bytes + (from - r->start);
}

bool part_row(const Part *p, PartReader *r, const int at[AXES], double *row, Error *err) {
    Tensor *t;
    int64_t step;
    const unsigned char *first = find_row(p, r, at, &t, &step, err);
    if (first) tensor_convert(t, first, step, row, p->side[AXIS_KEY]);
    return first != NULL;
}

bool part_has_floats(const Part *p) {
    const Tensor *t = &p->table->at[p->family->tensor[0]];
    return t->type <= TENSOR_F32 && !t->swapped && p->stride[AXIS_KEY] == t->item;
}

const float *part_floats(const Part *p, PartReader *r, const int at[AXES], float *room, Error *err) {
    Tensor *t;
    int64_t step;
    const unsigned char *first = find_row(p, r, at, &t, &step, err);
    if (!first) return NULL;
    // Runs start at a row's first element, so elements are aligned in the reader's memory.
    if (t->type == TENSOR_F32) return (const float *)(const void *)first;
    const uint16_t *half = (const uint16_t *)(const void *)first;
    if (t->type == TENSOR_F16) row_from_f16(half, room, p->side[AXIS_KEY]);
    else row_from_bf16(half, room, p->side[AXIS_KEY]);
    return room;
}
