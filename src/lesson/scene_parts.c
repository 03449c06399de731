#include "lesson/scene_parts.h"

#include "base/names.h"
#include "base/number.h"
#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool scene_read_switch(Setting a, bool *out) {
    bool on = strcmp(a.value, "on") == 0;
    if (!on && strcmp(a.value, "off") != 0)
        return error_set(a.err, "%s is \"%.80s\": on or off is wanted", a.name, a.value);
    *out = on;
    return true;
}

bool scene_read_int(Setting a, int *out, int least, int most) {
    double number = 0;
    int decimals = 0;
    bool ok = number_parse(a.value, strlen(a.value), &number, &decimals) && decimals == 0 && number >= least &&
              number <= most;
    if (!ok)
        return error_set(a.err, "%s is \"%.80s\": a whole number from %d to %d is wanted", a.name, a.value, least,
                         most);
    *out = (int)number;
    return true;
}

bool scene_read_number(Setting a, double *out, double least, double most) {
    double number = 0;
    int decimals;
    bool ok = number_parse(a.value, strlen(a.value), &number, &decimals) && number >= least && number <= most;
    if (!ok) return error_set(a.err, "%s is \"%.80s\": a number from %g to %g is wanted", a.name, a.value, least, most);
    *out = number;
    return true;
}

bool scene_read_choice(Setting a, int *out, const char *what, const char *const *names, int count) {
    int found = names_require(what, a.value, names_in_array, names, count, a.err);
    if (found >= 0) *out = found;
    return found >= 0;
}

// In single quotes; with anything in it that a terminal would not show as it is, in $'…' with octal escapes.
void scene_quote(Str *out, const char *bytes, int len) {
    Str shown = {0};
    text_display(&shown, bytes, (size_t)len, false);
    bool plain = shown.len == (size_t)len && memcmp(str_text(&shown), bytes, shown.len) == 0;
    str_free(&shown);
    str_puts(out, plain ? "'" : "$'");
    for (int k = 0, used = 1; k < len; k += used) {
        bool shows = plain || text_width(text_decode(bytes + k, (size_t)(len - k), &used)) > 0;
        if (plain) used = 1;
        if (plain && bytes[k] == '\'') str_puts(out, "'\\''");
        else if (!plain && (bytes[k] == '\'' || bytes[k] == '\\')) str_printf(out, "\\%c", bytes[k]);
        else if (shows) str_add(out, bytes + k, (size_t)used);
        for (int b = 0; b < used && !shows; b++) str_printf(out, "\\%03o", (unsigned char)bytes[k + b]);
    }
    str_putc(out, '\'');
}

// A whole number from 0 to SCENE_SIDE_MOST at *at, which then stands behind it.
static bool read_place(const char **at, int *out) {
    int value = 0;
    const char *p = *at;
    for (; *p >= '0' && *p <= '9'; p++) {
        value = 10 * value + (*p - '0');
        if (value > SCENE_SIDE_MOST) return false;
    }
    if (p == *at) return false;
    *at = p;
    *out = value;
    return true;
}

bool scene_read_places(const char **at, char sign, int *first, int *second) {
    const char *p = *at;
    bool ok = read_place(&p, first) && *p++ == sign && read_place(&p, second);
    if (ok) *at = p;
    return ok;
}

bool scene_outside(const char *what, int value, int first, int last, Error *err) {
    if (first == last) return error_set(err, "%s %d: there is only %s %d", what, value, what, first);
    return error_set(err, "%s %d: a number from %d to %d is wanted", what, value, first, last);
}

bool scene_set_mask(Setting a) {
    return scene_read_switch(a, &a.scene->mask);
}

// √2, sqrt2: what stands under the root; NULL if there is no root.
static const char *under_root(const char *text) {
    static const char *const ROOTS[] = {"√", "sqrt"};
    for (int k = 0; k < 2; k++) {
        size_t len = strlen(ROOTS[k]);
        if (strncmp(text, ROOTS[k], len) == 0) return text + len;
    }
    return NULL;
}

bool scene_read_seed(Setting a, uint64_t *out) {
    char *end;
    errno = 0;
    unsigned long long number = strtoull(a.value, &end, 10);
    bool digits = *a.value >= '0' && *a.value <= '9';
    if (!digits || *end || errno) {
        return error_set(a.err, "seed is \"%.80s\": a whole number from 0 to %" PRIu64 " is wanted", a.value,
                         UINT64_MAX);
    }
    *out = number;
    return true;
}

bool scene_read_divisor(Setting a, double *out, const char *words) {
    const char *root = under_root(a.value), *text = root ? root : a.value;
    double number = 0;
    int decimals;
    bool ok = number_parse(text, strlen(text), &number, &decimals);
    if (ok && root) number = sqrt(number); // of a negative number NaN, which is in no range
    if (!ok || !(number >= SCENE_DIVISOR_MIN && number <= SCENE_DIVISOR_MAX)) {
        return error_set(a.err, "divisor is \"%.80s\": %s, √64 or a number from %g to %g is wanted", a.value, words,
                         SCENE_DIVISOR_MIN, SCENE_DIVISOR_MAX);
    }
    *out = number;
    return true;
}

bool scene_set_divisor(Setting a) {
    Scene *s = a.scene;
    if (strcmp(a.value, "on") == 0 || strcmp(a.value, "off") == 0) {
        s->divide = a.value[1] == 'n';
        s->divisor = 0;
        return true;
    }
    double number;
    if (!scene_read_divisor(a, &number, "on, off")) return false;
    s->divide = true;
    s->divisor = number;
    return true;
}

void scene_add_levers(const Scene *s, Str *out) {
    if (!s->mask) str_puts(out, " --mask off");
    if (!s->divide) str_puts(out, " --divisor off");
    else if (s->divisor > 0) str_printf(out, " --divisor %.9g", s->divisor);
}
