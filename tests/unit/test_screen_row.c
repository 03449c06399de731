// One row, all the way, on screen: the numbers of maths.md, the levers with their Δ, keys, mouse and command line.
#include "screen.h"

static Shown shown;

static int open_80(void **state) {
    (void)state;
    shown_open(&shown, SCREEN_ROW, "", 24, 80);
    return 0;
}

static int close_it(void **state) {
    (void)state;
    shown_close(&shown);
    return 0;
}

static void follows_the_last_row(void **state) {
    (void)state;
    shown_has(&shown, "“sat” at 2");
    shown_has(&shown, "14.0 %");
    shown_has(&shown, "28.4 %");
    shown_has(&shown, "57.6 %");
    shown_has(&shown, "9  blend               1.284   0.564");
    shown_has(&shown, "10 widened             1.284   0.564  −0.564   1.284");
    shown_has(&shown, "11 added to the row    2.284   1.564  −0.564   2.284");
    shown_has(&shown, "768 in GPT-2");
    shown_has(&shown, "entropy 1.37 of 1.58 bits");
    shown_has(&shown, "q₃·k₂ = 2·1 + 1·2 = 4");
    shown_has(&shown, "score(sat→cat) = 4 but score(cat→sat) = 2");
    shown_command_is(&shown, "lookback row");
}

static void divisor_off_sharpens_the_row(void **state) {
    (void)state;
    shown_play(&shown, "key d\n");
    shown_has(&shown, "9.0 %"); // maths.md, section 3: .090 .245 .665
    shown_has(&shown, "24.5 %");
    shown_has(&shown, "66.5 %");
    shown_has(&shown, "ΔH -0.17"); // 1.20 from 1.37
    shown_command_is(&shown, "lookback row --divisor off");
    shown_play(&shown, "key d\n");
    shown_has(&shown, "ΔH +0.17");
}

static void divisor_of_ones_own(void **state) {
    (void)state;
    shown_close(&shown);
    shown_open(&shown, SCREEN_ROW, "--divisor 8", 24, 80);
    shown_has(&shown, "29.3 %"); // .293 .332 .376
    shown_has(&shown, "33.2 %");
    shown_has(&shown, "37.6 %");
    shown_command_is(&shown, "lookback row --divisor 8");
}

static void mask_hides_what_comes_later(void **state) {
    (void)state;
    shown_play(&shown, "key Up\n");
    shown_has(&shown, "80.4 %");
    shown_has(&shown, "masked");
    shown_has(&shown, "−∞");
    shown_mouse(&shown, MOUSE_MOVE, HIT_TOKEN, 0);
    shown_play(&shown, "key m\n");
    shown_lacks(&shown, "masked");
    shown_lacks(&shown, "−∞");
    shown_has(&shown, "16.4 %");
    shown_command_is(&shown, "lookback row --query 1 --mask off");
}

static void normalise_puts_the_layer_norm_in(void **state) {
    (void)state;
    shown_has(&shown, "left out; z puts it in");
    shown_play(&shown, "key z\n");
    shown_has(&shown, "2  normalised          0.577   0.577  −1.732   0.577");
    shown_has(&shown, "1  row of the stream   1       1       0       1");
    shown_lacks(&shown, "left out");
    shown_command_is(&shown, "lookback row --normalise on");
    shown_play(&shown, "key z\n");
    shown_has(&shown, "left out");
    shown_command_is(&shown, "lookback row");
}

static void position_by_key_and_mouse(void **state) {
    (void)state;
    shown_play(&shown, "key Home\nkey Up\n");
    assert_int_equal(shown_now(&shown)->position, 0);
    shown_has(&shown, "100.0 %");
    shown_has(&shown, "entropy 0.00 of 0.00 bits");
    shown_play(&shown, "key End\nkey Down\n");
    assert_int_equal(shown_now(&shown)->position, 2);
    shown_mouse(&shown, MOUSE_PRESS, HIT_TOKEN, 1);
    assert_int_equal(shown_now(&shown)->position, 1);
    shown_has(&shown, "“cat” at 1");
    shown_mouse(&shown, MOUSE_WHEEL_DOWN, HIT_TOKEN, 1);
    assert_int_equal(shown_now(&shown)->position, 2);
}

static void hover_tells_of_that_key(void **state) {
    (void)state;
    int y, x;
    const Canvas *c = app_frame(shown.app);
    for (y = 0; y < c->h; y++) {
        Hit hit = canvas_at(c, y, 5)->hit;
        if (hit.kind == HIT_CELL && hit.b == 0) break;
    }
    x = 5;
    shown_event((Event){.kind = EVENT_MOUSE, .mouse = MOUSE_MOVE, .y = y, .x = x}, &shown);
    shown_has(&shown, "q₃·k₁ = 2·1 + 1·1 = 3");
    shown_has(&shown, "gives 14 % to “the” at 0");
    shown_has(&shown, "by chance the same");
    shown_event((Event){.kind = EVENT_MOUSE, .mouse = MOUSE_PRESS, .y = y, .x = x}, &shown);
    assert_int_equal(shown_now(&shown)->position, 0); // a click stands there
}

static void examples_and_undo(void **state) {
    (void)state;
    Scene *first = mem_new(1, sizeof *first);
    *first = *shown_now(&shown);
    shown_play(&shown, "key s\n");
    shown_has(&shown, "a dog barks");
    shown_has(&shown, "62.0 %"); // .620 .074 .306
    shown_has(&shown, "30.6 %");
    shown_command_is(&shown, "lookback row --example a-dog-barks");
    shown_play(&shown, "key m\nkey z\nkey Up\nkey Up\ntype uuuu\n");
    assert_memory_equal(shown_now(&shown), first, sizeof *first);
    shown_play(&shown, "key s\nkey s\nkey Up\nkey s\n");
    shown_has(&shown, "“barks” at 2"); // another text, its last token
    shown_play(&shown, "key s\n");
    shown_has(&shown, "the cat sat");
    free(first);
}

static void many_wide_tokens_fit(void **state) {
    (void)state;
    Scene *scene = shown_scene(&shown.world, SCREEN_ROW, "");
    Worked *w = &scene->worked;
    w->n = WORKED_TOKENS_MAX, w->model = WORKED_MODEL_MAX, w->d = WORKED_HEAD_MAX;
    w->given[WORKED_X] = (Matrix){.rows = w->n, .cols = w->model};
    for (int part = WORKED_WQ; part <= WORKED_WV; part++) w->given[part] = (Matrix){.rows = w->model, .cols = w->d};
    w->given[WORKED_WO] = (Matrix){.rows = w->d, .cols = w->model};
    w->given[WORKED_X].at[0][0] = -1e6;
    static const int SIZES[][2] = {{24, 80}, {12, 40}, {60, 200}, {1, 1}, {3, 200}, {200, 3}};
    for (int k = 0; k < 6; k++) {
        App *app = app_new(&shown.world, scene, SIZES[k][0], SIZES[k][1], k % 2, COLOR_MONO);
        for (int i = 0; i < 12; i++) {
            app_event(app, (Event){.kind = EVENT_KEY, .key = KEY_CODE_UP});
            assert_int_equal(app_frame(app)->h, SIZES[k][0]);
        }
        assert_int_equal(app_state(app)->scene.position, 0);
        app_free(app);
    }
    free(scene);
}

static void large_numbers_keep_to_their_columns(void **state) {
    (void)state;
    shown_close(&shown);
    shown_open(&shown, SCREEN_ROW, "--set X:2,0=-123456.789 --set W_Q:0,0=98765.4321", 24, 80);
    shown_has(&shown, "0  the    −1.2e+10 −1e+10 −8.6e+09       ✓");
    shown_has(&shown, "2  sat    1.51e+15  2e+15 1.06e+15       ✓");
    shown_has(&shown, "3  q: what it asks    −1e+10   1 ");
    shown_has(&shown, "k: what it offers  −123456  1 ");
}

static void long_tokens_leave_the_position_in_the_title(void **state) {
    (void)state;
    Scene *scene = shown_scene(&shown.world, SCREEN_ROW, "");
    for (int i = 0; i < scene->worked.n; i++) {
        memset(scene->worked.token[i].bytes, 'a' + i, WORKED_LABEL_MAX);
        scene->worked.token[i].len = WORKED_LABEL_MAX;
    }
    App *was = shown.app;
    shown.app = app_new(&shown.world, scene, 24, 80, false, COLOR_TRUE);
    shown_has(&shown, "“ccccccccccccccc…” at 2 ");
    shown_has(&shown, "aaaaaaaaa…   bbbbbbbbb…   ccccccccc…"); // all three can be clicked
    shown_has(&shown, "score(ccccccccccccccc…→bbbbbbbbbbbbbbb…) = 4");
    app_free(shown.app);
    shown.app = was;
    free(scene);
}

static void headings_are_whole(void **state) {
    (void)state;
    Scene *scene = shown_scene(&shown.world, SCREEN_ROW, "");
    Worked *w = &scene->worked;
    w->d = WORKED_HEAD_MAX;
    for (int part = WORKED_WQ; part <= WORKED_WV; part++) w->given[part].cols = w->d;
    w->given[WORKED_WO].rows = w->d;
    App *was = shown.app;
    shown.app = app_new(&shown.world, scene, 24, 80, false, COLOR_TRUE);
    shown_has(&shown, "8 weight·v");
    app_free(shown.app);
    shown.app = was;
    free(scene);
}

static void a_wide_screen_has_the_sums_beside_the_keys(void **state) {
    (void)state;
    shown_close(&shown);
    shown_open(&shown, SCREEN_ROW, "", 60, 200);
    shown_has(&shown, "0.568   0.284    q₃·k₂ = 2·1 + 1·2 = 4 ");
    shown_has(&shown, " e^(−1.41) / 1.736 = 0.140 ");
    shown_play(&shown, "key Up\n");
    shown_has(&shown, " q₂·k₃ = 0·2 + 2·1 = 2 ");
    shown_has(&shown, " e^(−∞) / 1.243 = 0 ");
    shown_play(&shown, "size 40 120\n"); // no room there: below
    shown_has(&shown, "   q₂·k₃ = 0·2 + 2·1 = 2 ");
    shown_lacks(&shown, "0.568   0.284    q₃");
}

static void bad_values_are_named(void **state) {
    (void)state;
    shown_refuses(&shown, SCREEN_ROW, "query", "3", "its tokens are 0 to 2");
    shown_refuses(&shown, SCREEN_ROW, "query", "-1", "query is \"-1\"");
    shown_refuses(&shown, SCREEN_ROW, "normalise", "yes", "on or off is wanted");
    shown_refuses(&shown, SCREEN_ROW, "example", "a-dog-bark", "did you mean \"a-dog-barks\"?");
    shown_refuses(&shown, SCREEN_ROW, "divisor", "0", "divisor is \"0\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(follows_the_last_row, open_80, close_it),
        cmocka_unit_test_setup_teardown(divisor_off_sharpens_the_row, open_80, close_it),
        cmocka_unit_test_setup_teardown(divisor_of_ones_own, open_80, close_it),
        cmocka_unit_test_setup_teardown(mask_hides_what_comes_later, open_80, close_it),
        cmocka_unit_test_setup_teardown(normalise_puts_the_layer_norm_in, open_80, close_it),
        cmocka_unit_test_setup_teardown(position_by_key_and_mouse, open_80, close_it),
        cmocka_unit_test_setup_teardown(hover_tells_of_that_key, open_80, close_it),
        cmocka_unit_test_setup_teardown(examples_and_undo, open_80, close_it),
        cmocka_unit_test_setup_teardown(many_wide_tokens_fit, open_80, close_it),
        cmocka_unit_test_setup_teardown(large_numbers_keep_to_their_columns, open_80, close_it),
        cmocka_unit_test_setup_teardown(long_tokens_leave_the_position_in_the_title, open_80, close_it),
        cmocka_unit_test_setup_teardown(headings_are_whole, open_80, close_it),
        cmocka_unit_test_setup_teardown(a_wide_screen_has_the_sums_beside_the_keys, open_80, close_it),
        cmocka_unit_test_setup_teardown(bad_values_are_named, open_80, close_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
