// All heads of a run at once, as head_map.h does it for a dump.
#ifndef LOOKBACK_MODEL_NET_MAP_H
#define LOOKBACK_MODEL_NET_MAP_H

#include "attn/detect.h"
#include "net/forward.h"

// {0} is valid and empty.
typedef struct NetMap {
    const NetRun *run; // borrowed; finished
    DetectText text;
    int period;
    DetectHead *head; // [layers × heads], complete when done
    float *thumb;     // [layers × heads][HEAD_THUMB][HEAD_THUMB], as SourceMap has them
    int next;         // the block of rows that is measured next
    float *rows;      // [NET_PATTERN_ROWS, n]
    double *row;      // [n]
} NetMap;

// Starts over. kind[n]: equal for equal tokens. bos: token 0 begins every text.
void net_map_start(NetMap *m, const NetRun *run, const int *kind, bool bos);
void net_map_free(NetMap *m);

// Measures about so many weights more.
void net_map_step(NetMap *m, long numbers);
bool net_map_done(const NetMap *m);
double net_map_progress(const NetMap *m);

#endif
