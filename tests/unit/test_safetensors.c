// Safetensors: what is right is read, and every lie of a header is an error before anything is believed.
#include "model/safetensors.h"

#include "table.h"

static bool read_bytes(const Str *bytes, Error *err) {
    return made_read("a.safetensors", str_text(bytes), bytes->len, safetensors_read, err);
}

static bool read_header(const char *header, size_t data, Error *err) {
    static const char zeros[256];
    Str file = {0};
    put_safetensors(&file, header, zeros, data);
    bool ok = read_bytes(&file, err);
    str_free(&file);
    return ok;
}

static void tensors_and_metadata_are_read(void **state) {
    (void)state;
    Error err;
    const float numbers[] = {1, 2, 3, 4, 5, 6, 7};
    Str file = {0};
    put_safetensors(&file, "{\"b\": {\"dtype\": \"F32\", \"shape\": [2, 3], \"data_offsets\": [4, 28]}, "
                           "\"a\": {\"dtype\": \"F32\", \"shape\": [], \"data_offsets\": [0, 4]}, "
                           "\"__metadata__\": {\"causal\": \"true\"}}",
                    numbers, sizeof numbers);
    assert_true(read_bytes(&file, &err));
    assert_int_equal(table.count, 2);
    Tensor *b = table_find(&table, "b");
    assert_int_equal(b->rank, 2);
    assert_int_equal(b->shape[1], 3);
    assert_int_equal(b->stride[0], 12);
    float got[2];
    assert_true(table_read(&table, b, 16, got, sizeof got, &err));
    assert_true(got[0] == 6 && got[1] == 7);
    assert_false(table_read(&table, b, 20, got, sizeof got, &err));
    assert_int_equal(table_find(&table, "a")->rank, 0);
    assert_string_equal(table_word(&table, "causal"), "true");
    assert_null(table_word(&table, "model"));
    assert_null(table_find(&table, "c"));
    str_free(&file);
}

#define ENTRY(dtype, shape, offsets)                                                                                   \
    "{\"a\": {\"dtype\": \"" dtype "\", \"shape\": " shape ", \"data_offsets\": " offsets "}}"

static void lies_are_refused(void **state) {
    (void)state;
    const struct {
        const char *header;
        size_t data;
        const char *said;
    } lies[] = {
        {ENTRY("F32", "[2, 3]", "[0, 20]"), 20, "float32 [2, 3] wants 24 bytes, its data_offsets give 20"},
        {ENTRY("F32", "[2, 3]", "[0, 24]"), 20, "lie outside the 20 bytes"},
        {ENTRY("F32", "[2, 3]", "[24, 0]"), 24, "lie outside"},
        {ENTRY("F32", "[2, 3]", "[-24, 0]"), 24, "lie outside"},
        {ENTRY("F32", "[2, 3]", "[0, 9223372036854775807]"), 24, "lie outside"},
        {ENTRY("F32", "[2, 3]", "[0, 99999999999999999999]"), 24, "no JSON: too big"},
        {ENTRY("F32", "[2, 3]", "[0]"), 24, "not two whole numbers"},
        {ENTRY("F32", "[2, 3]", "[0, 24.0]"), 24, "not two whole numbers"},
        {ENTRY("F32", "[-2, -3]", "[0, 24]"), 24, "a side of -2"},
        {ENTRY("F32", "[1152921504606846976]", "[0, 24]"), 24, "wants 4611686018427387904 bytes"},
        {ENTRY("F32", "[1152921504606846976, 2]", "[0, 24]"), 24, "more elements than any file can hold"},
        {ENTRY("F32", "[4294967296, 4294967296]", "[0, 0]"), 0, "more elements than any file can hold"},
        {ENTRY("F32", "[1,1,1,1,1,1,1,1,1]", "[0, 4]"), 4, "more than 8 axes"},
        {ENTRY("F32", "[2.5]", "[0, 10]"), 10, "not made of whole numbers"},
        {ENTRY("F32", "6", "[0, 24]"), 24, "shape is no list"},
        {ENTRY("F32", "[2, 3]", "[0, 24]"), 30, "6 bytes behind the last tensor"},
        {ENTRY("F32", "[2, 3]", "[6, 30]"), 30, "6 bytes before a belong to no tensor"},
        {"{\"a\": {\"dtype\": \"F32\", \"shape\": [1], \"data_offsets\": [0, 4]}, "
         "\"b\": {\"dtype\": \"F32\", \"shape\": [1], \"data_offsets\": [2, 6]}}", 6, "b overlaps a"},
        {"{\"a\": {\"dtype\": \"F32\", \"shape\": [1], \"data_offsets\": [0, 4]}, "
         "\"a\": {\"dtype\": \"F32\", \"shape\": [1], \"data_offsets\": [4, 8]}}", 8, "duplicate object key"},
        {"{\"a\": 3}", 0, "a: has no dtype"},
        {"{\"a\": null}", 0, "a: has no dtype"},
        {"{\"__metadata__\": {\"a\": 3}}", 0, "is no text"},
        {"{\"__metadata__\": 3}", 0, "is no object"},
        {"[1, 2]", 0, "is no object"},
        {"{\"a\"", 0, "is no JSON"},
        {"{\"a\\u0000b\": 3}", 0, "is no JSON"},
    };
    for (size_t k = 0; k < sizeof lies / sizeof lies[0]; k++) {
        Error err = {"nothing"};
        bool ok = read_header(lies[k].header, lies[k].data, &err);
        if (ok || !strstr(err.text, lies[k].said))
            fail_msg("%s: %s: %s", lies[k].header, ok ? "read" : "refused", err.text);
        assert_non_null(strstr(err.text, "a.safetensors: "));
    }
}

static void lengths_of_the_header_that_lie_are_refused(void **state) {
    (void)state;
    const struct {
        uint64_t length;
        const char *said;
    } lies[] = {{3, "says its header has 3 bytes; the file has 10"},
                {UINT64_MAX, "says its header"},
                {UINT64_MAX - 7, "says its header"}};
    for (size_t k = 0; k < sizeof lies / sizeof lies[0]; k++) {
        Error err;
        Str file = {0};
        put_number(&file, lies[k].length, 8);
        str_puts(&file, "{}");
        assert_false(read_bytes(&file, &err));
        assert_non_null(strstr(err.text, lies[k].said));
        str_free(&file);
    }
    Error err;
    Str short_file = {0};
    str_puts(&short_file, "{}");
    assert_false(read_bytes(&short_file, &err));
    assert_non_null(strstr(err.text, "is shorter than"));
    str_free(&short_file);
}

static void deep_json_is_refused(void **state) {
    (void)state;
    Error err;
    Str header = {0};
    str_puts(&header, "{\"a\": ");
    for (int k = 0; k < 100000; k++) str_putc(&header, '[');
    assert_false(read_header(str_text(&header), 0, &err));
    assert_non_null(strstr(err.text, "is no JSON"));
    str_free(&header);
}

static void an_unknown_type_is_kept_but_refused_by_name(void **state) {
    (void)state;
    Error err;
    assert_true(read_header(ENTRY("F8_E4M3", "[6]", "[0, 6]"), 6, &err));
    assert_int_equal(table.at[0].type, TENSOR_REFUSED);
    assert_true(read_header(ENTRY("F32", "[0, 3]", "[0, 0]"), 0, &err)); // empty, but no lie
    assert_int_equal(table.at[0].size, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(tensors_and_metadata_are_read, made_clean),
        cmocka_unit_test_teardown(lies_are_refused, made_clean),
        cmocka_unit_test_teardown(lengths_of_the_header_that_lie_are_refused, made_clean),
        cmocka_unit_test_teardown(deep_json_is_refused, made_clean),
        cmocka_unit_test_teardown(an_unknown_type_is_kept_but_refused_by_name, made_clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
