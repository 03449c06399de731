// What the doctor measures; shared by doctor.c and doctor_report.c.
#ifndef LOOKBACK_MODEL_DOCTOR_MEASURE_H
#define LOOKBACK_MODEL_DOCTOR_MEASURE_H

#include "model/doctor.h"

#include <stdint.h>

// Of one head.
typedef struct HeadMeasure {
    long rows;
    long nan, inf, negative, empty; // rows with any; rows of zeros alone
    int nan_at, inf_at;             // the first such query
    long off;                       // rows whose sum is not 1 (of those that are finite and not empty)
    double least, most;             // sums of rows
    long holes;                     // zeros between other weights
    double mass, future;            // all of it; beyond the query's own position
    long future_rows;               // rows with any to speak of
    long flat, long_rows;           // rows in which no weight is e times another; rows with at least 3 keys to see
    uint64_t print;                 // fingerprint: equal for equal heads
} HeadMeasure;

struct Doctor {
    Capture *c;
    double slack;      // how far a sum may be from 1 in this type
    double *row;
    long next;
    HeadMeasure *head; // [layers × heads]
    int *reach;        // [queries] the last key with weight, over all heads; −1: none
    int first_key, last_key; // that any row gives weight
};

#endif
