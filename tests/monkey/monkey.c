// A monkey at the keyboard: seeded random events and sizes through update and view. Whatever it does, the frame holds
// no control character and no half of a wide one, hits point at something that exists, and query and key lie inside the
// text.
//
//     monkey SEED EVENTS      prints the last events as a script when something is wrong
#include "app/app.h"
#include "app/action.h"
#include "app/hit.h"
#include "app/screen.h"
#include "app/script.h"
#include "app/world.h"
#include "base/mem.h"
#include "base/text.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEPT = 200, ROWS_MAX = 60, COLS_MAX = 200 };

typedef struct Monkey {
    uint64_t seed;
    const World *world;
    App *app;
    Str wrong; // what is; empty while all is well
} Monkey;

// ---- the last events, where the crash handler can reach them

static char last_line[KEPT][64];
static volatile sig_atomic_t last_count;

static void keep(Event e) {
    Str line = {0};
    script_write(&line, e);
    snprintf(last_line[last_count % KEPT], sizeof last_line[0], "%s", str_text(&line));
    last_count++;
    str_free(&line);
}

static void write_out(const char *text) {
    if (write(STDERR_FILENO, text, strlen(text)) < 0) _exit(3);
}

static void print_last_events(void) {
    write_out("# the last events\n");
    int first = last_count > KEPT ? last_count - KEPT : 0;
    for (int k = first; k < last_count; k++) write_out(last_line[k % KEPT]);
}

static void on_crash(int number) {
    print_last_events();
    signal(number, SIG_DFL);
    raise(number);
}

// Present when a sanitizer is linked: what it does before it ends the program.
extern void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void watch_for_crashes(void) {
    static const int CRASHES[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL};
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(print_last_events);
    } else {
        for (int k = 0; k < 5; k++) signal(CRASHES[k], on_crash);
    }
}

// ---- events

static uint32_t random_below(Monkey *m, uint32_t limit) {
    m->seed = m->seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((m->seed >> 33) % limit);
}

static bool one_in(Monkey *m, uint32_t chances) {
    return random_below(m, chances) == 0;
}

static uint32_t random_rune(Monkey *m) {
    static const uint32_t ODD[] = {0,          0x1B,   0x7F,     0x9B,   0xAD,
                                   0x301,      0x202E, 0x200D,   0xFE0F, 0x4E16,
                                   0x1F600,    0xFFFD, 0x10FFFF, 0xD800, TEXT_BAD + 0xE2,
                                   UINT32_MAX, 'M',    'a',      'r',    'y',
                                   ' ',        '.',    't',      'o'};
    return one_in(m, 3) ? ODD[random_below(m, sizeof ODD / sizeof ODD[0])] : ' ' + random_below(m, 95);
}

static uint32_t random_key(Monkey *m) {
    switch (random_below(m, 8)) {
    case 0: return random_rune(m);
    case 1: return KEY_CODE_UP + random_below(m, KEY_CODE_F12 - KEY_CODE_UP + 1);
    case 2: return random_below(m, 32);
    case 3: return one_in(m, 2) ? KEY_CODE_ENTER : KEY_CODE_ESCAPE;
    default: {
        const Action *action = &ACTIONS[random_below(m, (uint32_t)ACTIONS_COUNT)];
        uint32_t key = action->keys[random_below(m, ACTION_KEYS)];
        if (!key) key = action->keys[0];
        return key ? key : '1' + random_below(m, 9);
    }
    }
}

static Event random_event(Monkey *m) {
    const State *s = app_state(m->app);
    bool typing = (s->overlay == OVERLAY_INPUT || s->overlay == OVERLAY_SEARCH) && !one_in(m, 12);
    Event e = {.kind = EVENT_KEY, .mods = one_in(m, 10) ? (uint8_t)random_below(m, 8) : 0};
    switch (random_below(m, 10)) {
    case 0:
        if (one_in(m, 4)) app_autoplay(m->app, (Autoplay)random_below(m, 3));
        if (one_in(m, 4)) return (Event){.kind = EVENT_TICK, .y = 1 + (int)random_below(m, 3)};
        if (!one_in(m, 4)) break;
        return (Event){
            .kind = EVENT_RESIZE, .y = 1 + (int)random_below(m, ROWS_MAX), .x = 1 + (int)random_below(m, COLS_MAX)};
    case 1:
    case 2:
    case 3:
        e.kind = EVENT_MOUSE;
        e.mouse = (MouseKind)random_below(m, MOUSE_KIND_COUNT);
        e.y = (int)random_below(m, (uint32_t)s->rows + 2);
        e.x = (int)random_below(m, (uint32_t)s->cols + 2);
        return e;
    default: break;
    }
    e.pasted = typing && one_in(m, 3);
    e.key = typing ? random_rune(m) : random_key(m);
    return e;
}

// ---- what must hold

static void check_cell(Monkey *m, const Canvas *c, int y, int x) {
    const Cell *cell = canvas_at(c, y, x);
    const Cell *left = canvas_at(c, y, x - 1), *right = canvas_at(c, y, x + 1);
    int width = cell->rune ? text_width(cell->rune) : 0;
    bool half = cell->rune == 0 && left && text_width(left->rune) == 2;
    bool wide = width == 2 && right && right->rune == 0;
    if (!half && !wide && width != 1) str_printf(&m->wrong, "rune U+%04X at %d %d\n", (unsigned)cell->rune, y, x);
    for (int k = 0; k < 2; k++) {
        if (cell->mark[k] && text_width(cell->mark[k]) != 0)
            str_printf(&m->wrong, "mark U+%04X at %d %d\n", (unsigned)cell->mark[k], y, x);
    }
    uint32_t glyph = canvas_glyph(c, cell);
    if (c->ascii && glyph && (glyph < ' ' || glyph > '~'))
        str_printf(&m->wrong, "U+%04X in ASCII at %d %d\n", (unsigned)glyph, y, x);
    Ink inks[] = {cell->style.fg, cell->style.bg};
    for (int k = 0; k < 2; k++) {
        int limit = inks[k].map == INK_ROLE ? ROLE_COUNT : inks[k].map <= INK_LESS ? HEAT_STEPS : 0;
        if (inks[k].level >= limit) str_printf(&m->wrong, "ink %d/%d at %d %d\n", inks[k].map, inks[k].level, y, x);
    }
}

static bool hit_in_source(Monkey *m, Hit hit) {
    const Source *src = scene_source(&app_state(m->app)->scene, &m->world->library);
    bool query = src && hit.a >= src->first && hit.a < src->first + src->queries;
    if (hit.kind == HIT_KEY) return src && hit.a >= 0 && hit.a < src->keys;
    return query && (hit.kind == HIT_QUERY || (hit.b >= 0 && hit.b < src->keys));
}

static void check_hit(Monkey *m, Hit hit, int n) {
    bool ok = true;
    bool first = hit.a >= 0 && hit.a < n, second = hit.b >= 0 && hit.b < n;
    bool explorer = app_state(m->app)->scene.screen == SCREEN_EXPLORER; // other screens have hits of other things
    if (hit.kind == HIT_TOKEN) ok = first || !explorer;
    else if (hit.kind == HIT_CELL) ok = (first && second) || !explorer;
    else if (hit.kind == HIT_HEAD) ok = hit.a >= 0 && hit.a < RULES_COUNT;
    else if (hit.kind == HIT_PLACE) ok = hit.a >= 0 && hit.a <= SCREEN_COUNT;
    else if (hit.kind == HIT_ACTION) ok = hit.a > ACTION_NONE && hit.a <= ACTION_QUIT;
    else if (hit.kind == HIT_WORKED_CELL)
        ok = hit.a >= 0 && hit.a < WORKED_PARTS && hit.b >= 0 && hit.b < MATRIX_SIDE * MATRIX_SIDE;
    else if (hit.kind == HIT_TRACE) ok = hit.a >= 0 && hit.a < NET_TRACE_PARTS && hit.b >= 0;
    else if (hit.kind == HIT_WINDOW || hit.kind == HIT_KEY || hit.kind == HIT_QUERY) ok = hit_in_source(m, hit);
    else if (hit.kind == HIT_WORKED_STAGE) ok = hit.a >= 0 && hit.a < STAGE_COUNT;
    else if (hit.kind == HIT_WORKED_DIVISOR) ok = hit.a >= 0 && hit.a < 3;
    if (!ok) str_printf(&m->wrong, "hit %d %d %d of %d tokens\n", hit.kind, hit.a, hit.b, n);
}

static void check_state(Monkey *m, int *n) {
    const State *s = app_state(m->app);
    Tokens t = {0};
    Error err;
    if (!scene_tokens(&s->scene, &m->world->library, &t, &err)) str_printf(&m->wrong, "%s\n", err.text);
    *n = t.n;
    tokens_free(&t);
    bool inside = s->scene.query >= 0 && s->scene.query < *n && s->scene.key >= 0 && s->scene.key < *n;
    if (!inside) str_printf(&m->wrong, "query %d, key %d of %d tokens\n", s->scene.query, s->scene.key, *n);
    const Source *src = scene_opened(&s->scene, &m->world->library);
    const OpenView *o = &s->scene.open;
    bool open = src && s->scene.screen >= SCREEN_OPEN;
    if (open && (o->query < src->first || o->query >= src->first + src->queries || o->key < 0 || o->key >= src->keys)) {
        str_printf(&m->wrong, "query %d, key %d of the dump\n", o->query, o->key);
    }
    if (open && (o->layer < 0 || o->layer >= src->layers || o->head < 0 || o->head >= src->heads)) {
        str_printf(&m->wrong, "layer %d head %d\n", o->layer, o->head);
    }
    if (open &&
        (o->marks < 0 || o->marks > SOURCE_MARKS_MAX || (o->pair && o->marks < 2) || (o->average && o->marks < 1))) {
        str_printf(&m->wrong, "%d marks\n", o->marks);
    }
    bool wild = open && (abs(o->pan_y) > src->queries || abs(o->pan_x) > src->keys);
    if (wild) str_printf(&m->wrong, "pan %d, %d\n", o->pan_y, o->pan_x);
    if (s->line.cursor < 0 || s->line.cursor > s->line.len || s->line.len > LINE_MAX_BYTES)
        str_puts(&m->wrong, "cursor outside the line\n");
    if (s->scene.head < 0 || s->scene.head >= RULES_COUNT) str_printf(&m->wrong, "head %d\n", s->scene.head);
    if (s->scene.width < 1 || s->scene.width > SCENE_WIDTH_MAX) str_printf(&m->wrong, "width %d\n", s->scene.width);
    if (memchr(s->note, '\0', NOTE_MAX) == NULL) str_puts(&m->wrong, "note without an end\n");
}

static bool check(Monkey *m) {
    const State *s = app_state(m->app);
    const Canvas *c = app_frame(m->app);
    int n;
    check_state(m, &n);
    if (c->h != s->rows || c->w != s->cols)
        str_printf(&m->wrong, "the frame is %d × %d on a screen of %d × %d\n", c->h, c->w, s->rows, s->cols);
    for (int y = 0; y < c->h; y++) {
        for (int x = 0; x < c->w; x++) {
            check_cell(m, c, y, x);
            check_hit(m, canvas_at(c, y, x)->hit, n);
        }
    }
    return m->wrong.len == 0;
}

// ---- running

static App *new_app(Monkey *m) {
    Scene *scene = mem_new(1, sizeof *scene);
    Error err;
    int places = m->world->library.source ? screen_places(m->world) : SCREEN_OPEN; // that of a training comes with it
    scene_init(scene, &m->world->library, screen_at(m->world, (int)random_below(m, (uint32_t)places)));
    if (!scene_finish(scene, &m->world->library, &err)) str_printf(&m->wrong, "%s\n", err.text);
    NetRecipe *r = &scene->train.recipe; // a model that is trained in no time
    r->layers = 1, r->heads = 2, r->width = 8, r->hidden = 0, r->batch = 2, r->steps = 60;
    App *app = app_new(m->world, scene, 24, 80, one_in(m, 3), (ColorMode)random_below(m, COLOR_COUNT));
    free(scene);
    return app;
}

// Plays events, starting a new program on some screen every thousand of them; every third is not looked at before the
// next one comes.
static bool play(Monkey *m, int events) {
    bool ok = true;
    for (int k = 0; k < events && ok; k++) {
        if (k % 1000 == 0) {
            app_free(m->app);
            m->app = new_app(m);
            last_count = 0;
        }
        Event e = random_event(m);
        keep(e);
        app_event(m->app, e);
        if (one_in(m, 4) && app_busy(m->app)) app_work(m->app);
        if (!one_in(m, 3)) ok = check(m);
    }
    if (!ok) {
        print_last_events();
        write_out("# is wrong: ");
        write_out(str_text(&m->wrong));
    }
    app_free(m->app);
    str_free(&m->wrong);
    return ok;
}

int main(int argc, char **argv) {
    text_init();
    World world = {0};
    Error err;
    if (argc != 3 || !world_load(PROJECT_DATA, &world, &err)) {
        write_out(argc != 3 ? "usage: monkey SEED EVENTS\n" : err.text);
        return 2;
    }
    static const char *const DUMPS[] = {NULL, TEST_DATA "/dumps/f32.safetensors", TEST_DATA "/dumps/sick_nan.npy"};
    int kind = (int)(strtoull(argv[1], NULL, 10) + 4) % 5;
    const char *dump = kind < 3 ? DUMPS[kind] : NULL, *two = TEST_DATA "/dumps/sick_unmasked.npy";
    CaptureOptions options = {0};
    bool ready = kind == 3   ? world_open_model(&world, TEST_DATA "/gpt2-tiny/words", (NetSourceText){0}, &err)
                 : kind == 4 ? world_open_two(&world, DUMPS[1], two, &options, &err)
                             : !dump || world_open_dump(&world, dump, &options, &err);
    if (!ready) {
        write_out(err.text);
        return 2;
    }
    watch_for_crashes();
    Monkey m = {.seed = strtoull(argv[1], NULL, 10), .world = &world};
    bool ok = play(&m, (int)strtol(argv[2], NULL, 10));
    world_free(&world);
    return ok ? 0 : 1;
}
