#include "lesson/metric.h"

#include "base/names.h"
#include "lesson/metric_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- reading

// Copies the next word of *at, moving *at behind it; false at the end. A word too long for room is cut and will not
// be known.
static bool next_word(const char **at, char *word, size_t room) {
    while (**at == ' ') (*at)++;
    size_t len = strcspn(*at, " ");
    if (len == 0) return false;
    size_t kept = len < room ? len : room - 1;
    memcpy(word, *at, kept);
    word[kept] = '\0';
    *at += len;
    return true;
}

static bool is_number(const char *word) {
    return *word && word[strspn(word, "0123456789")] == '\0';
}

static const char *const POSITION_WORDS[] = {"query", "key", "i", "j"};

static bool read_arg(MetricArg *arg, const char *word, bool learner, Error *err) {
    *arg = (MetricArg){.kind = ARG_WORD};
    if (is_number(word)) {
        arg->kind = ARG_NUMBER;
        if (strlen(word) > 6) return error_set(err, "position %s is too large", word);
        arg->number = (int)strtol(word, NULL, 10);
        return true;
    }
    int found = names_find(word, names_in_array, POSITION_WORDS, learner ? 4 : 2);
    if (found >= 0) arg->kind = (MetricArgKind)(ARG_QUERY + found);
    else memcpy(arg->word, word, strlen(word) + 1);
    return true;
}

// `NAME VALUE`, and again behind a comma and a blank: a comma alone is part of a value, as in `cuts 1.0,1.2`.
static bool read_changes(Metric *m, const char *at, Error *err) {
    for (;;) {
        char name[METRIC_WORD];
        if (!next_word(&at, name, sizeof name)) {
            return error_set(err, "`with` wants a setting and its value: `with mask off`");
        }
        if (m->changes == METRIC_CHANGES) return error_set(err, "more than %d settings behind `with`", METRIC_CHANGES);
        while (*at == ' ') at++;
        const char *comma = strstr(at, ", "), *next = comma ? comma : at + strlen(at);
        size_t len = (size_t)(next - at);
        while (len > 0 && at[len - 1] == ' ') len--;
        if (len == 0 || len >= METRIC_VALUE) return error_set(err, "`with %s` wants a value: `with mask off`", name);
        memcpy(m->change[m->changes].name, name, sizeof name);
        memcpy(m->change[m->changes].value, at, len);
        m->change[m->changes++].value[len] = '\0';
        if (!*next) return true;
        at = next + 1;
    }
}

static const char *entry_name_at(int i, const void *names) {
    (void)names;
    return METRICS[i].name;
}

const char *metric_usage(int k) {
    return k >= 0 && k < METRICS_COUNT ? METRICS[k].usage : NULL;
}

const char *metric_meaning(int k) {
    return k >= 0 && k < METRICS_COUNT ? METRICS[k].meaning : NULL;
}

// The names that an argument of a shape is one of; NULL: of no list.
static const char *const *names_of(char shape, int *count, const char **what) {
    switch (shape) {
    case 'm': *what = "matrix", *count = WORKED_PARTS; return WORKED_NAMES;
    case 'c': *what = "class of heads", *count = SCORE_CLASSES; return SCORE_NAMES;
    case 'k': *what = "kind of loss", *count = METRIC_LOSSES; return METRIC_LOSS_NAMES;
    default: return NULL;
    }
}

static bool is_word(char shape) {
    return shape == 'l' || shape == 'w';
}

// Whether m's arguments are of the kinds that the shape (as long as they are) asks for. err is set where a word is
// unknown.
static bool fits(const Metric *m, const char *shape, bool learner, Error *err) {
    for (int k = 0; k < m->args; k++) {
        const MetricArg *arg = &m->arg[k];
        int count;
        const char *what, *const *names = names_of(shape[k], &count, &what);
        if (names) {
            const char *word = arg->kind == ARG_WORD ? arg->word : "";
            if (names_require(what, word, names_in_array, names, count, err) < 0) return false;
        } else if (!is_word(shape[k]) && arg->kind == ARG_WORD) {
            names_require("position", arg->word, names_in_array, POSITION_WORDS, learner ? 4 : 2, err);
            return false;
        } else if (is_word(shape[k]) && arg->kind != ARG_WORD) {
            return false;
        }
    }
    return true;
}

// The first entry with this name that takes m's arguments.
static bool choose_entry(Metric *m, const char *name, bool learner, Error *err) {
    int first = names_require("metric", name, entry_name_at, NULL, METRICS_COUNT, err);
    if (first < 0) return false;
    error_set(err, "%s takes other words: `%s` is wanted", name, METRICS[first].usage);
    for (int k = first; k < METRICS_COUNT; k++) {
        bool same = strcmp(METRICS[k].name, name) == 0 && (int)strlen(METRICS[k].shape) == m->args;
        if (!same || !fits(m, METRICS[k].shape, learner, err)) continue;
        m->entry = k;
        return true;
    }
    return false;
}

bool metric_parse(Metric *out, const char *words, bool learner, Error *err) {
    Metric m = {0};
    char name[METRIC_WORD], word[METRIC_WORD];
    const char *at = words;
    if (!next_word(&at, name, sizeof name)) return error_set(err, "a metric is wanted, such as `weight 9 3`");
    if (strcmp(name, "percent") == 0) {
        m.percent = true;
        const char *behind = at; // `percent 9 3` is short for `percent weight 9 3`
        if (!next_word(&behind, name, sizeof name)) {
            return error_set(err, "percent of what? `percent weight 9 3` is wanted");
        }
        bool position = is_number(name) || names_find(name, names_in_array, POSITION_WORDS, 4) >= 0;
        if (position) memcpy(name, "weight", sizeof "weight");
        else at = behind;
    }
    while (next_word(&at, word, sizeof word)) {
        if (strcmp(word, "with") == 0) {
            if (!read_changes(&m, at, err)) return false;
            break;
        }
        if (m.args == METRIC_ARGS) return error_set(err, "too many words: `%.80s`", words);
        if (!read_arg(&m.arg[m.args++], word, learner, err)) return false;
    }
    if (!choose_entry(&m, name, learner, err)) return false;
    Unit unit = METRICS[m.entry].unit;
    bool share = unit == UNIT_SHARE || unit == UNIT_CELL;
    if (m.percent && !share) return error_set(err, "%s is not a share: no percent of it", name);
    *out = m;
    return true;
}

// ---- the number

static bool of_model(const Scene *s) {
    return s->screen == SCREEN_OPEN || s->screen == SCREEN_MAP || s->screen == SCREEN_PREDICT ||
           s->screen == SCREEN_TRACE;
}

static bool same_text(const Scene *a, const Scene *b) {
    if (of_model(a)) return a->open.batch == b->open.batch;
    if (a->sentence != b->sentence) return false;
    return a->sentence >= 0 || (a->text_len == b->text_len && memcmp(a->text, b->text, (size_t)a->text_len) == 0);
}

// The entry of the same name and shape that the scene's screen has; NULL if it has none.
static const MetricEntry *entry_on(const Metric *m, ScreenId screen) {
    const MetricEntry *first = &METRICS[m->entry];
    for (int k = m->entry; k < METRICS_COUNT; k++) {
        const MetricEntry *e = &METRICS[k];
        bool same = strcmp(e->name, first->name) == 0 && strcmp(e->shape, first->shape) == 0;
        if (same && (e->screens >> screen & 1)) return e;
    }
    return NULL;
}

static bool key_with_label(const Plane *p, const char *label, int *out, Error *err) {
    for (int k = 0; k < p->count; k++) {
        if (strcmp(p->key[k].label, label) != 0) continue;
        *out = k;
        return true;
    }
    return error_set(err, "the playground has no key \"%s\"", label);
}

// Whether ⟨BOS⟩ moves the scene's positions.
static int bos_of(const Scene *s) {
    return of_model(s) ? s->open.bos : s->screen == SCREEN_EXPLORER && s->bos;
}

// A position as the scene on display counts it.
static int position_of(const MetricArg *arg, MetricPlace place, const Scene *looked_at) {
    const Scene *written = place.written_for ? place.written_for : looked_at;
    const Scene *now = place.scene;
    bool model = of_model(looked_at);
    int shift = bos_of(looked_at) - bos_of(written), moved = bos_of(looked_at) - bos_of(now);
    switch (arg->kind) {
    case ARG_NUMBER: return arg->number + shift;
    case ARG_QUERY: return (model ? now->open.query : now->query) + moved;
    case ARG_KEY: return (model ? now->open.key : now->key) + moved;
    case ARG_I: return place.i;
    case ARG_J: return place.j;
    case ARG_WORD: break;
    }
    return -1;
}

static bool place_position(const MetricArg *arg, MetricPlace place, const Reading *r, int *out, Error *err) {
    bool text = r->scene->screen == SCREEN_EXPLORER || of_model(r->scene);
    bool other = text && arg->kind == ARG_NUMBER && place.written_for && !same_text(place.scene, place.written_for);
    if (other) return error_set(err, "the text is another one");
    *out = position_of(arg, place, r->scene);
    if (*out >= 0 && *out < r->n) return true;
    return error_set(err, "position %d is outside the text: its tokens are 0 to %d", *out, r->n - 1);
}

static bool place_word(const MetricArg *arg, const Reading *r, int *out, Error *err) {
    Source *src = scene_opened(r->scene, r->lib);
    *out = src->find_token(src, arg->word, strlen(arg->word), err);
    return *out >= 0;
}

static bool place_args(const Metric *m, const MetricEntry *e, MetricPlace place, Reading *r, Error *err) {
    for (int k = 0; k < m->args; k++) {
        const MetricArg *arg = &m->arg[k];
        switch (e->shape[k]) {
        case 'l':
            if (!key_with_label(&r->scene->plane, arg->word, &r->at[k], err)) return false;
            break;
        case 'w':
            if (!place_word(arg, r, &r->at[k], err)) return false;
            break;
        case 'm': r->at[k] = names_find(arg->word, names_in_array, WORKED_NAMES, WORKED_PARTS); break;
        case 'c': r->at[k] = names_find(arg->word, names_in_array, SCORE_NAMES, SCORE_CLASSES); break;
        case 'k': r->at[k] = names_find(arg->word, names_in_array, METRIC_LOSS_NAMES, METRIC_LOSSES); break;
        case 'n': r->at[k] = arg->kind == ARG_NUMBER ? arg->number : position_of(arg, place, r->scene); break;
        default:
            if (!place_position(arg, place, r, &r->at[k], err)) return false;
        }
        if (r->at[k] < 0) return error_set(err, "position %d is outside the text", r->at[k]);
    }
    return true;
}

// The levers of the scene's screen: a head of the worked example is as wide as the example says.
static AttentionParams params_of(const Scene *s, const Library *lib) {
    AttentionParams p = scene_params(s);
    if (of_model(s)) return (AttentionParams){s->open.mask, scene_source_view(s, lib).divisor};
    bool own_width = s->screen == SCREEN_WORKED || s->screen == SCREEN_ROW;
    if (own_width && s->divide && !(s->divisor > 0)) p.divisor = worked_divisor(&s->worked);
    return p;
}

static bool read_value(const Metric *m, MetricPlace place, const Scene *looked_at, double *out, Error *err) {
    const MetricEntry *e = entry_on(m, looked_at->screen);
    if (!e) {
        const char *screen = SCENE_SCREEN_NAMES[looked_at->screen];
        return error_set(err, "%s has no `%s`", screen, METRICS[m->entry].usage);
    }
    Tokens tokens = {0};
    Reading r = {.scene = looked_at,
                 .lib = place.lib,
                 .tokens = &tokens,
                 .pulse = shelf_pulse(looked_at, place.lib),
                 .params = params_of(looked_at, place.lib)};
    if (of_model(looked_at)) {
        if (!shelf_run(looked_at, place.lib, &r.model, err)) return false;
        r.n = r.model.run->n;
    } else {
        if (!scene_tokens(looked_at, place.lib, &tokens, err)) return false;
        r.n = looked_at->screen == SCREEN_EXPLORER ? tokens.n : looked_at->worked.n;
    }
    bool ok = place_args(m, e, place, &r, err);
    double value = ok ? e->read(&r) : 0;
    if (ok && !isfinite(value)) ok = error_set(err, "`%s` has no value here", e->name);
    if (ok) *out = value;
    tokens_free(&tokens);
    return ok;
}

bool metric_value(const Metric *m, MetricPlace place, double *out, Error *err) {
    if (m->changes == 0) return read_value(m, place, place.scene, out, err);
    Scene changed;
    scene_copy(&changed, place.scene);
    for (int k = 0; k < m->changes; k++) {
        if (!scene_set(&changed, place.lib, m->change[k].name, m->change[k].value, err)) return false;
    }
    return read_value(m, place, &changed, out, err);
}

// ---- showing

void metric_format(const Metric *m, double value, Str *out) {
    Unit unit = METRICS[m->entry].unit;
    double percent = value * 100;
    if (m->percent) str_printf(out, percent >= 9.95 || percent < 0.05 ? "%.0f%%" : "%.1f%%", percent);
    else if (unit == UNIT_SHARE || (unit == UNIT_CELL && value != floor(value))) str_printf(out, "%.3f", value);
    else if (unit == UNIT_BITS || unit == UNIT_NATS) str_printf(out, "%.2f", value);
    else if (unit == UNIT_FINE) str_printf(out, "%.5f", value);
    else if (fabs(value) < 1000) str_printf(out, "%.3g", value);
    else str_printf(out, "%.0f", value);
}

void metric_show(const Metric *m, MetricPlace place, Str *out) {
    double value;
    Error ignored;
    if (metric_value(m, place, &value, &ignored)) metric_format(m, value, out);
    else str_puts(out, "n/a");
}
