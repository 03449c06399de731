// JSON dumps: numbers as strtod reads them, shapes of nested lists, and JSON that is none.
#include "model/json_dump.h"
#include "model/scan.h"

#include "table.h"

static bool read_json(const char *json, Error *err) {
    return made_read("a.json", json, strlen(json), json_dump_read, err);
}

static const double *numbers(const Tensor *t) {
    return (const double *)(const void *)t->bytes;
}

static void lists_become_tensors(void **state) {
    (void)state;
    Error err;
    if (!read_json(" {\"tokens\": [\"a\", \"b\\n\"], \"attn\": [[[1, 0.5], [-2e-1, NaN]], [[3, null], [Infinity, "
                   "-Infinity]]], "
                   "\"causal\": true, \"model\": \"gpt\", \"layers\": {\"layer_0\": [[7]], \"names\": [\"x\"]}, "
                   "\"row_offset\": 3, \"e\": []}\n",
                   &err))
        fail_msg("%s", err.text);
    assert_int_equal(table.count, 3);
    const Tensor *t = table_find(&table, "attn");
    assert_int_equal(t->rank, 3);
    assert_int_equal(t->shape[0] * 100 + t->shape[1] * 10 + t->shape[2], 222);
    const double *v = numbers(t);
    assert_true(v[0] == 1 && v[1] == 0.5 && v[2] == -0.2 && isnan(v[3]) && v[4] == 3 && isnan(v[5]));
    assert_true(v[6] == INFINITY && v[7] == -INFINITY);
    assert_true(numbers(table_find(&table, "layers.layer_0"))[0] == 7);
    assert_int_equal(table_find(&table, "e")->size, 0);
    assert_string_equal(table_word(&table, "causal"), "true");
    assert_string_equal(table_word(&table, "model"), "gpt");
    assert_string_equal(table_word(&table, "row_offset"), "3");
    size_t len;
    assert_int_equal(table.tokens.count, 2);
    assert_memory_equal(texts_at(&table.tokens, 1, &len), "b\n", 2);
    assert_int_equal(len, 2);
}

static void lists_of_strings_may_differ_in_length(void **state) {
    (void)state;
    Error err;
    size_t len;
    if (!read_json("{\"tokens\": [[\"a\"], [], [\"b\", \"c\"]], \"attn\": [[1]]}", &err)) fail_msg("%s", err.text);
    assert_int_equal(table.tokens.count, 3);
    assert_int_equal(table.tokens.lists, 3);
    const int end[] = {1, 1, 3};
    assert_memory_equal(table.tokens.list_end, end, sizeof end);
    assert_memory_equal(texts_at(&table.tokens, 2, &len), "c", 1);
    assert_true(read_json("{\"tokens\": [[], [\"b\"]], \"attn\": [[1]]}", &err));
    assert_int_equal(table.tokens.lists, 2);
}

static void a_list_alone_is_a_tensor_without_a_name(void **state) {
    (void)state;
    Error err;
    assert_true(read_json("[[0.25, 0.75]]", &err));
    assert_string_equal(table.at[0].name, "");
    assert_int_equal(table.at[0].shape[1], 2);
}

static void a_mark_before_the_text_is_passed_over(void **state) {
    (void)state;
    Error err;
    static const char MARKED[] = "\xEF\xBB\xBF {\"attn\": [[1, 0], [0.5, 0.5]]}";
    assert_true(json_dump_is((const unsigned char *)MARKED, sizeof MARKED - 1));
    if (!read_json(MARKED, &err)) fail_msg("%s", err.text);
    assert_non_null(table_find(&table, "attn"));
    assert_false(json_dump_is((const unsigned char *)"\xEF\xBB\xBF", 3));
    assert_false(json_dump_is((const unsigned char *)"\xEF\xBB[", 3));
}

static void numbers_are_those_of_strtod(void **state) {
    (void)state;
    static const char *const TEXTS[] = {"0",
                                        "-0",
                                        "0.1",
                                        "0.30000001192092896",
                                        "123456789012345",
                                        "0.000001",
                                        "1e-300",
                                        "5e-324",
                                        "1E+5",
                                        "0.123456789012345",
                                        "99999999999999.9",
                                        "-1.5",
                                        "3.141592653589793238",
                                        "1e999",
                                        "900719925474.0993",
                                        "90071992547409.93",
                                        "9.007199254740993",
                                        "0.900719925474099",
                                        "8.99584739292837",
                                        "72057594037927.95"};
    for (size_t k = 0; k < sizeof TEXTS / sizeof TEXTS[0]; k++) {
        Scan s = {0};
        Error err;
        scan_start(&s, TEXTS[k], strlen(TEXTS[k]));
        assert_true(scan_next(&s, &err));
        assert_int_equal(s.kind, SCAN_NUMBER);
        double want = strtod(TEXTS[k], NULL);
        assert_memory_equal(&s.number, &want, sizeof want);
        scan_free(&s);
    }
}

static void strings_are_decoded(void **state) {
    (void)state;
    static const char *const STRINGS[][2] = {{"\"\\u0120the\"", "\xC4\xA0the"},
                                             {"\"\\ud83d\\ude00\"", "\xF0\x9F\x98\x80"},
                                             {"\"\\ud83d!\"", "\xEF\xBF\xBD!"},
                                             {"\"\\udc00\"", "\xEF\xBF\xBD"},
                                             {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
                                             {"\"\x1b[2J\"", "\x1b[2J"}};
    for (size_t k = 0; k < sizeof STRINGS / sizeof STRINGS[0]; k++) {
        Scan s = {0};
        Error err;
        scan_start(&s, STRINGS[k][0], strlen(STRINGS[k][0]));
        assert_true(scan_next(&s, &err));
        assert_string_equal(str_text(&s.text), STRINGS[k][1]);
        scan_free(&s);
    }
}

static void what_is_no_dump_is_refused(void **state) {
    (void)state;
    const struct {
        const char *json, *said;
    } lies[] = {
        {"[[1, 2], [3]]", "different lengths"},
        {"[[1, 2],\n 3]", "line 2: a list mixes"},
        {"[1, [2]]", "mixes"},
        {"[1, \"a\"]", "mixes"},
        {"[[], [1]]", "different lengths"},
        {"[[1], []]", "different lengths"},
        {"[[[1], [2]], [[3]]]", "different lengths"},
        {"[[\"a\"], [1]]", "mixes"},
        {"[[[]], []]", "empty where others are not"},
        {"[1, 2", "ends inside a list"},
        {"[1 2]", "a comma is missing"},
        {"[[1] [2]]", "a comma is missing"},
        {"[1, ]", "ends behind a comma"},
        {"[, 1]", "a comma without a value"},
        {"[1,, 2]", "a comma without a value"},
        {"[{\"a\": 1}]", "holds objects"},
        {"[1}", "no JSON"},
        {"[0x10]", "no JSON"},
        {"[1.]", "no JSON"},
        {"[.5]", "no JSON"},
        {"[1e]", "no JSON"},
        {"[+1]", "no JSON"},
        {"[nul]", "no JSON"},
        {"{\"a\" 1}", "colon is missing"},
        {"{\"a\": }", "a value is missing"},
        {"{\"a\": 1 \"b\": 2}", "a comma is missing"},
        {"{\"a\": 1", "a comma is missing"},
        {"{a: 1}", "no JSON"},
        {"{1: 1}", "a name in quotes"},
        {"{\"a\": \"\\q\"}", "an escape"},
        {"{\"a\": \"\\u12g4\"}", "an escape"},
        {"{\"a\": \"b}", "does not end"},
        {"{} {}", "something follows"},
        {"[[[[[[[[[1]]]]]]]]]", "nested deeper than 8"},
        {"", "a value is missing"},
    };
    for (size_t k = 0; k < sizeof lies / sizeof lies[0]; k++) {
        Error err = {"nothing"};
        bool ok = read_json(lies[k].json, &err);
        if (ok || !strstr(err.text, lies[k].said))
            fail_msg("%s: %s: %s", lies[k].json, ok ? "read" : "refused", err.text);
    }
}

static void deep_nesting_is_refused(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        Error err;
        Str json = {0};
        for (int n = 0; n < 200000; n++) str_puts(&json, k ? "{\"a\":" : "[");
        assert_false(read_json(json.s, &err));
        assert_non_null(strstr(err.text, "nested deeper than 8"));
        str_free(&json);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(lists_become_tensors, made_clean),
        cmocka_unit_test_teardown(lists_of_strings_may_differ_in_length, made_clean),
        cmocka_unit_test_teardown(a_list_alone_is_a_tensor_without_a_name, made_clean),
        cmocka_unit_test_teardown(a_mark_before_the_text_is_passed_over, made_clean),
        cmocka_unit_test_teardown(numbers_are_those_of_strtod, made_clean),
        cmocka_unit_test_teardown(strings_are_decoded, made_clean),
        cmocka_unit_test_teardown(what_is_no_dump_is_refused, made_clean),
        cmocka_unit_test_teardown(deep_nesting_is_refused, made_clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
