#include "math/half.h"

#include <math.h>
#include <string.h>

uint16_t half_from_float(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint32_t sign = bits >> 16 & 0x8000, rest = bits & 0x7FFFFFFF;
    if (rest > 0x7F800000) return (uint16_t)(sign | 0x7E00);
    if (rest >= 0x477FF000) return (uint16_t)(sign | 0x7C00);                              // 65520 and above
    if (rest < 0x38800000) return (uint16_t)(sign | (uint32_t)lrintf(fabsf(x) * 0x1p24f)); // below 2⁻¹⁴: units of 2⁻²⁴
    uint32_t odd = rest >> 13 & 1;
    return (uint16_t)(sign | (rest - 0x38000000 + 0xFFF + odd) >> 13);
}

float half_to_float(uint16_t h) {
    int exponent = h >> 10 & 31, fraction = h & 0x3FF;
    float sign = h & 0x8000 ? -1 : 1;
    if (exponent == 31) return fraction ? NAN : sign * INFINITY;
    if (exponent == 0) return sign * ldexpf((float)fraction, -24);
    return sign * ldexpf((float)(fraction + 1024), exponent - 25);
}
