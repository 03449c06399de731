// `lookback.head-map/1`, read back.
#include "out/head_map.h"

#include "check.h"

#include <jansson.h>

static double number(json_t *matrix, size_t layer, size_t head) {
    return json_number_value(json_array_get(json_array_get(matrix, layer), head));
}

static json_t *class_of(json_t *root, const char *name) {
    return json_object_get(json_object_get(root, "classes"), name);
}

static void scores_stand_beside_their_baselines(void **state) {
    (void)state;
    static const WordSet NONE = {0};
    const size_t end[] = {3, 4, 5, 7};
    const int kind[] = {0, 1, 2, 3};
    const double uniform[4][4] = {{1}, {.5, .5}, {1. / 3, 1. / 3, 1. / 3}, {.25, .25, .25, .25}};
    const double sink[4] = {1}, ill[4] = {NAN};
    Tokens tokens = {0};
    DetectText text = {0};
    DetectHead head[2] = {0};
    Str out = {0};
    tokens_take(&tokens, "<s>ab\x1b\xff", end, 4, &NONE, &NONE);
    detect_text(&text, kind, 4, 4, 0, true, true, true);
    for (int i = 0; i < 4; i++) {
        detect_add(&head[0], &text, i, i == 2 ? ill : sink);
        detect_add(&head[1], &text, i, uniform[i]);
    }
    HeadScores scores = {.kind = "dump", .source = "a.npy", .layers = 1, .heads = 2, .tokens = &tokens, .text = &text,
                         .head = head};
    out_head_map_json(&scores, &out);
    json_t *root = json_loads(str_text(&out), 0, NULL);
    assert_non_null(root);
    assert_string_equal(json_string_value(json_object_get(root, "schema")), "lookback.head-map/1");
    assert_int_equal(json_array_size(json_object_get(root, "tokens")), 4);
    json_t *first = class_of(root, "first-token"), *previous = class_of(root, "previous-token"),
           *induction = class_of(root, "induction");
    CHECK_NEAR(number(json_object_get(first, "score"), 0, 0), 1, 0);
    CHECK_NEAR(number(json_object_get(first, "score"), 0, 1), 0.520833333, 1e-8);
    CHECK_NEAR(json_number_value(json_object_get(first, "baseline")), 0.520833333,
               1e-8); // H_4 / 4, of the head without ill rows
    CHECK_NEAR(number(json_object_get(previous, "score"), 0, 1), (1. / 3 + 1. / 4) / 2, 1e-8);
    CHECK_NEAR(number(json_object_get(previous, "mul"), 0, 1), (1. / 2 + 1. / 3 + 1. / 4) / 4, 1e-8);
    assert_true(json_is_null(json_object_get(induction, "score")) &&
                json_is_null(json_object_get(induction, "baseline")));
    assert_string_equal(json_string_value(json_object_get(induction, "reason")), "nothing repeats in this text");
    assert_null(json_object_get(previous, "reason"));
    assert_null(json_object_get(previous, "stripe"));
    assert_non_null(json_object_get(previous, "formula"));
    CHECK_NEAR(number(json_object_get(root, "bad_rows"), 0, 0), 1, 0);
    CHECK_NEAR(number(json_object_get(root, "entropy_of_ceiling"), 0, 1), 1, 1e-8);
    CHECK_NEAR(json_number_value(json_object_get(root, "sink_baseline")), 0.520833333, 1e-8);
    assert_null(json_object_get(root, "compared_with"));
    json_decref(root);
    str_clear(&out);
    scores.other_kind = "dump", scores.other = "b.npy", scores.apart = (double[]){0.25, NAN};
    out_head_map_json(&scores, &out);
    root = json_loads(str_text(&out), 0, NULL);
    assert_non_null(root);
    assert_string_equal(json_string_value(json_object_get(json_object_get(root, "compared_with"), "name")), "b.npy");
    CHECK_NEAR(number(json_object_get(root, "js_distance"), 0, 0), 0.25, 0);
    assert_true(json_is_null(json_array_get(json_array_get(json_object_get(root, "js_distance"), 0), 1)));
    json_decref(root);
    str_free(&out);
    tokens_free(&tokens);
    detect_text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(scores_stand_beside_their_baselines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
