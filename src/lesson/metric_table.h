// The table of metrics: which numbers each screen has. Private to metric.c and metric_table.c.
#ifndef LOOKBACK_LESSON_METRIC_TABLE_H
#define LOOKBACK_LESSON_METRIC_TABLE_H

#include "lesson/metric.h"

typedef enum Unit { UNIT_SHARE, UNIT_BITS, UNIT_PLAIN, UNIT_CELL } Unit;

// What an evaluator gets. Positions lie inside the text, labels and matrices exist.
typedef struct Reading {
    const Scene *scene;
    const Library *lib;
    const Tokens *tokens; // of the explorer's text
    AttentionParams params;
    int at[METRIC_ARGS]; // a position, the number of a key, or a WorkedPart
} Reading;

// A name may stand in the table more than once: each screen has its own numbers. What has one name and shape has one
// unit.
typedef struct MetricEntry {
    const char *name;
    const char *shape; // its arguments: p a position, n a number, l a key's label, m a matrix's name
    unsigned screens;  // bit 1 << ScreenId where it exists
    Unit unit;
    double (*read)(const Reading *r); // NAN: the number does not exist
    const char *usage, *meaning;
} MetricEntry;

extern const MetricEntry METRICS[];
extern const int METRICS_COUNT;

#endif
