#include "draw/color.h"

#include <math.h>

static double linear(uint32_t channel) {
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

double color_luminance(uint32_t rgb) {
    return 0.2126 * linear(rgb >> 16 & 255) + 0.7152 * linear(rgb >> 8 & 255) + 0.0722 * linear(rgb & 255);
}

double color_contrast(uint32_t a, uint32_t b) {
    double la = color_luminance(a) + 0.05, lb = color_luminance(b) + 0.05;
    return la > lb ? la / lb : lb / la;
}

uint32_t color_mix(uint32_t a, uint32_t b, double share) {
    uint32_t mixed = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        double from = a >> shift & 255, to = b >> shift & 255;
        mixed |= (uint32_t)floor(from + (to - from) * share + 0.5) << shift;
    }
    return mixed;
}

uint32_t color_of_index(unsigned index) {
    static const uint32_t ANSI[16] = {0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
                                      0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF};
    static const uint8_t CUBE[6] = {0, 95, 135, 175, 215, 255};
    if (index < 16) return ANSI[index];
    if (index >= 232) return (8 + 10 * ((index & 255) - 232)) * 0x010101U;
    unsigned k = index - 16;
    return (uint32_t)CUBE[k / 36] << 16 | (uint32_t)CUBE[k / 6 % 6] << 8 | CUBE[k % 6];
}
