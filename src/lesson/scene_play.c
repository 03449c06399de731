// The playground's scene: the arrows, the divisor and the query's length.
#include "lesson/scene_parts.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void init(Scene *s, const Library *lib) {
    (void)lib;
    plane_init(&s->plane);
}

// ---- divisor and length

static bool read_number(const char *text, double *out) {
    int decimals;
    return number_parse(text, strlen(text), out, &decimals);
}

static bool set_divisor(Setting a) {
    double number;
    if (strcmp(a.value, "on") == 0) number = PLANE_DIVISOR[1];
    else if (strcmp(a.value, "off") == 0) number = 1;
    else if (!scene_read_divisor(a, &number, "on (√2), off (1)")) return false;
    a.scene->plane.divisor = number;
    return true;
}

static bool set_length(Setting a) {
    double number;
    bool ok = read_number(a.value, &number) && number >= PLANE_LENGTH_MIN / 10.0 && number <= PLANE_LENGTH_MAX / 10.0 &&
              fabs(number * 10 - round(number * 10)) < 1e-9;
    if (!ok) {
        return error_set(a.err, "length is \"%.80s\": a number from %g to %g in steps of 0.1 is wanted", a.value,
                         PLANE_LENGTH_MIN / 10.0, PLANE_LENGTH_MAX / 10.0);
    }
    a.scene->plane.tenths = (int)lround(number * 10);
    return true;
}

// ---- arrows

static bool inside(double v) {
    return v >= -PLANE_EDGE && v <= PLANE_EDGE;
}

// `x,y`, all of text.
static bool read_point(const char *text, size_t len, PlaneArrow *out) {
    const char *comma = memchr(text, ',', len);
    if (!comma) return false;
    size_t left = (size_t)(comma - text);
    int decimals;
    double y, x;
    bool ok = number_parse(text, left, &x, &decimals) && number_parse(comma + 1, len - left - 1, &y, &decimals) &&
              inside(y) && inside(x);
    if (!ok) return false;
    out->y = y + 0.0; // never −0
    out->x = x + 0.0;
    return true;
}

static bool set_query(Setting a) {
    if (read_point(a.value, strlen(a.value), &a.scene->plane.query)) return true;
    return error_set(a.err, "query is \"%.80s\": x,y is wanted, each from -%g to %g", a.value, PLANE_EDGE, PLANE_EDGE);
}

// `NAME x,y`. The name may hold blanks, not at its ends.
static bool read_key(Setting a, const char *text, size_t len, PlaneArrow *out) {
    for (; len && text[0] == ' '; len--) text++;
    while (len && text[len - 1] == ' ') len--;
    size_t name = len;
    while (name && text[name - 1] != ' ') name--;
    size_t point = name;
    while (name && text[name - 1] == ' ') name--;
    PlaneArrow key;
    memset(&key, 0, sizeof key);
    if (name == 0 || !read_point(text + point, len - point, &key)) {
        return error_set(a.err, "key is \"%.*s\": NAME x,y is wanted, x and y from -%g to %g",
                         (int)(len < 80 ? len : 80), text, PLANE_EDGE, PLANE_EDGE);
    }
    if (memchr(text, ';', name)) {
        return error_set(a.err, "key \"%.*s\": a name without ; is wanted", (int)(name < 40 ? name : 40), text);
    }
    if (name >= PLANE_LABEL_MAX) {
        return error_set(a.err, "key \"%.40s\": its name has %zu bytes, at most %d are taken", text, name,
                         PLANE_LABEL_MAX - 1);
    }
    memcpy(key.label, text, name);
    *out = key;
    return true;
}

// All keys at once: `store 2.3,0.5; Mary 0.5,2.4`.
static bool set_keys(Setting a) {
    PlaneArrow key[PLANE_KEYS_MAX];
    memset(key, 0, sizeof key);
    int count = 0;
    for (const char *at = a.value; *at;) {
        size_t len = strcspn(at, ";");
        bool blank = strspn(at, " ") >= len;
        if (!blank && count == PLANE_KEYS_MAX) return error_set(a.err, "more than %d keys", PLANE_KEYS_MAX);
        if (!blank && !read_key(a, at, len, &key[count++])) return false;
        at += len + (at[len] == ';');
    }
    if (count == 0) return error_set(a.err, "keys is \"%.80s\": \"NAME x,y; NAME x,y …\" is wanted", a.value);
    memcpy(a.scene->plane.key, key, sizeof key);
    a.scene->plane.count = count;
    return true;
}

// One key: the one of that name is put there, or it is added.
static bool set_key(Setting a) {
    Plane *p = &a.scene->plane;
    PlaneArrow key;
    int k = 0;
    if (!read_key(a, a.value, strlen(a.value), &key)) return false;
    while (k < p->count && strcmp(p->key[k].label, key.label) != 0) k++;
    if (k == PLANE_KEYS_MAX) return error_set(a.err, "more than %d keys", PLANE_KEYS_MAX);
    if (k == p->count) p->count++;
    p->key[k] = key;
    return true;
}

static const Property PROPERTIES[] = {
    {"query", set_query}, {"keys", set_keys}, {"key", set_key}, {"divisor", set_divisor}, {"length", set_length},
};

// ---- the command line

// In as few digits as are read back as the same number.
static void put_number(Str *out, double v) {
    char text[40];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, v);
        if (strtod(text, NULL) == v) break;
    }
    str_puts(out, text);
}

static void put_point(Str *out, const PlaneArrow *arrow) {
    put_number(out, arrow->x);
    str_putc(out, ',');
    put_number(out, arrow->y);
}

static void put_keys(Str *out, const Plane *p) {
    Str list = {0};
    for (int k = 0; k < p->count; k++) {
        str_printf(&list, "%s%s ", k ? "; " : "", p->key[k].label);
        put_point(&list, &p->key[k]);
    }
    str_puts(out, " --keys ");
    scene_quote(out, str_text(&list), (int)list.len);
    str_free(&list);
}

static void command(const Scene *s, const Library *lib, Str *out) {
    (void)lib;
    const Plane *p = &s->plane;
    Plane usual;
    plane_init(&usual);
    if (p->query.y != usual.query.y || p->query.x != usual.query.x) {
        str_puts(out, " --query ");
        put_point(out, &p->query);
    }
    if (p->count != usual.count || memcmp(p->key, usual.key, sizeof p->key) != 0) put_keys(out, p);
    if (p->divisor != usual.divisor) {
        str_puts(out, " --divisor ");
        put_number(out, p->divisor);
    }
    if (p->tenths != usual.tenths) str_printf(out, " --length %g", p->tenths / 10.0);
}

const SceneKind SCENE_PLAY = {PROPERTIES, sizeof PROPERTIES / sizeof PROPERTIES[0], init, NULL, command};
