// One quantity of a capture, [layer][batch][head][query][key], wherever its tensors put those axes; and its rows, read
// from the file as they are asked for.
#ifndef LOOKBACK_MODEL_PART_H
#define LOOKBACK_MODEL_PART_H

#include "model/family.h"

typedef enum Axis { AXIS_LAYER, AXIS_BATCH, AXIS_HEAD, AXIS_QUERY, AXIS_KEY, AXES } Axis;

// In this order: the letters of --axes. (For q and k the last axis is the width d, for norms of v there is no query.)
extern const char AXIS_LETTERS[AXES + 1];

enum { AXES_TEXT = TENSOR_RANK_MAX + 2 };

// {0} is valid: not there.
typedef struct Part {
    Table *table; // borrowed
    const Family *family;
    bool there;
    bool split;               // one tensor a layer
    char axes[AXES_TEXT];     // of each tensor, as letters: "HQK"
    int side[AXES];           // 1 where there is no such axis
    int64_t stride[AXES];     // bytes; 0 where there is no such axis
} Part;

// Lays the axes over the family's tensors, which must all have the shape and type of the first. Sides above 2^20 and
// empty ones are errors.
bool part_set(Part *out, Table *table, const Family *family, const char *axes, Error *err);

// A piece of the file kept in memory, so that neighbouring rows are read together. {0} is valid and empty.
typedef struct PartReader {
    size_t window; // bytes that are read at once where the row is smaller; 0: 64 kB where rows follow each other
    unsigned char *bytes;
    size_t room;
    int tensor; // what bytes are of; −1: nothing
    bool filled;
    uint64_t start, len; // of the run kept; with pieces, of each
    int pieces;          // 0: one run; else one run for each key, at distance stride
} PartReader;

void part_reader_free(PartReader *r);

// Row (layer, batch, head, query), side[AXIS_KEY] numbers. For numbers without a query axis, query is 0.
bool part_row(const Part *p, PartReader *r, const int at[AXES], double *row, Error *err);

// Whether rows can be had as floats without loss or detour: float16, bfloat16 or float32, keys side by side, bytes in
// order.
bool part_has_floats(const Part *p);

// Such a row. Borrowed until the next call: in the reader, or in room (side[AXIS_KEY] floats) where it had to be
// converted.
const float *part_floats(const Part *p, PartReader *r, const int at[AXES], float *room, Error *err);

#endif
