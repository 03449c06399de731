// The scene of many heads as a sum: which of them are on, and whose row is looked at.
#include "lesson/scene_parts.h"

#include <string.h>

enum { LAST = -1 };

static void init(Scene *s, const Library *lib) {
    (void)lib;
    s->token = LAST;
}

int scene_token(const Scene *s, const Library *lib) {
    int n = lib->heads.head[0].n;
    bool inside = s->token >= 0 && s->token < n;
    return inside || n == 0 ? s->token : n - 1;
}

// `1,3`, each once and in any order; `all`; `none`.
static bool set_heads(Setting a) {
    unsigned all = (1u << a.lib->heads.count) - 1, on = 0;
    bool ok = *a.value != '\0';
    if (strcmp(a.value, "all") == 0) on = all;
    else if (strcmp(a.value, "none") != 0) {
        for (const char *at = a.value; *at && ok; at += at[1] ? 2 : 1) {
            int head = *at - '1';
            ok = head >= 0 && head < a.lib->heads.count && !(on >> head & 1) && (!at[1] || (at[1] == ',' && at[2]));
            if (ok) on |= 1u << head;
        }
    }
    if (!ok) {
        return error_set(a.err, "heads is \"%.80s\": numbers from 1 to %d with commas between, all or none is wanted",
                         a.value, a.lib->heads.count);
    }
    a.scene->heads_off = all & ~on;
    return true;
}

static bool set_query(Setting a) {
    return scene_read_int(a, &a.scene->token, 0, WORKED_TOKENS_MAX - 1);
}

static const Property PROPERTIES[] = {
    {"heads", set_heads}, {"query", set_query}, {"mask", scene_set_mask}, {"divisor", scene_set_divisor},
};

static bool finish(Scene *s, const Library *lib, Error *err) {
    int n = lib->heads.head[0].n;
    return s->token < n || error_set(err, "query %d is outside the example: its tokens are 0 to %d", s->token, n - 1);
}

static void command(const Scene *s, const Library *lib, Str *out) {
    unsigned all = (1u << lib->heads.count) - 1;
    if (s->heads_off == all) str_puts(out, " --heads none");
    else if (s->heads_off) {
        const char *before = " --heads ";
        for (int h = 0; h < lib->heads.count; h++) {
            if (s->heads_off >> h & 1) continue;
            str_printf(out, "%s%d", before, h + 1);
            before = ",";
        }
    }
    if (s->token != LAST) str_printf(out, " --query %d", scene_token(s, lib));
    scene_add_levers(s, out);
}

const SceneKind SCENE_SUM = {PROPERTIES, sizeof PROPERTIES / sizeof PROPERTIES[0], init, finish, command};
