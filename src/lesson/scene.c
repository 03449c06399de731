#include "lesson/scene.h"

#include "base/names.h"
#include "lesson/scene_parts.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

const char *const SCENE_SCREEN_NAMES[] = {"explorer", "play", "worked", "lab", "row", "sum", "train", "open", "map", "predict", "trace", "diff"};

static const SceneKind *const KINDS[SCREEN_COUNT] = {&SCENE_EXPLORER, &SCENE_PLAY, &SCENE_WORKED,
                                                     &SCENE_LAB,      &SCENE_ROW,  &SCENE_SUM,
                                                     &SCENE_TRAIN,    &SCENE_OPEN, &SCENE_MAP,
                                                     &SCENE_PREDICT,  &SCENE_TRACE, &SCENE_DIFF};

// What always counts; behind it stand the answers of an exercise and the text, both large and mostly unused: they are not
// touched before they are needed.
enum { SCENE_HEAD = offsetof(Scene, work.answer) };

void scene_init(Scene *s, const Library *lib, ScreenId screen) {
    memset(s, 0, SCENE_HEAD); // padding too: scenes are compared as bytes
    s->screen = screen;
    s->mask = s->divide = true;
    for (int k = 0; k < SCREEN_COUNT; k++) {
        if (KINDS[k]->init) KINDS[k]->init(s, lib);
    }
}

void scene_copy(Scene *out, const Scene *s) {
    memcpy(out, s, SCENE_HEAD);
    if (s->work.exercise) memcpy(out->work.answer, s->work.answer, sizeof s->work.answer);
    memcpy(out->text, s->text, (size_t)s->text_len);
}

bool scene_same(const Scene *a, const Scene *b) {
    if (memcmp(a, b, SCENE_HEAD) != 0) return false;
    bool answers = !a->work.exercise || memcmp(a->work.answer, b->work.answer, sizeof a->work.answer) == 0;
    return answers && memcmp(a->text, b->text, (size_t)a->text_len) == 0;
}

static bool set_theme(Setting a) {
    int choice;
    if (!scene_read_choice(a, &choice, a.name, THEME_NAMES, THEME_COUNT)) return false;
    a.scene->theme = (Theme)choice;
    a.scene->theme_chosen = true;
    return true;
}

static bool set_map(Setting a) {
    int choice;
    if (!scene_read_choice(a, &choice, "colour map", COLOR_MAP_NAMES, MAP_COUNT)) return false;
    a.scene->map = (ColorMap)choice;
    return true;
}

static Theme usual_theme(const Scene *s) {
    return s->project ? THEME_LIGHT : THEME_DARK;
}

void scene_project(Scene *s, bool on) {
    s->project = on;
    if (!s->theme_chosen) s->theme = usual_theme(s);
}

static bool set_project(Setting a) {
    bool on;
    if (!scene_read_switch(a, &on)) return false;
    scene_project(a.scene, on);
    return true;
}

static const Property COMMON[] = {{"theme", set_theme}, {"map", set_map}, {"project", set_project}};
enum { COMMON_COUNT = sizeof COMMON / sizeof COMMON[0] };

// The properties of a screen: the common ones, then its own.
static const Property *property_at(int i, const SceneKind *kind) {
    return i < COMMON_COUNT ? &COMMON[i] : &kind->property[i - COMMON_COUNT];
}

static const char *property_name_at(int i, const void *kind) {
    return property_at(i, kind)->name;
}

bool scene_set(Scene *s, const Library *lib, const char *name, const char *value, Error *err) {
    const SceneKind *kind = KINDS[s->screen];
    int found = names_require("setting", name, property_name_at, kind, COMMON_COUNT + kind->count, err);
    if (found < 0) return error_prefix(err, "%s: ", SCENE_SCREEN_NAMES[s->screen]);
    return property_at(found, kind)->set((Setting){s, lib, name, value, err});
}

bool scene_finish(Scene *s, const Library *lib, Error *err) {
    if (s->screen != SCREEN_EXPLORER && !SCENE_EXPLORER.finish(s, lib, err)) return false; // it may be opened later
    bool (*finish)(Scene *, const Library *, Error *) = KINDS[s->screen]->finish;
    return !finish || finish(s, lib, err);
}

AttentionParams scene_params_of(const Scene *s, int width) {
    double divisor = !s->divide ? 1 : s->divisor > 0 ? s->divisor : sqrt(width);
    return (AttentionParams){.mask = s->mask, .divisor = divisor};
}

AttentionParams scene_params(const Scene *s) {
    return scene_params_of(s, s->width);
}

void scene_command(const Scene *s, const Library *lib, Str *out) {
    // a model in training is not in any folder: its command is that of the training
    bool opened = s->screen == SCREEN_OPEN || s->screen == SCREEN_MAP || s->screen == SCREEN_PREDICT ||
                  s->screen == SCREEN_TRACE;
    ScreenId screen = opened && s->open.training ? SCREEN_TRAIN : s->screen;
    str_puts(out, "lookback");
    // map, predictions and a row are views of what was opened
    if (s->screen == SCREEN_MAP && lib->difference && !s->open.shelf) str_puts(out, " diff");
    else if (opened && screen != SCREEN_TRAIN) str_printf(out, " %s", scene_opened(s, lib)->command);
    else if (screen != SCREEN_EXPLORER) str_printf(out, " %s", SCENE_SCREEN_NAMES[screen]);
    if (KINDS[screen]->command) KINDS[screen]->command(s, lib, out);
    if (s->project) str_puts(out, " --project");
    if (s->theme != usual_theme(s)) str_printf(out, " --theme %s", THEME_NAMES[s->theme]);
    if (s->map != MAP_VIRIDIS) str_printf(out, " --map %s", COLOR_MAP_NAMES[s->map]);
}
