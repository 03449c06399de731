// The map of all heads: whatever the type and layout of the file, and in slices, the detectors' numbers of each head.
#include "model/head_map.h"
#include "attn/source.h"
#include "patterns.h"

static DumpFile made;
static Capture c;
static HeadMap map;

static int clean(void **state) {
    (void)state;
    const char *const names[] = {"a.safetensors", NULL};
    head_map_free(&map);
    capture_free(&c);
    if (made.folder[0]) dumpfile_remove(&made, names);
    return 0;
}

enum { N = 9 };
static const int SIDES[AXES] = {2, 1, 3, N, N};
static const char WORDS[] =
    "{\"tokens\": \"[\\\"<s>\\\",\\\"a\\\",\\\"b\\\",\\\"c\\\",\\\"d\\\",\\\"a\\\",\\\"b\\\",\\\"c\\\",\\\"d\\\"]\"}";

static void check_map(double within) {
    Error err;
    const int kind[N] = {0, 1, 2, 3, 4, 1, 2, 3, 4};
    DetectText text = {0};
    double row[N];
    detect_text(&text, kind, N, N, 0, true, true, true);
    head_map_start(&map, &c);
    assert_int_equal(map.period, 4);
    while (!head_map_done(&map)) assert_true(head_map_step(&map, 5, &err));
    CHECK_NEAR(head_map_progress(&map), 1, 0);
    for (int l = 0; l < 2; l++)
        for (int h = 0; h < 3; h++) {
            DetectHead want = {0}, *got = &map.head[l * 3 + h];
            for (int i = 0; i < N; i++) {
                for (int j = 0; j < N; j++) row[j] = j <= i ? pattern_weight(l, h, i, j) : 0;
                detect_add(&want, &text, i, row);
                detect_add_stripes(&want, &text, 4, i, row);
            }
            assert_int_equal(got->rows, N);
            for (DetectClass k = DETECT_PREVIOUS; k < DETECT_CLASSES; k++) {
                CHECK_NEAR(detect_score(got, k), detect_score(&want, k), within);
                CHECK_NEAR(detect_baseline(got, k), detect_baseline(&want, k), 1e-12);
                CHECK_NEAR(detect_mul(got, k), detect_mul(&want, k), within);
                if (k < DETECT_FIRST) CHECK_NEAR(detect_stripe(got, k), detect_stripe(&want, k), within);
            }
            CHECK_NEAR(detect_entropy(got), detect_entropy(&want), 2 * within);
            CHECK_NEAR(detect_entropy_normalised(got), detect_entropy_normalised(&want), 2 * within);
            CHECK_NEAR(detect_distance(got), detect_distance(&want), 10 * within);
            CHECK_NEAR(detect_future(got), 0, 0);
        }
    detect_text_free(&text);
}

static void floats_and_doubles_give_the_same_map(void **state) {
    (void)state;
    Error err;
    static const char *const LAYOUTS[] = {"LHQK", "KQHL"}; // floats in place; keys far apart, so doubles
    for (int k = 0; k < 2; k++) {
        capture_free(&c);
        assert_true(open_pattern(&c, &made, "attn", LAYOUTS[k], SIDES, pattern_weight, WORDS,
                                 &(CaptureOptions){.axes = LAYOUTS[k]}, &err));
        assert_int_equal(part_has_floats(&c.weights), k == 0);
        check_map(1e-6);
    }
}

// The largest weight of part (y, x) of a pattern of n × n, as it is defined; SOURCE_MASKED right of the diagonal.
static float thumb_at(int l, int h, int n, int y, int x) {
    int top = y * n / HEAD_THUMB, bottom = (y + 1) * n / HEAD_THUMB, left = x * n / HEAD_THUMB,
        right = (x + 1) * n / HEAD_THUMB;
    if (left >= (bottom > top ? bottom : top + 1)) return SOURCE_MASKED;
    float most = 0;
    for (int i = top; i < (bottom > top ? bottom : top + 1); i++) {
        for (int j = left; j < (right > left ? right : left + 1); j++) {
            float w = j <= i ? (float)pattern_weight(l, h, i, j) : 0;
            most = w > most ? w : most;
        }
    }
    return most;
}

static void small_patterns_keep_the_largest_weights(void **state) {
    (void)state;
    static const char *const LAYOUTS[] = {"LHQK", "QLHK", "HKQL"};
    const int slices[] = {1, 7, 1000}, sizes[] = {5, 16, 37};
    for (int k = 0; k < 9; k++) {
        const int n = sizes[k / 3], side[AXES] = {2, 1, 3, n, n};
        Error err;
        capture_free(&c);
        assert_true(open_pattern(&c, &made, "attn", LAYOUTS[k % 3], side, pattern_weight, NULL,
                                 &(CaptureOptions){.axes = LAYOUTS[k % 3]}, &err));
        head_map_start(&map, &c);
        while (!head_map_done(&map)) assert_true(head_map_step(&map, slices[(k + k / 3) % 3], &err));
        for (int at = 0; at < 2 * 3 * HEAD_THUMB * HEAD_THUMB; at++) {
            int head = at / (HEAD_THUMB * HEAD_THUMB), y = at / HEAD_THUMB % HEAD_THUMB, x = at % HEAD_THUMB;
            CHECK_NEAR((double)map.thumb[at], (double)thumb_at(head / 3, head % 3, n, y, x), 1e-7);
        }
    }
}

// 32 tokens, so that a part is 2 × 2: what a part is of whose first cell is (2y, 2x).
static double window_of_four(int l, int h, int i, int j) {
    (void)l;
    return h == 0 ? (j > i ? 0 : j > i - 4 ? 1.0 / (i < 4 ? i + 1 : 4) : 0) : j > i ? 0 : NAN;
}

static double local_both_ways(int l, int h, int i, int j) {
    (void)l, (void)h;
    return j == i ? 1 : 0;
}

static double leak(int l, int h, int i, int j) {
    (void)l;
    if (h == 0) return j == 0;
    return i == 5 && j == 20 ? 1 : i != 5 && j == 0;
}

static void take_map(PatternWeight weight, const char *metadata) {
    static const int side[AXES] = {1, 1, 2, 32, 32};
    Error err;
    capture_free(&c);
    assert_true(open_pattern(&c, &made, "attn", "LHQK", side, weight, metadata, NULL, &err));
    head_map_start(&map, &c);
    while (!head_map_done(&map)) assert_true(head_map_step(&map, 7, &err));
}

static float part(int head, int y, int x) {
    return map.thumb[(head * HEAD_THUMB + y) * HEAD_THUMB + x];
}

static void masked_zero_and_nan_are_told_apart_in_small_patterns(void **state) {
    (void)state;
    take_map(window_of_four, NULL);
    CHECK_NEAR((double)part(0, 8, 8), 0.25, 0);
    CHECK_NEAR((double)part(0, 8, 2), 0, 0);
    CHECK_NEAR((double)part(0, 8, 9), SOURCE_MASKED, 0);
    assert_true(isnan(part(1, 8, 8)) && isnan(part(1, 8, 2)));
    CHECK_NEAR((double)part(1, 8, 9), SOURCE_MASKED, 0);
    take_map(local_both_ways, "{\"causal\": \"false\"}"); // nothing is masked: what lies beyond is 0
    CHECK_NEAR((double)part(0, 8, 9), 0, 0);
    CHECK_NEAR((double)part(0, 0, 15), 0, 0);
    take_map(leak, "{\"causal\": \"true\"}"); // and where it ought to be, a leak shows
    CHECK_NEAR((double)part(1, 2, 10), 1, 0);
    CHECK_NEAR((double)part(1, 2, 11), SOURCE_MASKED, 0);
}

static void a_file_that_shrinks_ends_the_map(void **state) {
    (void)state;
    Error err;
    assert_true(open_pattern(&c, &made, "attn", "LHQK", SIDES, pattern_weight, WORDS, NULL, &err));
    head_map_start(&map, &c);
    part_reader_free(&c.pass.weights);
    assert_int_equal(truncate(made.path, 700), 0);
    assert_false(head_map_step(&map, 1000, &err));
    assert_non_null(strstr(err.text, "became shorter"));
}

static void the_future_is_measured(void **state) {
    (void)state;
    DetectText text = {0};
    DetectHead wide = {0}, narrow = {0};
    float row[200];
    double row64[200];
    for (int j = 0; j < 200; j++) row64[j] = (double)(row[j] = 1.0f / 256);
    detect_text(&text, NULL, 200, 200, 0, true, false, false);
    for (int i = 0; i < 200; i += 33) {
        detect_add(&wide, &text, i, row64);
        detect_add_floats(&narrow, &text, i, row);
    }
    CHECK_NEAR(detect_future(&narrow), detect_future(&wide), 1e-7);
    CHECK_NEAR(detect_distance(&narrow), detect_distance(&wide), 1e-5);
    CHECK_NEAR(detect_entropy(&narrow), detect_entropy(&wide), 1e-6);
    row[7] = NAN;
    detect_add_floats(&narrow, &text, 3, row);
    assert_int_equal(narrow.bad, 1);
    detect_text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(floats_and_doubles_give_the_same_map, clean),
        cmocka_unit_test_teardown(masked_zero_and_nan_are_told_apart_in_small_patterns, clean),
        cmocka_unit_test_teardown(small_patterns_keep_the_largest_weights, clean),
        cmocka_unit_test_teardown(a_file_that_shrinks_ends_the_map, clean),
        cmocka_unit_test(the_future_is_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
