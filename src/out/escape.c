#include "out/escape.h"

#include "base/text.h"

#include <string.h>

static uint32_t shown(uint32_t rune) {
    bool noncharacter = (rune & 0xFFFE) == 0xFFFE || (rune >= 0xFDD0 && rune <= 0xFDEF);
    return text_width(rune) < 0 || noncharacter ? 0xFFFD : rune;
}

void escape_rune(Str *out, uint32_t rune) {
    char utf8[4];
    str_add(out, utf8, (size_t)text_encode(shown(rune), utf8));
}

static void put_xml_rune(Str *out, uint32_t rune) {
    switch (rune) {
    case '&': str_puts(out, "&amp;"); break;
    case '<': str_puts(out, "&lt;"); break;
    case '>': str_puts(out, "&gt;"); break;
    case '"': str_puts(out, "&quot;"); break;
    case '\'': str_puts(out, "&#39;"); break;
    default: escape_rune(out, rune);
    }
}

void escape_xml_text(Str *out, const char *text) {
    size_t len = strlen(text);
    for (size_t at = 0; at < len;) {
        int used;
        put_xml_rune(out, text_decode(text + at, len - at, &used));
        at += (size_t)used;
    }
}

static void put_glyph(Str *out, const Glyph *g, void (*put)(Str *, uint32_t)) {
    if (g->rune == 0) return;
    put(out, g->rune);
    for (int k = 0; k < 2; k++) {
        if (g->mark[k] && text_width(g->mark[k]) == 0) put(out, g->mark[k]);
    }
}

void escape_glyph(Str *out, const Glyph *g) {
    put_glyph(out, g, escape_rune);
}

void escape_xml_glyph(Str *out, const Glyph *g) {
    put_glyph(out, g, put_xml_rune);
}

void escape_trim(Str *out, size_t start, char blank) {
    while (out->len > start && out->s[out->len - 1] == blank) out->len--;
    if (out->s) out->s[out->len] = '\0';
}
