// Whether a dump can be believed: looks at every row once and says what is ill, why, and what to do. In slices, so that
// it can run between frames.
//
//     Doctor *d = doctor_new(capture);
//     while (!doctor_done(d)) doctor_step(d, 1000, &err);
//     doctor_report(d, &findings);
#ifndef LOOKBACK_MODEL_DOCTOR_H
#define LOOKBACK_MODEL_DOCTOR_H

#include "base/findings.h"
#include "model/capture.h"

typedef struct Doctor Doctor;

// The capture is borrowed and must outlive the doctor.
Doctor *doctor_new(Capture *c);
void doctor_free(Doctor *d);

// Examines the next rows. False when one cannot be read.
bool doctor_step(Doctor *d, long rows, Error *err);
bool doctor_done(const Doctor *d);
double doctor_progress(const Doctor *d); // 0 … 1

// What was found; nothing: all is well. Codes: nan, inf, raw-scores, transposed, summed, dropout, masked-late,
// row-sums, future-mass, offset-rows, uniform, empty-rows, token-count, repeated-heads, repeated-layers, padding. Reads
// one more head where rows do not sum to 1.
bool doctor_report(Doctor *d, Findings *out, Error *err);

// All of it at once.
bool doctor_check(Capture *c, Findings *out, Error *err);

#endif
