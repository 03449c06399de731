#include "model/scan.h"

#include "base/text.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t scan_mark(const char *text, size_t len) {
    static const char MARK[] = "\xEF\xBB\xBF";
    return len >= sizeof MARK - 1 && memcmp(text, MARK, sizeof MARK - 1) == 0 ? sizeof MARK - 1 : 0;
}

void scan_start(Scan *s, const char *text, size_t len) {
    str_clear(&s->text);
    size_t mark = scan_mark(text, len);
    s->start = s->at = s->raw = text + mark;
    s->end = text + len;
    s->kind = SCAN_END;
}

void scan_free(Scan *s) {
    str_free(&s->text);
    *s = (Scan){0};
}

bool scan_wrong(const Scan *s, Error *err, const char *what) {
    int line = 1;
    for (const char *p = s->start; p < s->raw; p++) line += *p == '\n';
    return error_set(err, "line %d: %s", line, what);
}

// ---- strings

static int hex4(const char *p, const char *end) {
    int v = 0;
    if (end - p < 4) return -1;
    for (int k = 0; k < 4; k++) {
        char c = p[k];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0) return -1;
        v = v << 4 | digit;
    }
    return v;
}

// \u and four digits, and the second half of a pair; a half alone becomes U+FFFD.
static bool unicode_escape(Scan *s) {
    int rune = hex4(s->at, s->end);
    if (rune < 0) return false;
    s->at += 4;
    if (rune >= 0xD800 && rune < 0xDC00 && s->end - s->at >= 6 && s->at[0] == '\\' && s->at[1] == 'u') {
        int low = hex4(s->at + 2, s->end);
        if (low >= 0xDC00 && low < 0xE000) {
            rune = 0x10000 + ((rune - 0xD800) << 10) + (low - 0xDC00);
            s->at += 6;
        }
    }
    if (rune >= 0xD800 && rune < 0xE000) rune = 0xFFFD;
    char utf8[4];
    str_add(&s->text, utf8, (size_t)text_encode((uint32_t)rune, utf8));
    return true;
}

static bool escape(Scan *s) {
    static const char FROM[] = "\"\\/bfnrt", TO[] = "\"\\/\b\f\n\r\t";
    if (s->at == s->end) return false;
    char c = *s->at++;
    if (c == 'u') return unicode_escape(s);
    const char *found = memchr(FROM, c, sizeof FROM - 1);
    if (found) str_putc(&s->text, TO[found - FROM]);
    return found != NULL;
}

static bool read_string(Scan *s, Error *err) {
    str_clear(&s->text);
    s->kind = SCAN_STRING;
    s->at++;
    while (s->at < s->end && *s->at != '"') {
        const char *run = s->at;
        while (s->at < s->end && *s->at != '"' && *s->at != '\\') s->at++;
        str_add(&s->text, run, (size_t)(s->at - run));
        if (s->at < s->end && *s->at == '\\') {
            s->at++;
            if (!escape(s)) return scan_wrong(s, err, "a string holds an escape that JSON does not have");
        }
    }
    if (s->at == s->end) return scan_wrong(s, err, "a string does not end");
    s->at++;
    return true;
}

// ---- numbers and words

static bool take_word(Scan *s, const char *word) {
    size_t len = strlen(word);
    if ((size_t)(s->end - s->at) < len || memcmp(s->at, word, len) != 0) return false;
    s->at += len;
    return true;
}

static bool read_word(Scan *s, Error *err) {
    static const struct {
        const char *word;
        ScanKind kind;
        double number;
    } WORDS[] = {{"null", SCAN_NULL, NAN},
                 {"true", SCAN_TRUE, 1},
                 {"false", SCAN_FALSE, 0},
                 {"NaN", SCAN_NUMBER, NAN},
                 {"Infinity", SCAN_NUMBER, INFINITY},
                 {"-Infinity", SCAN_NUMBER, -INFINITY}};
    for (size_t k = 0; k < sizeof WORDS / sizeof WORDS[0]; k++) {
        if (!take_word(s, WORDS[k].word)) continue;
        s->kind = WORDS[k].kind;
        s->number = WORDS[k].number;
        return true;
    }
    return scan_wrong(s, err, "this is no JSON");
}

static bool is_digit(const char *p) {
    return *p >= '0' && *p <= '9';
}

// The bytes of a JSON number at p; 0 if there is none. (strtod alone would take hexadecimal.)
static size_t number_length(const char *p) {
    const char *at = p + (*p == '-');
    if (!is_digit(at)) return 0;
    while (is_digit(at)) at++;
    if (*at == '.') {
        if (!is_digit(++at)) return 0;
        while (is_digit(at)) at++;
    }
    if (*at == 'e' || *at == 'E') {
        at++;
        at += *at == '+' || *at == '-';
        if (!is_digit(at)) return 0;
        while (is_digit(at)) at++;
    }
    return (size_t)(at - p);
}

static bool read_number(Scan *s, Error *err) {
    static const double TEN[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    size_t len = number_length(s->at);
    if (len == 0) return read_word(s, err);
    // Up to 15 digits and no exponent: whole number ÷ power of ten, both exact, so the quotient is rounded once: as
    // strtod.
    uint64_t whole = 0;
    size_t digits = 0, behind = 0;
    bool minus = *s->at == '-', point = false, plain = len <= 17;
    for (size_t k = minus; plain && k < len; k++) {
        char c = s->at[k];
        if (c == '.') point = true;
        else if (c == 'e' || c == 'E') plain = false;
        else {
            whole = whole * 10 + (uint64_t)(c - '0');
            digits++;
            behind += point;
        }
    }
    if (plain && digits <= 15) s->number = (minus ? -(double)whole : (double)whole) / TEN[behind];
    else s->number = strtod(s->at, NULL);
    s->kind = SCAN_NUMBER;
    s->at += len;
    return true;
}

bool scan_next(Scan *s, Error *err) {
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\n' || *s->at == '\t' || *s->at == '\r')) s->at++;
    s->raw = s->at;
    s->kind = SCAN_END;
    if (s->at == s->end) return true;
    switch (*s->at) {
    case '{': s->kind = SCAN_OBJECT; break;
    case '[': s->kind = SCAN_ARRAY; break;
    case '}': s->kind = SCAN_CLOSE_OBJECT; break;
    case ']': s->kind = SCAN_CLOSE_ARRAY; break;
    case ',': s->kind = SCAN_COMMA; break;
    case ':': s->kind = SCAN_COLON; break;
    case '"': return read_string(s, err);
    default: return read_number(s, err);
    }
    s->at++;
    return true;
}
