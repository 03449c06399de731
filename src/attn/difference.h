// Two sources of one shape on one text, compared: what the second gives more than the first, and how far apart they
// are, head by head.
//
// The distance of two heads is √(mean over rows of the Jensen–Shannon divergence in bits): 0 the same, 1 nothing in
// common.
#ifndef LOOKBACK_ATTN_DIFFERENCE_H
#define LOOKBACK_ATTN_DIFFERENCE_H

#include "attn/source.h"

#include <math.h>

// One head's difference made small: of each part the value that is largest in size, so that a single one survives.
// DIFFERENCE_NONE where neither may look or nothing was looked at yet; NaN where nothing is a number.
enum { DIFFERENCE_SIDE = 128, DIFFERENCE_NONE = 2 };
typedef struct DifferenceSmall {
    int batch;
    HeadAt at; // what it is of
    bool begun;
    int next;  // query to be looked at, from 0
    int h, w;  // at most DIFFERENCE_SIDE
    float most[DIFFERENCE_SIDE][DIFFERENCE_SIDE];
} DifferenceSmall;

// The pass over all heads, in slices; complete when done. {0} is valid and empty.
typedef struct Difference {
    Source *a, *b; // borrowed
    int same_text; // 1 + the batch whose texts were last found to be the same; 0: none
    int batch;     // that was measured
    long next;     // row of the pass
    bool done;
    double *sum;   // [layers × heads] of divergences, over rows[]
    int *rows;     // those that are finite in both
    float *most;   // [layers × heads] the weight of b − a that is largest in size
    float *thumb;  // [layers × heads][SOURCE_THUMB][SOURCE_THUMB] the same of each part; NaN and
                 // DIFFERENCE_NONE as in a DifferenceSmall
    double *distance; // [layers × heads] when done; a->apart is this then
    AttentionRow row_a, row_b;
    DifferenceSmall small;
} Difference;

// Compares a and b, which must outlive it, and tells a that it is compared (Source.compared, apart). False when their shapes or the tokens of a batch differ; the message says
// where.
bool difference_init(Difference *d, Source *a, Source *b, Error *err);
void difference_free(Difference *d);

// Makes batch the open one in both.
bool difference_open_batch(Difference *d, int batch, Error *err);

// Row `query` of a head: weights of a and of b, as their files have them, keys numbers each. Borrowed until the next
// call. Beyond *visible neither may look.
bool difference_row(Difference *d, int batch, HeadAt at, int query, const double **a, const double **b, int *visible,
                    Error *err);

// Goes on with the pass for about so many weights; begins anew with another batch.
bool difference_step(Difference *d, int batch, long weights, Error *err);
double difference_progress(const Difference *d); // 0 … 1

double difference_distance(const Difference *d, int k); // of head k; NaN: no row is finite in both

// Heads by distance, largest first, NaN last, equals as they stand. order[layers × heads].
void difference_sort(const Difference *d, int *order);

// The key of the row where they differ most; the first of equals.
int difference_strongest(Difference *d, int batch, HeadAt at, int query);

// The stronger of two differences: the larger in size, the first of equals; any before NaN, NaN before none.
static inline double difference_stronger(double a, double b) {
    if (a == DIFFERENCE_NONE || b == DIFFERENCE_NONE) return a == DIFFERENCE_NONE ? b : a;
    if (isnan(a) || isnan(b)) return isnan(a) ? b : a;
    return fabs(b) > fabs(a) ? b : a;
}

// The small one of a head, in slices; begins anew with another head.
bool difference_small_wanted(const Difference *d, int batch, HeadAt at);
bool difference_small_step(Difference *d, int batch, HeadAt at, long weights, Error *err);

// The strongest in queries [y0, y1), keys [x0, x1) counted from 0, as exactly as the small one is; DIFFERENCE_NONE:
// nothing, or the small one is another head's.
double difference_small_most(const Difference *d, int batch, HeadAt at, int y0, int y1, int x0, int x1);

#endif
