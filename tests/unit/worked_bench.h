// Playing scripts on the worked example's screen and looking at the frames: for its tests.
#ifndef LOOKBACK_TESTS_WORKED_BENCH_H
#define LOOKBACK_TESTS_WORKED_BENCH_H

#include "app/app.h"
#include "app/script.h"
#include "app/world.h"
#include "base/mem.h"
#include "base/text.h"
#include "check.h"

#include <stdlib.h>

static World world;

// Opens the screen with settings `name value`, NULL-terminated.
static inline App *open_with(const char *const *setting) {
    Scene *scene = MEM_NEW(Scene, 1);
    Error err = {""};
    scene_init(scene, &world.library, SCREEN_WORKED);
    for (int k = 0; setting && setting[k]; k += 2) {
        if (!scene_set(scene, &world.library, setting[k], setting[k + 1], &err)) fail_msg("%s", err.text);
    }
    if (!scene_finish(scene, &world.library, &err)) fail_msg("%s", err.text);
    App *app = app_new(&world, scene, 24, 80, false, COLOR_TRUE);
    free(scene);
    return app;
}

static inline bool play_one(Event e, void *app) {
    app_frame(app);
    app_event(app, e);
    return true;
}

static inline void play(App *app, const char *script) {
    Error err;
    if (!script_read(script, strlen(script), "test", play_one, app, &err)) fail_msg("%s", err.text);
}

static inline const Scene *scene_of(const App *app) {
    return &app_state(app)->scene;
}

// The text of a row of the frame, and whether the frame holds a text.
static inline void put_row(App *app, int y, Str *out) {
    const Canvas *c = app_frame(app);
    for (int x = 0; x < c->w; x++) {
        char utf8[4];
        uint32_t glyph = canvas_glyph(c, canvas_at(c, y, x));
        if (glyph) str_add(out, utf8, (size_t)text_encode(glyph, utf8));
    }
    str_putc(out, '\n');
}

static inline bool shows(App *app, const char *text) {
    Str all = {0};
    for (int y = 0; y < app_frame(app)->h; y++) put_row(app, y, &all);
    bool found = strstr(str_text(&all), text) != NULL;
    str_free(&all);
    return found;
}

#define SHOWS(app, text)                                                                                               \
    do {                                                                                                               \
        if (!shows(app, text)) fail_msg("the frame does not show \"%s\"", text);                                       \
    } while (0)
#define HIDES(app, text)                                                                                               \
    do {                                                                                                               \
        if (shows(app, text)) fail_msg("the frame shows \"%s\"", text);                                                \
    } while (0)

// Clicks on the first cell that means kind, a, b.
static inline void press(App *app, uint16_t kind, int a, int b) {
    const Canvas *c = app_frame(app);
    for (int k = 0; k < c->h * c->w; k++) {
        Hit hit = canvas_at(c, k / c->w, k % c->w)->hit;
        if (hit.kind != kind || hit.a != a || hit.b != b) continue;
        app_event(app, (Event){.kind = EVENT_MOUSE, .mouse = MOUSE_PRESS, .y = k / c->w, .x = k % c->w});
        return;
    }
    fail_msg("nothing on screen means %d %d %d", kind, a, b);
}

static inline void command_of(const App *app, Str *out) {
    str_clear(out);
    scene_command(scene_of(app), &world.library, out);
}

static inline void check_command(const App *app, const char *wanted) {
    Str line = {0};
    command_of(app, &line);
    assert_string_equal(str_text(&line), wanted);
    str_free(&line);
}

static inline int load(void **state) {
    (void)state;
    Error err;
    text_init();
    return world_load(PROJECT_DATA, &world, &err) ? 0 : -1;
}

static inline int unload(void **state) {
    (void)state;
    world_free(&world);
    return 0;
}

#endif
