#include "base/text.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

bool text_init(void) {
    bool utf8 = setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (!setlocale(LC_CTYPE, "C.UTF-8") && !utf8) setlocale(LC_CTYPE, "en_US.UTF-8");
    return utf8;
}

static uint32_t bad(unsigned char byte) {
    return (uint32_t)TEXT_BAD + byte;
}

// The rune that `need` continuation bytes complete, or bad(lead) if they do not or do so overlong.
static uint32_t decode_rest(const unsigned char *s, size_t len, int need, uint32_t rune, uint32_t least) {
    if (len < (size_t)need + 1) return bad(s[0]);
    for (int k = 1; k <= need; k++) {
        if ((s[k] & 0xC0) != 0x80) return bad(s[0]);
        rune = rune << 6 | (s[k] & 0x3F);
    }
    bool surrogate = rune >= 0xD800 && rune <= 0xDFFF;
    return rune < least || rune > 0x10FFFF || surrogate ? bad(s[0]) : rune;
}

uint32_t text_decode(const char *bytes, size_t len, int *used) {
    const unsigned char *s = (const unsigned char *)bytes;
    *used = 1;
    if (s[0] < 0x80) return s[0];
    uint32_t rune = bad(s[0]);
    int need = 0;
    if ((s[0] & 0xE0) == 0xC0) rune = decode_rest(s, len, need = 1, s[0] & 0x1F, 0x80);
    else if ((s[0] & 0xF0) == 0xE0) rune = decode_rest(s, len, need = 2, s[0] & 0x0F, 0x800);
    else if ((s[0] & 0xF8) == 0xF0) rune = decode_rest(s, len, need = 3, s[0] & 0x07, 0x10000);
    if (rune < TEXT_BAD) *used = need + 1;
    return rune;
}

int text_encode(uint32_t rune, char out[4]) {
    if (rune < 0x80) {
        out[0] = (char)rune;
        return 1;
    }
    int more = rune < 0x800 ? 1 : rune < 0x10000 ? 2 : 3;
    static const unsigned char LEAD[] = {0, 0xC0, 0xE0, 0xF0};
    out[0] = (char)(LEAD[more] | rune >> 6 * more);
    for (int k = 1; k <= more; k++) out[k] = (char)(0x80 | (rune >> 6 * (more - k) & 0x3F));
    return more + 1;
}

// Characters that change how others are shown, or that look like nothing: bidi controls, line separators,
// interlinear marks, tags.
static bool deceives(uint32_t r) {
    return r == 0x61C || r == 0x200E || r == 0x200F || (r >= 0x2028 && r <= 0x202E) || (r >= 0x2060 && r <= 0x206F) ||
           (r >= 0xFFF9 && r <= 0xFFFB) || (r >= 0xE0000 && r <= 0xE0FFF);
}

// Zero-width characters that carry no ink: dropped from the grid.
static bool is_inkless(uint32_t r) {
    return r == 0xAD || (r >= 0x200B && r <= 0x200D) || (r >= 0xFE00 && r <= 0xFE0F) || r == 0xFEFF || r == 0x34F ||
           r == 0x115F || r == 0x1160 || r == 0x3164 || r == 0x180E;
}

bool text_is_control(uint32_t rune) {
    return rune < 0x20 || (rune >= 0x7F && rune < 0xA0) || deceives(rune);
}

int text_width(uint32_t rune) {
    if (rune >= 0x20 && rune < 0x7F) return 1;
    return rune >= TEXT_BAD || text_is_control(rune) ? -1 : wcwidth((wchar_t)rune);
}

uint32_t text_fold(uint32_t rune) {
    if (rune < 0x80) return rune >= 'A' && rune <= 'Z' ? rune + 32 : rune;
    // ı and İ fold only in Turkish; everything else meets its fold by way of its capital (ς, ſ, µ).
    if (rune >= TEXT_BAD || rune == 0x131 || rune == 0x130) return rune;
    return (uint32_t)towlower(towupper((wint_t)rune));
}

bool text_is_space(uint32_t rune) {
    if (rune < 0x80) return rune == ' ' || (rune >= 9 && rune <= 13);
    return rune == 0x85 || rune == 0xA0 || rune == 0x202F || rune == 0x2007 ||
           (rune < TEXT_BAD && iswspace((wint_t)rune));
}

bool text_is_word(uint32_t rune) {
    if (rune < 0x80) {
        return (rune >= '0' && rune <= '9') || rune == '_' || (rune >= 'a' && rune <= 'z') ||
               (rune >= 'A' && rune <= 'Z');
    }
    if (rune >= TEXT_BAD || deceives(rune)) return false;
    return iswalnum((wint_t)rune) || wcwidth((wchar_t)rune) == 0;
}

static void put_rune(Str *out, uint32_t rune) {
    char utf8[4];
    str_add(out, utf8, (size_t)text_encode(rune, utf8));
}

// The display form of one rune that must not be shown as it is.
static void put_escaped(Str *out, uint32_t rune, bool ascii) {
    if (rune >= TEXT_BAD) str_printf(out, "\\x%02X", (unsigned)(rune - TEXT_BAD));
    else if (rune == '\n' || rune == '\t')
        str_puts(out, ascii ? (rune == '\n' ? "\\n" : "\\t") : (rune == '\n' ? "⏎" : "⇥"));
    else if ((rune < 0x20 || rune == 0x7F) && !ascii) put_rune(out, rune == 0x7F ? 0x2421 : 0x2400 + rune);
    else if (rune < 0x80) str_printf(out, "\\x%02x", (unsigned)rune);
    else if (rune < 0x10000) str_printf(out, "\\u%04x", (unsigned)rune);
    else str_printf(out, "\\U%06x", (unsigned)rune);
}

void text_display(Str *out, const char *bytes, size_t len, bool ascii) {
    int marks = 2; // a mark with no letter before it would join whatever stands left of the token
    for (size_t at = 0; at < len;) {
        int used;
        uint32_t rune = text_decode(bytes + at, len - at, &used);
        at += (size_t)used;
        int width = text_width(rune);
        if (is_inkless(rune)) continue;
        if (width < 0 && !deceives(rune) && rune >= 0xA0 && rune < TEXT_BAD) {
            if (ascii) put_escaped(out, rune, true);
            else put_rune(out, 0xFFFD);
            marks = 0;
        } else if (width < 0 || (ascii && rune >= 0x80)) {
            put_escaped(out, rune, ascii);
            marks = 2;
        } else if (width > 0) {
            put_rune(out, rune);
            marks = 0;
        } else if (marks < 2) {
            put_rune(out, rune);
            marks++;
        }
    }
}

int text_columns(const char *display) {
    int columns = 0;
    size_t len = strlen(display);
    for (size_t at = 0; at < len;) {
        int used, width = text_width(text_decode(display + at, len - at, &used));
        at += (size_t)used;
        columns += width > 0 ? width : 0;
    }
    return columns;
}
