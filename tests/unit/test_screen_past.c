// A model shown at earlier states of its training: those of a folder's timeline, and of a training that is going on.
#include "screen.h"

#include "app/predict.h"
#include "app/trainer.h"
#include "base/file.h"
#include "model/past.h"
#include "net/pattern.h"

#include <stdio.h>
#include <unistd.h>

#define WORDS PROJECT_DATA "/models/words"
#define TINY "--layers 1 --heads 2 --width 8 --mlp 0 --steps 60 --seed 3"

static Shown shown;

static bool happen(Event e, void *app) {
    app_frame(app);
    app_event(app, e);
    app_finish_work(app);
    return true;
}

// Plays a script; all work is done before the next event.
static void play(const char *script) {
    Error err;
    if (!script_read(script, strlen(script), "script", happen, shown.app, &err)) fail_msg("%s", err.text);
}

static void open_model(const char *folder, const char *settings) {
    Error err;
    text_init();
    shown = (Shown){0};
    if (!world_load(PROJECT_DATA, &shown.world, &err)) fail_msg("%s", err.text);
    if (!world_open_model(&shown.world, folder, (NetSourceText){0}, &err)) fail_msg("%s", err.text);
    Scene *scene = shown_scene(&shown.world, SCREEN_OPEN, settings);
    shown.app = app_new(&shown.world, scene, 24, 80, false, COLOR_TRUE);
    free(scene);
    app_finish_work(shown.app);
}

static void open_training(const char *settings) {
    shown_open(&shown, SCREEN_TRAIN, settings, 24, 80);
    app_finish_work(shown.app);
}

static int close_it(void **state) {
    (void)state;
    shown_close(&shown);
    return 0;
}

static Source *opened(void) {
    return scene_opened(shown_now(&shown), &shown.world.library);
}

static const char *note(void) {
    return app_state(shown.app)->note;
}

// The row of the view, and that of weights run by hand on the same ids.
static void check_row(const NetWeights *w, const NetLevers *levers) {
    Blas blas;
    NetRun run = {0};
    Error err;
    const NetRun *base = net_source_base(opened());
    const OpenView *o = &shown_now(&shown)->open;
    SourceView v = scene_source_view(shown_now(&shown), &shown.world.library);
    AttentionRow row = {0};
    float *want = MEM_NEW(float, (size_t)base->n);
    blas_open(&blas, 1);
    assert_true(net_run_start(&run, w, &blas, base->ids, base->n, levers, &err));
    net_run_finish(&run);
    net_weights_row(&run, NULL, o->layer, o->head, o->query, want);
    if (!source_row(opened(), &v, o->query, &row, &err)) fail_msg("%s", err.text);
    for (int j = 0; j < base->n; j++) CHECK_NEAR(row.weight[j], (double)want[j], 1e-5);
    free(want);
    attention_row_free(&row);
    net_run_free(&run);
    blas_close(&blas);
}

static void read_line(Timeline *line) {
    Words words;
    Error err;
    words_init(&words);
    *line = (Timeline){0};
    if (!timeline_open(line, &words, WORDS, &err)) fail_msg("%s", err.text);
    words_free(&words);
}

// ---- of a folder

static void the_state_at_or_before_a_step(void **state) {
    (void)state;
    Timeline line;
    Past past = {0};
    NetLevers plain = net_levers();
    read_line(&line);
    past_view(&past, &line);
    open_model(WORDS, "--step 800 --layer 1");
    int k = past_at(&past, 800);
    assert_true(line.step[k] <= 800 && line.step[k + 1] > 800);
    assert_int_equal(shown_now(&shown)->open.step, line.step[k]);
    shown_has(&shown, "step 725 of 6000");
    shown_has(&shown, "the model as it was");
    check_row(past_weights(&past, k), &plain);
    play("key }\n");
    check_row(past_weights(&past, k + 1), &plain);
    play("key {\nkey {\n");
    check_row(past_weights(&past, k - 1), &plain);
    past_free(&past);
    timeline_free(&line);
}

static void keeps_what_was_looked_at(void **state) {
    (void)state;
    open_model(WORDS, "--layer 1 --head-index 1 --query 9 --key 2");
    play("key W\nkey m\nkey K\nkey E\nkey Up\n");
    Str before = {0};
    str_puts(&before, shown_text(&shown));
    shown_has(&shown, "step 6000 of 6000");
    play("key {\n");
    shown_has(&shown, "step 5500 of 6000");
    const OpenView *o = &shown_now(&shown)->open;
    assert_true(o->query == 8 && o->key == 2 && o->cuts == 2 && o->whole && !o->mask && o->layer == 1 && o->head == 1);
    assert_true(net_source_run(opened())->levers.cuts == 2 && !net_source_run(opened())->levers.mask);
    play("key f\nkey {\nkey M\nkey {\nkey f\n");
    assert_int_equal(o->cuts, 2);
    shown_has(&shown, "step 4500 of 6000");
    play("key u\nkey u\nkey u\nkey u\nkey u\nkey }\n");
    assert_string_equal(shown_text(&shown), str_text(&before));
    play("key }\n");
    assert_non_null(strstr(note(), "as it stands"));
    str_free(&before);
}

static void noise_is_the_first(void **state) {
    (void)state;
    open_model(WORDS, "--step 0 --view map");
    shown_has(&shown, "step 0 of 6000");
    assert_true(opened()->map.done);
    play("key {\n");
    assert_non_null(strstr(note(), "noise"));
    assert_int_equal(opened()->at, 0);
}

static void the_last_step_is_the_model_itself(void **state) {
    (void)state;
    open_model(WORDS, "--step 6000");
    assert_false(shown_now(&shown)->open.past);
    Str line = {0};
    play("key {\n");
    scene_command(shown_now(&shown), &shown.world.library, &line);
    assert_non_null(strstr(str_text(&line), "--step 5500"));
    str_free(&line);
    shown_refuses(&shown, SCREEN_OPEN, "step", "6001", "steps 0 to 6000");
    shown_refuses(&shown, SCREEN_OPEN, "step", "-1", "0 to");
}

static void without_a_timeline(void **state) {
    (void)state;
    open_model(TEST_DATA "/gpt2-tiny/words", "");
    shown_lacks(&shown, "step ");
    play("key {\n");
    assert_non_null(strstr(note(), "no timeline"));
    shown_refuses(&shown, SCREEN_OPEN, "step", "3", "no timeline");
}

// ---- folders of other people

static void copy(const char *from, const char *to, const char *name, size_t most) {
    Str path = {0}, text = {0};
    Error err;
    str_printf(&path, "%s/%s", from, name);
    if (!file_read(str_text(&path), 1 << 24, &text, &err)) fail_msg("%s", err.text);
    str_clear(&path);
    str_printf(&path, "%s/%s", to, name);
    if (!file_write(str_text(&path), text.s, text.len < most ? text.len : most, &err)) fail_msg("%s", err.text);
    str_free(&path);
    str_free(&text);
}

static const char *const FILES[] = {"config.json", "tokenizer.json", "model.safetensors", "timeline.safetensors"};
enum { MODEL_FILES = 4 };

static void copy_model(const char *folder, size_t most) {
    for (int k = 0; k < MODEL_FILES; k++) copy(WORDS, folder, FILES[k], k < MODEL_FILES - 1 ? SIZE_MAX : most);
}

static void remove_model(const char *folder) {
    char path[96];
    for (int k = 0; k < MODEL_FILES; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, FILES[k]);
        unlink(path);
    }
    assert_int_equal(rmdir(folder), 0);
}

static void a_broken_timeline_is_said_when_asked_for(void **state) {
    (void)state;
    char folder[] = "/tmp/lookback-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    copy_model(folder, 100000);
    open_model(folder, "");
    play("key {\n");
    assert_non_null(strstr(note(), "timeline.safetensors: "));
    remove_model(folder);
}

static void a_timeline_of_another_model(void **state) {
    (void)state;
    char folder[] = "/tmp/lookback-test-XXXXXX";
    Words words;
    Error err;
    Timeline line;
    assert_non_null(mkdtemp(folder));
    copy_model(folder, SIZE_MAX);
    read_line(&line);
    line.numbers[(size_t)line.states * line.count - 1] ^= 1; // as little as can be
    words_init(&words);
    assert_true(timeline_write(&line, &words, folder, &err));
    open_model(folder, "");
    assert_non_null(strstr(opened()->timeless, "is of another model"));
    assert_int_equal(opened()->moments, 0);
    timeline_free(&line);
    words_free(&words);
    remove_model(folder);
}

// ---- of a training

static const Trainer *trainer(void) {
    return shown.world.trainer;
}

static void a_training_is_opened_where_it_is(void **state) {
    (void)state;
    NetLevers plain = net_levers();
    open_training(TINY);
    app_train(shown.app, 60);
    app_finish_work(shown.app);
    play("key Down\nkey Left\nkey Left\n");
    Str before = {0};
    str_puts(&before, shown_text(&shown));
    play("key Enter\n");
    shown_has(&shown, "training  step 25 of 60  layer 0 head 1");
    shown_has(&shown, "store ,");
    shown_has(&shown, "⟨BOS⟩ ●");
    check_row(past_weights(&((Trainer *)trainer())->past, 1), &plain);
    play("key K\nkey W\nkey d\nkey }\nkey }\nkey f\n");
    shown_has(&shown, "step 60 of 60");
    assert_int_equal(shown_now(&shown)->open.cuts, 1);
    assert_false(shown_now(&shown)->open.past);
    check_row(&trainer()->run.train.weights, &net_source_run(opened())->levers);
    play("key Esc\n");
    assert_string_equal(shown_text(&shown), str_text(&before));
    play("key v\n");
    shown_has(&shown, "what comes next");
    play("key Esc\nkey M\n");
    assert_true(opened()->map.done);
    shown_has(&shown, "previous-token");
    play("key o\n");
    shown_has(&shown, "What comes next");
    str_free(&before);
}

// What is opened follows what has been trained since.
static void a_training_goes_on(void **state) {
    (void)state;
    NetLevers plain = net_levers();
    open_training(TINY);
    play("key n\nkey Enter\n");
    shown_has(&shown, "step 1 of 60");
    check_row(&trainer()->run.train.weights, &plain);
    play("key Esc\nkey n\nkey Enter\n");
    shown_has(&shown, "step 2 of 60");
    check_row(&trainer()->run.train.weights, &plain);
    play("key Esc\nkey Space\ntick 1\nkey Enter\n");
    assert_false(app_state(shown.app)->training.running);
    shown_has(&shown, "step 10 of 60");
    play("tick 1\nkey Esc\ntick 1\n");
    shown_has(&shown, "step   10");
    // what is gone cannot be gone back to
    play("key Enter\nkey ]\nkey Esc\nkey 0\nkey Tab\nkey -\n");
    shown_play(&shown, "key u\nkey u\n"); // no work is done in between
    app_frame(shown.app);
    assert_int_equal(shown_now(&shown)->screen, SCREEN_TRAIN);
}

static void levers_of_a_moment(void **state) {
    (void)state;
    open_training(TINY);
    app_train(shown.app, 25);
    app_finish_work(shown.app);
    play("key d\nkey m\n");
    app_train(shown.app, 50);
    app_finish_work(shown.app);
    play("key d\nkey m\nkey n\nkey Left\nkey Enter\n");
    shown_has(&shown, "step 50 of 60");
    shown_has(&shown, "trained without the mask   trained without the divisor");
    shown_has(&shown, "÷1 ●");
    assert_true(shown_now(&shown)->open.whole && !shown_now(&shown)->open.mask);
    CHECK_NEAR(opened()->divisor, 1, 0);
    CHECK_NEAR(source_divisor(opened(), true, 25, 0), 2, 0); // known before it is gone to
    NetLevers unmasked = net_levers();
    unmasked.mask = false;
    NetWeights w = *past_weights(&((Trainer *)trainer())->past, 2);
    assert_false(w.shape.divide);
    check_row(&w, &unmasked);
    play("key {\n");
    shown_lacks(&shown, "trained without");
    CHECK_NEAR(opened()->divisor, 2, 0);
    play("key Esc\nkey Left\nkey Enter\n");
    assert_true(!shown_now(&shown)->open.whole && shown_now(&shown)->open.mask);
    shown_has(&shown, "÷√4 ●");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_state_at_or_before_a_step, close_it),
        cmocka_unit_test_teardown(keeps_what_was_looked_at, close_it),
        cmocka_unit_test_teardown(noise_is_the_first, close_it),
        cmocka_unit_test_teardown(the_last_step_is_the_model_itself, close_it),
        cmocka_unit_test_teardown(without_a_timeline, close_it),
        cmocka_unit_test_teardown(a_broken_timeline_is_said_when_asked_for, close_it),
        cmocka_unit_test_teardown(a_timeline_of_another_model, close_it),
        cmocka_unit_test_teardown(a_training_is_opened_where_it_is, close_it),
        cmocka_unit_test_teardown(a_training_goes_on, close_it),
        cmocka_unit_test_teardown(levers_of_a_moment, close_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
