// Two dumps on the screen.
#include "screen.h"

#include <string.h>

static void open_two(Shown *s, const char *settings, int rows, int cols) {
    Error err;
    CaptureOptions options = {0};
    text_init();
    *s = (Shown){0};
    bool ok = world_load(PROJECT_DATA, &s->world, &err) &&
              world_open_two(&s->world, TEST_DATA "/dumps/f32.safetensors", TEST_DATA "/dumps/sick_dropout.npy",
                             &options, &err);
    if (!ok) fail_msg("%s", err.text);
    Scene *scene = shown_scene(&s->world, SCREEN_DIFF, settings);
    s->app = app_new(&s->world, scene, rows, cols, false, COLOR_TRUE);
    app_finish_work(s->app);
    free(scene);
}

static const OpenView *view_of(const Shown *s) {
    return &shown_now(s)->open;
}

static void x_goes_to_the_head_that_differs_most_and_brackets_walk_the_list(void **state) {
    (void)state;
    Shown s;
    open_two(&s, "", 24, 80);
    shown_play(&s, "key X\n");
    assert_int_equal(view_of(&s)->layer, 1);
    assert_int_equal(view_of(&s)->head, 0);
    shown_has(&s, "distance 0.2916");
    shown_play(&s, "key ]\nkey ]\n");
    assert_int_equal(view_of(&s)->head, 3); // the third by distance
    shown_play(&s, "key r\nkey ]\n");
    assert_int_equal(view_of(&s)->layer, 2); // as they stand: 2.0 comes behind 1.3
    assert_int_equal(view_of(&s)->head, 0);
    shown_close(&s);
}

static void the_key_is_where_the_row_differs_most(void **state) {
    (void)state;
    Shown s;
    open_two(&s, "--layer 1 --query 5", 24, 80);
    int key = difference_strongest(s.world.library.difference, 0, (HeadAt){1, 0}, 5);
    assert_int_equal(view_of(&s)->key, key);
    shown_play(&s, "key Left\nkey Left\nkey x\n");
    assert_int_equal(view_of(&s)->key, key);
    shown_close(&s);
}

static void its_command_line_brings_it_back(void **state) {
    (void)state;
    Shown s;
    open_two(&s, "--layer 1 --head-index 2 --query 4", 24, 80);
    Str line = {0};
    scene_command(shown_now(&s), &s.world.library, &line);
    assert_non_null(strstr(str_text(&line), "lookback diff '"));
    assert_non_null(strstr(str_text(&line), "sick_dropout.npy' --layer 1 --head-index 2 --query 4 --key "));
    str_free(&line);
    shown_close(&s);
}

static void it_draws_at_any_size(void **state) {
    (void)state;
    for (int rows = 1; rows < 30; rows += 3) {
        for (int cols = 1; cols < 130; cols += 9) {
            Shown s;
            open_two(&s, "", rows, cols);
            shown_text(&s);
            shown_close(&s);
        }
    }
}

static void without_two_dumps_there_is_no_such_view(void **state) {
    (void)state;
    Shown s;
    shown_open(&s, SCREEN_EXPLORER, "", 24, 80);
    Scene *scene = mem_new(1, sizeof *scene);
    Error err;
    scene_init(scene, &s.world.library, SCREEN_DIFF);
    assert_false(scene_finish(scene, &s.world.library, &err));
    free(scene);
    shown_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(x_goes_to_the_head_that_differs_most_and_brackets_walk_the_list),
        cmocka_unit_test(the_key_is_where_the_row_differs_most),
        cmocka_unit_test(its_command_line_brings_it_back),
        cmocka_unit_test(it_draws_at_any_size),
        cmocka_unit_test(without_two_dumps_there_is_no_such_view),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
