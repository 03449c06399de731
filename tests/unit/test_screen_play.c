// The playground as a screen: dragging by events, undo, its command line, its numbers.
#include "app/app.h"
#include "app/hit.h"
#include "app/screen.h"
#include "app/script.h"
#include "app/world.h"
#include "base/text.h"

#include "check.h"
#include "world.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static Scene scene; // large: not for the stack

static App *open_at(int rows, int cols) {
    Error err;
    scene_init(&scene, &world.library, SCREEN_PLAY);
    assert_true(scene_finish(&scene, &world.library, &err));
    return app_new(&world, &scene, rows, cols, false, COLOR_TRUE);
}

static bool one_event(Event e, void *app) {
    app_event(app, e);
    return true;
}

static void play(App *app, const char *script) {
    Error err = {""};
    if (!script_read(script, strlen(script), "test", one_event, app, &err)) fail_msg("%s", err.text);
}

static const Plane *plane(const App *app) {
    return &app_state(app)->scene.plane;
}

// A cell of this kind, the last one if there are several: a label's or the one right of a head.
static Event on(App *app, MouseKind mouse, int kind) {
    const Canvas *c = app_frame(app);
    for (int y = c->h - 1; y >= 0; y--) {
        for (int x = c->w - 1; x >= 0; x--) {
            if (canvas_at(c, y, x)->hit.kind == kind)
                return (Event){.kind = EVENT_MOUSE, .mouse = mouse, .y = y, .x = x};
        }
    }
    fail_msg("no cell of kind %d", kind);
    return (Event){0};
}

static void mouse(App *app, MouseKind kind, int y, int x) {
    app_event(app, (Event){.kind = EVENT_MOUSE, .mouse = kind, .y = y, .x = x});
}

// ---- the mouse

static void drags_an_arrow(void **state) {
    (void)state;
    App *app = open_at(24, 80);
    Event e = on(app, MOUSE_PRESS, HIT_ARROW + 1);
    app_event(app, e);
    assert_int_equal(app_state(app)->hand.arrow, 1);
    mouse(app, MOUSE_DRAG, e.y, e.x);
    CHECK_NEAR(plane(app)->key[0].x, 2.3, 1e-9); // taken by its label, it does not jump
    CHECK_NEAR(plane(app)->key[0].y, 0.5, 1e-9);
    mouse(app, MOUSE_DRAG, e.y - 3, e.x - 8);
    CHECK_NEAR(plane(app)->key[0].x, 2.3 - 8 * 0.13, 0.011); // 5.2 over 40 columns
    CHECK_NEAR(plane(app)->key[0].y, 0.5 + 3 * 0.26, 0.011); // and over 20 rows
    mouse(app, MOUSE_RELEASE, e.y - 3, e.x - 8);
    PlaneArrow there = plane(app)->key[0];
    mouse(app, MOUSE_DRAG, e.y, e.x); // let go
    assert_memory_equal(&there, &plane(app)->key[0], sizeof there);
    app_free(app);
}

static void a_drag_may_leave_the_plane(void **state) {
    (void)state;
    App *app = open_at(24, 80);
    app_event(app, on(app, MOUSE_PRESS, HIT_ARROW + 2));
    mouse(app, MOUSE_DRAG, 23, 79); // far right, below: over the status line
    assert_true(plane(app)->key[1].y < -2 && plane(app)->key[1].x == PLANE_EDGE);
    mouse(app, MOUSE_RELEASE, 23, 79);
    assert_int_equal(app_state(app)->overlay, OVERLAY_NONE);
    app_free(app);
}

static void a_drag_is_one_to_undo(void **state) {
    (void)state;
    App *app = open_at(24, 80);
    Plane start = *plane(app);
    for (int time = 0; time < 2; time++) {
        Event e = on(app, MOUSE_PRESS, HIT_ARROW);
        app_event(app, e);
        for (int k = 1; k < 5; k++) mouse(app, MOUSE_DRAG, e.y + k, e.x - k);
        mouse(app, MOUSE_RELEASE, e.y + 4, e.x - 4);
    }
    Plane end = *plane(app);
    play(app, "key u\n");
    assert_memory_not_equal(plane(app), &end, sizeof end);
    assert_memory_not_equal(plane(app), &start, sizeof start);
    play(app, "key u\n");
    assert_memory_equal(plane(app), &start, sizeof start);
    play(app, "key u\n");
    assert_string_equal(app_state(app)->note, "nothing to undo");
    app_free(app);
}

static void a_query_beyond_the_edge_only_turns(void **state) {
    (void)state;
    App *app = open_at(24, 80);
    play(app, "key 8\n");
    double length = hypot(plane(app)->query.y, plane(app)->query.x);
    Event e = on(app, MOUSE_PRESS, HIT_ARROW);
    app_event(app, e);
    mouse(app, MOUSE_DRAG, e.y + 8, e.x);
    CHECK_NEAR(hypot(plane(app)->query.y, plane(app)->query.x), length, 1e-9);
    assert_true(plane(app)->query.y < 0.2);
    app_free(app);
}

static void drags_the_slider(void **state) {
    (void)state;
    App *app = open_at(24, 80);
    Event e = on(app, MOUSE_PRESS, HIT_LENGTH); // its right end
    app_event(app, e);
    assert_int_equal(plane(app)->tenths, 80);
    mouse(app, MOUSE_DRAG, e.y + 5, 0);
    assert_int_equal(plane(app)->tenths, 4);
    mouse(app, MOUSE_DRAG, e.y, 79);
    assert_int_equal(plane(app)->tenths, 80);
    mouse(app, MOUSE_RELEASE, e.y, 79);
    assert_int_equal(app_state(app)->before.tenths, 10); // the ghost: as it was before all that
    play(app, "key u\n");
    assert_int_equal(plane(app)->tenths, 10);
    app_free(app);
}

static void clicks(void **state) {
    (void)state;
    App *app = open_at(24, 80);
    app_event(app, on(app, MOUSE_PRESS, HIT_DIVISOR)); // the last of them
    assert_true(plane(app)->divisor == 8);
    app_event(app, on(app, MOUSE_PRESS, HIT_PICK));
    assert_int_equal(app_state(app)->hand.arrow, 4);
    mouse(app, MOUSE_WHEEL_UP, 5, 5);
    assert_int_equal(plane(app)->tenths, 11);
    app_free(app);
}

// ---- keys

static void keys_move_turn_and_stretch(void **state) {
    (void)state;
    App *app = open_at(24, 80);
    play(app, "key Left\nkey Shift+Up\nkey K\n");
    CHECK_NEAR(plane(app)->query.x, 1.6, 1e-9);
    CHECK_NEAR(plane(app)->query.y, 0.82, 1e-9);
    play(app, "key Tab\nkey BackTab\nkey BackTab\nkey [\n"); // the last key
    CHECK_NEAR(atan2(-1.8, -0.9) + acos(-1) / 36, atan2(plane(app)->key[3].y, plane(app)->key[3].x), 1e-9);
    play(app, "key ]\nkey <\n");
    CHECK_NEAR(plane(app)->key[3].x, -0.9 / 1.1, 1e-9);
    app_free(app);
}

static void keys_come_and_go(void **state) {
    (void)state;
    App *app = open_at(24, 80);
    Plane start = *plane(app);
    play(app, "key x\n");
    assert_int_equal(plane(app)->count, 4); // the query stays
    assert_true(app_state(app)->note[0] != '\0');
    play(app, "key a\nkey a\nkey a\nkey a\nkey a\n");
    assert_int_equal(plane(app)->count, 8);
    assert_int_equal(app_state(app)->hand.arrow, 8);
    play(app, "key u\n");
    app_frame(app); // selected is what is left
    play(app, "key x\nkey x\nkey x\nkey x\nkey x\nkey x\nkey x\n");
    assert_int_equal(plane(app)->count, 1);
    app_frame(app);
    play(app, "key d\nkey r\n");
    assert_memory_equal(plane(app), &start, sizeof start);
    app_free(app);
}

static void repeated_keys_are_one_to_undo(void **state) {
    (void)state;
    App *app = open_at(24, 80);
    play(app, "key Left\nkey Left\nkey Down\nkey +\nkey +\nkey d\nkey u\n");
    assert_int_equal(plane(app)->tenths, 12);
    play(app, "key u\n");
    assert_int_equal(plane(app)->tenths, 10);
    CHECK_NEAR(plane(app)->query.x, 1.5, 1e-9);
    play(app, "key u\n");
    CHECK_NEAR(plane(app)->query.x, 1.7, 1e-9);
    app_free(app);
}

static void levers_before_belong_to_their_screen(void **state) {
    (void)state;
    App *app = open_at(24, 80);
    play(app, "key d\n");
    assert_true(app_state(app)->has_before);
    play(app, "key F2\n");
    assert_false(app_state(app)->has_before);
    app_free(app);
}

// ---- what is seen

static bool shows(App *app, const char *text) {
    const Canvas *c = app_frame(app);
    for (int y = 0; y < c->h; y++) {
        Str line = {0};
        for (int x = 0; x < c->w; x++) {
            char bytes[4];
            uint32_t rune = canvas_glyph(c, canvas_at(c, y, x));
            if (rune) str_add(&line, bytes, (size_t)text_encode(rune, bytes));
        }
        bool found = strstr(str_text(&line), text) != NULL;
        str_free(&line);
        if (found) return true;
    }
    return false;
}

static void the_two_classroom_moves(void **state) {
    (void)state;
    App *app = open_at(24, 80);
    assert_true(shows(app, "0.90 of 2.00 bits"));
    play(app, "key d\n");
    assert_true(shows(app, "1.89 of 2.00 bits") && shows(app, "+0.99") && shows(app, "flatter than ÷1 ×1"));
    play(app, "key 8\n");
    assert_true(shows(app, "0.69 of 2.00 bits") && shows(app, "as sharp as ÷1 ×1") && shows(app, "82.2%"));
    play(app, "key -\n");
    assert_false(shows(app, "as sharp as"));
    app_free(app);
}

static void the_help_is_of_this_screen(void **state) {
    (void)state;
    App *app = open_at(40, 100);
    play(app, "key ?\n");
    assert_true(shows(app, "drag the slider") && shows(app, "select the next arrow"));
    assert_false(shows(app, "click a token") || shows(app, "causal mask"));
    app_free(app);
}

static void any_size_draws(void **state) {
    (void)state;
    App *app = open_at(1, 1);
    for (int rows = 1; rows < 30; rows++) {
        for (int cols = 1; cols < 100; cols += 3) {
            char size[32];
            snprintf(size, sizeof size, "size %d %d\n", rows, cols);
            play(app, size);
            assert_int_equal(app_frame(app)->w, cols);
        }
    }
    app_free(app);
}

// ---- the scene

// Sets the scene as the words of its command line say; the words are as scene_command wrote them, with quotes only
// round lists.
static void read_back(const char *command, Scene *out) {
    Error err = {""};
    scene_init(out, &world.library, SCREEN_PLAY);
    const char *at = strstr(command, " --");
    while (at && *at) {
        char name[32], value[1024];
        int used = 0;
        assert_int_equal(sscanf(at, " --%31s %n", name, &used), 1);
        at += used;
        bool quoted = *at == '\'';
        size_t len = strcspn(at + quoted, quoted ? "'" : " ");
        assert_true(len < sizeof value);
        memcpy(value, at + quoted, len);
        value[len] = '\0';
        at += len + 2 * quoted;
        if (!scene_set(out, &world.library, name, value, &err)) fail_msg("%s", err.text);
    }
    assert_true(scene_finish(out, &world.library, &err));
}

static void every_state_is_a_command_line(void **state) {
    (void)state;
    static const char *const SCRIPTS[] = {
        "",
        "key d\nkey 8\n",
        "key d\nkey d\nkey -\n",
        "key [\nkey >\nkey Tab\nkey [\nkey [\nkey <\n",
        "key a\nkey a\nkey Shift+Left\nkey BackTab\nkey x\nkey ]\n",
        "key Tab\nkey x\nkey x\nkey x\n",
    };
    static Scene back;
    for (unsigned k = 0; k < sizeof SCRIPTS / sizeof SCRIPTS[0]; k++) {
        App *app = open_at(24, 80);
        play(app, SCRIPTS[k]);
        Str command = {0};
        scene_command(&app_state(app)->scene, &world.library, &command);
        if (k == 0) assert_string_equal(str_text(&command), "lookback play");
        if (k == 1) assert_string_equal(str_text(&command), "lookback play --divisor 8 --length 8");
        read_back(str_text(&command), &back);
        assert_memory_equal(&back.plane, plane(app), sizeof back.plane);
        str_free(&command);
        app_free(app);
    }
}

static void settings(void **state) {
    (void)state;
    Error err;
    const Library *lib = &world.library;
    scene_init(&scene, lib, SCREEN_PLAY);
    static const struct {
        const char *value;
        double divisor;
    } DIVISORS[] = {{"off", 1}, {"on", 1.4142135623730951}, {"√64", 8}, {"sqrt2", 1.4142135623730951}, {"5.5", 5.5}};
    for (int k = 0; k < 5; k++) {
        assert_true(scene_set(&scene, lib, "divisor", DIVISORS[k].value, &err));
        assert_true(scene.plane.divisor == DIVISORS[k].divisor);
    }
    assert_true(scene_set(&scene, lib, "keys", " the end 1,-0 ;b -2.6,2.6;", &err));
    assert_int_equal(scene.plane.count, 2);
    assert_string_equal(scene.plane.key[0].label, "the end");
    assert_false(signbit(scene.plane.key[0].y));
    assert_true(scene_set(&scene, lib, "key", "b 0.5,0.25", &err));
    assert_int_equal(scene.plane.count, 2);
    assert_true(scene.plane.key[1].x == 0.5 && scene.plane.key[1].y == 0.25);
    assert_true(scene_set(&scene, lib, "key", "c 0,0", &err));
    assert_int_equal(scene.plane.count, 3);
}

static void bad_settings(void **state) {
    (void)state;
    static const char *const BAD[][3] = {
        {"divisor", "0", "a number from"}, {"divisor", "√-1", "√64"}, {"divisor", "nan", "divisor is \"nan\""},
        {"length", "0.3", "from 0.4 to 8"}, {"length", "8.1", "8.1"}, {"length", "1.25", "steps of 0.1"},
        {"query", "1", "x,y is wanted"}, {"query", "1,2.7", "from -2.6 to 2.6"}, {"query", "1,2,3", "1,2,3"}, {"query", "inf,0", "inf"},
        {"keys", "", "NAME x,y"}, {"keys", "store 1;", "key is \"store 1\""}, {"keys", "1,1", "NAME x,y is wanted"},
        {"keys", "a 1,1;b 1,1;c 1,1;d 1,1;e 1,1;f 1,1;g 1,1;h 1,1;i 1,1", "more than 8 keys"},
        {"key", "aaaaaaaaaaaaaaaaaaaaaaaa 1,1", "24 bytes"}, {"key", "a;b 1,1", "without ;"}, {"head", "induction", "unknown setting"},
    };
    scene_init(&scene, &world.library, SCREEN_PLAY);
    Plane before = scene.plane;
    for (unsigned k = 0; k < sizeof BAD / sizeof BAD[0]; k++) {
        Error err = {""};
        assert_false(scene_set(&scene, &world.library, BAD[k][0], BAD[k][1], &err));
        if (!strstr(err.text, BAD[k][2]))
            fail_msg("%s %s: \"%s\" does not say \"%s\"", BAD[k][0], BAD[k][1], err.text, BAD[k][2]);
        assert_null(strchr(err.text, '\n'));
        assert_memory_equal(&before, &scene.plane, sizeof before);
    }
}

// ---- numbers

static void stated_numbers_as_json(void **state) {
    (void)state;
    static const struct {
        const char *divisor, *length;
        double weight[4], entropy;
    } CASES[] = {
        {"1", "1", {.822, .176, .001, .001}, .690},
        {"on", "1", {.740, .249, .007, .004}, .903},
        {"8", "1", {.376, .310, .163, .151}, 1.893},
        {"8", "8", {.822, .176, .001, .001}, .690},
    };
    const Screen *screen = screen_of(SCREEN_PLAY);
    assert_string_equal(screen->table[0].format, "json");
    for (int c = 0; c < 4; c++) {
        Error err;
        Str out = {0};
        scene_init(&scene, &world.library, SCREEN_PLAY);
        assert_true(scene_set(&scene, &world.library, "divisor", CASES[c].divisor, &err));
        assert_true(scene_set(&scene, &world.library, "length", CASES[c].length, &err));
        screen->table[0].write(&scene, &world, &out);
        json_t *root = json_loads(str_text(&out), 0, NULL);
        assert_non_null(root);
        assert_string_equal(json_string_value(json_object_get(root, "schema")), "lookback.playground/1");
        for (size_t k = 0; k < 4; k++) {
            const json_t *key = json_array_get(json_object_get(root, "keys"), k);
            CHECK_NEAR(json_number_value(json_object_get(key, "weight")), CASES[c].weight[k], 5e-4);
        }
        CHECK_NEAR(json_number_value(json_object_get(root, "entropy_bits")), CASES[c].entropy, 5e-4);
        json_decref(root);
        str_free(&out);
    }
}

static void a_tie_has_no_winner(void **state) {
    (void)state;
    Error err;
    scene_init(&scene, &world.library, SCREEN_PLAY);
    assert_true(scene_set(&scene, &world.library, "keys", "store 1,0; Mary 1,0", &err));
    App *app = app_new(&world, &scene, 24, 80, false, COLOR_TRUE);
    assert_true(shows(app, "none: a tie at 50.0%"));
    app_free(app);
}

static void a_full_bar_leaves_a_blank_before_its_percent(void **state) {
    (void)state;
    static const int SIZES[][2] = {{24, 80}, {12, 40}, {40, 120}};
    for (int k = 0; k < 3; k++) {
        App *app = open_at(SIZES[k][0], SIZES[k][1]);
        play(app, "key 8\n");
        const Canvas *c = app_frame(app);
        int found = 0;
        for (int at = 0; at + 6 < c->h * c->w; at++) {
            bool full = true;
            for (int i = 0; i < 6; i++) {
                const Cell *cell = canvas_at(c, (at + i) / c->w, (at + i) % c->w);
                full = full && canvas_glyph(c, cell) == (uint32_t)"100.0%"[i];
            }
            if (!full) continue;
            uint32_t before = canvas_glyph(c, canvas_at(c, (at - 1) / c->w, (at - 1) % c->w));
            assert_int_equal(before, ' ');
            found++;
        }
        assert_true(found > 0);
        app_free(app);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drags_an_arrow),
        cmocka_unit_test(a_drag_may_leave_the_plane),
        cmocka_unit_test(a_drag_is_one_to_undo),
        cmocka_unit_test(a_query_beyond_the_edge_only_turns),
        cmocka_unit_test(drags_the_slider),
        cmocka_unit_test(clicks),
        cmocka_unit_test(keys_move_turn_and_stretch),
        cmocka_unit_test(keys_come_and_go),
        cmocka_unit_test(repeated_keys_are_one_to_undo),
        cmocka_unit_test(levers_before_belong_to_their_screen),
        cmocka_unit_test(the_two_classroom_moves),
        cmocka_unit_test(a_tie_has_no_winner),
        cmocka_unit_test(a_full_bar_leaves_a_blank_before_its_percent),
        cmocka_unit_test(the_help_is_of_this_screen),
        cmocka_unit_test(any_size_draws),
        cmocka_unit_test(every_state_is_a_command_line),
        cmocka_unit_test(settings),
        cmocka_unit_test(bad_settings),
        cmocka_unit_test(stated_numbers_as_json),
    };
    return cmocka_run_group_tests(tests, world_of_tests, world_done);
}
