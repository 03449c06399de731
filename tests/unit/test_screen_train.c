// A training on screen: what keys, ticks and the mouse do to it, going back in it, and that it is the same training
// without a screen.
#include "app/screen.h"
#include "app/train_look.h"

#include "screen.h"

#include <jansson.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TINY "--layers 1 --heads 2 --width 8 --mlp 0 --steps 60 --seed 3"

static Shown shown;

static int open_tiny(void **state) {
    (void)state;
    shown_open(&shown, SCREEN_TRAIN, TINY, 24, 80);
    app_finish_work(shown.app);
    return 0;
}

static int close_it(void **state) {
    (void)state;
    shown_close(&shown);
    return 0;
}

static void play(const char *script) {
    shown_play_out(&shown, script);
}

static const Trainer *trainer(void) {
    return shown.world.trainer;
}

static int step(void) {
    return trainer()->run.train.state.step;
}

static void run_all(void) {
    app_train(shown.app, 60);
    app_finish_work(shown.app);
}

static const char *note(void) {
    return app_state(shown.app)->note;
}

static void opens_with_noise_and_settings(void **state) {
    (void)state;
    shown_has(&shown, "Space starts it");
    shown_has(&shown, "2 in each layer");
    shown_has(&shown, "8, of each head 4");
    shown_has(&shown, "50 % of the texts");
    shown_has(&shown, "After “to” comes");
    assert_int_equal(step(), 0);
    shown_command_is(&shown, "lookback train --layers 1 --heads 2 --width 8 --mlp 0 --steps 60 --seed 3");
}

static void ticks_move_it_while_it_runs(void **state) {
    (void)state;
    assert_int_equal(app_pace(shown.app), 0);
    play("tick 1\n");
    assert_int_equal(step(), 0);
    play("key Space\n");
    assert_int_equal(step(), 0);
    assert_int_equal(app_pace(shown.app), TRAIN_TICK_MS);
    play("tick 1\n");
    assert_int_equal(step(), 8);
    shown_lacks(&shown, "Space starts it");
    shown_has(&shown, "■ again");
    play("key >\ntick 1\n");
    assert_int_equal(step(), 28);
    play("key <\nkey <\nkey <\nkey <\ntick 1\n");
    assert_int_equal(step(), 29);
    play("key Space\ntick 1\n");
    assert_int_equal(step(), 29);
    play("key n\n");
    assert_int_equal(step(), 30);
}

static void stops_at_the_last_step(void **state) {
    (void)state;
    play("key Space\nkey >\nkey >\ntick 1\ntick 1\n");
    assert_int_equal(step(), 60);
    assert_false(app_state(shown.app)->training.running);
    play("key Space\n");
    assert_non_null(strstr(note(), "all steps are done"));
}

// However it was cut into ticks and slices, and whatever was looked at meanwhile.
static void trains_as_without_a_screen(void **state) {
    (void)state;
    play("key Space\ntick 1\nkey s\nkey Down\ntick 1\nkey Left\nkey End\nkey Space\nkey >\ntick 1\nkey n\n");
    assert_int_equal(step(), 37);
    Blas blas;
    TrainRun run;
    Error err;
    blas_open(&blas, 1);
    train_run_start(&run, &shown_now(&shown)->train.recipe, &blas);
    while (run.train.state.step < 37) assert_true(train_run_step(&run, &err));
    assert_memory_equal(run.train.state.numbers, trainer()->run.train.state.numbers, run.train.count * sizeof(float));
    train_run_free(&run);
    blas_close(&blas);
}

static void goes_back_and_on(void **state) {
    (void)state;
    double noise[2], trained[2];
    TrainLook look;
    train_look(&look, app_state(shown.app), &shown.world);
    memcpy(noise, train_look_chosen(&look) + look.n, sizeof noise);
    train_look_free(&look);
    run_all();
    assert_int_equal(trainer()->moments, 4);
    train_look(&look, app_state(shown.app), &shown.world);
    memcpy(trained, train_look_chosen(&look) + look.n, sizeof trained);
    train_look_free(&look);
    assert_true(fabs(noise[0] - trained[0]) > 0.002);
    play("key Left\n");
    shown_has(&shown, "step   50");
    play("key Left\nkey Left\nkey Left\n");
    shown_has(&shown, "step    0");
    train_look(&look, app_state(shown.app), &shown.world);
    const double *row = train_look_chosen(&look) + look.n;
    assert_true(fabs(row[0] - noise[0]) < 0.001 && fabs(row[1] - noise[1]) < 0.001); // half precision
    train_look_free(&look);
    play("key Right\n");
    shown_has(&shown, "step   25");
    play("key End\n");
    shown_has(&shown, "step   60");
    shown_mouse(&shown, MOUSE_PRESS, HIT_TRAIN_TIME, 0);
    shown_has(&shown, "step    0");
    assert_int_equal(step(), 60);
}

static void plays_a_film(void **state) {
    (void)state;
    run_all();
    play("key f\n");
    shown_has(&shown, "film");
    shown_has(&shown, "step    0");
    for (int k = 0; k < 9; k++) play("tick 1\n"); // there are few moments: each stands for ten ticks
    shown_has(&shown, "step    0");
    play("tick 1\n");
    shown_has(&shown, "step   25");
    play("key >\nkey >\ntick 1\ntick 1\n");
    shown_has(&shown, "step   50");
    play("tick 1\ntick 1\ntick 1\ntick 1\n");
    assert_false(app_state(shown.app)->training.film);
    assert_int_equal(app_pace(shown.app), 0);
    shown_has(&shown, "step   60");
}

static void levers_reach_the_training(void **state) {
    (void)state;
    play("key n\nkey m\nkey n\nkey d\nkey n\n");
    assert_false(trainer()->run.train.recipe.mask);
    assert_false(trainer()->run.train.recipe.divide);
    assert_true(trainer()->unmasked);
    shown_has(&shown, "with the mask");
    shown_has(&shown, "may read its answer");
    assert_int_equal(step(), 3);
    TrainLook look;
    train_look(&look, app_state(shown.app), &shown.world);
    assert_true(train_look_chosen(&look)[1] > 0.01);
    train_look_free(&look);
    play("key m\nkey d\nkey n\n");
    train_look(&look, app_state(shown.app), &shown.world);
    assert_true(train_look_chosen(&look)[1] == 0);
    train_look_free(&look);
    assert_true(trainer()->run.train.recipe.mask && trainer()->run.train.recipe.divide);
    shown_lacks(&shown, "may read its answer");
}

static void settings_change_before_the_start_alone(void **state) {
    (void)state;
    play("key +\n");
    assert_int_equal(trainer()->run.train.recipe.layers, 2);
    play("key Tab\nkey +\nkey Tab\nkey -\n");
    assert_int_equal(trainer()->run.train.recipe.heads, 4);
    assert_int_equal(trainer()->run.train.recipe.width, 4);
    play("key -\n");
    assert_int_equal(trainer()->run.train.recipe.width, 4);
    assert_non_null(strstr(note(), "not divisible"));
    play("key n\nkey +\n");
    assert_non_null(strstr(note(), "only before the start"));
    play("key 0\nkey +\n");
    assert_int_equal(trainer()->run.train.recipe.width, 8);
}

static void begins_again(void **state) {
    (void)state;
    play("key Space\ntick 1\nkey r\n");
    assert_int_equal(step(), 0);
    assert_int_equal((int)trainer()->run.train.recipe.seed, 4);
    play("tick 1\n");
    assert_int_equal(step(), 8);
    play("key 0\n");
    assert_int_equal(step(), 0);
    assert_int_equal((int)trainer()->run.train.recipe.seed, 4);
    assert_false(app_state(shown.app)->training.running);
}

static void undo_begins_again_too(void **state) {
    (void)state;
    play("key Space\ntick 1\nkey r\ntick 1\n");
    assert_int_equal(step(), 8);
    play("key u\n");
    assert_int_equal(step(), 0);
    assert_int_equal((int)trainer()->run.train.recipe.seed, 3);
}

// Not only when the ticks' steps are done.
static void a_pause_is_at_once(void **state) {
    (void)state;
    app_event(shown.app, (Event){.kind = EVENT_KEY, .key = ' '});
    app_event(shown.app, (Event){.kind = EVENT_TICK, .y = 1});
    app_work(shown.app);
    assert_true(app_busy(shown.app));
    app_event(shown.app, (Event){.kind = EVENT_KEY, .key = ' '});
    assert_false(app_busy(shown.app));
    assert_int_equal(step(), 1);
}

static void remove_training(const char *folder) {
    static const char *const FILES[] = {"config.json", "tokenizer.json",         "model.safetensors",
                                        "README.md",   "timeline.safetensors", "resume.safetensors"};
    for (int k = 0; k < 6; k++) {
        char file[96];
        snprintf(file, sizeof file, "%s/%s", folder, FILES[k]);
        assert_int_equal(unlink(file), 0);
    }
    assert_int_equal(rmdir(folder), 0);
}

static void saves_by_key(void **state) {
    (void)state;
    char folder[] = "/tmp/lookback-test-XXXXXX", path[64], file[96];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/model", folder);
    snprintf(file, sizeof file, "%s/model.safetensors", path);
    play("key w\n");
    assert_non_null(strstr(note(), "train -o DIR"));
    world_train_into(&shown.world, path);
    play("key w\n");
    assert_non_null(strstr(note(), "cannot"));
    assert_int_equal(mkdir(path, 0700), 0);
    play("key n\nkey w\n");
    assert_non_null(strstr(note(), "step 1 written to"));
    assert_int_equal(access(file, R_OK), 0);
    remove_training(path);
    assert_int_equal(rmdir(folder), 0);
}

static void json_has_what_is_shown(void **state) {
    (void)state;
    Str out = {0};
    play("key n\nkey n\n");
    SCREEN_OF_TRAIN.table[0].write(shown_now(&shown), &shown.world, &out);
    json_t *root = json_loadb(str_text(&out), out.len, 0, NULL);
    assert_non_null(root);
    assert_int_equal(json_integer_value(json_object_get(root, "step")), 2);
    assert_int_equal(json_array_size(json_object_get(json_object_get(root, "loss_nats"), "again")), 2);
    assert_int_equal(json_array_size(json_object_get(root, "tokens")), 15);
    assert_int_equal(json_array_size(json_object_get(root, "weight")), 15);
    json_decref(root);
    str_free(&out);
}

static void any_size_is_drawn(void **state) {
    (void)state;
    play("key n\n");
    for (int h = 1; h < 60; h += 1 + h / 6) {
        for (int w = 1; w < 200; w += 1 + w / 6) {
            app_event(shown.app, (Event){.kind = EVENT_RESIZE, .y = h, .x = w});
            const Canvas *c = app_frame(shown.app);
            assert_true(c->h == h && c->w == w);
        }
    }
}

static void a_text_of_its_words(void **state) {
    (void)state;
    play("key e\nkey Ctrl+u\ntype the cat, saw xylophones.\nkey Enter\n");
    assert_non_null(strstr(note(), "\"xylophones\" is not among the 121 words of this language"));
    shown_has(&shown, "\"xylophones\" is not");
    play("key Ctrl+u\ntype mary\nkey Enter\n");
    assert_non_null(strstr(note(), "did you mean \"Mary\"?"));
    play("key Ctrl+u\nkey Enter\n");
    assert_non_null(strstr(note(), "no word"));
    play("type The cat,saw a dog .\nkey Enter\n");
    shown_has(&shown, "own text");
    shown_has(&shown, "⟨BOS⟩ The cat , saw a dog .");
    shown_has(&shown, "After “.” comes");
    Str line = {0};
    scene_command(shown_now(&shown), &shown.world.library, &line);
    assert_non_null(strstr(str_text(&line), " --seed 3 --text 'The cat, saw a dog.'"));
    str_free(&line);
    play("key s\n");
    shown_lacks(&shown, "own text");
    play("key S\n");
    shown_has(&shown, "own text");
    play("key Enter\n");
    shown_has(&shown, "The cat , saw a dog .");
    play("key Esc\nkey u\nkey u\nkey u\nkey u\nkey u\nkey s\nkey S\nkey S\n");
    shown_has(&shown, "asking-3"); // there is no other
    Str many = {0};
    for (int k = 0; k < TRAIN_OWN_MAX + 1; k++) str_puts(&many, k % 2 ? " cat" : " the");
    shown_refuses(&shown, SCREEN_TRAIN, "text", str_text(&many), "at most 48 words");
    str_free(&many);
}

static void a_lever_marks_the_curves(void **state) {
    (void)state;
    play("key n\nkey n\nkey n\n");
    shown_lacks(&shown, "mask off");
    play("key m\nkey n\n");
    shown_has(&shown, "▼ mask off");
    app_event(shown.app, (Event){.kind = EVENT_RESIZE, .y = 40, .x = 160});
    app_train(shown.app, 40);
    app_finish_work(shown.app);
    play("key m\nkey d\nkey n\n");
    shown_has(&shown, "▼ mask off");
    shown_has(&shown, "▼ mask on, ÷ off");
    play("key Left\n");
    shown_has(&shown, "mask ○"); // as it was at step 25
    shown_has(&shown, "÷√4 ●");
    play("key d\n");
    assert_non_null(strstr(note(), "divisor on when it goes on, from step 41"));
    shown_has(&shown, "÷√4 ●");
}

static void goes_on_from_a_folder(void **state) {
    (void)state;
    char folder[] = "/tmp/lookback-test-XXXXXX";
    Error err;
    NetRecipe recipe;
    assert_non_null(mkdtemp(folder));
    world_train_into(&shown.world, folder);
    app_train(shown.app, 30);
    app_finish_work(shown.app);
    play("key m\nkey n\nkey n\nkey n\nkey w\n");
    float *numbers = MEM_NEW(float, trainer()->run.train.count);
    memcpy(numbers, trainer()->run.train.state.numbers, trainer()->run.train.count * sizeof *numbers);
    shown_close(&shown);
    open_tiny(NULL);
    if (!world_resume(&shown.world, folder, &recipe, &err)) fail_msg("%s", err.text);
    Scene *scene = shown_scene(&shown.world, SCREEN_TRAIN, "");
    scene_train_again(scene, &recipe);
    app_free(shown.app);
    shown.app = app_new(&shown.world, scene, 24, 80, false, COLOR_TRUE);
    app_finish_work(shown.app);
    free(scene);
    assert_int_equal(step(), 33);
    assert_memory_equal(numbers, trainer()->run.train.state.numbers, trainer()->run.train.count * sizeof *numbers);
    free(numbers);
    shown_has(&shown, "step   33");
    shown_has(&shown, "▼ mask off");
    assert_true(trainer()->unmasked);
    play("key Left\n");
    shown_has(&shown, "step   25");
    play("key Right\nkey n\nkey w\n");
    assert_int_equal(step(), 34);
    assert_non_null(strstr(note(), "step 34 written to"));
    play("key 0\n"); // noise, and no longer the folder
    assert_int_equal(step(), 0);
    assert_false(world_resume(&shown.world, "/tmp", &recipe, &err));
    assert_non_null(strstr(err.text, "/tmp: there is no training"));
    remove_training(folder);
}

static void divergence_is_said_with_its_step(void **state) {
    (void)state;
    shown_open(&shown, SCREEN_TRAIN, TINY " --rate 1000", 24, 80);
    run_all();
    assert_true(trainer()->diverged);
    assert_non_null(strstr(note(), "training diverged: at step "));
    shown_has(&shown, "training diverged: at step ");
    play("key Space\n");
    assert_non_null(strstr(note(), "0 begins again"));
    assert_false(app_state(shown.app)->training.running);
}

static void wrong_settings_are_refused(void **state) {
    (void)state;
    shown_refuses(&shown, SCREEN_TRAIN, "layers", "9", "1 to 8");
    shown_refuses(&shown, SCREEN_TRAIN, "seed", "-1", "whole number");
    shown_refuses(&shown, SCREEN_TRAIN, "sentence", "iio", "ioi");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(opens_with_noise_and_settings, open_tiny, close_it),
        cmocka_unit_test_setup_teardown(ticks_move_it_while_it_runs, open_tiny, close_it),
        cmocka_unit_test_setup_teardown(stops_at_the_last_step, open_tiny, close_it),
        cmocka_unit_test_setup_teardown(trains_as_without_a_screen, open_tiny, close_it),
        cmocka_unit_test_setup_teardown(goes_back_and_on, open_tiny, close_it),
        cmocka_unit_test_setup_teardown(plays_a_film, open_tiny, close_it),
        cmocka_unit_test_setup_teardown(levers_reach_the_training, open_tiny, close_it),
        cmocka_unit_test_setup_teardown(settings_change_before_the_start_alone, open_tiny, close_it),
        cmocka_unit_test_setup_teardown(begins_again, open_tiny, close_it),
        cmocka_unit_test_setup_teardown(undo_begins_again_too, open_tiny, close_it),
        cmocka_unit_test_setup_teardown(a_pause_is_at_once, open_tiny, close_it),
        cmocka_unit_test_setup_teardown(saves_by_key, open_tiny, close_it),
        cmocka_unit_test_setup_teardown(json_has_what_is_shown, open_tiny, close_it),
        cmocka_unit_test_setup_teardown(any_size_is_drawn, open_tiny, close_it),
        cmocka_unit_test_setup_teardown(a_text_of_its_words, open_tiny, close_it),
        cmocka_unit_test_setup_teardown(a_lever_marks_the_curves, open_tiny, close_it),
        cmocka_unit_test_setup_teardown(goes_on_from_a_folder, open_tiny, close_it),
        cmocka_unit_test_teardown(divergence_is_said_with_its_step, close_it),
        cmocka_unit_test_setup_teardown(wrong_settings_are_refused, open_tiny, close_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
