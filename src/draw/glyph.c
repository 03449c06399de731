#include "draw/glyph.h"

#include "base/text.h"

#include <string.h>

// Indexed by north·27 + east·9 + south·3 + west, each 0 none, 1 light, 2 heavy; corners of light strokes are rounded.
static const uint16_t BOX[81] = {
    0x0020, 0x2574, 0x2578, 0x2577, 0x256E, 0x2511, 0x257B, 0x2512, 0x2513,
    0x2576, 0x2500, 0x257E, 0x256D, 0x252C, 0x252D, 0x250E, 0x2530, 0x2531,
    0x257A, 0x257C, 0x2501, 0x250D, 0x252E, 0x252F, 0x250F, 0x2532, 0x2533,
    0x2575, 0x256F, 0x2519, 0x2502, 0x2524, 0x2525, 0x257D, 0x2527, 0x252A,
    0x2570, 0x2534, 0x2535, 0x251C, 0x253C, 0x253D, 0x251F, 0x2541, 0x2545,
    0x2515, 0x2536, 0x2537, 0x251D, 0x253E, 0x253F, 0x2522, 0x2546, 0x2548,
    0x2579, 0x251A, 0x251B, 0x257F, 0x2526, 0x2529, 0x2503, 0x2528, 0x252B,
    0x2516, 0x2538, 0x2539, 0x251E, 0x2540, 0x2543, 0x2520, 0x2542, 0x2549,
    0x2517, 0x253A, 0x253B, 0x2521, 0x2544, 0x2547, 0x2523, 0x254A, 0x254B,
};

uint32_t glyph_of_strokes(uint8_t strokes) {
    int north = strokes >> 6 & 3, east = strokes >> 4 & 3, south = strokes >> 2 & 3, west = strokes & 3;
    return BOX[north * 27 + east * 9 + south * 3 + west];
}

// The box-drawing block: lines with a heavy stroke in both directions stay apart from light ones.
static uint32_t box_to_ascii(uint32_t rune) {
    switch (rune) {
    case 0x2500: case 0x2574: case 0x2576: case 0x2504: case 0x2508: return '-';
    case 0x2501: case 0x2578: case 0x257A: case 0x257C: case 0x257E: return '=';
    case 0x2502: case 0x2575: case 0x2577: case 0x2506: case 0x250A: return '|';
    case 0x2503: case 0x2579: case 0x257B: case 0x257D: case 0x257F: return 'H';
    case 0x256D: case 0x256E: return '.';
    case 0x256F: case 0x2570: return '\'';
    default: return '+';
    }
}

static const struct {
    uint32_t rune;
    char ascii;
} STAND_IN[] = {
    {0x25BC, 'v'}, {0x25B2, '^'}, {0x25B6, '>'}, {0x25C0, '<'}, {0x25B8, '>'}, {0x25C2, '<'}, {0x25CF, 'o'},
    {0x25CB, '.'}, {0x2022, '*'}, {0x00B7, '.'}, {0x2205, 'N'}, {0x2026, '~'}, {0x00F7, '/'}, {0x00D7, 'x'},
    {0x2212, '-'}, {0x2013, '-'}, {0x2014, '-'}, {0x2018, '\''}, {0x2019, '\''}, {0x201C, '"'}, {0x201D, '"'},
    {0x27E8, '<'}, {0x27E9, '>'}, {0x2190, '<'}, {0x2192, '>'}, {0x2191, '^'}, {0x2193, 'v'}, {0x2588, '#'},
    {0x2593, '%'}, {0x2592, '+'}, {0x2591, ':'}, {0x2581, '_'}, {0x2580, '"'}, {0x2584, '_'}, {0x2713, 'v'},
    {0x2717, 'x'}, {0x0394, 'd'}, {0x03A3, 'S'}, {0x221A, 'V'}, {0x221E, 'I'}, {0x2248, '='}, {0x2264, '<'},
    {0x2265, '>'}, {0x2260, '!'}, {0x2261, '='}, {0x2208, 'e'}, {0x2081, '1'}, {0x2082, '2'}, {0x2083, '3'},
    {0x23CE, '$'}, {0x21E5, '>'}, {0x2423, '_'}, {0x00A0, ' '}, {0x2420, ' '}, {0x25E6, '.'}, {0x2299, 'o'},
};

uint32_t glyph_to_ascii(uint32_t rune) {
    if (rune < 0x80) return rune;
    if (rune >= 0x2500 && rune <= 0x257F) return box_to_ascii(rune);
    if (rune >= 0x2589 && rune <= 0x258B) return '#'; // seven to five eighths of a bar
    if (rune >= 0x258C && rune <= 0x258F) return '|';
    for (unsigned k = 0; k < sizeof STAND_IN / sizeof STAND_IN[0]; k++) {
        if (STAND_IN[k].rune == rune) return (unsigned char)STAND_IN[k].ascii;
    }
    return '?';
}

static const struct {
    uint32_t rune;
    const char *ascii;
} SPELT[] = {
    {0x2026, "..."}, {0x2014, "--"}, {0x2260, "!="}, {0x2264, "<="}, {0x2265, ">="}, {0x2192, "->"}, {0x2190, "<-"},
    {0x2191, "Up"},  {0x2193, "Down"}, {0x221A, "root "}, {0x00B7, "*"}, {0x2208, " in "}, {0x0394, "delta "}, {0x03A3, "sum "},
};

static void spell(Str *out, uint32_t rune, const char *bytes, int len) {
    for (unsigned k = 0; k < sizeof SPELT / sizeof SPELT[0]; k++) {
        if (SPELT[k].rune == rune) {
            str_puts(out, SPELT[k].ascii);
            return;
        }
    }
    uint32_t ascii = glyph_to_ascii(rune);
    if (rune == '\n' || (ascii >= 0x20 && ascii < 0x7F && (ascii != '?' || rune == '?'))) str_putc(out, (char)ascii);
    else text_display(out, bytes, (size_t)len, true);
}

void glyph_spell(Str *out, const char *text) {
    size_t len = strlen(text);
    for (size_t at = 0; at < len;) {
        int used;
        uint32_t rune = text_decode(text + at, len - at, &used);
        spell(out, rune, text + at, used);
        at += (size_t)used;
    }
}
