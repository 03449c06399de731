// A row of a model on the screen: its parts, what each number is the sum of, and the same as tables.
#include "dump_screen.h"

#include "app/screen.h"
#include "model/net_source.h"

#include <jansson.h>
#include <math.h>

#define WORDS TEST_DATA "/gpt2-tiny/words"
#define SENTENCE "When Mary and John went to the store, John gave a drink to"

static void open_model(Shown *s, ScreenId screen, const char *settings, int rows, int cols) {
    Error err;
    text_init();
    *s = (Shown){0};
    if (!world_load(PROJECT_DATA, &s->world, &err)) fail_msg("%s", err.text);
    if (!world_open_model(&s->world, WORDS, (NetSourceText){.text = SENTENCE}, &err)) fail_msg("%s", err.text);
    Scene *scene = shown_scene(&s->world, screen, settings);
    s->app = app_new(&s->world, scene, rows, cols, false, COLOR_TRUE);
    free(scene);
}

static void open_trace(Shown *s, const char *settings) {
    open_model(s, SCREEN_TRACE, settings, 24, 80);
    app_finish_work(s->app);
}

static const NetTrace *trace_of(Shown *s) {
    Error err;
    SourceView v = scene_source_view(shown_now(s), &s->world.library);
    const NetTrace *t = net_source_trace(s->world.library.source, &v, shown_now(s)->open.query, &err);
    if (!t) fail_msg("%s", err.text);
    return t;
}

static void from_a_head_and_back(void **state) {
    Shown s;
    open_model(&s, SCREEN_OPEN, "--layer 1 --head-index 2 --query 9 --key 3 --hide-first on", 24, 80);
    shown_play(&s, "key Enter\n");
    assert_int_equal(shown_now(&s)->screen, SCREEN_TRACE);
    shown_has(&s, "the model runs: 0 %"); // it does not wait, and neither do keys
    shown_play(&s, "key Tab\nkey Right\nkey x\nkey Up\nkey Down\n");
    app_finish_work(s.app);
    shown_has(&s, "row 9: gave");
    shown_has(&s, "normalised: ln_1");
    shown_has(&s, "layer 1 head 2");
    assert_false(shown_now(&s)->open.hide_first);
    shown_play(&s, "key Up\nkey ]\nkey Enter\n");
    assert_int_equal(shown_now(&s)->screen, SCREEN_OPEN);
    assert_int_equal(shown_now(&s)->open.query, 8);
    assert_int_equal(shown_now(&s)->open.head, 3);
    shown_close(&s);
    (void)state;
}

// Through all parts and back to the first; the scores' number is the key.
static void parts_and_their_numbers(void **state) {
    Shown s;
    open_trace(&s, "--layer 1 --query 9 --key 4");
    shown_has(&s, "row[0] = ");
    shown_play(&s, "key Right\nkey Right\nkey Left\n");
    shown_has(&s, "row[1] = ");
    for (int part = 1; part < NET_TRACE_PARTS; part++) {
        shown_play(&s, "key Tab\n");
        assert_int_equal((int)shown_now(&s)->open.part, part);
        const NetTrace *t = trace_of(&s);
        int size = net_trace_size(t, (NetTracePart)part), cell = scene_trace_cell(shown_now(&s), size);
        if (part == NET_TRACE_SCORE) assert_int_equal(cell, 4);
        Str want = {0};
        double value = t->part[part][cell];
        if (part == NET_TRACE_SCORE)
            str_printf(&want, "score of “went” = %s%.4f", value < 0 ? "−" : "", fabs(value));
        else
            str_printf(&want, "%s[%d] = %s%.4f", NET_TRACE_NAMES[part], cell, value < 0 ? "−" : "", fabs(value));
        shown_has(&s, str_text(&want));
        str_free(&want);
    }
    shown_play(&s, "key Tab\n");
    assert_int_equal(shown_now(&s)->open.part, NET_TRACE_ROW);
    shown_play(&s, "key BackTab\nkey End\n"); // End is the query's
    assert_int_equal(shown_now(&s)->open.part, NET_TRACE_ALL);
    shown_play(&s, "key x\n");
    const NetTrace *t = trace_of(&s);
    for (int m = 0; m < t->width; m++)
        assert_true(fabs(t->part[NET_TRACE_ALL][m]) <= fabs(t->part[NET_TRACE_ALL][shown_now(&s)->open.cell]));
    for (int k = 0; k < 9; k++) shown_play(&s, "key Shift+Right\n");
    assert_int_equal(shown_now(&s)->open.cell, t->width - 1);
    shown_close(&s);
    (void)state;
}

static void clicks(void **state) {
    Shown s;
    open_trace(&s, "--layer 0 --query 5");
    shown_mouse(&s, MOUSE_PRESS, HIT_TRACE, NET_TRACE_BLEND);
    assert_int_equal(shown_now(&s)->open.part, NET_TRACE_BLEND);
    shown_has(&s, "blend[");
    shown_mouse(&s, MOUSE_PRESS, HIT_TRACE, NET_TRACE_SCORE);
    assert_int_equal(shown_now(&s)->open.part, NET_TRACE_SCORE);
    shown_has(&s, "score of");
    int key = shown_now(&s)->open.key;
    shown_event((Event){.kind = EVENT_MOUSE, .mouse = MOUSE_WHEEL_DOWN, .mods = MOD_SHIFT, .y = 3, .x = 3}, &s);
    assert_int_equal(shown_now(&s)->open.key, key + 1);
    shown_event((Event){.kind = EVENT_MOUSE, .mouse = MOUSE_WHEEL_UP, .y = 3, .x = 3}, &s);
    assert_int_equal(shown_now(&s)->open.query, 4);
    shown_close(&s);
    (void)state;
}

static void levers(void **state) {
    Shown s;
    open_trace(&s, "--layer 1 --head-index 2 --query 5 --cell score:9");
    shown_has(&s, "masked");
    shown_play(&s, "key m\n");
    assert_false(app_busy(s.app)); // in this head alone
    shown_lacks(&s, "masked");
    shown_has(&s, "ΔH");
    shown_has(&s, "in this head alone");
    assert_true(trace_of(&s)->weight[9] > 0);
    shown_play(&s, "key m\nkey d\n");
    shown_has(&s, "÷1");
    CHECK_NEAR(trace_of(&s)->divisor, 1, 0);
    shown_play(&s, "key u\nkey W\nkey m\n");
    assert_true(app_busy(s.app));
    app_finish_work(s.app);
    shown_has(&s, "no mask");
    shown_close(&s);
    (void)state;
}

static void command_lines(void **state) {
    static const char *const KEYS[] = {"", "key Tab\nkey Tab\nkey Right\n",
                                       "key Tab\nkey Tab\nkey Tab\nkey Tab\nkey Tab\nkey Right\n",
                                       "key BackTab\nkey x\n", "key m\nkey W\n"};
    Shown s;
    for (size_t k = 0; k < sizeof KEYS / sizeof KEYS[0]; k++) {
        open_trace(&s, "--layer 1 --head-index 3");
        shown_play(&s, KEYS[k]);
        app_finish_work(s.app);
        char *line = shown_command(&s);
        if (!strstr(line, "lookback model '") || !strstr(line, " --view trace")) fail_msg("%s", line);
        free(line);
        shown_close(&s);
    }
    open_trace(&s, "");
    shown_refuses(&s, SCREEN_TRACE, "cell", "q", "cell is \"q\"");
    shown_refuses(&s, SCREEN_TRACE, "cell", "q:", "cell is \"q:\"");
    shown_refuses(&s, SCREEN_TRACE, "cell", "q:-1", "cell is \"q:-1\"");
    shown_refuses(&s, SCREEN_TRACE, "cell", "w:1", "unknown part \"w\"");
    shown_refuses(&s, SCREEN_TRACE, "cell", "q:8", "cell q:8: there are 8 numbers, 0 to 7");
    shown_refuses(&s, SCREEN_TRACE, "cell", "all:32", "cell all:32: there are 32 numbers, 0 to 31");
    shown_refuses(&s, SCREEN_TRACE, "cell", "score:13", "key 13");
    shown_refuses(&s, SCREEN_TRACE, "average", "on", "marked heads are wanted");
    shown_refuses(&s, SCREEN_TRACE, "hide-first", "on", "view trace: hide-first, average and values");
    shown_close(&s);
    (void)state;
}

static double at(const json_t *root, const char *name, int k) {
    return json_number_value(json_array_get(json_object_get(root, name), (size_t)k));
}

static void as_tables(void **state) {
    Shown s;
    Str text = {0};
    json_error_t error;
    open_trace(&s, "--layer 1 --head-index 2 --query 5 --cell q:3");
    const Screen *screen = screen_of(SCREEN_TRACE);
    assert_string_equal(screen->table[0].format, "json");
    screen->table[0].write(shown_now(&s), &s.world, &text);
    json_t *root = json_loads(str_text(&text), JSON_REJECT_DUPLICATES, &error);
    if (!root) fail_msg("%s", error.text);
    assert_string_equal(json_string_value(json_object_get(root, "schema")), "lookback.trace/1");
    const NetTrace *t = trace_of(&s);
    for (int j = 0; j < t->n; j++) {
        const json_t *masked = json_array_get(json_object_get(root, "masked"), (size_t)j);
        assert_true(j > 5 ? json_is_null(masked) : fabs(json_number_value(masked) - t->scaled[j]) < 1e-6);
        CHECK_NEAR(at(root, "weights", j), t->weight[j], 1e-8);
    }
    for (int m = 0; m < t->width; m++) {
        CHECK_NEAR(at(root, "row", m) + at(root, "head_output", m), at(root, "added", m), 1e-7);
        CHECK_NEAR(at(root, "all_heads", m), t->part[NET_TRACE_ALL][m], 1e-7);
    }
    for (int e = 0; e < t->d; e++) { // Σ weight · v, by what stands there
        double blend = 0;
        for (int j = 0; j < t->n; j++)
            blend += at(root, "weights", j) *
                     json_number_value(
                         json_array_get(json_array_get(json_object_get(root, "values"), (size_t)j), (size_t)e));
        CHECK_NEAR(blend, at(root, "blend", e), 1e-6);
    }
    const json_t *cell = json_object_get(root, "cell");
    assert_int_equal(json_array_size(json_object_get(cell, "terms")), 32);
    CHECK_NEAR(json_number_value(json_object_get(cell, "sum")), at(root, "q", 3), 1e-5);
    json_decref(root);
    str_clear(&text);
    screen->table[1].write(shown_now(&s), &s.world, &text);
    int lines = 0;
    for (size_t k = 0; k < text.len; k++) lines += text.s[k] == '\n';
    assert_int_equal(lines, 1 + 5 * t->width + 4 * t->d + 4 * t->n);
    assert_non_null(strstr(str_text(&text), "\nmasked,6,\n"));
    str_free(&text);
    shown_close(&s);
    (void)state;
}

static void any_size(void **state) {
    static const int SIZES[][2] = {{1, 1},   {2, 9},   {5, 20},   {9, 33},  {12, 40},
                                   {16, 69}, {24, 80}, {24, 140}, {60, 200}};
    for (size_t k = 0; k < sizeof SIZES / sizeof SIZES[0]; k++) {
        Shown s;
        open_model(&s, SCREEN_TRACE, "--layer 1 --cell out:20", SIZES[k][0], SIZES[k][1]);
        app_finish_work(s.app);
        for (int part = 0; part < NET_TRACE_PARTS; part++) {
            shown_play(&s, "key Tab\nkey x\n");
            if (SIZES[k][0] < 12) continue;
            int y, x;
            shown_find(&s, HIT_TRACE, (int)shown_now(&s)->open.part, &y, &x); // what is looked into is on screen
        }
        shown_close(&s);
    }
    (void)state;
}

static void a_dump_has_none(void **state) {
    Shown s;
    Error err;
    open_dump(&s, "lhqk.npy", "");
    shown_play(&s, "key Enter\n");
    assert_int_equal(shown_now(&s)->screen, SCREEN_OPEN);
    shown_has(&s, "only a model");
    Scene *scene = mem_new(1, sizeof *scene);
    scene_init(scene, &s.world.library, SCREEN_TRACE);
    assert_false(scene_finish(scene, &s.world.library, &err));
    assert_string_equal(err.text, "view trace: a dump has no stream to follow: lookback model DIR has one");
    free(scene);
    shown_close(&s);
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_a_head_and_back),
        cmocka_unit_test(parts_and_their_numbers),
        cmocka_unit_test(clicks),
        cmocka_unit_test(levers),
        cmocka_unit_test(command_lines),
        cmocka_unit_test(as_tables),
        cmocka_unit_test(any_size),
        cmocka_unit_test(a_dump_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
