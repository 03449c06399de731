#include "draw/ramp.h"

#include "draw/color.h"

#include <math.h>

enum { POINTS = 33 };

// Evenly spaced colours of the maps as matplotlib publishes them (viridis and magma by van der Walt, Smith and
// Firing, CC0; cividis by Nuñez, Anderton and Renslow, PLoS ONE 13(7), 2018). Linear interpolation between them
// stays within ΔE 2.1 of the 256 published colours.
static const uint32_t MAP[MAP_COUNT][POINTS] = {
    [MAP_VIRIDIS] = {
        0x440154, 0x470D60, 0x48186A, 0x482374, 0x472D7B, 0x453681, 0x424086, 0x3F4989, 0x3B528B, 0x375A8D, 0x33638D,
        0x2F6A8E, 0x2C728E, 0x297A8E, 0x26818E, 0x23898E, 0x21908C, 0x1F988B, 0x1F9F88, 0x21A685, 0x28AE80, 0x31B57B,
        0x3EBC74, 0x4CC26C, 0x5DC963, 0x6ECE58, 0x82D34C, 0x96D83F, 0xABDC32, 0xC0DF24, 0xD5E21A, 0xEAE51A, 0xFDE725,
    },
    [MAP_MAGMA] = {
        0x000004, 0x030311, 0x0A0822, 0x130D33, 0x1D1146, 0x28115A, 0x36106A, 0x430F76, 0x50127C, 0x5D177F, 0x691C81,
        0x762181, 0x822681, 0x8F2A81, 0x9C2E7F, 0xA9327D, 0xB63779, 0xC33B75, 0xCF4170, 0xDB486A, 0xE65163, 0xEE5C5E,
        0xF5695C, 0xF9785D, 0xFB8761, 0xFD9668, 0xFEA571, 0xFEB47B, 0xFEC387, 0xFED194, 0xFDE0A2, 0xFCEEB0, 0xFCFDBF,
    },
    [MAP_CIVIDIS] = {
        0x00224E, 0x00285B, 0x002E6A, 0x043371, 0x1A386F, 0x273E6E, 0x32436D, 0x3B496C, 0x434E6C, 0x4B546C, 0x52596D,
        0x5A5F6E, 0x61656F, 0x686A71, 0x6F7073, 0x757676, 0x7C7B78, 0x848179, 0x8B8778, 0x938D78, 0x9B9376, 0xA39A75,
        0xABA072, 0xB3A670, 0xBBAD6C, 0xC3B469, 0xCCBA64, 0xD4C15F, 0xDDC958, 0xE6D051, 0xEFD748, 0xF8DF3C, 0xFEE838,
    },
};

// Where the dark end starts: below this magma cannot be told from dark paper.
static const double DARK_FROM[MAP_COUNT] = {[MAP_MAGMA] = 0.13};
// How much paper is in the weak end on light paper; it is gone at half strength.
static const double LIGHT_PAPER[MAP_COUNT] = {[MAP_VIRIDIS] = 0.82, [MAP_MAGMA] = 0.45, [MAP_CIVIDIS] = 0.80};

static uint32_t map_at(ColorMap map, double t) {
    double at = t * (POINTS - 1);
    int k = at < POINTS - 2 ? (int)at : POINTS - 2;
    uint32_t rgb = color_mix(MAP[map][k], MAP[map][k + 1], at - k);
    return rgb < 8 ? 8 : rgb; // a direct-colour terminal takes 0 … 7 for palette indices
}

uint32_t ramp_rgb(ColorMap map, bool light, uint32_t paper, double t) {
    if (!light) return map_at(map, DARK_FROM[map] + (1 - DARK_FROM[map]) * t);
    double share = t < 0.5 ? LIGHT_PAPER[map] * pow(1 - 2 * t, 1.3) : 0;
    return color_mix(map_at(map, 1 - t), paper, share);
}

// Picked by hand: near the map in hue, monotone in lightness, told from paper at the weak end. The nearest colour
// of the palette at each step would give as few colours and turn round in lightness seven times.
static const uint8_t VIRIDIS_DARK[] = {53, 54, 25, 60, 30, 65, 36, 71, 42, 78, 114, 120, 155, 191, 227};
static const uint8_t VIRIDIS_LIGHT[] = {230, 193, 150, 114, 78, 72, 36, 30, 60, 25, 54, 53};
static const uint8_t MAGMA_DARK[] = {17, 53, 54, 90, 126, 161, 167, 203, 210, 216, 222, 229};
static const uint8_t MAGMA_LIGHT[] = {230, 223, 216, 210, 203, 167, 161, 126, 90, 54, 53, 17};
static const uint8_t CIVIDIS_DARK[] = {17, 18, 24, 60, 242, 101, 143, 179, 185, 221, 227};
static const uint8_t CIVIDIS_LIGHT[] = {230, 187, 144, 247, 244, 242, 60, 24, 18, 17};
// Cyan is left out: it lies between green and yellow in lightness but not in hue.
static const uint8_t EIGHT_DARK[] = {0, 4, 2, 3, 7};
static const uint8_t EIGHT_LIGHT[] = {7, 3, 2, 4, 0};

#define CHAIN(table) {table, sizeof(table)}

Chain ramp_chain(ColorMap map, bool light, ColorMode mode) {
    static const Chain CHAINS[MAP_COUNT][2] = {
        [MAP_VIRIDIS] = {CHAIN(VIRIDIS_DARK), CHAIN(VIRIDIS_LIGHT)},
        [MAP_MAGMA] = {CHAIN(MAGMA_DARK), CHAIN(MAGMA_LIGHT)},
        [MAP_CIVIDIS] = {CHAIN(CIVIDIS_DARK), CHAIN(CIVIDIS_LIGHT)},
    };
    static const Chain EIGHT[2] = {CHAIN(EIGHT_DARK), CHAIN(EIGHT_LIGHT)};
    return mode == COLOR_8 ? EIGHT[light] : CHAINS[map][light];
}
