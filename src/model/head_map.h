// All heads of a capture at once: what detect.h measures of each, row by row in the order of the file, in slices.
//
//     HeadMap m = {0};
//     head_map_start(&m, capture);
//     while (!head_map_done(&m)) head_map_step(&m, 2000, &err);
//     detect_score(&m.head[layer * heads + head], DETECT_INDUCTION) …
#ifndef LOOKBACK_MODEL_HEAD_MAP_H
#define LOOKBACK_MODEL_HEAD_MAP_H

#include "attn/detect.h"
#include "model/capture.h"

enum { HEAD_THUMB = 16 };

// {0} is valid and empty.
typedef struct HeadMap {
    Capture *c; // borrowed
    DetectText text;
    int period;       // of a text that is one block repeated, for stripe scores; else 0
    DetectHead *head; // [layers × heads], complete when done
    long next;
    double *row;
    float *room;
    float *band;      // [keys] the largest weights over the rows that share a row of the thumb
    long band_of;     // which one: thumb rows of all heads in turn; −1: none yet
    int band_query;   // one of its rows
    float *thumb;     // [layers × heads][HEAD_THUMB][HEAD_THUMB], as SourceMap has them
} HeadMap;

// Starts over on this capture, which must outlive the map. Tokens count as the same if they have the same bytes but for
// case and a leading space (tokens_same); numbered tokens are all different.
void head_map_start(HeadMap *m, Capture *c);
void head_map_free(HeadMap *m);

// Thumbs of heads[count] that nothing was put into yet: masked where text says so, else NaN.
void head_thumb_start(float *thumb, size_t count, const DetectText *text, int queries);

// Puts row `query` of a pattern of queries × keys into its thumb; −∞ and NaN are no weights, nor are zeros from key `own`
// on, which are masked.
void head_thumb_add(float *thumb, int queries, int keys, int query, int own, const float *row);

// Measures the next rows. False when one cannot be read.
bool head_map_step(HeadMap *m, long rows, Error *err);
bool head_map_done(const HeadMap *m);
double head_map_progress(const HeadMap *m); // 0 … 1

#endif
