// What the map of heads can be coloured and sorted by: one number a head, with its formula and what a uniform head would get.
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
    MEASURE_COUNT
} Measure;

extern const char *const MEASURE_NAMES[MEASURE_COUNT];
extern const char *const MEASURE_FORMULAS[MEASURE_COUNT];

// The number of a head; NaN: n/a.
double measure_of(Measure m, const DetectHead *h);

// What uniform attention gets; NaN where there is no such number.
double measure_baseline(Measure m, const SourceMap *map, int heads);

// How strongly a cell is coloured: 0 … 1, by the scale of the measure. NaN stays.
double measure_level(Measure m, double value, const Source *s);

// Why no head has this number; NULL: some have.
const char *measure_reason(Measure m, const SourceMap *map, int heads);

// Heads in order of the measure, best first (least distance and least entropy count as best), n/a last; equals as in the source.
// order[heads] of the source's layers × heads.
void measure_sort(Measure m, const SourceMap *map, int heads, int *order);

#endif
