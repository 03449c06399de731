// Where the dots of a large pattern stand, and how much is read for them.
#include "patterns.h"
#include "screen.h"

#include "app/mini.h"
#include "app/window.h"

static Subject subject(int n, int heads) {
    return (Subject){.queries = n, .keys = n, .query = n - 1, .key = 0, .heads = heads};
}

static Window window(int n, int heads, OpenView o) {
    Canvas c = {0};
    canvas_reset(&c, 60, 200, false);
    Subject s = subject(n, heads);
    Window g = window_for(&c, &s, &o, 10);
    canvas_free(&c);
    return g;
}

static void it_holds_query_and_key_and_can_be_moved(void **state) {
    (void)state;
    Window g = window(1000, 1, (OpenView){0});
    assert_int_equal(g.scale, 1);
    assert_int_equal(g.y0 + g.h * g.per, 1000);
    assert_int_equal(g.x0, 0);
    g = window(1000, 1, (OpenView){.pan_y = -500, .pan_x = 300});
    assert_int_equal(g.y0, 999 - 500 - g.h * g.per / 2);
    assert_int_equal(g.x0, 300 - g.w / 2);
    g = window(1000, 1, (OpenView){.pan_y = -5000});
    assert_int_equal(g.y0, 0);
}

static void each_zoom_doubles_the_tokens_of_a_dot_until_all_is_there(void **state) {
    (void)state;
    for (int zoom = -1, scale = 1; zoom >= -4; zoom--, scale *= 2)
        assert_int_equal(window(4096, 1, (OpenView){.zoom = zoom}).scale, scale);
    Window g = window(4096, 1, (OpenView){.zoom = -5});
    assert_true(g.whole && g.scale * g.w >= 4096 && g.scale * g.h * g.per >= 4096);
    g = window(100, 1, (OpenView){.zoom = -4}); // more than all there is none
    assert_int_equal(g.scale, 1);
    assert_false(g.whole);
}

static void what_is_too_much_for_a_frame_is_not_read_for_it(void **state) {
    (void)state;
    assert_false(window(4096, 1, (OpenView){.zoom = -4}).whole);
    assert_false(window(4096, 8, (OpenView){0}).whole);
    assert_true(window(4096, 64, (OpenView){0}).whole); // the mean of 64 heads
    assert_true(window(200000, 1, (OpenView){.zoom = -4}).whole);
}

static void parts_end_with_the_pattern(void **state) {
    (void)state;
    Subject s = subject(1000, 1);
    Window g = window(1000, 1, (OpenView){.zoom = -3});
    int from, to;
    window_line(g, &s, g.h * g.per - 1, &from, &to);
    assert_int_equal(to, 1000);
    g.x0 = 998;
    window_dot(g, &s, 0, &from, &to);
    assert_int_equal(from, 998);
    assert_int_equal(to, 1000);
}

static double even(int l, int h, int i, int j) {
    (void)l, (void)h;
    return j <= i ? 1.0 / (i + 1) : 0;
}

static void open_made(DumpFile *made, World *w, const int side[AXES]) {
    Str file = {0};
    Error err;
    CaptureOptions options = {0};
    put_pattern(&file, "attn", "LHQK", side, even, NULL);
    dumpfile_write(made, "a.safetensors", file.s, file.len);
    str_free(&file);
    if (!world_load(PROJECT_DATA, w, &err) || !world_open_dump(w, made->path, &options, &err)) fail_msg("%s", err.text);
}

static const char *const NAMES[] = {"a.safetensors", NULL};

static void every_zoom_shows(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        const int n = k ? 300 : 5, side[AXES] = {1, 1, 1, n, n};
        DumpFile made = {0};
        Shown s = {0};
        open_made(&made, &s.world, side);
        Scene *scene = shown_scene(&s.world, SCREEN_OPEN, "");
        s.app = app_new(&s.world, scene, 24, 80, false, COLOR_TRUE);
        free(scene);
        static const char *const KEYS = "---++++---";
        static const int WANT[2][10] = {{-1, -2, -3, -2, -1, 0, 1, 0, -1, -2}, {-2, -3, -4, -3, -2, -1, 1, 0, -2, -3}};
        char *before = mem_text(shown_text(&s), strlen(shown_text(&s)));
        for (int i = 0; KEYS[i]; i++) {
            char script[16];
            snprintf(script, sizeof script, "key %c\n", KEYS[i]);
            shown_play(&s, script);
            app_finish_work(s.app);
            assert_int_equal(shown_now(&s)->open.zoom, WANT[k][i]);
            if (k == 1) assert_string_not_equal(shown_text(&s), before);
            free(before);
            before = mem_text(shown_text(&s), strlen(shown_text(&s)));
        }
        free(before);
        shown_close(&s);
        dumpfile_remove(&made, NAMES);
    }
}

static void a_slice_of_a_mean_counts_all_of_its_heads(void **state) {
    (void)state;
    static const int SIDES[AXES] = {2, 1, 2, 50, 50};
    DumpFile made = {0};
    World w;
    Error err;
    open_made(&made, &w, SIDES);
    State *s = mem_new(1, sizeof *s);
    Scene *scene = shown_scene(&w, SCREEN_OPEN, "--marks 0.0,0.1,1.0,1.1 --average on");
    s->scene = *scene;
    assert_true(mini_step(s, &w, 400, &err));
    assert_int_equal(w.mini->next, 2); // 2 rows × 4 heads × 50 keys
    s->scene.open.average = false;
    assert_true(mini_step(s, &w, 400, &err));
    assert_int_equal(w.mini->next, 8);
    free(scene);
    free(s);
    world_free(&w);
    dumpfile_remove(&made, NAMES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_holds_query_and_key_and_can_be_moved),
        cmocka_unit_test(each_zoom_doubles_the_tokens_of_a_dot_until_all_is_there),
        cmocka_unit_test(what_is_too_much_for_a_frame_is_not_read_for_it),
        cmocka_unit_test(parts_end_with_the_pattern),
        cmocka_unit_test(every_zoom_shows),
        cmocka_unit_test(a_slice_of_a_mean_counts_all_of_its_heads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
