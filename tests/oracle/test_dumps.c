// One pattern in many forms: every row of every file against reference.json.
#include "model/capture.h"

#include "check.h"

#include <jansson.h>
#include <stdio.h>

enum { LAYERS = 3, HEADS = 4, SIDE = 9 };

static double right[LAYERS][HEADS][SIDE][SIDE];
static json_t *tokens;

static int read_reference(void **state) {
    (void)state;
    json_t *root = json_load_file(TEST_DATA "/dumps/reference.json", 0, NULL);
    json_t *all = json_object_get(root, "attentions");
    for (size_t l = 0; l < LAYERS; l++)
        for (size_t h = 0; h < HEADS; h++)
            for (size_t i = 0; i < SIDE; i++)
                for (size_t j = 0; j < SIDE; j++) {
                    json_t *row = json_array_get(json_array_get(json_array_get(json_array_get(all, l), h), i), j);
                    right[l][h][i][j] = json_number_value(row);
                }
    tokens = json_incref(json_object_get(root, "tokens"));
    json_decref(root);
    return tokens ? 0 : -1;
}

static int free_reference(void **state) {
    (void)state;
    json_decref(tokens);
    return 0;
}

static void check_file(const char *name, int layers, int heads, double within, bool has_tokens) {
    char path[256];
    Capture c = {0};
    Error err;
    double row[SIDE];
    snprintf(path, sizeof path, TEST_DATA "/dumps/%s", name);
    if (!capture_open(&c, path, &(CaptureOptions){0}, &err)) fail_msg("%s", err.text);
    assert_int_equal(c.layers, layers);
    assert_int_equal(c.heads, heads);
    assert_int_equal(c.queries * 100 + c.keys, SIDE * 101);
    assert_int_equal(c.causal, CAUSAL_YES);
    assert_true(c.masked && c.related);
    for (int l = 0; l < layers; l++)
        for (int h = 0; h < heads; h++)
            for (int i = 0; i < SIDE; i++) {
                if (!capture_weights(&c, l, h, i, row, &err)) fail_msg("%s", err.text);
                for (int j = 0; j < SIDE; j++) {
                    if (!(fabs(row[j] - right[l][h][i][j]) <= within))
                        fail_msg("%s: [%d][%d][%d][%d] is %g, wanted %g", name, l, h, i, j, row[j], right[l][h][i][j]);
                }
            }
    assert_int_equal(c.tokens.n, SIDE);
    assert_int_equal(c.tokens_given, has_tokens ? SIDE : 0);
    assert_int_equal(c.bos, has_tokens);
    int len;
    const char *text = tokens_text(&c.tokens, 4, &len);
    assert_memory_equal(text, has_tokens ? " John" : "4", (size_t)len); // Ġ is a space
    capture_free(&c);
}

static void every_form_holds_the_same_pattern(void **state) {
    (void)state;
    check_file("lhqk.npy", LAYERS, HEADS, 1e-7, false);
    check_file("big_endian.npy", LAYERS, HEADS, 1e-7, false);
    check_file("fortran_f64.npy", LAYERS, HEADS, 1e-7, false);
    check_file("hqk_f16.npy", 1, HEADS, 3e-4, false);
    check_file("qk.npy", 1, 1, 1e-7, false);
    check_file("stored.npz", LAYERS, HEADS, 1e-7, true);
    check_file("deflate_layers.npz", LAYERS, HEADS, 1e-7, false);
    check_file("f32.safetensors", LAYERS, HEADS, 1e-7, true);
    check_file("tl_scores_bf16.safetensors", LAYERS, HEADS, 5e-3, false);
    check_file("dump.json", LAYERS, HEADS, 1e-6, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_form_holds_the_same_pattern)};
    return cmocka_run_group_tests(tests, read_reference, free_reference);
}
