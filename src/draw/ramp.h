// The colour maps: from strength t (0 weak … 1 strong) to RGB, or to a chain of the colours a poorer terminal has.
//
// On dark paper a map rises in lightness. On light paper it is turned round, dark = strong, and its weak end is
// mixed with paper, so that a bright yellow does not shout "nothing here". Either way lightness is monotone in t.
#ifndef LOOKBACK_DRAW_RAMP_H
#define LOOKBACK_DRAW_RAMP_H

#include "draw/palette.h"

// On light paper (light) the weak end is a tint of paper.
uint32_t ramp_rgb(ColorMap map, bool light, uint32_t paper, double t);

// Colour indices from weak to strong with monotone lightness.
typedef struct Chain {
    const uint8_t *index;
    int len;
} Chain;

// mode is COLOR_256 or COLOR_8; eight colours have one chain for all maps.
Chain ramp_chain(ColorMap map, bool light, ColorMode mode);

#endif
