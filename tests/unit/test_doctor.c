// The dump doctor: healthy dumps are left alone, and each sickness is named where it is, with its cause and its fix.
#include "model/doctor.h"
#include "patterns.h"

#include <math.h>

static DumpFile made;
static Capture c;
static Findings found;

static int clean(void **state) {
    (void)state;
    const char *const names[] = {"a.safetensors", "a.json", NULL};
    findings_free(&found);
    capture_free(&c);
    if (made.folder[0]) dumpfile_remove(&made, names);
    return 0;
}

enum { N = 8 };
static const int SIDES[AXES] = {2, 1, 3, N, N};

static void examine(PatternWeight weight, const char *metadata) {
    Error err;
    capture_free(&c);
    if (!open_pattern(&c, &made, "attn", "LHQK", SIDES, weight, metadata, NULL, &err)) fail_msg("%s", err.text);
    if (!doctor_check(&c, &found, &err)) fail_msg("%s", err.text);
}

// Exactly these codes, separated by spaces.
static void check_codes(const char *want) {
    Str codes = {0};
    for (int k = 0; k < found.count; k++) str_printf(&codes, "%s%s", k ? " " : "", found.at[k].code);
    if (strcmp(str_text(&codes), want) != 0) fail_msg("found \"%s\", wanted \"%s\"", str_text(&codes), want);
    for (int k = 0; k < found.count; k++) {
        assert_true(found.at[k].where.len > 0 && found.at[k].message.len > 0 && found.at[k].fix.len > 0);
        assert_null(strchr(str_text(&found.at[k].message), '\n'));
    }
    str_free(&codes);
}

static void check_says(const char *code, const char *where, const char *message, const char *fix) {
    const Finding *f = findings_find(&found, code);
    if (!f) fail_msg("no %s", code);
    if (!strstr(str_text(&f->where), where)) fail_msg("%s: where: %s", code, str_text(&f->where));
    if (!strstr(str_text(&f->message), message)) fail_msg("%s: message: %s", code, str_text(&f->message));
    if (!strstr(str_text(&f->fix), fix)) fail_msg("%s: fix: %s", code, str_text(&f->fix));
}

// ---- health

static double bidirectional(int l, int h, int i, int j) {
    return pattern_weight(l, h, N - 1, (j + i) % N);
}

static double sink(int l, int h, int i, int j) { // nearly all on the first token; the rest differs
    double own = 0.01 * pattern_weight(l, h, i, j);
    return j == 0 ? 0.99 + own : own;
}

static void healthy_dumps_are_left_alone(void **state) {
    (void)state;
    examine(pattern_weight, NULL);
    check_codes("");
    examine(pattern_weight, "{\"causal\": \"true\"}");
    check_codes("");
    examine(bidirectional, "{\"causal\": \"false\"}");
    check_codes("");
    examine(sink, NULL);
    check_codes("");
}

// ---- sickness

static double with_nan(int l, int h, int i, int j) {
    return l == 1 && h == 2 && i == 4 ? NAN : pattern_weight(l, h, i, j);
}

static double with_inf(int l, int h, int i, int j) {
    return l == 0 && i == 5 && j == 0 ? INFINITY : pattern_weight(l, h, i, j);
}

static double all_nan(int l, int h, int i, int j) {
    return NAN + l + h + i + j;
}

static void numbers_that_are_none(void **state) {
    (void)state;
    examine(with_nan, NULL);
    check_codes("nan");
    check_says("nan", "layer 1 head 2, query 4", "1 of 48 rows hold NaN", "mask");
    examine(with_inf, NULL);
    check_codes("inf");
    check_says("inf", "layer 0, all 3 heads, query 5", "3 of 48 rows hold infinities", "float32");
    examine(all_nan, NULL);
    check_codes("nan");
    check_says("nan", "all 6 heads", "48 of 48", "");
}

static double score(int l, int h, int i, int j) {
    return 2 * sin(1 + l + 2 * h + 3 * i + 5 * j);
}

static double turned(int l, int h, int i, int j) {
    return pattern_weight(l, h, j, i);
}

static double dropped(int l, int h, int i, int j) {
    return (i * 7 + j * 5 + h + l) % 10 == 3 ? 0 : pattern_weight(l, h, i, j) / 0.9;
}

static double summed(int l, int h, int i, int j) {
    (void)h;
    double sum = 0;
    for (int k = 0; k < 12; k++) sum += pattern_weight(l, k + h, i, j);
    return sum;
}

static double zeroed_late(int l, int h, int i, int j) {
    return j > i ? 0 : bidirectional(l, h, i, j);
}

static double scaled(int l, int h, int i, int j) {
    return bidirectional(l, h, i, j) * (h == 1 ? 0.7 + 0.01 * i : 1);
}

static void rows_that_do_not_sum_to_1(void **state) {
    (void)state;
    examine(score, NULL);
    check_codes("raw-scores");
    check_says("raw-scores", "all 6 heads", "below 0", "after the softmax");
    examine(turned, NULL);
    check_codes("transposed");
    check_says("transposed", "all 6 heads", "columns sum to 1", "--axes LHKQ");
    examine(dropped, NULL);
    check_codes("dropout");
    check_says("dropout", "all 6 heads", "dropout was on", "model.eval()");
    examine(summed, NULL);
    check_codes("summed");
    check_says("summed", "all 6 heads", "every row sums to 12", "each head");
    examine(zeroed_late, NULL);
    check_codes("masked-late");
    examine(scaled, "{\"causal\": \"false\"}");
    check_codes("row-sums");
    check_says("row-sums", "2 of 6 heads, first layer 0 head 1", "16 of 48 rows do not sum to 1 (0.7 … 0.77)", "");
}

static double ahead(int l, int h, int i, int j) { // rows are those of the next token
    return pattern_weight(l, h, i < N - 1 ? i + 1 : i, j);
}

static double behind(int l, int h, int i, int j) {
    return i == 0 ? (j == 0) : pattern_weight(l, h, i - 1, j);
}

static double half_masked(int l, int h, int i, int j) {
    return h == 1 ? bidirectional(l, h, i, j) : pattern_weight(l, h, i, j);
}

static void the_future_and_offsets(void **state) {
    (void)state;
    examine(bidirectional, "{\"causal\": \"true\"}");
    check_codes("future-mass");
    check_says("future-mass", "all 6 heads", "the causal mask was dropped", "eager");
    examine(bidirectional, NULL);
    check_codes("future-mass");
    check_says("future-mass", "all 6 heads", "if the model is causal", "causal = false");
    examine(half_masked, NULL);
    check_codes("future-mass");
    check_says("future-mass", "2 of 6 heads, first layer 0 head 1", "%", "");
    examine(ahead, NULL);
    check_codes("offset-rows");
    check_says("offset-rows", "all 6 heads", "reaches key i+1", "put the missing keys back");
    examine(ahead, "{\"row_offset\": \"1\"}"); // the last row would stand behind the last key
    check_codes("offset-rows");
    examine(pattern_weight, "{\"row_offset\": \"1000000\"}");
    check_codes("offset-rows");
    check_says("offset-rows", "metadata", "row_offset = 1000000 does not fit", "leave row_offset out");
    examine(behind, NULL);
    check_codes("offset-rows padding"); // the last token is never looked at
    check_says("offset-rows", "", "key i-1", "");
}

static double twice(int l, int h, int i, int j) {
    double sum = 0, own = 0;
    for (int k = 0; k < N; k++) {
        double w = exp(k <= i ? pattern_weight(l, h, i, k) : 0);
        sum += w;
        own = k == j ? w : own;
    }
    return own / sum;
}

static double flat(int l, int h, int i, int j) {
    return j <= i ? (1 + 0.01 * ((l + h + j) % 2)) / (i + 1 + 0.01 * ((i + 1 + (l + h) % 2) / 2)) : 0;
}

static void patterns_that_say_nothing(void **state) {
    (void)state;
    examine(twice, NULL);
    check_codes("uniform");
    check_says("uniform", "all 6 heads", "the softmax was applied twice", "");
    examine(flat, NULL);
    assert_non_null(findings_find(&found, "uniform"));
}

static double grouped(int l, int h, int i, int j) {
    return pattern_weight(l, h / 2, i, j);
}

static double same_layers(int l, int h, int i, int j) {
    (void)l;
    return pattern_weight(0, h, i, j);
}

static void repeats(void **state) {
    (void)state;
    examine(grouped, NULL);
    check_codes("repeated-heads");
    check_says("repeated-heads", "layer 0 heads 0 and 1", "2 heads are the same", "query head");
    examine(same_layers, NULL);
    check_codes("repeated-layers");
    check_says("repeated-layers", "1 of 2 layers", "", "");
}

static double padded_right(int l, int h, int i, int j) {
    return i < 6 ? pattern_weight(l, h, i, j)
                 : pattern_weight(l, h, 5, (j * 3 + i) % N) * (j < 6) /
                       (1 - pattern_weight(l, h, 5, (18 + i) % N) - pattern_weight(l, h, 5, (21 + i) % N));
}

static double padded_left(int l, int h, int i, int j) {
    return i < 2 ? 0 : j < 2 ? 0 : pattern_weight(l, h, i - 2, j - 2);
}

static void padding_and_tokens(void **state) {
    (void)state;
    examine(padded_right, NULL);
    check_codes("padding");
    check_says("padding", "the last 2 keys", "no query gives them any weight", "cut");
    examine(padded_left, NULL);
    check_codes("empty-rows padding");
    check_says("padding", "the first 2 keys", "", "");
    check_says("empty-rows", "all 6 heads", "12 of 48 rows are 0 everywhere", "");
    examine(pattern_weight, "{\"tokens\": \"[\\\"a\\\", \\\"b\\\", \\\"c\\\"]\"}");
    check_codes("token-count");
    check_says("token-count", "the file", "3 tokens for 8 keys", "");
    examine(
        pattern_weight,
        "{\"tokens\": \"[\\\"a\\\",\\\"b\\\",\\\"c\\\",\\\"d\\\",\\\"e\\\",\\\"f\\\",\\\"[PAD]\\\",\\\"[PAD]\\\"]\"}");
    check_codes("padding");
}

static void slices_find_the_same(void **state) {
    (void)state;
    Error err;
    examine(with_nan, NULL);
    Doctor *d = doctor_new(&c);
    int slices = 0;
    for (; !doctor_done(d); slices++) assert_true(doctor_step(d, 7, &err));
    assert_int_equal(slices, 7);
    CHECK_NEAR(doctor_progress(d), 1, 0);
    assert_true(doctor_report(d, &found, &err));
    check_codes("nan");
    doctor_free(d);
}

static void a_file_that_shrinks_ends_the_examination(void **state) {
    (void)state;
    Error err;
    examine(pattern_weight, NULL);
    part_reader_free(&c.reader);
    assert_int_equal(truncate(made.path, 500), 0);
    assert_false(doctor_check(&c, &found, &err));
    assert_non_null(strstr(err.text, "became shorter"));
}

// ---- the fixtures

static void check_fixture(const char *name, const char *codes) {
    Error err;
    char path[256];
    snprintf(path, sizeof path, TEST_DATA "/dumps/%s", name);
    capture_free(&c);
    if (!capture_open(&c, path, &(CaptureOptions){0}, &err) || !doctor_check(&c, &found, &err))
        fail_msg("%s", err.text);
    check_codes(codes);
}

static void fixtures_are_ill_in_the_way_their_names_say(void **state) {
    (void)state;
    check_fixture("sick_double_softmax.npy", "uniform");
    check_fixture("sick_dropout.npy", "dropout");
    check_fixture("sick_nan.npy", "nan");
    check_fixture("sick_transposed.npy", "transposed");
    check_fixture("sick_unmasked.npy", "future-mass");
    static const char *const WELL[] = {"lhqk.npy",           "big_endian.npy",  "fortran_f64.npy",
                                       "hqk_f16.npy",        "qk.npy",          "stored.npz",
                                       "deflate_layers.npz", "f32.safetensors", "tl_scores_bf16.safetensors",
                                       "dump.json"};
    for (size_t k = 0; k < sizeof WELL / sizeof WELL[0]; k++) check_fixture(WELL[k], "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(healthy_dumps_are_left_alone, clean),
        cmocka_unit_test_teardown(numbers_that_are_none, clean),
        cmocka_unit_test_teardown(rows_that_do_not_sum_to_1, clean),
        cmocka_unit_test_teardown(the_future_and_offsets, clean),
        cmocka_unit_test_teardown(patterns_that_say_nothing, clean),
        cmocka_unit_test_teardown(repeats, clean),
        cmocka_unit_test_teardown(padding_and_tokens, clean),
        cmocka_unit_test_teardown(slices_find_the_same, clean),
        cmocka_unit_test_teardown(a_file_that_shrinks_ends_the_examination, clean),
        cmocka_unit_test_teardown(fixtures_are_ill_in_the_way_their_names_say, clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
