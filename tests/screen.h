// A screen under test: opened as the program opens it, driven by events, read from its frame.
#ifndef LOOKBACK_TESTS_SCREEN_H
#define LOOKBACK_TESTS_SCREEN_H

#include "app/app.h"
#include "app/hit.h"
#include "app/script.h"
#include "app/world.h"
#include "base/mem.h"
#include "base/text.h"

#include "check.h"

#include <stdlib.h>

typedef struct Shown {
    World world;
    App *app;
    Str text; // of the frame, filled by shown_text
} Shown;

static inline Scene *shown_scene(const World *w, ScreenId screen, const char *settings) {
    Scene *scene = mem_new(1, sizeof *scene);
    Error err;
    scene_init(scene, &w->library, screen);
    char *words = mem_text(settings, strlen(settings)), *rest = words;
    for (char *name; (name = strtok_r(rest, " ", &rest));) {
        char *value = strtok_r(rest, " ", &rest);
        if (!scene_set(scene, &w->library, name + 2, value, &err)) fail_msg("%s", err.text);
    }
    free(words);
    if (!scene_finish(scene, &w->library, &err)) fail_msg("%s", err.text);
    return scene;
}

// settings: `--name value`, blanks between.
static inline void shown_open(Shown *s, ScreenId screen, const char *settings, int rows, int cols) {
    Error err;
    text_init();
    *s = (Shown){0};
    if (!world_load(PROJECT_DATA, &s->world, &err)) fail_msg("%s", err.text);
    Scene *scene = shown_scene(&s->world, screen, settings);
    s->app = app_new(&s->world, scene, rows, cols, false, COLOR_TRUE);
    free(scene);
}

static inline void shown_close(Shown *s) {
    app_free(s->app);
    world_free(&s->world);
    str_free(&s->text);
}

static inline bool shown_event(Event e, void *shown) {
    app_frame(((Shown *)shown)->app);
    app_event(((Shown *)shown)->app, e);
    return true;
}

// Plays a script, as --replay does.
static inline void shown_play(Shown *s, const char *script) {
    Error err;
    if (!script_read(script, strlen(script), "script", shown_event, s, &err)) fail_msg("%s", err.text);
}

static inline bool shown_event_worked(Event e, void *shown) {
    shown_event(e, shown);
    app_finish_work(((Shown *)shown)->app);
    return true;
}

// The same; all work is done before the next event.
static inline void shown_play_out(Shown *s, const char *script) {
    Error err;
    if (!script_read(script, strlen(script), "script", shown_event_worked, s, &err)) fail_msg("%s", err.text);
}

static inline const Scene *shown_now(const Shown *s) {
    return &app_state(s->app)->scene;
}

// The frame as lines of text.
static inline const char *shown_text(Shown *s) {
    const Canvas *c = app_frame(s->app);
    str_clear(&s->text);
    for (int y = 0; y < c->h; y++) {
        for (int x = 0; x < c->w; x++) {
            char bytes[4];
            uint32_t rune = canvas_glyph(c, canvas_at(c, y, x));
            if (rune) str_add(&s->text, bytes, (size_t)text_encode(rune, bytes));
        }
        str_putc(&s->text, '\n');
    }
    return str_text(&s->text);
}

static inline void shown_has(Shown *s, const char *text) {
    if (!strstr(shown_text(s), text)) fail_msg("\"%s\" is not in\n%s", text, shown_text(s));
}

static inline void shown_lacks(Shown *s, const char *text) {
    if (strstr(shown_text(s), text)) fail_msg("\"%s\" is in\n%s", text, shown_text(s));
}

// The middle of the cells that mean this; fails when there are none.
static inline void shown_find(Shown *s, HitKind kind, int a, int *y, int *x) {
    const Canvas *c = app_frame(s->app);
    for (int at = 0; at < c->h * c->w; at++) {
        Hit hit = canvas_at(c, at / c->w, at % c->w)->hit;
        *y = at / c->w, *x = at % c->w;
        if (hit.kind == kind && hit.a == a) return;
    }
    fail_msg("nothing on the frame means %d %d", kind, a);
}

static inline void shown_mouse(Shown *s, MouseKind mouse, HitKind kind, int a) {
    int y = 0, x = 0;
    shown_find(s, kind, a, &y, &x);
    shown_event((Event){.kind = EVENT_MOUSE, .mouse = mouse, .y = y, .x = x}, s);
}

// The command line of the view opens a scene that is the same, byte for byte; returns it, to be freed.
static inline char *shown_command(const Shown *s) {
    Str line = {0};
    const Scene *now = shown_now(s);
    scene_command(now, &s->world.library, &line);
    const char *settings = strstr(str_text(&line), " --");
    Scene *again = shown_scene(&s->world, now->screen, settings ? settings : "");
    again->query = now->query, again->key = now->key; // the explorer's, not of this view
    assert_memory_equal(again, now, sizeof *now);
    free(again);
    char *out = mem_text(str_text(&line), line.len);
    str_free(&line);
    return out;
}

static inline void shown_command_is(const Shown *s, const char *want) {
    char *line = shown_command(s);
    assert_string_equal(line, want);
    free(line);
}

// The message for a bad setting.
static inline void shown_refuses(const Shown *s, ScreenId screen, const char *name, const char *value,
                                 const char *message) {
    Scene *scene = shown_scene(&s->world, screen, ""), *was = shown_scene(&s->world, screen, "");
    Error err;
    bool ok = scene_set(scene, &s->world.library, name, value, &err);
    if (ok) ok = scene_finish(scene, &s->world.library, &err);
    else assert_memory_equal(scene, was, sizeof *was);
    if (ok) fail_msg("%s %s was taken", name, value);
    if (!strstr(err.text, message)) fail_msg("\"%s\" is not in \"%s\"", message, err.text);
    free(scene);
    free(was);
}

#endif
