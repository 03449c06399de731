#include "lesson/scene_parts.h"

#include "base/names.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

bool scene_read_switch(Setting a, bool *out) {
    bool on = strcmp(a.value, "on") == 0;
    if (!on && strcmp(a.value, "off") != 0) return error_set(a.err, "%s is \"%.80s\": on or off is wanted", a.name, a.value);
    *out = on;
    return true;
}

bool scene_read_int(Setting a, int *out, int least, int most) {
    char *end;
    long number = strtol(a.value, &end, 10);
    bool ok = *a.value && !*end && number >= least && number <= most;
    if (!ok) return error_set(a.err, "%s is \"%.80s\": a whole number from %d to %d is wanted", a.name, a.value, least, most);
    *out = (int)number;
    return true;
}

bool scene_read_number(Setting a, double *out, double least, double most) {
    char *end;
    double number = strtod(a.value, &end);
    bool ok = *a.value && !*end && number >= least && number <= most;
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
    int used = 1;
    bool plain = true;
    for (int k = 0; k < len; k += used) plain = plain && text_width(text_decode(bytes + k, (size_t)(len - k), &used)) > 0;
    str_puts(out, plain ? "'" : "$'");
    for (int k = 0; k < len; k += used) {
        bool shows = text_width(text_decode(bytes + k, (size_t)(len - k), &used)) > 0;
        if (plain && bytes[k] == '\'') str_puts(out, "'\\''");
        else if (!plain && (bytes[k] == '\'' || bytes[k] == '\\')) str_printf(out, "\\%c", bytes[k]);
        else if (shows) str_add(out, bytes + k, (size_t)used);
        for (int b = 0; b < used && !shows; b++) str_printf(out, "\\%03o", (unsigned char)bytes[k + b]);
    }
    str_putc(out, '\'');
}


bool scene_set_mask(Setting a) {
    return scene_read_switch(a, &a.scene->mask);
}

bool scene_set_divisor(Setting a) {
    Scene *s = a.scene;
    if (strcmp(a.value, "on") == 0 || strcmp(a.value, "off") == 0) {
        s->divide = a.value[1] == 'n';
        s->divisor = 0;
        return true;
    }
    char *end;
    double number = strtod(a.value, &end);
    if (!*a.value || *end || !(number >= SCENE_DIVISOR_MIN && number <= SCENE_DIVISOR_MAX)) {
        return error_set(a.err, "divisor is \"%.80s\": on, off or a number from %g to %g is wanted", a.value, SCENE_DIVISOR_MIN,
                         SCENE_DIVISOR_MAX);
    }
    s->divide = true;
    s->divisor = number;
    return true;
}

void scene_add_levers(const Scene *s, Str *out) {
    if (!s->mask) str_puts(out, " --mask off");
    if (!s->divide) str_puts(out, " --divisor off");
    else if (s->divisor > 0) str_printf(out, " --divisor %.9g", s->divisor);
}
