// A model on a screen under test.
#ifndef LOOKBACK_TESTS_MODEL_SCREEN_H
#define LOOKBACK_TESTS_MODEL_SCREEN_H

#include "screen.h"

#include "app/predict.h"

#define WORDS TEST_DATA "/gpt2-tiny/words"
#define TINY TEST_DATA "/gpt2-tiny/f32"
#define SENTENCE "When Mary and John went to the store, John gave a drink to"

static inline void open_with(Shown *s, const char *folder, NetSourceText begin, ScreenId screen, const char *settings,
                             int rows, int cols) {
    Error err;
    text_init();
    *s = (Shown){0};
    if (!world_load(PROJECT_DATA, &s->world, &err)) fail_msg("%s", err.text);
    if (!world_open_model(&s->world, folder, begin, &err)) fail_msg("%s", err.text);
    Scene *scene = shown_scene(&s->world, screen, settings);
    s->app = app_new(&s->world, scene, rows, cols, false, COLOR_TRUE);
    free(scene);
}

static inline void open_words(Shown *s, ScreenId screen, const char *settings) {
    open_with(s, WORDS, (NetSourceText){0}, screen, settings, 24, 80);
    app_finish_work(s->app);
}

static inline Source *source_of(Shown *s) {
    return s->world.library.source;
}

// What the view of the scene shows of a row.
static inline void row_of(Shown *s, HeadAt at, int query, AttentionRow *out) {
    Error err;
    SourceView v = scene_source_view(shown_now(s), &s->world.library);
    v.at = at;
    if (!source_follow(source_of(s), &v, &err) || !source_row(source_of(s), &v, query, out, &err))
        fail_msg("%s", err.text);
}

static inline const NetReading *reading_of(Shown *s) {
    const NetReading *r = predict_reading(shown_now(s), &s->world);
    assert_non_null(r);
    return r;
}

#endif
