// A learner's hands and eyes: a program at a step of the course, keys and clicks, and the text of its frame.
#ifndef LOOKBACK_TESTS_WALK_H
#define LOOKBACK_TESTS_WALK_H

#include "app/action.h"
#include "app/app.h"
#include "app/hit.h"
#include "app/world.h"
#include "base/mem.h"
#include "base/text.h"

#include "check.h"
#include "world.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static App *app;

static inline int end(void **state) {
    (void)state;
    app_free(app);
    app = NULL;
    return 0;
}

static inline const Lesson *lesson_at(int k) {
    return &world.course.entry[k].lesson;
}

// A fresh program at a step of the course.
static inline void begin(int lesson, int step, int rows, int cols) {
    Scene *scene = MEM_NEW(Scene, 1);
    Error err;
    app_free(app);
    scene_init(scene, &world.library, SCREEN_EXPLORER);
    assert_true(scene_finish(scene, &world.library, &err));
    app = app_new(&world, scene, rows, cols, false, COLOR_TRUE);
    free(scene);
    app_open_lesson(app, lesson, step);
}

static inline Effect press(uint32_t key) {
    return app_event(app, (Event){.kind = EVENT_KEY, .key = key});
}

// Clicks what means this; false if nothing on the frame does.
static inline bool click(HitKind kind, int a, int b) {
    const Canvas *c = app_frame(app);
    for (int k = 0; k < c->h * c->w; k++) {
        Hit hit = c->cell[k].hit;
        if (hit.kind != kind || hit.a != a || (b >= 0 && hit.b != b)) continue;
        app_event(app, (Event){.kind = EVENT_MOUSE, .mouse = MOUSE_PRESS, .y = k / c->w, .x = k % c->w});
        return true;
    }
    return false;
}

// The frame's text; letters: only what is ASCII letter or digit, so that line breaks, marks and boxes do not count.
static inline void read_frame(Str *out, bool letters) {
    const Canvas *c = app_frame(app);
    str_clear(out);
    for (int k = 0; k < c->h * c->w; k++) {
        char bytes[4];
        uint32_t rune = canvas_glyph(c, &c->cell[k]);
        if (k && k % c->w == 0 && !letters) str_putc(out, '\n');
        if (rune && (!letters || (rune < 128 && isalnum((int)rune))))
            str_add(out, bytes, (size_t)text_encode(rune, bytes));
    }
}

static inline bool frame_has(const char *text) {
    Str frame = {0};
    read_frame(&frame, false);
    bool has = strstr(str_text(&frame), text) != NULL;
    str_free(&frame);
    return has;
}

static inline void fail_at(int lesson, int step, const char *what) {
    Str frame = {0};
    read_frame(&frame, false);
    fail_msg("%s, step %d: %s\n%s", lesson_at(lesson)->name, step + 1, what, str_text(&frame));
}

// Calls each(lesson, step) for every step of the course.
static inline void all_steps(void (*each)(int lesson, int step)) {
    for (int k = 0; k < world.course.count; k++) {
        for (int s = 0; s < lesson_at(k)->steps; s++) each(k, s);
    }
}

#endif
