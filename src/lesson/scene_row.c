// The scene of one row, all the way: a position of the worked example.
#include "lesson/scene_parts.h"

enum { LAST = -1 };

static void init(Scene *s, const Library *lib) {
    s->position = LAST;
    if (s->worked.n == 0 && lib->examples > 0) s->worked = lib->example[0].worked;
}

int scene_position(const Scene *s) {
    bool inside = s->position >= 0 && s->position < s->worked.n;
    return inside || s->worked.n == 0 ? s->position : s->worked.n - 1;
}

static bool set_query(Setting a) {
    return scene_read_int(a, &a.scene->position, 0, WORKED_TOKENS_MAX - 1);
}

static bool set_normalise(Setting a) {
    return scene_read_switch(a, &a.scene->normalise);
}

static const Property PROPERTIES[] = {
    {"query", set_query},         {"mask", scene_set_mask},   {"divisor", scene_set_divisor},
    {"normalise", set_normalise}, {"example", scene_set_example}, {"set", scene_set_numbers},
};

static bool finish(Scene *s, const Library *lib, Error *err) {
    (void)lib;
    if (s->position < s->worked.n) return true;
    return error_set(err, "query %d is outside the example: its tokens are 0 to %d", s->position, s->worked.n - 1);
}

static void command(const Scene *s, const Library *lib, Str *out) {
    scene_add_example(s, lib, out);
    if (s->position != LAST) str_printf(out, " --query %d", scene_position(s));
    scene_add_numbers(s, lib, out);
    scene_add_levers(s, out);
    if (s->normalise) str_puts(out, " --normalise on");
}

const SceneKind SCENE_ROW = {PROPERTIES, sizeof PROPERTIES / sizeof PROPERTIES[0], init, finish, command};
