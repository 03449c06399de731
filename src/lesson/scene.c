#include "lesson/scene.h"

#include "base/names.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { UNSET = -1 };

const char *const SCENE_VIEW_NAMES[] = {"all", "sentence", "heatmap", "row"};

void scene_init(Scene *s, const Corpus *corpus) {
    memset(s, 0, sizeof *s);
    int first = names_find("ioi", corpus_name_at, corpus, corpus->count);
    s->sentence = first >= 0 ? first : 0;
    s->head = names_find("duplicate-token", rule_name_at, NULL, RULES_COUNT);
    s->query = s->key = UNSET;
    s->mask = s->divide = true;
    s->width = RULE_WIDTH;
}

// ---- reading values

static bool read_switch(bool *out, const char *name, const char *value, Error *err) {
    bool on = strcmp(value, "on") == 0;
    if (!on && strcmp(value, "off") != 0) return error_set(err, "%s is \"%.80s\": on or off is wanted", name, value);
    *out = on;
    return true;
}

static bool read_int(int *out, const char *name, const char *value, int least, int most, Error *err) {
    char *end;
    long number = strtol(value, &end, 10);
    bool ok = *value && !*end && number >= least && number <= most;
    if (!ok) return error_set(err, "%s is \"%.80s\": a whole number from %d to %d is wanted", name, value, least, most);
    *out = (int)number;
    return true;
}

// One of count names in an array, into an int.
static bool read_choice(int *out, const char *what, const char *value, const char *const *names, int count, Error *err) {
    int found = names_require(what, value, names_in_array, names, count, err);
    if (found >= 0) *out = found;
    return found >= 0;
}

typedef struct Setting {
    Scene *scene;
    const Corpus *corpus;
    const char *name, *value;
    Error *err;
} Setting;

static bool set_sentence(Setting a) {
    int found = names_require("sentence", a.value, corpus_name_at, a.corpus, a.corpus->count, a.err);
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
    return read_int(&a.scene->query, a.name, a.value, 0, TOKENS_MAX, a.err);
}

static bool set_key(Setting a) {
    return read_int(&a.scene->key, a.name, a.value, 0, TOKENS_MAX, a.err);
}

static bool set_mask(Setting a) {
    return read_switch(&a.scene->mask, a.name, a.value, a.err);
}

static bool set_bos(Setting a) {
    return read_switch(&a.scene->bos, a.name, a.value, a.err);
}

static bool set_divisor(Setting a) {
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

static bool set_width(Setting a) {
    return read_int(&a.scene->width, a.name, a.value, 1, SCENE_WIDTH_MAX, a.err);
}

static bool set_view(Setting a) {
    int choice;
    if (!read_choice(&choice, a.name, a.value, SCENE_VIEW_NAMES, VIEW_COUNT, a.err)) return false;
    a.scene->view = (SceneView)choice;
    return true;
}

static bool set_theme(Setting a) {
    int choice;
    if (!read_choice(&choice, a.name, a.value, THEME_NAMES, THEME_COUNT, a.err)) return false;
    a.scene->theme = (Theme)choice;
    return true;
}

static bool set_map(Setting a) {
    int choice;
    if (!read_choice(&choice, "colour map", a.value, COLOR_MAP_NAMES, MAP_COUNT, a.err)) return false;
    a.scene->map = (ColorMap)choice;
    return true;
}

static const struct Property {
    const char *name;
    bool (*set)(Setting a);
} PROPERTIES[] = {
    {"sentence", set_sentence}, {"text", set_text}, {"head", set_head},   {"query", set_query},
    {"key", set_key},           {"mask", set_mask}, {"divisor", set_divisor}, {"d", set_width},
    {"bos", set_bos},           {"view", set_view}, {"theme", set_theme}, {"map", set_map},
};
enum { PROPERTY_COUNT = sizeof PROPERTIES / sizeof PROPERTIES[0] };

static const char *property_name_at(int i, const void *names) {
    (void)names;
    return PROPERTIES[i].name;
}

bool scene_set(Scene *s, const Corpus *corpus, const char *name, const char *value, Error *err) {
    int found = names_require("setting", name, property_name_at, NULL, PROPERTY_COUNT, err);
    return found >= 0 && PROPERTIES[found].set((Setting){s, corpus, name, value, err});
}

// ---- the whole scene

bool scene_tokens(const Scene *s, const Corpus *corpus, Tokens *out, Error *err) {
    const char *text = s->sentence >= 0 ? corpus->sentence[s->sentence].text : s->text;
    size_t len = s->sentence >= 0 ? strlen(text) : (size_t)s->text_len;
    return tokens_split(out, text, len, s->bos, &corpus->names, &corpus->asking, err);
}

AttentionParams scene_params(const Scene *s) {
    double divisor = !s->divide ? 1 : s->divisor > 0 ? s->divisor : sqrt(s->width);
    return (AttentionParams){.mask = s->mask, .divisor = divisor};
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

bool scene_finish(Scene *s, const Corpus *corpus, Error *err) {
    Tokens t = {0};
    if (!scene_tokens(s, corpus, &t, err)) return false;
    bool ok = true;
    if (s->query >= t.n) ok = outside("query", s->query, t.n, err);
    else if (s->key >= t.n) ok = outside("key", s->key, t.n, err);
    if (ok && s->query == UNSET) s->query = s->sentence >= 0 ? corpus->sentence[s->sentence].query + s->bos : t.n - 1;
    if (ok && s->key == UNSET) s->key = strongest(s, &t);
    tokens_free(&t);
    return ok;
}

// ---- writing

// One shell word in single quotes; with anything in it that a terminal would not show as it is, in $'…' with octal escapes.
static void quote(Str *out, const char *bytes, int len) {
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

void scene_command(const Scene *s, const Corpus *corpus, Str *out) {
    Scene usual;
    scene_init(&usual, corpus);
    usual.sentence = s->sentence;
    Error ignored;
    if (s->sentence >= 0) {
        str_printf(out, "lookback --sentence %s", corpus->sentence[s->sentence].name);
    } else {
        str_puts(out, s->text_len && s->text[0] == '-' ? "lookback --text " : "lookback text ");
        quote(out, s->text, s->text_len);
        memcpy(usual.text, s->text, (size_t)s->text_len);
        usual.text_len = s->text_len;
    }
    str_printf(out, " --head %s --query %d", RULES[s->head].name, s->query);
    usual.head = s->head;
    usual.query = s->query;
    usual.bos = s->bos;
    usual.mask = s->mask;
    if (!scene_finish(&usual, corpus, &ignored) || usual.key != s->key) str_printf(out, " --key %d", s->key);
    if (!s->mask) str_puts(out, " --mask off");
    if (!s->divide) str_puts(out, " --divisor off");
    else if (s->divisor > 0) str_printf(out, " --divisor %.9g", s->divisor);
    if (s->width != usual.width) str_printf(out, " --d %d", s->width);
    if (s->bos) str_puts(out, " --bos");
    if (s->view != usual.view) str_printf(out, " --view %s", SCENE_VIEW_NAMES[s->view]);
    if (s->theme != usual.theme) str_printf(out, " --theme %s", THEME_NAMES[s->theme]);
    if (s->map != usual.map) str_printf(out, " --map %s", COLOR_MAP_NAMES[s->map]);
}
