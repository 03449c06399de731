// IEEE half precision (F16): 11 bits of precision, up to 65504.
#ifndef LOOKBACK_MATH_HALF_H
#define LOOKBACK_MATH_HALF_H

#include <stdint.h>

// To the nearest, ties to even; what is too large becomes infinite, NaN stays NaN.
uint16_t half_from_float(float x);
float half_to_float(uint16_t h);

#endif
