// The √d lab's scene: the width, the keys of a row, the seed; and the gap of its row of two.
#include "lesson/scene_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { GAP = 8 }; // √64: what scores of the usual head differ by

static void init(Scene *s, const Library *lib) {
    (void)lib;
    lab_init(&s->lab);
    s->gap = GAP;
}

static bool set_d(Setting a) {
    return scene_read_int(a, &a.scene->lab.d, 1, LAB_WIDTH_MAX);
}

static bool set_keys(Setting a) {
    return scene_read_int(a, &a.scene->lab.keys, LAB_KEYS_MIN, LAB_KEYS_MAX);
}

static bool set_seed(Setting a) {
    return scene_read_seed(a, &a.scene->lab.seed);
}

static bool set_gap(Setting a) {
    return scene_read_number(a, &a.scene->gap, 0, SCENE_GAP_MAX);
}

static const Property PROPERTIES[] = {{"d", set_d}, {"keys", set_keys}, {"seed", set_seed}, {"gap", set_gap}};

static void command(const Scene *s, const Library *lib, Str *out) {
    (void)lib;
    Lab usual;
    lab_init(&usual);
    if (s->lab.d != usual.d) str_printf(out, " --d %d", s->lab.d);
    if (s->lab.keys != usual.keys) str_printf(out, " --keys %d", s->lab.keys);
    if (s->lab.seed != usual.seed) str_printf(out, " --seed %" PRIu64, s->lab.seed);
    if (s->gap == GAP) return;
    char gap[32] = "";
    for (int digits = 3; digits <= 17 && (digits == 3 || strtod(gap, NULL) != s->gap); digits++) {
        snprintf(gap, sizeof gap, "%.*g", digits, s->gap); // as few as give the same number again
    }
    str_printf(out, " --gap %s", gap);
}

const SceneKind SCENE_LAB = {PROPERTIES, sizeof PROPERTIES / sizeof PROPERTIES[0], init, NULL, command};
