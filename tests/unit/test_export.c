// What is exported is what `open` reads: every number, every byte of every token, and a doctor who finds nothing.
#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "model/checkpoint.h"
#include "model/doctor.h"
#include "model/export.h"
#include "net/pattern.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct Fixture {
    Checkpoint model;
    Tokenizer tokenizer;
    Blas blas;
    char path[64];
} Fixture;

static NetRun run_ids(Fixture *f, const int *ids, int n, const NetLevers *levers) {
    NetRun run;
    Error err;
    if (!net_run_start(&run, &f->model.weights, &f->blas, ids, n, levers, &err)) fail_msg("%s", err.text);
    net_run_finish(&run);
    return run;
}

static void check_capture(const NetRun *run, Capture *c, double scores_factor) {
    int n = run->n;
    float want[64];
    double row[64];
    Error err;
    assert_int_equal(c->layers, 2);
    assert_int_equal(c->heads, 4);
    assert_int_equal(c->queries, n);
    assert_int_equal(c->width, 8);
    for (int l = 0; l < 2; l++) {
        for (int h = 0; h < 4; h++) {
            for (int i = 0; i < n; i++) {
                net_weights_row(run, NULL, l, h, i, want);
                assert_true(capture_weights(c, l, h, i, row, &err));
                for (int j = 0; j < n; j++) CHECK_NEAR(row[j], (double)want[j], 1e-6);
                net_scores_row(run, l, h, i, want);
                assert_true(capture_scores(c, l, h, i, row, &err));
                for (int j = 0; j < n; j++) CHECK_NEAR(row[j], (double)want[j] / scores_factor, 1e-5);
            }
        }
    }
}

static void check_texts(const Tokenizer *t, const NetRun *run, const Capture *c) {
    assert_int_equal(c->tokens_given, run->n);
    for (int i = 0; i < run->n; i++) {
        int len;
        const char *text = tokens_text(&c->tokens, i, &len);
        Str want = {0};
        tokenizer_text(t, run->ids[i], &want);
        assert_int_equal(len, want.len);
        assert_memory_equal(text, str_text(&want), want.len);
        str_free(&want);
    }
}

static void export_and_open(Fixture *f, const int *ids, int n, const NetLevers *levers, Capture *c, NetRun *run) {
    Error err;
    CaptureOptions options = {0};
    *run = run_ids(f, ids, n, levers);
    if (!export_write(run, &f->tokenizer, f->path, &err) || !capture_open(c, f->path, &options, &err))
        fail_msg("%s", err.text);
    check_texts(&f->tokenizer, run, c);
}

static void exported_file_is_the_run(void **state) {
    Fixture *f = *state;
    static const int IDS[] = {72, 69, 32, 84, 32, 65, 65, 32, 72, 69, 44, 10};
    Capture c = {0};
    NetRun run;
    Findings found = {0};
    Error err;
    NetLevers levers = net_levers();
    export_and_open(f, IDS, 12, &levers, &c, &run);
    check_capture(&run, &c, 1);
    assert_true(c.scores_raw && c.causal_said && c.causal == CAUSAL_YES && !c.vectors_differ);
    CHECK_NEAR(c.divisor, sqrt(8), 1e-8);
    assert_true(doctor_check(&c, &found, &err));
    for (int k = 0; k < found.count; k++) print_message("%s: %s\n", found.at[k].code, str_text(&found.at[k].message));
    assert_int_equal(found.count, 0);
    findings_free(&found);
    capture_free(&c);
    net_run_free(&run);
}

static void levers_are_told(void **state) {
    Fixture *f = *state;
    static const int IDS[] = {72, 69, 32, 84, 32, 65};
    Capture c = {0};
    NetRun run;
    NetLevers levers = net_levers();
    levers.mask = false;
    levers.divisor = 1.5;
    export_and_open(f, IDS, 6, &levers, &c, &run);
    check_capture(&run, &c, 1);
    assert_int_equal(c.causal, CAUSAL_NO);
    CHECK_NEAR(c.divisor, 1.5, 1e-8);
    capture_free(&c);
    net_run_free(&run);
}

// é as two tokens of half a character each, with a space and without; a NUL.
static void tokens_of_any_bytes_come_back(void **state) {
    Fixture *f = *state;
    static const int HALVES[] = {0xC3, 0xA9, 32, 65}, NUL[] = {65, 0, 66}, ALONE[] = {0xC3, 0xA9}, PLAIN[] = {65, 66};
    static const struct {
        const int *ids;
        int n;
    } TEXTS[] = {{HALVES, 4}, {NUL, 3}, {ALONE, 2}, {PLAIN, 2}};
    for (int k = 0; k < 4; k++) {
        Capture c = {0};
        NetRun run;
        int small[8];
        NetLevers levers = net_levers();
        for (int i = 0; i < TEXTS[k].n; i++) small[i] = TEXTS[k].ids[i] % 97; // the model knows 97 ids
        run = run_ids(f, small, TEXTS[k].n, &levers);
        for (int i = 0; i < run.n; i++) run.ids[i] = TEXTS[k].ids[i];
        Error err;
        CaptureOptions options = {0};
        if (!export_write(&run, &f->tokenizer, f->path, &err) || !capture_open(&c, f->path, &options, &err))
            fail_msg("%s", err.text);
        check_texts(&f->tokenizer, &run, &c);
        capture_free(&c);
        net_run_free(&run);
    }
}

static void a_divisor_that_grows_is_said(void **state) {
    Fixture *f = *state;
    static const int IDS[] = {72, 69, 32, 84};
    Capture c = {0};
    NetRun run;
    NetLevers levers = net_levers();
    f->model.weights.shape.divide_by_layer = true;
    export_and_open(f, IDS, 4, &levers, &c, &run);
    check_capture(&run, &c, 1);
    assert_true(c.scores_raw && c.divisor_grows && !c.vectors_differ);
    CHECK_NEAR(c.divisor, sqrt(8), 1e-8);
    f->model.weights.shape.divide_by_layer = false;
    capture_free(&c);
    net_run_free(&run);
}

static void what_cannot_be_written_leaves_nothing(void **state) {
    Fixture *f = *state;
    static const int IDS[] = {1, 2, 3};
    Error err;
    NetLevers levers = net_levers();
    NetRun run = run_ids(f, IDS, 3, &levers);
    assert_false(export_write(&run, NULL, "/dev/full", &err));
    assert_string_equal(err.text, "/dev/full: cannot write: No space left on device");
    assert_false(export_write(&run, NULL, "/nowhere/at/all", &err));
    assert_false(export_write(&run, NULL, "/tmp", &err));
    assert_true(export_write(&run, NULL, f->path, &err)); // without texts
    net_run_free(&run);
}

static int setup(void **state) {
    Fixture *f = MEM_NEW(Fixture, 1);
    Error err;
    snprintf(f->path, sizeof f->path,
             "/tmp/lookback-export-XX"
             "XX"
             "XX.safetensors");
    char *path = f->path;
    int fd = mkstemps(path, sizeof ".safetensors" - 1);
    close(fd);
    *state = f;
    bool ok = checkpoint_load(&f->model, TEST_DATA "/gpt2-tiny/f32", &err) &&
              tokenizer_open(&f->tokenizer, TEST_DATA "/bpe-small", &err);
    return ok && fd >= 0 ? 0 : -1;
}

static int teardown(void **state) {
    Fixture *f = *state;
    unlink(f->path);
    checkpoint_free(&f->model);
    tokenizer_free(&f->tokenizer);
    free(f);
    return 0;
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exported_file_is_the_run),
        cmocka_unit_test(levers_are_told),
        cmocka_unit_test(tokens_of_any_bytes_come_back),
        cmocka_unit_test(a_divisor_that_grows_is_said),
        cmocka_unit_test(what_cannot_be_written_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
