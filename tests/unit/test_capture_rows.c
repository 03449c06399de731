// Rows of a capture however the file lays them out, scores, q and k; and files that are no dump.
#include "model/dump.h"
#include "patterns.h"

#include <math.h>
#include <sys/stat.h>

static DumpFile made;
static Capture c;

static int clean(void **state) {
    (void)state;
    const char *const names[] = {"a.safetensors", "a.npy", "a.json", "a.pt", "b.pkl", "pipe", NULL};
    capture_free(&c);
    if (made.folder[0]) dumpfile_remove(&made, names);
    return 0;
}

static void open_file(const char *name, const Str *file) {
    Error err;
    capture_free(&c);
    dumpfile_write(&made, name, str_text(file), file->len);
    if (!capture_open(&c, made.path, &(CaptureOptions){0}, &err)) fail_msg("%s", err.text);
}

// ---- order and windows

static void a_pass_meets_every_row_once_in_any_layout(void **state) {
    (void)state;
    static const char *const LAYOUTS[] = {"LHQK", "QKLH", "KQHL", "HLKQ", "QLKH"};
    const int side[AXES] = {3, 1, 5, 7, 7};
    for (size_t k = 0; k < sizeof LAYOUTS / sizeof LAYOUTS[0]; k++) {
        Error err;
        bool seen[3][5][7] = {{{false}}};
        double row[7];
        capture_free(&c);
        assert_true(open_pattern(&c, &made, "attn", LAYOUTS[k], side, pattern_weight, NULL,
                                 &(CaptureOptions){.axes = LAYOUTS[k]}, &err));
        assert_int_equal(capture_rows(&c), 3 * 5 * 7);
        capture_pass(&c, true);
        CaptureWalk w = capture_walk(&c, 0);
        for (long r = 0; r < capture_rows(&c); r++, capture_walk_on(&w)) {
            int l = w.at[CAPTURE_LAYER], h = w.at[CAPTURE_HEAD], i = w.at[CAPTURE_QUERY];
            CaptureWalk there = capture_walk(&c, r);
            assert_memory_equal(there.at, w.at, sizeof w.at);
            assert_false(seen[l][h][i]);
            seen[l][h][i] = true;
            assert_true(capture_weights(&c, l, h, i, row, &err));
            for (int j = 0; j < 7; j++) CHECK_NEAR(row[j], pattern_weight(l, h, i, j), 1e-6);
        }
        capture_pass(&c, false);
    }
}

// Keys so far apart that they are read piece by piece, as in a large file in Fortran order.
static void keys_far_apart_are_gathered(void **state) {
    (void)state;
    enum { HEADS = 600, SIDE = 60 }; // a row spans 60 × 600 × 60 × 4 bytes: 8.6 MB
    Error err;
    Str file = {0};
    float *data = calloc((size_t)HEADS * SIDE * SIDE, sizeof *data);
    for (int k = 0; k < SIDE; k++)
        for (int q = 0; q < SIDE; q++)
            for (int h = 0; h < HEADS; h++)
                data[(k * SIDE + q) * HEADS + h] = (float)(k * 1000003 % 977 + q * 31 % 101 + h);
    put_npy(&file, "{'descr': '<f4', 'fortran_order': True, 'shape': (600, 60, 60), }", data,
            (size_t)HEADS * SIDE * SIDE * sizeof *data);
    open_file("a.npy", &file);
    const int picks[][2] = {{0, 0}, {599, 59}, {1, 0}, {599, 0}, {300, 30}, {301, 30}, {0, 59}};
    for (size_t p = 0; p < sizeof picks / sizeof picks[0]; p++) {
        double row[SIDE];
        int h = picks[p][0], q = picks[p][1];
        assert_true(capture_weights(&c, 0, h, q, row, &err));
        for (int k = 0; k < SIDE; k++) CHECK_NEAR(row[k], (double)data[(k * SIDE + q) * HEADS + h], 0);
    }
    assert_true(c.looks.weights.pieces == SIDE);
    str_free(&file);
    free(data);
}

static void a_file_that_shrinks_is_an_error(void **state) {
    (void)state;
    Error err;
    double row[64];
    const int side[AXES] = {8, 1, 8, 64, 64};
    assert_true(open_pattern(&c, &made, "attn", "LHQK", side, pattern_weight, NULL, NULL, &err));
    assert_true(capture_weights(&c, 7, 7, 63, row, &err));
    assert_int_equal(truncate(made.path, 4096), 0);
    part_reader_free(&c.looks.weights);
    assert_false(capture_weights(&c, 7, 7, 63, row, &err));
    assert_non_null(strstr(err.text, "became shorter while it was open"));
}

// ---- scores, q and k

static void scores_become_weights(void **state) {
    (void)state;
    Error err;
    double row[2];
    Str file = {0};
    const float f[] = {0, -INFINITY, 0.6931472f, 0};
    put_safetensors(
        &file,
        "{\"blocks.0.attn.hook_attn_scores\": {\"dtype\": \"F32\", \"shape\": [1, 2, 2], \"data_offsets\": [0, 16]}}",
        f, sizeof f);
    open_file("a.safetensors", &file);
    assert_true(c.masked && c.causal == CAUSAL_YES && !c.scores_raw);
    CHECK_NEAR(c.divisor, 1, 0);
    assert_true(capture_weights(&c, 0, 0, 0, row, &err));
    CHECK_NEAR(row[0], 1, 0);
    CHECK_NEAR(row[1], 0, 0);
    assert_true(capture_weights(&c, 0, 0, 1, row, &err));
    CHECK_NEAR(row[0], 2.0 / 3, 1e-7);
    assert_true(capture_scores(&c, 0, 0, 0, row, &err));
    assert_true(row[1] == -INFINITY);
    str_free(&file);
}

static void raw_scores_are_divided_and_masked(void **state) {
    (void)state;
    Error err;
    double row[2];
    Str file = {0};
    str_puts(&file, "{\"scores\": [[0, 9], [1.3862943611198906, 0]], \"divisor\": 2, \"causal\": true}");
    open_file("a.json", &file);
    assert_true(c.scores_raw && c.causal == CAUSAL_YES);
    assert_true(capture_weights(&c, 0, 0, 0, row, &err));
    CHECK_NEAR(row[0], 1, 0);
    assert_true(capture_weights(&c, 0, 0, 1, row, &err));
    CHECK_NEAR(row[0], 2.0 / 3, 1e-12);
    assert_true(capture_scores(&c, 0, 0, 0, row, &err));
    CHECK_NEAR(row[1], 9, 0);
    str_free(&file);
}

// Two heads of q, one of k that serves both, width 4.
static void q_and_k_make_scores(void **state) {
    (void)state;
    Error err;
    double row[2];
    Str file = {0};
    str_puts(&file, "{\"q\": [[[[1, 0, 0, 0], [0, 2, 0, 0]], [[0, 0, 3, 0], [0, 0, 0, 4]]]],"
                    " \"k\": [[[[1, 5, 9, 13], [2, 6, 10, 14]]]], \"v_norms\": [[[0.5, 0.25]]]}");
    open_file("a.json", &file);
    assert_int_equal(c.heads * 100 + c.queries * 10 + c.keys, 222);
    assert_int_equal(c.width, 4);
    assert_int_equal(c.kv_heads, 1);
    CHECK_NEAR(c.divisor, 2, 0);
    assert_true(c.scores_raw && c.causal == CAUSAL_YES);
    assert_true(capture_scores(&c, 0, 0, 1, row, &err));
    assert_true(row[0] == 10 && row[1] == 12);
    assert_true(capture_scores(&c, 0, 1, 0, row, &err));
    assert_true(row[0] == 27 && row[1] == 30);
    assert_true(capture_weights(&c, 0, 1, 0, row, &err));
    assert_true(row[0] == 1 && row[1] == 0);
    assert_true(capture_weights(&c, 0, 0, 1, row, &err));
    CHECK_NEAR(row[1], 1 / (1 + exp(-1)), 1e-12);
    assert_true(capture_v_norms(&c, 0, 1, row, &err));
    assert_true(row[1] == 0.25);
    str_free(&file);
}

// Four heads of q, two of k: 0 and 1 share the first.
static void key_heads_serve_neighbours(void **state) {
    (void)state;
    Error err;
    double row[1];
    Str file = {0};
    str_puts(&file, "{\"q\": [[[[1]], [[1]], [[1]], [[1]]]], \"k\": [[[[5]], [[7]]]]}");
    open_file("a.json", &file);
    for (int h = 0; h < 4; h++) {
        assert_true(capture_scores(&c, 0, h, 0, row, &err));
        CHECK_NEAR(row[0], h < 2 ? 5 : 7, 0);
    }
    str_free(&file);
}

static void hooks_give_tokens_before_heads(void **state) {
    (void)state;
    Error err;
    double row[3];
    Str file = {0};
    // weights [1][3][3], then q and k [3][1][2]: q_2·k = (0, 0, ln 2)·√2
    float f[9 + 2 * 3 * 2] = {1, 0, 0, 0.5f, 0.5f, 0, 0.25f, 0.25f, 0.5f, 2, 3, 0, 0, 1, 0, 0, 4, 0, 5, 0.98025814f, 6};
    put_safetensors(
        &file,
        "{\"blocks.0.attn.hook_pattern\": {\"dtype\": \"F32\", \"shape\": [1, 3, 3], \"data_offsets\": [0, 36]}, "
        "\"blocks.0.attn.hook_q\": {\"dtype\": \"F32\", \"shape\": [3, 1, 2], \"data_offsets\": [36, 60]}, "
        "\"blocks.0.attn.hook_k\": {\"dtype\": \"F32\", \"shape\": [3, 1, 2], \"data_offsets\": [60, 84]}}",
        f, sizeof f);
    open_file("a.safetensors", &file);
    assert_true(c.q.there && c.k.there && c.weights.there);
    assert_true(capture_weights(&c, 0, 0, 2, row, &err));
    CHECK_NEAR(row[2], 0.5, 0);
    assert_true(capture_scores(&c, 0, 0, 0, row, &err));
    CHECK_NEAR(row[1], 15, 0);
    CHECK_NEAR(c.divisor, sqrt(2), 1e-12);
    assert_true(c.scores_raw && !c.vectors_differ);
    f[19] = 5; // now they give other weights
    str_clear(&file);
    put_safetensors(&file, "{\"attn\": {\"dtype\": \"F32\", \"shape\": [1, 3, 3], \"data_offsets\": [0, 36]}, "
                           "\"q\": {\"dtype\": \"F32\", \"shape\": [1, 3, 2], \"data_offsets\": [36, 60]}, "
                           "\"k\": {\"dtype\": \"F32\", \"shape\": [1, 3, 2], \"data_offsets\": [60, 84]}}",
                    f, sizeof f);
    open_file("a.safetensors", &file);
    assert_true(c.vectors_differ && !c.q.there && !c.scores_raw);
    assert_non_null(strstr(str_text(&c.guess), "q and k do not give these weights"));
    assert_false(capture_scores(&c, 0, 0, 0, row, &err));
    str_free(&file);
}

// Two layers, the same q and k in each: weights of layer l are softmax(q·k / (divisor · (l + 1))), or in layer 1 not theirs
// at all. Scores of the last row are 0, 0, ln 16.
static void every_layer_is_asked_whether_q_and_k_are_its_own(void **state) {
    (void)state;
    static const float DIVISOR[][2] = {{1, 1}, {1, 2}, {1, 0.5f}};
    double row[3];
    Error err;
    for (int how = 0; how < 3; how++) {
        Str file = {0};
        float f[18 + 6 + 6] = {1, 0, 0, 0.5f, 0.5f, 0, 0, 0, 0, 1, 0, 0, 0.5f, 0.5f, 0, 0, 0, 0};
        for (int l = 0; l < 2; l++) {
            float last = powf(16, 1 / DIVISOR[how][l]);
            f[9 * l + 6] = f[9 * l + 7] = 1 / (2 + last);
            f[9 * l + 8] = last / (2 + last);
            f[18 + 3 * l + 2] = 1;
            f[24 + 3 * l + 2] = logf(16);
        }
        put_safetensors(&file,
                        "{\"attn\": {\"dtype\": \"F32\", \"shape\": [2, 1, 3, 3], \"data_offsets\": [0, 72]}, "
                        "\"q\": {\"dtype\": \"F32\", \"shape\": [2, 1, 3, 1], \"data_offsets\": [72, 96]}, "
                        "\"k\": {\"dtype\": \"F32\", \"shape\": [2, 1, 3, 1], \"data_offsets\": [96, 120]}}",
                        f, sizeof f);
        open_file("a.safetensors", &file);
        assert_int_equal(c.layers, 2);
        assert_true(c.vectors_differ == (how == 2) && c.scores_raw == (how != 2) && c.divisor_grows == (how == 1));
        CHECK_NEAR(c.divisor, 1, 0);
        assert_true(capture_weights(&c, 1, 0, 2, row, &err));
        CHECK_NEAR(row[2], (double)f[17], 1e-7);
        str_free(&file);
    }
}

static void weights_alone_have_no_scores(void **state) {
    (void)state;
    Error err;
    double row[6];
    const int side[AXES] = {1, 1, 2, 6, 6};
    assert_true(open_pattern(&c, &made, "attn", "HQK", side, pattern_weight, NULL, NULL, &err));
    assert_false(capture_scores(&c, 0, 0, 0, row, &err));
    assert_non_null(strstr(err.text, "holds weights alone"));
    assert_false(capture_v_norms(&c, 0, 0, row, &err));
}

// ---- what is no dump

static void check_refused(const char *name, const char *bytes, size_t len, const char *said) {
    Error err = {"nothing"};
    dumpfile_write(&made, name, bytes, len);
    capture_free(&c);
    bool ok = capture_open(&c, made.path, &(CaptureOptions){0}, &err);
    if (ok || !strstr(err.text, said)) fail_msg("%s: %s: %s", name, ok ? "opened" : "refused", err.text);
}

static void pickles_are_refused_with_a_converter(void **state) {
    (void)state;
    check_refused("a.pt", "PK\3\4 archive/data.pkl and more", 30, "runs code when it is read");
    Str lines = {0};
    assert_true(dump_converter(made.path, &lines));
    assert_non_null(strstr(str_text(&lines), "a = torch.load(r\"/tmp/"));
    assert_non_null(strstr(str_text(&lines), "np.savez(\"dump.npz\""));
    str_clear(&lines);
    check_refused("b.pkl", "\x80\4\x95 anything", 11, "runs code when it is read");
    assert_true(dump_converter(made.path, &lines));
    assert_non_null(strstr(str_text(&lines), "a = pickle.load(open(r\"/tmp/"));
    assert_false(dump_converter("/nonexistent", &lines));
    str_free(&lines);
    check_refused("a.npy", "\x80\2}q", 4, "runs code when it is read"); // whatever it is called
}

static void what_holds_no_attention_is_said(void **state) {
    (void)state;
    check_refused("a.npy", "", 0, "is empty");
    check_refused("a.npy", "hello", 5, "is none of safetensors, .npy, .npz and JSON");
    check_refused("a.json", "{\"a\": 1}", 8, "holds no attention");
    check_refused("a.json", "[1, 2, 3]", 9, "patterns have 2 to 5 axes");
    check_refused("a.json", "[[[]]]", 6, "is empty");
    check_refused("a.json", "[[\"a\"]]", 7, "holds no attention");
    Str file = {0};
    put_npy(&file, "{'descr': '<i4', 'fortran_order': False, 'shape': (1, 1), }", "\1\0\0\0", 4);
    check_refused("a.npy", file.s, file.len, "patterns are floating-point numbers");
    file.len = 0;
    put_npy(&file, "{'descr': '|O', 'fortran_order': False, 'shape': (1, 1), }", "x", 1);
    check_refused("a.npy", file.s, file.len, "Python objects");
    file.len = 0;
    put_safetensors(&file,
                    "{\"layer_0\": {\"dtype\": \"F32\", \"shape\": [1, 1], \"data_offsets\": [0, 4]}, "
                    "\"layer_1\": {\"dtype\": \"F32\", \"shape\": [1, 2], \"data_offsets\": [4, 12]}}",
                    "\0\0\0\0\0\0\0\0\0\0\0\0", 12);
    check_refused("a.safetensors", file.s, file.len, "layer_1 is float32 [1, 2], but layer_0 is float32 [1, 1]");
    file.len = 0;
    put_safetensors(&file,
                    "{\"wte.weight\": {\"dtype\": \"F32\", \"shape\": [1, 1], \"data_offsets\": [0, 4]}, "
                    "\"wpe.weight\": {\"dtype\": \"F32\", \"shape\": [1, 1], \"data_offsets\": [4, 8]}}",
                    "\0\0\0\0\0\0\0\0", 8);
    check_refused("a.safetensors", file.s, file.len, "holds no attention");
    str_free(&file);
    Error err;
    capture_free(&c);
    assert_false(capture_open(&c, made.folder, &(CaptureOptions){0}, &err));
    assert_non_null(strstr(err.text, "is a directory"));
}

static void one_token_is_a_dump(void **state) {
    (void)state;
    Error err;
    double row[1];
    Str file = {0};
    str_puts(&file, "[[[[1]]]]");
    open_file("a.json", &file);
    assert_int_equal(c.keys, 1);
    assert_true(capture_weights(&c, 0, 0, 0, row, &err));
    assert_true(row[0] == 1);
    str_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_pass_meets_every_row_once_in_any_layout, clean),
        cmocka_unit_test_teardown(keys_far_apart_are_gathered, clean),
        cmocka_unit_test_teardown(a_file_that_shrinks_is_an_error, clean),
        cmocka_unit_test_teardown(scores_become_weights, clean),
        cmocka_unit_test_teardown(raw_scores_are_divided_and_masked, clean),
        cmocka_unit_test_teardown(q_and_k_make_scores, clean),
        cmocka_unit_test_teardown(key_heads_serve_neighbours, clean),
        cmocka_unit_test_teardown(hooks_give_tokens_before_heads, clean),
        cmocka_unit_test_teardown(every_layer_is_asked_whether_q_and_k_are_its_own, clean),
        cmocka_unit_test_teardown(weights_alone_have_no_scores, clean),
        cmocka_unit_test_teardown(pickles_are_refused_with_a_converter, clean),
        cmocka_unit_test_teardown(what_holds_no_attention_is_said, clean),
        cmocka_unit_test_teardown(one_token_is_a_dump, clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
