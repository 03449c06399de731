// A training as a folder: what is written is read, resumed bits are the same, and nothing is lost when writing fails.
#include "base/file.h"
#include "base/mem.h"
#include "math/half.h"
#include "model/checkpoint.h"
#include "model/tokenizer.h"
#include "model/train_files.h"
#include "model/train_run.h"
#include "net/block.h"

#include "check.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static Blas blas;
static char folder[64];

static const char *const FILES[] = {"config.json", "tokenizer.json",       "model.safetensors",
                                    "README.md",   "timeline.safetensors", "resume.safetensors"};
enum { FILE_COUNT = 6, FILE_LIMIT = 64 << 20 };

static void path_of(char out[128], const char *name) {
    snprintf(out, 128, "%s/%s", folder, name);
}

static int open_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder,
             "/tmp/lookback-train-XX"
             "XX"
             "XX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    char path[128];
    for (int k = 0; k < FILE_COUNT; k++) {
        path_of(path, FILES[k]);
        remove(path);
    }
    path_of(path, "other");
    remove(path);
    return rmdir(folder);
}

static NetRecipe small(void) {
    NetRecipe r = net_recipe();
    r.width = 16;
    r.heads = 2;
    r.hidden = 20;
    r.context = 24;
    r.batch = 4;
    r.steps = 90;
    return r;
}

static void steps(TrainRun *run, int count) {
    Error err;
    for (int k = 0; k < count; k++) {
        if (!train_run_step(run, &err)) fail_msg("%s", err.text);
    }
}

static void save(const TrainRun *run) {
    Error err;
    if (!train_run_save(run, folder, &err)) fail_msg("%s", err.text);
}

static Str read_file(const char *name) {
    Str out = {0};
    Error err;
    char path[128];
    path_of(path, name);
    if (!file_read(path, FILE_LIMIT, &out, &err)) fail_msg("%s", err.text);
    return out;
}

static void write_file(const char *name, const char *bytes, size_t len) {
    Error err;
    char path[128];
    path_of(path, name);
    if (!file_write(path, bytes, len, &err)) fail_msg("%s", err.text);
}

static void start_and_save(int count) {
    NetRecipe recipe = small();
    TrainRun run;
    train_run_start(&run, &recipe, &blas);
    steps(&run, count);
    save(&run);
    train_run_free(&run);
}

// ---- tests

static void a_resumed_training_ends_in_the_same_bits(void **state) {
    NetRecipe recipe = small();
    TrainRun whole, half;
    Error err;
    (void)state;
    train_run_start(&whole, &recipe, &blas);
    steps(&whole, 90);
    start_and_save(37);
    if (!train_run_resume(&half, folder, &blas, &err)) fail_msg("%s", err.text);
    assert_int_equal(half.train.state.step, 37);
    steps(&half, 53);
    assert_false(net_train_more(&half.train));
    assert_memory_equal(whole.train.state.numbers, half.train.state.numbers, whole.train.count * sizeof(float));
    assert_int_equal(whole.timeline.states, half.timeline.states);
    assert_memory_equal(whole.timeline.numbers, half.timeline.numbers,
                        (size_t)whole.timeline.states * whole.timeline.count * 2);
    train_run_free(&whole);
    train_run_free(&half);
}

static void the_model_opens_as_any_other_and_reads_text(void **state) {
    static const char TEXT[] = "When Mary and John went to the store, John";
    NetRecipe recipe = small();
    TrainRun run;
    Checkpoint c = {0};
    Tokenizer t = {0};
    Ids ids = {0};
    Error err;
    NetBlockPart p;
    (void)state;
    train_run_start(&run, &recipe, &blas);
    steps(&run, 30);
    save(&run);
    if (!checkpoint_load(&c, folder, &err) || !tokenizer_open(&t, folder, &err)) fail_msg("%s", err.text);
    assert_true(c.tied);
    for (int k = 0; net_block_part(&c.weights.shape, k, &p); k++) {
        assert_memory_equal(net_weights_get(&c.weights, p.part, p.layer), run.train.state.numbers + p.offset,
                            p.count * sizeof(float));
    }
    if (!tokenizer_encode(&t, TEXT, strlen(TEXT), SPECIALS_AS_TEXT, &ids, &err)) fail_msg("%s", err.text);
    assert_int_equal(ids.count, 10);
    assert_int_equal(ids.at[1], words_find(&run.train.words, "Mary"));
    assert_int_equal(ids.at[8], words_find(&run.train.words, ","));
    assert_int_equal(t.bos, WORDS_BOS);
    assert_false(tokenizer_encode(&t, "Mary xylophone", 14, SPECIALS_AS_TEXT, &ids, &err));
    assert_non_null(strstr(err.text, "xylophone"));
    ids_free(&ids);
    tokenizer_free(&t);
    checkpoint_free(&c);
    train_run_free(&run);
}

static void a_timeline_is_read_as_it_was_written(void **state) {
    NetRecipe recipe = small();
    TrainRun run;
    Timeline t = {0};
    Error err;
    (void)state;
    train_run_start(&run, &recipe, &blas);
    steps(&run, 90);
    save(&run);
    if (!timeline_open(&t, &run.train.words, folder, &err)) fail_msg("%s", err.text);
    assert_int_equal(t.states, run.timeline.states);
    assert_int_equal(t.pulses, run.timeline.pulses);
    assert_int_equal(t.step[0], 0);
    assert_int_equal(t.step[t.states - 1], 90);
    assert_memory_equal(t.numbers, run.timeline.numbers, (size_t)t.states * t.count * 2);
    for (int k = 0; k < t.pulses; k++) {
        const Pulse *a = &t.pulse[k], *b = &run.timeline.pulse[k];
        assert_int_equal(a->step, b->step);
        if (k) CHECK_NEAR(a->loss.sentences, b->loss.sentences, 1e-6 * b->loss.sentences);
        CHECK_NEAR(a->grades.difference, b->grades.difference, 1e-6);
        assert_memory_equal(&a->scores, &b->scores, sizeof a->scores);
    }
    for (size_t j = 0; j < t.count; j++) {
        double kept = (double)half_to_float(t.numbers[(size_t)(t.states - 1) * t.count + j]);
        CHECK_NEAR(kept, (double)run.train.state.numbers[j], 1e-3 * (1 + fabs(kept)));
    }
    timeline_free(&t);
    train_run_free(&run);
}

static void steps_that_do_not_rise_are_refused(void **state) {
    NetRecipe recipe = small();
    TrainRun run;
    Timeline t = {0};
    Error err;
    (void)state;
    train_run_start(&run, &recipe, &blas);
    steps(&run, 90);
    const int good = run.timeline.step[1], BAD[] = {0, -1, 91};
    for (int k = 0; k < 3; k++) {
        run.timeline.step[1] = BAD[k];
        save(&run);
        assert_false(timeline_open(&t, &run.train.words, folder, &err));
        assert_non_null(strstr(err.text, "states.step does not rise from 0 to 90"));
    }
    run.timeline.step[1] = good;
    save(&run);
    assert_true(timeline_open(&t, &run.train.words, folder, &err));
    timeline_free(&t);
    train_run_free(&run);
}

static void half_of_the_kept_states_are_from_the_first_sixth(void **state) {
    NetRecipe r = net_recipe();
    int early = 0, all = 0;
    (void)state;
    for (int step = 0; step <= r.steps; step += timeline_interval(&r)) {
        all += timeline_keeps(&r, step);
        early += step <= r.steps / 6 && timeline_keeps(&r, step);
    }
    assert_int_equal(all, TIMELINE_STATES);
    assert_in_range(early, TIMELINE_STATES / 2, TIMELINE_STATES / 2 + 1);
    assert_true(timeline_keeps(&r, 0) && timeline_keeps(&r, r.steps));
}

static void check_refused(const char *wanted) {
    TrainRun run;
    Error err;
    assert_false(train_run_resume(&run, folder, &blas, &err));
    if (!strstr(err.text, wanted)) fail_msg("\"%s\" does not say \"%s\"", err.text, wanted);
    train_run_free(&run);
}

static void a_damaged_folder_is_refused(void **state) {
    (void)state;
    check_refused("there is no training of lookback to go on with");
    start_and_save(26);
    for (int k = 4; k < FILE_COUNT; k++) {
        Str whole = read_file(FILES[k]);
        for (size_t len = 0; len < whole.len; len += 1 + whole.len / 7) {
            write_file(FILES[k], whole.s, len);
            check_refused(FILES[k]);
        }
        write_file(FILES[k], whole.s, whole.len);
        str_free(&whole);
    }
}

static void replace_in(const char *name, const char *old, const char *new) {
    Str whole = read_file(name);
    char *at = NULL;
    for (size_t k = 0; !at && k + strlen(old) <= whole.len; k++) {
        if (memcmp(whole.s + k, old, strlen(old)) == 0) at = whole.s + k;
    }
    if (!at) fail_msg("no %s in %s", old, name);
    assert_int_equal(strlen(old), strlen(new));
    memcpy(at, new, strlen(new));
    write_file(name, whole.s, whole.len);
    str_free(&whole);
}

static void how_it_was_trained_is_kept(void **state) {
    NetRecipe recipe = small();
    TrainRun run;
    Timeline t = {0};
    Error err;
    (void)state;
    train_run_start(&run, &recipe, &blas);
    net_train_set(&run.train, true, false); // before the first step: as if it had begun so
    steps(&run, 10);
    net_train_set(&run.train, false, false);
    steps(&run, 20);
    net_train_set(&run.train, false, true);
    net_train_set(&run.train, true, true);
    steps(&run, 3);
    save(&run);
    if (!timeline_open(&t, &run.train.words, folder, &err)) fail_msg("%s", err.text);
    const Turn want[] = {{0, true, false}, {10, false, false}, {30, true, true}};
    assert_int_equal(t.turns, 3);
    for (int k = 0; k < 3; k++) {
        assert_int_equal(t.turn[k].step, want[k].step);
        assert_true(t.turn[k].mask == want[k].mask && t.turn[k].divide == want[k].divide);
    }
    assert_int_equal(t.done, 33);
    assert_true(timeline_levers(&t, 0).mask && timeline_levers(&t, 10).mask && !timeline_levers(&t, 11).mask);
    assert_true(!timeline_levers(&t, 30).divide && timeline_levers(&t, 31).divide);
    timeline_cut(&t, 30); // the step after which it was pulled was not done then
    assert_int_equal(t.turns, 2);
    assert_int_equal(t.done, 30);
    timeline_free(&t);
    train_run_free(&run);
    TrainRun again;
    if (!train_run_resume(&again, folder, &blas, &err)) fail_msg("%s", err.text);
    assert_int_equal(again.timeline.turns, 3);
    steps(&again, 1);
    assert_int_equal(again.timeline.turns, 3);
    train_run_free(&again);
}

// The model and the timeline of a finished training are enough to look at it.
static void a_finished_training_needs_no_more(void **state) {
    char path[128];
    TrainRun run;
    Checkpoint c = {0};
    Error err;
    (void)state;
    path_of(path, "resume.safetensors");
    start_and_save(60);
    assert_int_equal(remove(path), 0);
    check_refused("without resume.safetensors it cannot go on after step 60 of 90");
    start_and_save(90);
    assert_int_equal(remove(path), 0);
    if (!train_run_resume(&run, folder, &blas, &err)) fail_msg("%s", err.text);
    assert_false(net_train_more(&run.train));
    if (!checkpoint_load(&c, folder, &err)) fail_msg("%s", err.text);
    assert_memory_equal(run.train.weights.rest[0], c.weights.rest[0], 100 * sizeof(float));
    assert_int_equal(run.timeline.states, 5);
    checkpoint_free(&c);
    train_run_free(&run);
    replace_in("timeline.safetensors", "\"done\":\"90\"", "\"done\":\"9x\"");
    check_refused("done is 9x");
    replace_in("timeline.safetensors", "\"done\":\"9x\"", "\"done\":\"30\"");
    check_refused("done is 30");
}

static void a_foreign_folder_is_refused(void **state) {
    (void)state;
    start_and_save(26);
    replace_in("resume.safetensors", " lamp ", " lamb ");
    check_refused("another vocabulary");
    start_and_save(26);
    replace_in("resume.safetensors", "\\\"width\\\": 16", "\\\"width\\\": 64");
    check_refused("is not as a training has it");
    start_and_save(26);
    replace_in("timeline.safetensors", "\\\"seed\\\": 1", "\\\"seed\\\": 2");
    check_refused("two trainings");
    start_and_save(26);
    replace_in("resume.safetensors", "\"resume\"", "\"rosame\"");
    check_refused("not written by lookback train");
}

static void a_folder_with_other_things_is_left_alone(void **state) {
    Error err;
    (void)state;
    assert_true(train_files_prepare(folder, &err));
    write_file("other", "1", 1);
    assert_false(train_files_prepare(folder, &err));
    assert_non_null(strstr(err.text, "something else"));
    start_and_save(1);
    assert_true(train_files_prepare(folder, &err));
    assert_false(train_files_prepare("/dev/null", &err));
    assert_non_null(strstr(err.text, "not a folder"));
    assert_false(train_files_prepare("/proc/no/such", &err));
    assert_non_null(strstr(err.text, "/proc/no/such: cannot make the folder"));
}

// A limit on the size of files stands for a full disk.
static void a_full_disk_is_an_error_and_loses_nothing(void **state) {
    struct rlimit old, tight;
    NetRecipe recipe = small();
    TrainRun run;
    Error err;
    (void)state;
    start_and_save(26);
    Str before[FILE_COUNT];
    for (int k = 0; k < FILE_COUNT; k++) before[k] = read_file(FILES[k]);
    recipe.seed = 5;
    train_run_start(&run, &recipe, &blas);
    steps(&run, 30);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old);
    tight = (struct rlimit){.rlim_cur = 20000, .rlim_max = old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &tight);
    bool ok = train_run_save(&run, folder, &err);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_false(ok);
    assert_non_null(strstr(err.text, "cannot write"));
    for (int k = 0; k < FILE_COUNT; k++) {
        Str after = read_file(FILES[k]);
        assert_int_equal(after.len, before[k].len);
        assert_memory_equal(after.s, before[k].s, after.len);
        str_free(&after);
        str_free(&before[k]);
    }
    save(&run); // and when there is room again, it goes
    train_run_free(&run);
}

static void say(void *lines, const char *line) {
    str_printf(lines, "%s\n", line);
}

static void headless_trains_saves_and_goes_on(void **state) {
    NetRecipe recipe = small();
    Str lines = {0};
    Error err;
    (void)state;
    recipe.steps = 200;
    if (!train_headless(&recipe, false, folder, say, &lines, &err)) fail_msg("%s", err.text);
    assert_non_null(strstr(str_text(&lines), "step   100 "));
    assert_non_null(strstr(str_text(&lines), "step   200 "));
    Str card = read_file("README.md");
    assert_non_null(strstr(card.s, "After 200 of 200 steps"));
    str_free(&card);
    if (!train_headless(NULL, true, folder, say, &lines, &err)) fail_msg("%s", err.text); // nothing is left to do
    recipe.rate = 30;
    recipe.seed = 9;
    assert_false(train_headless(&recipe, false, folder, say, &lines, &err));
    assert_non_null(strstr(err.text, "diverged"));
    TrainRun kept;
    if (!train_run_resume(&kept, folder, &blas, &err)) fail_msg("%s", err.text);
    assert_int_equal(kept.train.recipe.seed, 9);
    train_run_free(&kept);
    recipe.steps = 0;
    assert_false(train_headless(&recipe, false, folder, say, &lines, &err));
    str_free(&lines);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_resumed_training_ends_in_the_same_bits, open_folder, remove_folder),
        cmocka_unit_test_setup_teardown(the_model_opens_as_any_other_and_reads_text, open_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_timeline_is_read_as_it_was_written, open_folder, remove_folder),
        cmocka_unit_test_setup_teardown(steps_that_do_not_rise_are_refused, open_folder, remove_folder),
        cmocka_unit_test_setup_teardown(half_of_the_kept_states_are_from_the_first_sixth, open_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_damaged_folder_is_refused, open_folder, remove_folder),
        cmocka_unit_test_setup_teardown(how_it_was_trained_is_kept, open_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_finished_training_needs_no_more, open_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_foreign_folder_is_refused, open_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_folder_with_other_things_is_left_alone, open_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_full_disk_is_an_error_and_loses_nothing, open_folder, remove_folder),
        cmocka_unit_test_setup_teardown(headless_trains_saves_and_goes_on, open_folder, remove_folder),
    };
    blas_open(&blas, 1);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    blas_close(&blas);
    return failed;
}
