// The playground and the √d lab as JSON.
#ifndef LOOKBACK_OUT_GEOMETRY_H
#define LOOKBACK_OUT_GEOMETRY_H

#include "attn/lab.h"
#include "attn/plane.h"

// lookback.playground/1: query [x, y] (at length 1), length, divisor,
// keys [{label, vector [x, y], dot, score, weight}], entropy_bits.
void out_geometry_playground(Str *out, const Plane *p, const PlaneResult *r);

// lookback.lab/1: d, samples, seed, variance, divisor_on and divisor_off {entropy_bits, gradient}: means over
// LAB_ROWS rows.
void out_geometry_lab(Str *out, const Lab *lab, const LabResult *r);

#endif
