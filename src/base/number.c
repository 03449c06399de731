#include "base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX = 64 }; // bytes

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Whether s is [+-] digits [. digits] [e [+-] digits] with a digit before the e; counts the digits behind the point.
static bool well_formed(const char *s, int *behind) {
    int before = 0;
    *behind = 0;
    if (*s == '+' || *s == '-') s++;
    for (; is_digit(*s); s++) before++;
    if (*s == '.') s++;
    else if (before == 0) return false;
    if (s[-1] == '.') {
        for (; is_digit(*s); s++) ++*behind;
    }
    if (before + *behind == 0) return false;
    if (*s == 'e' || *s == 'E') {
        s++;
        if (*s == '+' || *s == '-') s++;
        if (!is_digit(*s)) return false;
        while (is_digit(*s)) s++;
    }
    return *s == '\0';
}

bool number_parse(const char *text, size_t len, double *value, int *decimals) {
    static const char MINUS[] = "\xE2\x88\x92";
    char s[NUMBER_MAX + 1];
    size_t skip = len >= 3 && memcmp(text, MINUS, 3) == 0 ? 3 : 0, at = 0;
    if (len - skip + 1 > NUMBER_MAX || memchr(text, '\0', len)) return false;
    if (skip) s[at++] = '-';
    memcpy(s + at, text + skip, len - skip);
    s[at + len - skip] = '\0';
    int behind;
    if (!well_formed(s, &behind)) return false;
    double read = strtod(s, NULL); // the C locale's point: only LC_CTYPE is ever set
    if (!isfinite(read)) return false;
    const char *e = strpbrk(s, "eE");
    long exponent = e ? strtol(e + 1, NULL, 10) : 0;
    if (exponent > 400) exponent = 400;
    if (exponent < -400) exponent = -400;
    *value = read;
    *decimals = behind - (int)exponent;
    return true;
}
