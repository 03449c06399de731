// What the map of heads can be coloured and sorted by: one number a head, with its formula and what a uniform head
// would get.
#ifndef LOOKBACK_ATTN_MEASURE_H
#define LOOKBACK_ATTN_MEASURE_H

#include "attn/source.h"

typedef enum Measure {
    MEASURE_PREVIOUS, // the classes of detect.h, in their order
    MEASURE_DUPLICATE,
    MEASURE_INDUCTION,
    MEASURE_FIRST,
    MEASURE_ENTROPY,  // of what it could be
    MEASURE_DISTANCE, // tokens looked back
    MEASURE_MUL_PREVIOUS, // TransformerLens' `mul` and stripe scores
    MEASURE_MUL_DUPLICATE,
    MEASURE_MUL_INDUCTION,
    MEASURE_STRIPE_PREVIOUS,
    MEASURE_STRIPE_DUPLICATE,
    MEASURE_STRIPE_INDUCTION,
    MEASURE_ACTIVE,   // of one query: what it does not give to key 0 (source_ask_query)
    MEASURE_APART,    // how far the head is from that of another source; only where there are two (difference.h)
    MEASURE_COUNT
} Measure;

extern const char *const MEASURE_NAMES[MEASURE_COUNT];
extern const char *const MEASURE_FORMULAS[MEASURE_COUNT];

// Whether the source can have this measure at all: there is none beside one source alone.
bool measure_offered(Measure m, const Source *s);

// The number of head k = layer × heads + head of a source whose map is done; NaN: n/a.
double measure_of(Measure m, const Source *s, int k);

// A head is active on a query if it gives key 0, where a head rests that has nothing to say, less than half of the row.
// How many are; 0 if nobody has asked.
#define MEASURE_ACTIVE_FROM 0.5
int measure_active_heads(const Source *s);

// What uniform attention gets; NaN where there is no such number.
double measure_baseline(Measure m, const Source *s);

// How strongly a cell is coloured: 0 … 1, by the scale of the measure. NaN stays.
double measure_level(Measure m, double value, const Source *s);

// Why no head has this number; NULL: some have.
const char *measure_reason(Measure m, const Source *s);

// Heads in order of the measure, best first (least distance and least entropy count as best), n/a last; equals as in
// the source. order[layers × heads].
void measure_sort(Measure m, const Source *s, int *order);

#endif
