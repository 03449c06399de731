#include "app/app.h"

#include "app/hit.h"
#include "app/open_input.h"
#include "app/train_input.h"
#include "app/trainer.h"
#include "app/tutor.h"
#include "app/update.h"
#include "app/view.h"
#include "app/work.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAST_SCENES = 64 };

struct App {
    const World *world;
    State state;
    Canvas frame;
    bool drawn; // frame shows state
    Scene past[PAST_SCENES]; // a ring: the scenes before each change, for undo
    int count, next;
    bool walking; // the last change only moved to another place
    int run;      // State.run of the last change, 0 once it has ended
    Str commands; // what Y showed
    Scene was; // scratch: the scene before the event
};

App *app_new(const World *world, const Scene *scene, int rows, int cols, bool ascii, ColorMode mode) {
    App *app = mem_new(1, sizeof *app);
    app->world = world;
    trainer_forget(world->trainer);
    state_init(&app->state, scene, rows, cols, ascii, mode);
    return app;
}

void app_free(App *app) {
    if (!app) return;
    canvas_free(&app->frame);
    str_free(&app->commands);
    free(app);
}

// Where the scene looks at a source it is taken up; a model of the shelf is so small that it runs at once.
static void settle(App *app) {
    const Scene *scene = &app->state.scene;
    Source *src = scene->screen >= SCREEN_OPEN ? scene_opened(scene, &app->world->library) : NULL;
    Error ignored; // rows say so
    if (!src) return;
    open_follow(&app->state, app->world);
    SourceView v = scene_source_view(scene, &app->world->library);
    bool ok = scene->open.shelf > 0;
    while (ok && !src->ready) ok = src->advance(src, &ignored) && source_follow(src, &v, &ignored);
}

// Where one stands in a scene: to walk about is one change, however far.
typedef struct Place {
    int query, key, open_query, open_key, pan_y, pan_x;
    WorkedStageId stage;
    WorkedPart part;
    int y, x;
    int step; // of a stored training
} Place;

static Place place_of(const Scene *s) {
    const OpenView *o = &s->open;
    return (Place){s->query,      s->key,       o->query,  o->key,    o->pan_y,     o->pan_x,
                   s->work.stage, s->work.part, s->work.y, s->work.x, s->train.step};
}

static void put_place(Scene *s, Place p) {
    s->query = p.query, s->key = p.key;
    s->open.query = p.open_query, s->open.key = p.open_key;
    s->open.pan_y = p.pan_y, s->open.pan_x = p.pan_x;
    s->work.stage = p.stage, s->work.part = p.part;
    s->work.y = p.y, s->work.x = p.x;
    s->train.step = p.step;
}

static bool same_but_place(const Scene *a, Scene *b) {
    Place place = place_of(b);
    put_place(b, place_of(a));
    bool same = scene_same(a, b);
    put_place(b, place);
    return same;
}

// Keeps the scene as it was before the event, once for a whole walk, and once for a run.
static void remember(App *app) {
    int run = app->state.run;
    bool same = scene_same(&app->state.scene, &app->was), runs = run != 0 && run == app->run;
    if (!same || run == 0) app->run = run;
    if (same) return;
    bool walk = same_but_place(&app->state.scene, &app->was);
    if (!(walk && app->walking) && !runs) {
        scene_copy(&app->past[app->next], &app->was);
        app->next = (app->next + 1) % PAST_SCENES;
        if (app->count < PAST_SCENES) app->count++;
    }
    app->walking = walk;
}

static void undo(App *app) {
    app->walking = false;
    app->run = 0;
    if (app->count == 0) {
        snprintf(app->state.note, sizeof app->state.note, "nothing to undo");
        return;
    }
    app->count--;
    app->next = (app->next + PAST_SCENES - 1) % PAST_SCENES;
    scene_copy(&app->state.scene, &app->past[app->next]);
    app->state.has_before = false;
}

static void note_command(App *app) {
    Str line = {0};
    scene_command(&app->state.scene, &app->world->library, &line);
    str_putc(&line, '\n');
    size_t had = app->commands.len;
    bool again = had >= line.len && memcmp(app->commands.s + had - line.len, line.s, line.len) == 0;
    if (!again) str_add(&app->commands, line.s, line.len);
    str_free(&line);
}

const char *app_commands(const App *app) {
    return str_text(&app->commands);
}

static bool is_window(const Canvas *c, int y, int x) {
    const Cell *cell = canvas_at(c, y, x);
    return cell && cell->hit.kind == HIT_WINDOW;
}

// The tokens in the window on the frame, down its first column and along its first row.
static void find_window(const Canvas *c, Extent *queries, Extent *keys) {
    int at = 0, n = c->h * c->w;
    while (at < n && !is_window(c, at / c->w, at % c->w)) at++;
    if (at == n) return;
    int y0 = at / c->w, x0 = at % c->w, down = 1, along = 1;
    Hit first = canvas_at(c, y0, x0)->hit, last = first;
    for (int y = y0 + 1; is_window(c, y, x0); y++) {
        int a = canvas_at(c, y, x0)->hit.a;
        down += a != last.a, last.a = a;
    }
    for (int x = x0 + 1; is_window(c, y0, x); x++) {
        int b = canvas_at(c, y0, x)->hit.b;
        if (b < last.b) break; // another one beside it
        along += b != last.b, last.b = b;
    }
    int y_step = down > 1 ? (last.a - first.a) / (down - 1) : 1, x_step = along > 1 ? (last.b - first.b) / (along - 1) : 1;
    *queries = (Extent){first.a, down * y_step, y_step};
    *keys = (Extent){first.b, along * x_step, x_step};
}

Effect app_event(App *app, Event e) {
    if (e.kind == EVENT_MOUSE) {
        const Canvas *frame = app_frame(app);
        const Cell *cell = canvas_at(frame, e.y, e.x);
        e.hit = cell ? cell->hit : (Hit){0};
        e.queries = e.keys = (Extent){0};
        if (e.mouse != MOUSE_MOVE) find_window(frame, &e.queries, &e.keys);
    }
    scene_copy(&app->was, &app->state.scene);
    bool shown = app->state.overlay == OVERLAY_COMMAND;
    int step = app->state.tutor.step, lesson = app->state.tutor.lesson;
    Effect effect = update(&app->state, app->world, e);
    bool moved = app->state.tutor.open && (app->state.tutor.step != step || app->state.tutor.lesson != lesson);
    if (moved) app->count = 0; // each step is a fresh scene
    else if (effect == EFFECT_UNDO) undo(app);
    else remember(app);
    settle(app);
    if (app->state.overlay == OVERLAY_COMMAND && !shown) note_command(app);
    app->drawn = false;
    return effect;
}

const Canvas *app_frame(App *app) {
    if (!app->drawn) view(&app->state, app->world, &app->frame);
    app->drawn = true;
    return &app->frame;
}

bool app_busy(const App *app) {
    return work_wanted(&app->state, app->world);
}

// A step of a training is seen with the next tick, or when no more is wanted.
void app_work(App *app) {
    if (!work_step(&app->state, app->world)) return;
    if (!app->state.training.running || app->state.scene.screen != SCREEN_TRAIN || !app_busy(app)) app->drawn = false;
}

void app_finish_work(App *app) {
    while (app_busy(app)) app_work(app);
}

void app_train(App *app, int step) {
    app->state.training.goal = step;
}

int app_pace(const App *app) {
    return train_pace(&app->state);
}

const State *app_state(const App *app) {
    return &app->state;
}

Palette app_palette(const App *app) {
    return (Palette){app->state.scene.theme, app->state.scene.map, app->state.mode};
}

void app_open_lesson(App *app, int lesson, int step) {
    tutor_open(&app->state, app->world, lesson, step);
    settle(app);
    app->drawn = false;
}

void app_open_tour(App *app) {
    tutor_reopen(&app->state, app->world);
    settle(app);
    app->drawn = false;
}

void app_load_progress(App *app, const Progress *progress, const char *note) {
    tutor_load(&app->state, app->world, progress);
    app_note(app, note);
}

void app_autoplay(App *app, Autoplay how) {
    app->state.autoplay = how;
}

void app_lesson_changed(App *app, int lesson, const Lesson *before) {
    tutor_reload(&app->state, app->world, lesson, before);
    settle(app);
    app->count = 0;
    app->drawn = false;
}

void app_note(App *app, const char *note) {
    snprintf(app->state.note, sizeof app->state.note, "%s", note);
    app->drawn = false;
}

void app_save_progress(const App *app, Progress *out) {
    tutor_save(&app->state, app->world, out);
}
