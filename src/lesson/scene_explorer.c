// The explorer's scene: a head on a sentence.
#include "lesson/scene_parts.h"

#include "base/names.h"

#include <string.h>

enum { UNSET = -1 };

const char *const SCENE_VIEW_NAMES[] = {"all", "sentence", "heatmap", "row"};

static void init(Scene *s, const Library *lib) {
    int first = names_find("ioi", corpus_name_at, &lib->corpus, lib->corpus.count);
    s->sentence = first >= 0 ? first : 0;
    s->head = names_find("duplicate-token", rule_name_at, NULL, RULES_COUNT);
    s->query = s->key = UNSET;
    s->width = RULE_WIDTH;
}

static bool set_sentence(Setting a) {
    int found = names_require("sentence", a.value, corpus_name_at, &a.lib->corpus, a.lib->corpus.count, a.err);
    if (found >= 0) a.scene->sentence = found;
    return found >= 0;
}

static bool set_text(Setting a) {
    size_t len = strlen(a.value);
    if (len > SCENE_TEXT_MAX) {
        return error_set(a.err, "the text has %zu bytes: at most %d are taken", len, SCENE_TEXT_MAX);
    }
    memcpy(a.scene->text, a.value, len);
    a.scene->text_len = (int)len;
    a.scene->sentence = -1;
    return true;
}

static bool set_head(Setting a) {
    int found = names_require("head", a.value, rule_name_at, NULL, RULES_COUNT, a.err);
    if (found >= 0) a.scene->head = found;
    return found >= 0;
}

static bool set_query(Setting a) {
    return scene_read_int(a, &a.scene->query, 0, TOKENS_MAX);
}

static bool set_key(Setting a) {
    return scene_read_int(a, &a.scene->key, 0, TOKENS_MAX);
}

static bool set_bos(Setting a) {
    return scene_read_switch(a, &a.scene->bos);
}

static bool set_width(Setting a) {
    return scene_read_int(a, &a.scene->width, 1, SCENE_WIDTH_MAX);
}

static bool set_view(Setting a) {
    int choice;
    if (!scene_read_choice(a, &choice, a.name, SCENE_VIEW_NAMES, VIEW_COUNT)) return false;
    a.scene->view = (SceneView)choice;
    return true;
}

static const Property PROPERTIES[] = {
    {"sentence", set_sentence}, {"text", set_text},   {"head", set_head},           {"query", set_query}, {"key", set_key},
    {"mask", scene_set_mask},   {"bos", set_bos},     {"divisor", scene_set_divisor}, {"d", set_width},   {"view", set_view},
};

bool scene_tokens(const Scene *s, const Library *lib, Tokens *out, Error *err) {
    const char *text = s->sentence >= 0 ? lib->corpus.sentence[s->sentence].text : s->text;
    size_t len = s->sentence >= 0 ? strlen(text) : (size_t)s->text_len;
    return tokens_split(out, text, len, s->bos, &lib->corpus.names, &lib->corpus.asking, err);
}

static bool outside(const char *what, int position, int n, Error *err) {
    return error_set(err, "%s %d is outside the text: its tokens are 0 to %d", what, position, n - 1);
}

// Where the row looks most; the first of equals.
static int strongest(const Scene *s, const Tokens *t) {
    AttentionRow row = {0};
    attention_row(&row, &RULES[s->head], t, s->query, scene_params(s));
    int best = 0;
    for (int j = 1; j < row.n; j++) {
        if (row.weight[j] > row.weight[best]) best = j;
    }
    attention_row_free(&row);
    return best;
}

static bool finish(Scene *s, const Library *lib, Error *err) {
    Tokens t = {0};
    if (!scene_tokens(s, lib, &t, err)) return false;
    bool ok = true;
    if (s->query >= t.n) ok = outside("query", s->query, t.n, err);
    else if (s->key >= t.n) ok = outside("key", s->key, t.n, err);
    if (ok && s->query == UNSET)
        s->query = s->sentence >= 0 ? lib->corpus.sentence[s->sentence].query + s->bos : t.n - 1;
    if (ok && s->key == UNSET) s->key = strongest(s, &t);
    tokens_free(&t);
    return ok;
}

// Whether key is where the query looks most, as it would be if it were not given.
static bool key_is_usual(const Scene *s, const Library *lib) {
    Tokens t = {0};
    Error ignored;
    bool usual = scene_tokens(s, lib, &t, &ignored) && strongest(s, &t) == s->key;
    tokens_free(&t);
    return usual;
}

static void command(const Scene *s, const Library *lib, Str *out) {
    if (s->sentence >= 0) {
        str_printf(out, " --sentence %s", lib->corpus.sentence[s->sentence].name);
    } else {
        str_puts(out, s->text_len && s->text[0] == '-' ? " --text " : " text ");
        scene_quote(out, s->text, s->text_len);
    }
    str_printf(out, " --head %s --query %d", RULES[s->head].name, s->query);
    if (!key_is_usual(s, lib)) str_printf(out, " --key %d", s->key);
    scene_add_levers(s, out);
    if (s->width != RULE_WIDTH) str_printf(out, " --d %d", s->width);
    if (s->bos) str_puts(out, " --bos");
    if (s->view != VIEW_ALL) str_printf(out, " --view %s", SCENE_VIEW_NAMES[s->view]);
}

const SceneKind SCENE_EXPLORER = {PROPERTIES, sizeof PROPERTIES / sizeof PROPERTIES[0], init, finish, command};
