#include "model/alphabet.h"

#include "base/text.h"

void alphabet_make(Alphabet *a) {
    uint32_t next = 0x100;
    for (int r = 0; r < ALPHABET_RUNES; r++) a->byte_of[r] = -1;
    for (int b = 0; b < 256; b++) {
        bool printable = (b >= '!' && b <= '~') || (b >= 0xA1 && b <= 0xAC) || b >= 0xAE;
        a->rune_of[b] = printable ? (uint32_t)b : next++;
        a->byte_of[a->rune_of[b]] = b;
    }
}

bool alphabet_decode(const Alphabet *a, const char *text, size_t len, Str *out) {
    size_t before = out->len;
    for (size_t at = 0; at < len;) {
        int used;
        uint32_t rune = text_decode(text + at, len - at, &used);
        if (rune >= ALPHABET_RUNES || a->byte_of[rune] < 0) {
            out->len = before;
            return false;
        }
        str_putc(out, (char)a->byte_of[rune]);
        at += (size_t)used;
    }
    return true;
}

void alphabet_encode(const Alphabet *a, const char *bytes, size_t len, Str *out) {
    for (size_t k = 0; k < len; k++) {
        char utf8[4];
        str_add(out, utf8, (size_t)text_encode(a->rune_of[(unsigned char)bytes[k]], utf8));
    }
}
