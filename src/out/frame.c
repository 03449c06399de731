#include "out/frame.h"

#include "out/escape.h"

enum { GREEK = 24 };

// A style as the legend tells it: the characters for foreground and background on paper, and attributes.
typedef struct Tone {
    char fg, bg;
    uint8_t attr;
} Tone;

typedef struct Legend {
    Tone tone[GREEK];
    int used;
} Legend;

static const char ROLE_LETTER[ROLE_COUNT] = {
    [ROLE_PAPER] = 'p', [ROLE_TEXT] = 't', [ROLE_DIM] = 'd', [ROLE_FAINT] = 'f', [ROLE_ACCENT] = 'a',
    [ROLE_PANEL] = 'l', [ROLE_SELECT] = 's', [ROLE_GHOST] = 'g', [ROLE_GOOD] = 'o', [ROLE_BAD] = 'b'};

static char ink_letter(Ink ink, char first_heat, int heats) {
    int level = ink.level < HEAT_STEPS ? ink.level : HEAT_STEPS - 1;
    if (ink.map == INK_MORE || ink.map == INK_LESS)
        return (char)((ink.map == INK_MORE ? 'A' : 'K') + level * 10 / HEAT_STEPS);
    if (ink.map == INK_HEAT) return (char)(first_heat + level * heats / HEAT_STEPS);
    return ROLE_LETTER[ink.level < ROLE_COUNT ? ink.level : ROLE_TEXT];
}

// What cannot be seen is left out: the foreground of a blank, and of text on heat, which is always black or white.
static Tone tone_of(const Cell *cell) {
    Style s = cell->style;
    bool blank = cell->rune == ' ' && !cell->strokes && !(s.attr & (ATTR_UNDERLINE | ATTR_REVERSE));
    bool block = cell->rune >= 0x2580 && cell->rune <= 0x259F;
    bool second_value = s.fg.map != INK_ROLE && block;
    bool plain = blank || (s.bg.map != INK_ROLE && !second_value);
    return (Tone){plain ? '.' : ink_letter(s.fg, 'u', 6), ink_letter(s.bg, '0', 10),
                  blank ? 0 : s.attr & (ATTR_BOLD | ATTR_UNDERLINE | ATTR_REVERSE)};
}

static uint32_t superscript(int digit) {
    return digit == 1 ? 0xB9 : digit == 2 || digit == 3 ? 0xB0 + (uint32_t)digit : 0x2070 + (uint32_t)digit;
}

// The character of a common style; 0 for the others.
static uint32_t common_sign(Tone tone) {
    bool bold = tone.attr == ATTR_BOLD;
    if (tone.attr & ~ATTR_BOLD) return 0;
    if (tone.fg == '.' && !bold && tone.bg >= 'A' && tone.bg <= 'J') return superscript(tone.bg - 'A');
    if (tone.fg == '.' && !bold && tone.bg >= 'K' && tone.bg <= 'T') return 0x2080 + (uint32_t)(tone.bg - 'K');
    if (tone.fg == '.') {
        if (tone.bg >= '0' && tone.bg <= '9') return (unsigned char)(bold ? ")!@#$%^&*("[tone.bg - '0'] : tone.bg);
        return tone.bg == 'p' ? '.' : tone.bg == 'l' ? '~' : tone.bg == 's' ? '=' : 0;
    }
    uint32_t letter = (uint32_t)(tone.fg - 'a');
    switch (tone.bg) {
    case 'p': return (bold ? 'A' : 'a') + letter;
    case 'l': return (bold ? 0x24B6 : 0x24D0) + letter;  // circled
    case 's': return (bold ? 0x1F110 : 0x249C) + letter; // in parentheses
    default: return 0;
    }
}

static uint32_t greek(int k) {
    return 0x3B1 + (uint32_t)k + (k >= 17); // final sigma is no letter of its own
}

static uint32_t sign(Legend *legend, Tone tone) {
    uint32_t common = common_sign(tone);
    if (common) return common;
    for (int k = 0; k < legend->used; k++) {
        const Tone *known = &legend->tone[k];
        if (known->fg == tone.fg && known->bg == tone.bg && known->attr == tone.attr) return greek(k);
    }
    if (legend->used == GREEK) return '?';
    legend->tone[legend->used] = tone;
    return greek(legend->used++);
}

static void put_text(const Canvas *c, int y, Str *out) {
    size_t start = out->len;
    for (int x = 0; x < c->w; x++) {
        const Cell *cell = canvas_at(c, y, x);
        Glyph g = {.rune = canvas_glyph(c, cell), .mark = {cell->mark[0], cell->mark[1]}};
        escape_glyph(out, &g);
    }
    escape_trim(out, start, ' ');
    str_putc(out, '\n');
}

static void put_style(const Canvas *c, int y, Str *out, Legend *legend) {
    size_t start = out->len;
    for (int x = 0; x < c->w; x++) escape_rune(out, sign(legend, tone_of(canvas_at(c, y, x))));
    escape_trim(out, start, '.');
    str_putc(out, '\n');
}

static void put_legend(const Legend *legend, Str *out) {
    if (legend->used) str_puts(out, "--\n");
    for (int k = 0; k < legend->used; k++) {
        Tone tone = legend->tone[k];
        escape_rune(out, greek(k));
        str_printf(out, " %c on %c", tone.fg, tone.bg);
        if (tone.attr & ATTR_BOLD) str_puts(out, " bold");
        if (tone.attr & ATTR_UNDERLINE) str_puts(out, " underline");
        if (tone.attr & ATTR_REVERSE) str_puts(out, " reverse");
        str_putc(out, '\n');
    }
}

void out_frame(const Canvas *c, const Palette *p, Str *out) {
    (void)p;
    Legend legend = {.used = 0};
    for (int y = 0; y < c->h; y++) put_text(c, y, out);
    str_puts(out, "--\n");
    for (int y = 0; y < c->h; y++) put_style(c, y, out, &legend);
    put_legend(&legend, out);
}
