// The scene of a source: one head of it, or the map of all.
#include "lesson/scene_parts.h"

#include "attn/merge.h"
#include "base/names.h"
#include "base/number.h"
#include "lesson/shelf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNSET = -1, SIDE_MOST = SCENE_SIDE_MOST, STEP_MOST = 1000000 };

static const char *const VIEWS[] = {"all", "sentence", "heatmap", "row", "pair", "map", "predictions", "direct", "lens", "loss", "trace"};
enum { VIEW_PAIR = VIEW_COUNT, VIEW_MAP, VIEW_PREDICT, VIEW_TRACE = VIEW_PREDICT + PREDICT_PAGES, VIEWS_COUNT };

static void init(Scene *s, const Library *lib) {
    s->open.query = s->open.key = UNSET;
    s->open.divide = true;
    const Source *src = scene_opened(s, lib);
    s->open.mask = src && src->causal;
    s->open.bos = scene_usual_bos(src);
}

void scene_open_view(Scene *s, const Library *lib, bool training) {
    memset(&s->open, 0, sizeof s->open); // padding too: scenes are compared as bytes
    s->open.training = training;
    init(s, lib);
}

static bool set_batch(Setting a) {
    return scene_read_int(a, &a.scene->open.batch, 0, SIDE_MOST);
}

static bool set_layer(Setting a) {
    return scene_read_int(a, &a.scene->open.layer, 0, SIDE_MOST);
}

static bool set_head(Setting a) {
    return scene_read_int(a, &a.scene->open.head, 0, SIDE_MOST);
}

static bool set_query(Setting a) {
    return scene_read_int(a, &a.scene->open.query, 0, SIDE_MOST);
}

static bool set_key(Setting a) {
    return scene_read_int(a, &a.scene->open.key, 0, SIDE_MOST);
}

static bool set_mask(Setting a) {
    return scene_read_switch(a, &a.scene->open.mask);
}

static bool set_divisor(Setting a) {
    OpenView *o = &a.scene->open;
    if (strcmp(a.value, "on") == 0 || strcmp(a.value, "off") == 0) {
        o->divide = a.value[1] == 'n';
        o->divisor = 0;
        return true;
    }
    double number;
    if (!scene_read_divisor(a, &number, "on, off")) return false;
    o->divide = true;
    o->divisor = number;
    return true;
}

static bool set_hide(Setting a) {
    return scene_read_switch(a, &a.scene->open.hide_first);
}

static bool set_log(Setting a) {
    return scene_read_switch(a, &a.scene->open.log);
}

static bool set_zoom(Setting a) {
    return scene_read_int(a, &a.scene->open.zoom, OPEN_ZOOM_LEAST, OPEN_ZOOM_MOST);
}

static bool set_sorted(Setting a) {
    return scene_read_switch(a, &a.scene->open.sorted);
}

static bool set_words(Setting a) {
    return scene_read_switch(a, &a.scene->open.words);
}

static bool set_cells(Setting a) {
    return scene_read_switch(a, &a.scene->open.cells);
}

static bool set_average(Setting a) {
    return scene_read_switch(a, &a.scene->open.average);
}

static bool set_follow(Setting a) {
    return scene_read_switch(a, &a.scene->open.follow);
}

// Y,X: tokens down and to the right.
static bool set_pan(Setting a) {
    char *comma, *end = NULL;
    long y = strtol(a.value, &comma, 10), x = *comma == ',' ? strtol(comma + 1, &end, 10) : 0;
    bool ok = comma > a.value && end && end > comma + 1 && !*end && labs(y) <= SIDE_MOST && labs(x) <= SIDE_MOST;
    if (!ok) return error_set(a.err, "pan is \"%.80s\": tokens down and right are wanted, like 40,-8", a.value);
    a.scene->open.pan_y = (int)y;
    a.scene->open.pan_x = (int)x;
    return true;
}

static bool set_measure(Setting a) {
    int choice;
    if (!scene_read_choice(a, &choice, a.name, MEASURE_NAMES, MEASURE_COUNT)) return false;
    a.scene->open.measure = (Measure)choice;
    return true;
}

static bool set_step(Setting a) {
    if (!scene_read_int(a, &a.scene->open.step, 0, STEP_MOST)) return false;
    a.scene->open.past = true;
    return true;
}

// Of two dumps: where a head differs, or all heads.
static bool set_diff_view(Setting a) {
    static const char *const CHOICES[] = {"all", "map"};
    int choice;
    if (!scene_read_choice(a, &choice, a.name, CHOICES, 2)) return false;
    a.scene->screen = choice ? SCREEN_MAP : SCREEN_DIFF;
    return true;
}

static bool set_bos(Setting a) {
    return scene_read_switch(a, &a.scene->open.bos);
}

static bool set_values(Setting a) {
    return scene_read_switch(a, &a.scene->open.weigh);
}

static bool set_text(Setting a) {
    Source *src = scene_opened(a.scene, a.lib);
    if (!src || !src->add_text) return error_set(a.err, "text: the tokens of a dump are what they are");
    int batch = src->add_text(src, a.value, strlen(a.value), a.err);
    if (batch < 0) return error_prefix(a.err, "text: ");
    a.scene->open.batch = batch;
    return true;
}

static bool set_scope(Setting a) {
    static const char *const SCOPES[] = {"head", "model"};
    int choice;
    if (!scene_read_choice(a, &choice, a.name, SCOPES, 2)) return false;
    a.scene->open.whole = choice == 1;
    return true;
}

// 3.1,4.11: layer and head, as heads are named in papers.
static bool set_marks(Setting a) {
    OpenView o = {0};
    for (const char *at = a.value; *at;) {
        HeadAt mark;
        if (!scene_read_places(&at, '.', &mark.layer, &mark.head) || (*at && *at != ','))
            return error_set(a.err, "marks is \"%.80s\": heads as LAYER.HEAD are wanted, like 3.1,4.11", a.value);
        if (o.marks == SOURCE_MARKS_MAX) return error_set(a.err, "marks: at most %d heads", SOURCE_MARKS_MAX);
        o.mark[o.marks++] = mark;
        at += *at == ',';
    }
    a.scene->open.marks = o.marks;
    memcpy(a.scene->open.mark, o.mark, sizeof o.mark);
    return true;
}

static bool set_view(Setting a) {
    int choice;
    if (!scene_read_choice(a, &choice, a.name, VIEWS, VIEWS_COUNT)) return false;
    Scene *s = a.scene;
    bool predicts = choice >= VIEW_PREDICT && choice < VIEW_TRACE;
    s->screen = choice == VIEW_MAP     ? SCREEN_MAP
                : choice == VIEW_TRACE ? SCREEN_TRACE
                : predicts             ? SCREEN_PREDICT
                                       : SCREEN_OPEN;
    if (predicts) s->open.page = (PredictPage)(choice - VIEW_PREDICT);
    s->open.pair = choice == VIEW_PAIR;
    if (choice < VIEW_COUNT) s->view = (SceneView)choice;
    return true;
}

static const Property PROPERTIES[] = {
    {"layer", set_layer},     {"head-index", set_head}, {"batch", set_batch},     {"query", set_query}, {"key", set_key},
    {"mask", set_mask},       {"divisor", set_divisor}, {"hide-first", set_hide}, {"log", set_log},     {"zoom", set_zoom},
    {"measure", set_measure}, {"sorted", set_sorted},   {"marks", set_marks},     {"view", set_view},   {"average", set_average},
    {"bos", set_bos},         {"scope", set_scope},     {"cuts", scene_set_cuts},       {"tokens", scene_set_tokens},
    {"text", set_text},       {"values", set_values},
    {"cells", set_cells},     {"words", set_words},
    {"follow", set_follow},   {"pan", set_pan},         {"step", set_step},       {"cell", scene_set_trace_cell},
    {"model", scene_set_model},
};

Source *scene_opened(const Scene *s, const Library *lib) {
    if (s->open.training) return lib->training;
    const ShelfModel *m = s->screen >= SCREEN_OPEN ? shelf_model(s, lib) : NULL;
    return m ? m->source : lib->source;
}

Source *scene_source(const Scene *s, const Library *lib) {
    Error ignored; // the tokens themselves then
    Source *src = scene_opened(s, lib);
    Source *words = src && s->open.words && s->screen == SCREEN_OPEN ? merge_of(src, &ignored) : NULL;
    return words ? words : src;
}

SourceView scene_source_view(const Scene *s, const Library *lib) {
    const OpenView *o = &s->open;
    const Source *src = scene_opened(s, lib);
    double usual = src ? source_divisor(src, o->past, o->step, o->layer) : 1;
    SourceView v = {
        .batch = o->batch,
        .at = {o->layer, o->head},
        .mask = o->mask,
        .divisor = !o->divide ? 1 : o->divisor > 0 ? o->divisor : usual,
        .own = o->divide && !(o->divisor > 0),
        .hide_first = o->hide_first,
        .words = o->words,
        .marks = o->average ? o->marks : 0,
        .past = o->past,
        .step = o->step,
        .bos = o->bos,
        .whole = o->whole,
        .weigh = o->weigh,
        .cuts = o->cuts,
    };
    memcpy(v.cut, o->cut, sizeof v.cut);
    memcpy(v.mark, o->mark, sizeof v.mark);
    return v;
}

// Where the query looks most; the first of equals.
static int strongest(const Scene *s, const Library *lib) {
    AttentionRow row = {0};
    Error ignored;
    SourceView v = scene_source_view(s, lib);
    int best = 0;
    if (s->open.shelf) return shelf_strongest(s, lib);
    if (!source_follow(scene_opened(s, lib), &v, &ignored)) return 0;
    source_weights(scene_source(s, lib), &v, s->open.query, &row, &ignored);
    for (int j = 1; j < row.n; j++) {
        if (row.weight[j] > row.weight[best] || isnan(row.weight[best])) best = isnan(row.weight[j]) ? best : j;
    }
    attention_row_free(&row);
    return best;
}

static bool finish_levers(const Scene *s, const Source *src, Error *err) {
    const OpenView *o = &s->open;
    if (src->raw) return true;
    bool plain = o->divide && o->divisor == 0 && o->mask == src->causal;
    return plain || error_set(err, "--mask and --divisor: %s", src->fixed);
}

// What only a model has.
static bool check_model(const Scene *s, Source *src, Error *err) {
    const OpenView *o = &s->open;
    if (src->follow) return !o->bos || src->allows_bos(src, o->batch, err);
    if (s->screen == SCREEN_PREDICT) return error_set(err, "a dump predicts nothing: lookback model DIR does");
    if (s->screen == SCREEN_TRACE)
        return error_set(err, "view trace: a dump has no stream to follow: lookback model DIR has one");
    if (o->bos || o->whole || o->cuts)
        return error_set(err, "--bos, --scope and --cuts go with a model: lookback model DIR");
    if (o->weigh && !src->norms) return error_set(err, "--values: the dump holds no norms of v (v_norms)");
    return true;
}

// The kept state at or before the step that was asked for; at the last step the model as it stands.
static bool finish_moment(OpenView *o, const Source *src, Error *err) {
    if (!o->past) return true;
    if (src->moments == 0)
        return error_set(err, "--step %d: %s", o->step, src->follow ? src->timeless : "a dump has no timeline");
    int last = src->moment[src->moments - 1].step, k = source_moment(src, true, o->step);
    if (o->step > last) return error_set(err, "step %d: the training has steps 0 to %d", o->step, last);
    o->past = k < src->moments - 1;
    o->step = o->past ? src->moment[k].step : 0;
    return true;
}

// How many tokens there are to stand on. A model of the shelf is asked apart from what its source shows.
typedef struct Extent {
    int first, last, keys;
} Extent;

static bool measure_text(const Scene *s, const Library *lib, Extent *out, Error *err) {
    Source *src = scene_opened(s, lib);
    if (s->open.shelf) {
        ShelfRun at;
        if (s->open.words) return error_set(err, "words: the tokens of this model are words");
        if (!shelf_run(s, lib, &at, err)) return false;
        *out = (Extent){0, at.run->n - 1, at.run->n};
        return true;
    }
    SourceView view = scene_source_view(s, lib);
    if (!source_follow(src, &view, err)) return false;
    if (s->open.words && s->screen == SCREEN_OPEN && !merge_of(src, err)) return error_prefix(err, "words: ");
    src = scene_source(s, lib);
    *out = (Extent){src->first, src->first + src->queries - 1, src->keys};
    return true;
}

static bool check_heads(const OpenView *o, const Source *src, Error *err) {
    if (o->layer >= src->layers) return scene_outside("layer", o->layer, 0, src->layers - 1, err);
    if (o->head >= src->heads) return scene_outside("head", o->head, 0, src->heads - 1, err);
    for (int k = 0; k < o->marks; k++) {
        if (o->mark[k].layer >= src->layers) return scene_outside("layer", o->mark[k].layer, 0, src->layers - 1, err);
        if (o->mark[k].head >= src->heads) return scene_outside("head", o->mark[k].head, 0, src->heads - 1, err);
    }
    return true;
}

static bool finish(Scene *s, const Library *lib, Error *err) {
    Source *src = scene_opened(s, lib);
    OpenView *o = &s->open;
    Extent text;
    if (!src) return error_set(err, "no dump is open: lookback open FILE");
    if (o->batch >= src->batches) return scene_outside("batch", o->batch, 0, src->batches - 1, err);
    if (!finish_moment(o, src, err) || !check_model(s, src, err) || !measure_text(s, lib, &text, err)) return false;
    if (!check_heads(o, src, err)) return false;
    if (o->query != UNSET && (o->query < text.first || o->query > text.last))
        return scene_outside("query", o->query, text.first, text.last, err);
    if (o->key >= text.keys) return scene_outside("key", o->key, 0, text.keys - 1, err);
    if (o->pair && o->marks < 2) return error_set(err, "view pair: two marked heads are wanted: --marks 3.1,4.11");
    if (o->average && o->marks < 1) return error_set(err, "average: marked heads are wanted: --marks 3.1,4.11");
    if (!measure_offered(o->measure, src))
        return error_set(err, "measure %s: two dumps are wanted: lookback diff FILE FILE", MEASURE_NAMES[o->measure]);
    if (!finish_levers(s, src, err)) return false;
    if (o->query == UNSET) o->query = text.last;
    if (!scene_check_cuts(o, src, text.keys, err) || !scene_check_trace(s, src, err)) return false;
    if (o->follow && !src->related)
        return error_set(err, "follow: queries and keys are of two texts, there is no diagonal");
    if (o->key == UNSET) {
        o->key = strongest(s, lib);
        o->seek = src->follow && !src->ready && !o->shelf;
    }
    o->lag = o->follow ? o->query - o->key : 0;
    return true;
}

static void add_marks(const OpenView *o, Str *out) {
    for (int k = 0; k < o->marks; k++)
        str_printf(out, "%s%d.%d", k ? "," : " --marks ", o->mark[k].layer, o->mark[k].head);
}

static void add_path(const Source *src, Str *out) {
    str_putc(out, ' ');
    if (src->path[0] == '-') str_puts(out, "./");
    scene_quote(out, src->path, (int)strlen(src->path));
}

// Of two dumps.
static void command_diff(const Scene *s, const Library *lib, Str *out) {
    const OpenView *o = &s->open;
    add_path(lib->difference->a, out);
    add_path(lib->difference->b, out);
    str_printf(out, " --layer %d --head-index %d --query %d --key %d", o->layer, o->head, o->query, o->key);
    if (o->batch) str_printf(out, " --batch %d", o->batch);
    if (!o->sorted) str_puts(out, " --sorted off");
    if (o->measure != MEASURE_APART) str_printf(out, " --measure %s", MEASURE_NAMES[o->measure]);
    if (o->cells) str_puts(out, " --cells on");
    if (o->pan_y || o->pan_x) str_printf(out, " --pan %d,%d", o->pan_y, o->pan_x);
    if (o->follow) str_puts(out, " --follow on");
    if (o->zoom) str_printf(out, " --zoom %d", o->zoom);
    add_marks(o, out);
    if (s->screen == SCREEN_MAP) str_puts(out, " --view map");
}

static void command(const Scene *s, const Library *lib, Str *out) {
    const OpenView *o = &s->open;
    const Source *src = scene_opened(s, lib);
    bool two = lib->difference && s->screen == SCREEN_MAP;
    if (two) {
        command_diff(s, lib, out);
        return;
    }
    add_path(src, out);
    if (src->follow) scene_add_model(o, src, out);
    str_printf(out, " --layer %d --head-index %d --query %d", o->layer, o->head, o->query);
    if (strongest(s, lib) != o->key) str_printf(out, " --key %d", o->key);
    if (o->batch && !src->follow) str_printf(out, " --batch %d", o->batch);
    if (o->mask != src->causal) str_printf(out, " --mask %s", o->mask ? "on" : "off");
    if (!o->divide) str_puts(out, " --divisor off");
    else if (o->divisor > 0) str_printf(out, " --divisor %.9g", o->divisor);
    if (o->hide_first) str_puts(out, " --hide-first on");
    if (o->pan_y || o->pan_x) str_printf(out, " --pan %d,%d", o->pan_y, o->pan_x);
    if (o->weigh && !src->follow) str_puts(out, " --values on");
    if (o->words) str_puts(out, " --words on");
    if (o->follow) str_puts(out, " --follow on");
    if (o->log) str_puts(out, " --log on");
    if (o->zoom) str_printf(out, " --zoom %d", o->zoom);
    if (o->measure) str_printf(out, " --measure %s", MEASURE_NAMES[o->measure]);
    if (o->cells) str_puts(out, " --cells on");
    if (o->sorted) str_puts(out, " --sorted on");
    add_marks(o, out);
    if (o->average) str_puts(out, " --average on");
    if (s->screen == SCREEN_TRACE) scene_add_trace(s, out);
    int view = s->screen == SCREEN_PREDICT ? VIEW_PREDICT + (int)o->page
               : s->screen == SCREEN_TRACE ? VIEW_TRACE
               : s->screen == SCREEN_MAP   ? VIEW_MAP
               : o->pair                   ? VIEW_PAIR
                                           : (int)s->view;
    if (view != VIEW_ALL) str_printf(out, " --view %s", VIEWS[view]);
}

const SceneKind SCENE_OPEN = {PROPERTIES, sizeof PROPERTIES / sizeof PROPERTIES[0], init, finish, command};
const SceneKind SCENE_PREDICT = {PROPERTIES, sizeof PROPERTIES / sizeof PROPERTIES[0], NULL, finish, command};
const SceneKind SCENE_TRACE = {PROPERTIES, sizeof PROPERTIES / sizeof PROPERTIES[0], NULL, finish, command};
const SceneKind SCENE_MAP = {PROPERTIES, sizeof PROPERTIES / sizeof PROPERTIES[0], NULL, finish, command};

// ---- two sources compared

static const Property DIFF_PROPERTIES[] = {
    {"layer", set_layer},   {"head-index", set_head}, {"batch", set_batch},   {"query", set_query}, {"key", set_key},
    {"sorted", set_sorted}, {"view", set_diff_view},  {"measure", set_measure}, {"cells", set_cells}, {"zoom", set_zoom},
    {"pan", set_pan},       {"follow", set_follow},   {"marks", set_marks},
};

static void init_diff(Scene *s, const Library *lib) {
    (void)lib;
    if (s->screen == SCREEN_DIFF) s->open.sorted = true, s->open.measure = MEASURE_APART;
}

static bool finish_diff(Scene *s, const Library *lib, Error *err) {
    OpenView *o = &s->open;
    bool unset = o->key == UNSET;
    if (!lib->difference) return error_set(err, "no two dumps are open: lookback diff FILE FILE");
    if (!finish(s, lib, err) || !difference_open_batch(lib->difference, o->batch, err)) return false;
    if (unset)
        o->key =
            difference_strongest(lib->difference, o->batch, (HeadAt){o->layer, o->head}, o->query);
    return true;
}

const SceneKind SCENE_DIFF = {DIFF_PROPERTIES, sizeof DIFF_PROPERTIES / sizeof DIFF_PROPERTIES[0], init_diff,
                              finish_diff, command_diff};
