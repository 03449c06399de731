// Two sources of one shape on one text, compared: what the second gives more than the first, and how far apart they
// are, head by head.
//
// The distance of two heads is √(mean over rows of the Jensen–Shannon divergence in bits): 0 the same, 1 nothing in
// common.
#ifndef LOOKBACK_ATTN_DIFFERENCE_H
#define LOOKBACK_ATTN_DIFFERENCE_H

#include "attn/source.h"

// The pass over all heads, in slices; complete when done. {0} is valid and empty.
typedef struct Difference {
    Source *a, *b; // borrowed
    int batch;     // that was measured
    long next;     // row of the pass
    bool done;
    double *sum;   // [layers × heads] of divergences, over rows[]
    int *rows;     // those that are finite in both
    float *most;   // [layers × heads] the weight of b − a that is largest in size
    float *thumb;  // [layers × heads][SOURCE_THUMB][SOURCE_THUMB] the same of each part
    AttentionRow row_a, row_b;
} Difference;

// Compares a and b, which must outlive it. False when their shapes or the tokens of a batch differ; the message says
// where.
bool difference_init(Difference *d, Source *a, Source *b, Error *err);
void difference_free(Difference *d);

// Makes batch the open one in both.
bool difference_open_batch(Difference *d, int batch, Error *err);

// Row `query` of a head: weights of a and of b, as their files have them, keys numbers each. Borrowed until the next
// call.
bool difference_row(Difference *d, int batch, HeadAt at, int query, const double **a, const double **b, Error *err);

// Goes on with the pass for about so many weights; begins anew with another batch.
bool difference_step(Difference *d, int batch, long weights, Error *err);
double difference_progress(const Difference *d); // 0 … 1

double difference_distance(const Difference *d, int k); // of head k; NaN: no row is finite in both

// Heads by distance, largest first, NaN last, equals as they stand. order[layers × heads].
void difference_sort(const Difference *d, int *order);

// The key of the row where they differ most; the first of equals.
int difference_strongest(Difference *d, int batch, HeadAt at, int query);

#endif
