// A dump on a screen under test.
#ifndef LOOKBACK_TESTS_DUMP_SCREEN_H
#define LOOKBACK_TESTS_DUMP_SCREEN_H

#include "screen.h"

#include <stdio.h>

static inline void open_path(Shown *s, const char *path, CaptureOptions options, const char *settings, int rows,
                             int cols) {
    Error err;
    text_init();
    *s = (Shown){0};
    if (!world_load(PROJECT_DATA, &s->world, &err) || !world_open_dump(&s->world, path, &options, &err))
        fail_msg("%s", err.text);
    Scene *scene = shown_scene(&s->world, SCREEN_OPEN, settings);
    s->app = app_new(&s->world, scene, rows, cols, false, COLOR_TRUE);
    app_finish_work(s->app);
    free(scene);
}

// A dump of tests/data/dumps or, from a slash on, any other.
static inline void open_sized(Shown *s, const char *file, const char *settings, int rows, int cols) {
    static char path[512]; // the world borrows it
    snprintf(path, sizeof path, "%s%s", file[0] == '/' ? "" : TEST_DATA "/dumps/", file);
    open_path(s, path, (CaptureOptions){0}, settings, rows, cols);
}

static inline void open_dump(Shown *s, const char *file, const char *settings) {
    open_sized(s, file, settings, 24, 80);
}

static inline const OpenView *view_of(const Shown *s) {
    return &shown_now(s)->open;
}

#endif
