// Two dumps on the screen.
#include "dump_screen.h"

#include "app/screen.h"

#include <string.h>

static void open_these(Shown *s, const char *a, const char *b, const char *settings, int rows, int cols) {
    Error err;
    CaptureOptions options = {0};
    text_init();
    *s = (Shown){0};
    bool ok = world_load(PROJECT_DATA, &s->world, &err) &&
              world_open_two(&s->world, a, b, &options, &err);
    if (!ok) fail_msg("%s", err.text);
    Scene *scene = shown_scene(&s->world, SCREEN_DIFF, settings);
    s->app = app_new(&s->world, scene, rows, cols, false, COLOR_TRUE);
    app_finish_work(s->app);
    free(scene);
}

static const char NAMED[] = TEST_DATA "/dumps/f32.safetensors", NAMELESS[] = TEST_DATA "/dumps/sick_dropout.npy";

static void open_two(Shown *s, const char *settings, int rows, int cols) {
    open_these(s, NAMED, NAMELESS, settings, rows, cols);
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

static void the_map_of_two_dumps_shows_and_sorts_by_the_distance(void **state) {
    (void)state;
    Shown s;
    open_two(&s, "--layer 2 --head-index 2 --measure induction", 24, 80);
    shown_play(&s, "key M\n");
    app_finish_work(s.app);
    assert_int_equal(shown_now(&s)->screen, SCREEN_MAP);
    shown_has(&s, "f32.safetensors to sick_dropout.npy  js-distance");
    shown_has(&s, "1.0   29"); // hundredths, the largest first
    shown_play(&s, "key x\n");
    assert_int_equal(view_of(&s)->layer, 1);
    assert_int_equal(view_of(&s)->head, 0);
    shown_has(&s, "layer 1 head 0: js-distance 0.292");
    const Canvas *c = app_frame(s.app);
    int more = 0, less = 0;
    for (int k = 0; k < c->h * c->w; k++) {
        Style style = c->cell[k].style;
        more += style.fg.map == INK_MORE && c->cell[k].rune == 0x2580;
        less += style.fg.map == INK_LESS && c->cell[k].rune == 0x2580;
    }
    assert_true(more > 20 && less > 5); // small signed patterns
    shown_play(&s, "key Enter\n"); // and back to where they differ
    assert_int_equal(shown_now(&s)->screen, SCREEN_DIFF);
    int key = difference_strongest(s.world.library.difference, 0, (HeadAt){1, 0}, view_of(&s)->query);
    assert_int_equal(view_of(&s)->key, key);
    shown_play(&s, "key M\nkey s\n"); // behind the last measure comes the first
    assert_int_equal(view_of(&s)->measure, MEASURE_PREVIOUS);
    shown_play(&s, "key Enter\n");
    assert_int_equal(shown_now(&s)->screen, SCREEN_OPEN);
    shown_close(&s);
}

static void the_map_of_two_dumps_has_a_command_line_and_numbers(void **state) {
    (void)state;
    Shown s;
    open_two(&s, "--view map --measure induction --layer 1", 24, 80);
    assert_int_equal(shown_now(&s)->screen, SCREEN_MAP);
    Str line = {0}, json = {0};
    scene_command(shown_now(&s), &s.world.library, &line);
    assert_non_null(strstr(str_text(&line), "lookback diff '"));
    assert_non_null(strstr(str_text(&line), " --layer 1 --head-index 0"));
    assert_non_null(strstr(str_text(&line), " --measure induction --view map"));
    screen_of(SCREEN_MAP)->table[0].write(shown_now(&s), &s.world, &json);
    assert_non_null(strstr(str_text(&json), "\"compared_with\""));
    assert_non_null(strstr(str_text(&json), "\"js_distance\""));
    assert_null(strstr(str_text(&json), "\"js_distance\": null"));
    str_free(&line);
    str_free(&json);
    shown_close(&s);
}

static void one_dump_has_no_distance_to_another(void **state) {
    (void)state;
    Shown s;
    Error err;
    CaptureOptions options = {0};
    text_init();
    s = (Shown){0};
    assert_true(world_load(PROJECT_DATA, &s.world, &err) &&
                world_open_dump(&s.world, TEST_DATA "/dumps/f32.safetensors", &options, &err));
    Scene *scene = shown_scene(&s.world, SCREEN_OPEN, "--view map");
    s.app = app_new(&s.world, scene, 24, 80, false, COLOR_TRUE);
    app_finish_work(s.app);
    shown_lacks(&s, "js-distance");
    shown_play(&s, "key S\n");
    assert_int_equal(view_of(&s)->measure, MEASURE_ACTIVE);
    shown_refuses(&s, SCREEN_OPEN, "measure", "js-distance", "measure js-distance: two dumps are wanted");
    free(scene);
    shown_close(&s);
}

static void a_difference_is_zoomed_and_panned(void **state) {
    (void)state;
    Shown s;
    open_two(&s, "", 24, 80);
    int y = 0, x = 0;
    shown_find(&s, HIT_CELL, 4, &y, &x); // a cell each
    shown_play(&s, "key -\n");
    shown_find(&s, HIT_WINDOW, 4, &y, &x); // dots, two queries in a cell
    assert_int_equal(canvas_at(app_frame(s.app), y, x)->rune, 0x2580);
    app_finish_work(s.app);
    shown_find(&s, HIT_MINI, 500 / 5, &y, &x);
    shown_play(&s, "key +\nkey +\nkey +\nkey +\nkey +\n"); // eight columns a cell: a window again
    assert_int_equal(view_of(&s)->zoom, 4);
    shown_find(&s, HIT_WINDOW, 8, &y, &x);
    int first = 99;
    for (int k = 0; k < 24 * 80; k++) {
        Hit hit = canvas_at(app_frame(s.app), k / 80, k % 80)->hit;
        if (hit.kind == HIT_WINDOW && hit.a < first) first = hit.a;
    }
    shown_play(&s, "key Shift+Up\n");
    assert_true(first > 2);
    shown_find(&s, HIT_WINDOW, 0, &y, &x);
    assert_int_equal(view_of(&s)->query, 8);
    Str line = {0};
    scene_command(shown_now(&s), &s.world.library, &line);
    assert_non_null(strstr(str_text(&line), " --pan -8,0 --zoom 4"));
    str_free(&line);
    shown_close(&s);
}

static void signs_of_the_models_own_are_underlined(void **state) {
    (void)state;
    Shown s;
    open_two(&s, "", 24, 80);
    int y = 0, x = 0;
    shown_find(&s, HIT_QUERY, 0, &y, &x);
    assert_true(canvas_at(app_frame(s.app), y, 1)->style.attr & ATTR_UNDERLINE);
    shown_find(&s, HIT_KEY, 0, &y, &x);
    assert_true(canvas_at(app_frame(s.app), y, x)->style.attr & ATTR_UNDERLINE);
    shown_find(&s, HIT_KEY, 1, &y, &x);
    assert_false(canvas_at(app_frame(s.app), y, x)->style.attr & ATTR_UNDERLINE);
    shown_has(&s, "special token");
    shown_close(&s);
}

// Two of one text, of which one file has it: both ways round it is shown.
static void the_second_gives_the_tokens_that_the_first_lacks(void **state) {
    (void)state;
    Shown s;
    Error err;
    open_these(&s, NAMELESS, NAMED, "", 24, 80);
    const Source *a = s.world.library.source, *b = s.world.library.difference->b;
    assert_true(a->named && a->tokens == b->tokens);
    shown_has(&s, "Mary");
    assert_true(world_open_dump(&s.world, NAMELESS, &(CaptureOptions){0}, &err)); // by itself it has none
    assert_false(s.world.library.source->named);
    shown_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(x_goes_to_the_head_that_differs_most_and_brackets_walk_the_list),
        cmocka_unit_test(the_key_is_where_the_row_differs_most),
        cmocka_unit_test(its_command_line_brings_it_back),
        cmocka_unit_test(it_draws_at_any_size),
        cmocka_unit_test(the_map_of_two_dumps_shows_and_sorts_by_the_distance),
        cmocka_unit_test(the_map_of_two_dumps_has_a_command_line_and_numbers),
        cmocka_unit_test(one_dump_has_no_distance_to_another),
        cmocka_unit_test(a_difference_is_zoomed_and_panned),
        cmocka_unit_test(the_second_gives_the_tokens_that_the_first_lacks),
        cmocka_unit_test(signs_of_the_models_own_are_underlined),
        cmocka_unit_test(without_two_dumps_there_is_no_such_view),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
