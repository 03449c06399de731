// sRGB arithmetic: luminance, contrast, lightness, and what the terminal's indexed colours look like.
#ifndef LOOKBACK_DRAW_COLOR_H
#define LOOKBACK_DRAW_COLOR_H

#include <stdint.h>

// WCAG relative luminance of 0xRRGGBB, 0 … 1.
double color_luminance(uint32_t rgb);

// WCAG contrast ratio, 1 … 21; the order does not matter.
double color_contrast(uint32_t a, uint32_t b);

// Mixes share (0 … 1) of b into a, channel by channel.
uint32_t color_mix(uint32_t a, uint32_t b, double share);

// The RGB of xterm's 256 colours: 0 … 7 are the ANSI colours as xterm shows them by default.
uint32_t color_of_index(unsigned index);

#endif
