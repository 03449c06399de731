// The models that come with the program, as lessons show them: opened when a scene names one, looked at in any state of
// their training, and asked for numbers without being disturbed.
#include "screen.h"

#include "app/shelf.h"
#include "lesson/metric.h"
#include "model/net_source.h"
#include "net/readout.h"

#include <math.h>

static const char TEXT[] = "tree lamp Mary blue cat door rain tree lamp Mary blue cat door rain";

static Shown shown;

static int open_training(void **state) {
    (void)state;
    shown_open(&shown, SCREEN_TRAIN, "--run words --step 800", 24, 80);
    return 0;
}

static int open_model(void **state) {
    (void)state;
    shown_open(&shown, SCREEN_PREDICT, "--model words --layer 1", 24, 80);
    return 0;
}

static int close_it(void **state) {
    (void)state;
    shown_close(&shown);
    return 0;
}

static double value(const Scene *s, const char *words) {
    Metric m;
    Error err;
    double out = NAN;
    if (!metric_parse(&m, words, false, &err)) fail_msg("%s: %s", words, err.text);
    if (!metric_value(&m, (MetricPlace){.scene = s, .lib = &shown.world.library}, &out, &err))
        fail_msg("%s: %s", words, err.text);
    return out;
}

static void set(Scene *s, const char *name, const char *to) {
    Error err;
    if (!scene_set(s, &shown.world.library, name, to, &err)) fail_msg("%s: %s", name, err.text);
}

// A scene of its own, finished.
static Scene *scene_of(ScreenId screen, const char *const *settings) {
    Scene *s = MEM_NEW(Scene, 1);
    Error err;
    scene_init(s, &shown.world.library, screen);
    for (; *settings; settings += 2) set(s, settings[0], settings[1]);
    if (!scene_finish(s, &shown.world.library, &err)) fail_msg("%s", err.text);
    return s;
}

static void a_stored_training_is_walked_through(void **state) {
    (void)state;
    const TrainView *v = &shown_now(&shown)->train;
    const Trainer *t = shelf_trainer(shown_now(&shown), &shown.world);
    assert_true(t->stored);
    assert_int_equal(v->step, t->moment[trainer_moment_at(t, 800)]);
    shown_has(&shown, "stored");
    int from = v->step;
    shown_play(&shown, "key Right\n");
    assert_true(v->step > from);
    shown_play(&shown, "key Left\nkey Left\n");
    assert_true(v->step < from);
    shown_play(&shown, "key Home\n");
    assert_int_equal(v->step, 0);
    shown_play(&shown, "key End\n");
    assert_int_equal(v->step, v->recipe.steps);
    shown_play(&shown, "key u\n"); // a walk is one change
    assert_int_equal(v->step, from);
}

static void it_is_played_and_never_goes_on(void **state) {
    (void)state;
    const State *s = app_state(shown.app);
    const Trainer *t = shelf_trainer(&s->scene, &shown.world);
    assert_false(app_busy(shown.app));
    shown_play(&shown, "key Home\nkey Space\n");
    for (int k = 1; k < t->moments; k++) {
        int ticks = 0;
        assert_true(app_pace(shown.app) > 0);
        while (s->scene.train.step == t->moment[k - 1] && ++ticks < 100) shown_play(&shown, "tick 1\n");
        assert_int_equal(s->scene.train.step, t->moment[k]);
    }
    assert_int_equal(app_pace(shown.app), 0);
    shown_play(&shown, "key n\n");
    shown_has(&shown, "this training is stored");
    assert_false(app_busy(shown.app));
    assert_false(shown.world.trainer->begun);
}

static void its_levers_are_those_of_the_view(void **state) {
    (void)state;
    shown_has(&shown, "mask ●");
    shown_play(&shown, "key m\n");
    shown_has(&shown, "mask ○");
    assert_false(shown_now(&shown)->train.recipe.mask);
}

static void its_recipe_stays(void **state) {
    (void)state;
    Scene *s = scene_of(SCREEN_TRAIN, (const char *[]){"run", "cheat", "mask", "on", NULL});
    Error err;
    set(s, "layers", "3");
    assert_false(scene_finish(s, &shown.world.library, &err));
    free(s);
    s = MEM_NEW(Scene, 1);
    scene_init(s, &shown.world.library, SCREEN_TRAIN);
    assert_false(scene_set(s, &shown.world.library, "step", "3", &err));
    assert_false(scene_set(s, &shown.world.library, "run", "nothing", &err));
    free(s);
}

// Numbers of the training are those of its file.
static void its_numbers_are_the_file_s(void **state) {
    (void)state;
    Words words;
    Timeline line = {0};
    Error err;
    words_init(&words);
    if (!timeline_open(&line, &words, PROJECT_DATA "/models/words", &err)) fail_msg("%s", err.text);
    const Scene *s = shown_now(&shown);
    const Pulse *p = timeline_pulse_at(&line, s->train.step), *end = timeline_pulse_at(&line, line.recipe.steps);
    CHECK_NEAR(value(s, "step"), p->step, 0);
    CHECK_NEAR(value(s, "loss again"), p->loss.again, 0);
    CHECK_NEAR(value(s, "grade sentences"), p->grades.sentences, 0);
    CHECK_NEAR(value(s, "accuracy"), p->grades.accuracy, 0);
    CHECK_NEAR(value(s, "class induction 1 2"), (double)p->scores.at[SCORE_INDUCTION][1][2], 0);
    CHECK_NEAR(value(s, "class induction 1 2 with step 6000"), (double)end->scores.at[SCORE_INDUCTION][1][2], 0);
    CHECK_NEAR(value(s, "best-layer previous-token with step 6000"), 0, 0);
    double since = value(s, "since induction");
    int layer, head;
    p = timeline_pulse_at(&line, (int)since);
    assert_true(head_scores_best(&p->scores, SCORE_INDUCTION, &line.shape, -1, &layer, &head) > 0.5f);
    p = timeline_pulse_at(&line, (int)since - 1);
    assert_true(head_scores_best(&p->scores, SCORE_INDUCTION, &line.shape, -1, &layer, &head) <= 0.5f);
    timeline_free(&line);
    words_free(&words);
}

// The same text run by hand.
static void numbers_of_a_text_are_those_of_a_run(void **state) {
    (void)state;
    Scene *s = scene_of(SCREEN_PREDICT, (const char *[]){"model", "words", "text", TEXT, "cuts", "1.0,1.2", NULL});
    const ShelfModel *m = shelf_open(&shown.world.library, 0);
    const Language *l = net_source_language(m->source);
    Ids ids = {0};
    Error err;
    NetRun run = {0};
    NetLevers levers = net_levers();
    double loss[14], sum = 0;
    ids_add(&ids, l->bos);
    assert_true(language_encode(l, TEXT, strlen(TEXT), false, &ids, &err));
    assert_int_equal(ids.count, 15);
    net_levers_toggle(&levers, (NetCut){.kind = NET_CUT_ZERO, .layer = 1, .head = 0});
    net_levers_toggle(&levers, (NetCut){.kind = NET_CUT_ZERO, .layer = 1, .head = 2});
    assert_true(net_run_start(&run, &l->checkpoint.weights, &l->blas, ids.at, ids.count, &levers, &err));
    net_run_finish(&run);
    net_losses(&run, 1, 15, loss);
    for (int k = 9; k <= 14; k++) sum += loss[k - 1];
    CHECK_NEAR(value(s, "loss-at 9"), loss[8], 1e-5);
    CHECK_NEAR(value(s, "loss-over 9 14"), sum / 6, 1e-5);
    assert_true(value(s, "loss-over 9 14 with cuts 1.1") < 0.1);
    float *logits = MEM_NEW(float, (size_t)l->checkpoint.weights.shape.vocabulary);
    net_logits(&run, 2, 14, logits);
    int tree = m->source->find_token(m->source, "tree", 4, &err), cat = m->source->find_token(m->source, "cat", 3, &err);
    CHECK_NEAR(value(s, "logit-difference tree cat"), (double)logits[tree] - (double)logits[cat], 1e-5);
    assert_true(value(s, "probability tree") > 0 && value(s, "probability tree") < 1);
    free(logits);
    net_run_free(&run);
    ids_free(&ids);
    free(s);
}

static void a_state_of_the_past_has_its_own_numbers(void **state) {
    (void)state;
    Scene *now = scene_of(SCREEN_OPEN, (const char *[]){"model", "words", "text", TEXT, "query", "12", NULL});
    Scene *then = scene_of(SCREEN_OPEN, (const char *[]){"model", "words", "text", TEXT, "query", "12", "step", "0", NULL});
    double a = value(now, "loss-over 9 14"), b = value(then, "loss-over 9 14");
    assert_true(a < 0.2 && b > 4);
    CHECK_NEAR(value(now, "loss-over 9 14"), a, 0);
    CHECK_NEAR(value(then, "loss-over 9 14"), b, 0);
    CHECK_NEAR(value(then, "row-sum 12"), 1, 1e-6);
    assert_true(value(now, "best induction") > 0.9 && value(then, "best induction") < 0.1);
    free(now);
    free(then);
}

// What is asked of other scenes leaves the run on screen as it is.
static void numbers_do_not_disturb_what_is_shown(void **state) {
    (void)state;
    Source *src = scene_opened(shown_now(&shown), &shown.world.library);
    shown_play(&shown, "key K\n"); // a cut
    assert_true(src->ready);
    long version = src->version;
    const NetRun *run = net_source_run(src);
    Scene *other = scene_of(SCREEN_OPEN, (const char *[]){"model", "words", "text", TEXT, "step", "1000", "mask", "off",
                                                          "scope", "model", NULL});
    assert_true(value(other, "future-mass 2") > 0);
    assert_int_equal(src->version, version);
    assert_ptr_equal(net_source_run(src), run);
    assert_true(src->ready);
    free(other);
}

static void the_checks_are_numbers_too(void **state) {
    (void)state;
    const Scene *s = shown_now(&shown);
    assert_true(value(s, "worst-sum") < 1e-5);
    CHECK_NEAR(value(s, "above-diagonal"), 0, 0);
    CHECK_NEAR(value(s, "earlier-moved"), 0, 0);
    assert_true(value(s, "later-moved") > 0);
    assert_true(value(s, "rebuilt-off") < 1e-5);
    assert_true(value(s, "undivided-off") > value(s, "rebuilt-off"));
    assert_true(value(s, "undivided-entropy") < value(s, "rebuilt-entropy"));
    assert_true(value(s, "raw-row-off") > 0 && value(s, "no-bias-off") > 0);
    assert_true(value(s, "changed-token") > 0);
}

static void a_folder_that_is_not_there_is_named(void **state) {
    (void)state;
    struct ModelShelf *shelf = shelf_new("/no/such", (WordSet){0}, (WordSet){0});
    const Shelf *face = shelf_face(shelf);
    Error err;
    assert_null(face->open(face->of, 0, &err));
    assert_non_null(strstr(err.text, "/no/such/models/words"));
    assert_null(face->open(face->of, 0, &err)); // again
    shelf_delete(shelf);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_stored_training_is_walked_through, open_training, close_it),
        cmocka_unit_test_setup_teardown(it_is_played_and_never_goes_on, open_training, close_it),
        cmocka_unit_test_setup_teardown(its_levers_are_those_of_the_view, open_training, close_it),
        cmocka_unit_test_setup_teardown(its_recipe_stays, open_training, close_it),
        cmocka_unit_test_setup_teardown(its_numbers_are_the_file_s, open_training, close_it),
        cmocka_unit_test_setup_teardown(numbers_of_a_text_are_those_of_a_run, open_model, close_it),
        cmocka_unit_test_setup_teardown(a_state_of_the_past_has_its_own_numbers, open_model, close_it),
        cmocka_unit_test_setup_teardown(numbers_do_not_disturb_what_is_shown, open_model, close_it),
        cmocka_unit_test_setup_teardown(the_checks_are_numbers_too, open_model, close_it),
        cmocka_unit_test(a_folder_that_is_not_there_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
