// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

#include "out/json.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

// Parses what was written; the test fails when it is not JSON.
static json_t *parsed(const Str *out) {
    json_error_t error;
    json_t *root = json_loadb(out->s, out->len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    if (!root) fail_msg("%s in: %s", error.text, out->s);
    return root;
}

static void layout_is_one_line_a_member_and_a_row(void **state) {
    (void)state;
    static const double M[] = {1, 2, 9, 3, 4, 9};
    Str out = {0};
    Json j = out_json_to(&out);
    out_json_object(&j, NULL);
    out_json_text(&j, "schema", "x/1");
    out_json_matrix(&j, "M", M, 2, 2, 3);
    out_json_numbers(&j, "none", M, 0);
    out_json_object(&j, "inner");
    out_json_bool(&j, "mask", true);
    out_json_null(&j, "nothing");
    out_json_end(&j);
    out_json_array(&j, "keys");
    out_json_object(&j, NULL);
    out_json_integer(&j, "a", -3);
    out_json_unsigned(&j, "b", UINT64_MAX);
    out_json_end(&j);
    out_json_end(&j);
    out_json_end(&j);
    assert_string_equal(str_text(&out), "{\n"
                                        "  \"schema\": \"x/1\",\n"
                                        "  \"M\": [\n"
                                        "    [1, 2],\n"
                                        "    [3, 4]\n"
                                        "  ],\n"
                                        "  \"none\": [],\n"
                                        "  \"inner\": {\"mask\": true, \"nothing\": null},\n"
                                        "  \"keys\": [\n"
                                        "    {\"a\": -3, \"b\": 18446744073709551615}\n"
                                        "  ]\n"
                                        "}\n");
    str_free(&out);
}

static void empty_object_stays_on_one_line(void **state) {
    (void)state;
    Str out = {0};
    Json j = out_json_to(&out);
    out_json_object(&j, NULL);
    out_json_end(&j);
    assert_string_equal(str_text(&out), "{}\n");
    str_free(&out);
}

static void numbers_keep_nine_digits_and_never_leave_json(void **state) {
    (void)state;
    static const double V[] = {1.0 / 3, 2980.957987041728, 1e-300, -0.0, NAN, INFINITY, -INFINITY, 123456789};
    Str out = {0};
    Json j = out_json_to(&out);
    out_json_numbers(&j, NULL, V, 8);
    assert_string_equal(str_text(&out), "[0.333333333, 2980.95799, 1e-300, 0, null, null, null, 123456789]\n");
    json_decref(parsed(&out));
    str_free(&out);
}

static void any_bytes_become_a_valid_string(void **state) {
    (void)state;
    static const char BYTES[] = "a\"\\\n\t\r\x01\x1b[31m\xff\xe2\x82 \xc2\x9b\x7f\xed\xa0\x80 \xf0\x9f\x98\x80\0z";
    Str out = {0};
    Json j = out_json_to(&out);
    out_json_bytes(&j, NULL, BYTES, sizeof BYTES - 1);
    assert_string_equal(str_text(&out),
                        "\"a\\\"\\\\\\n\\t\\r\\u0001\\u001b[31m\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD \\u009b\\u007f"
                        "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD \xf0\x9f\x98\x80\\u0000z\"");
    json_decref(parsed(&out));
    str_free(&out);
}

static void what_turns_a_line_around_is_escaped(void **state) {
    (void)state;
    Str out = {0};
    Json j = out_json_to(&out);
    out_json_text(&j, NULL, "a\xE2\x80\xAE b\xE2\x81\xA6 \xF3\xA0\x81\x81");
    assert_string_equal(str_text(&out), "\"a\\u202e b\\u2066 \\udb40\\udc41\"");
    str_free(&out);
}

static void every_single_byte_survives_parsing(void **state) {
    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        char c = (char)byte;
        Str out = {0};
        Json j = out_json_to(&out);
        out_json_bytes(&j, NULL, &c, 1);
        for (size_t k = 0; k < out.len; k++) assert_true((unsigned char)out.s[k] >= 0x20 && out.s[k] != 0x7F);
        json_t *root = parsed(&out);
        const char *back = json_string_value(root);
        if (byte < 0x80) assert_memory_equal(back, &c, 1);
        else assert_string_equal(back, "\xEF\xBF\xBD");
        json_decref(root);
        str_free(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout_is_one_line_a_member_and_a_row),
        cmocka_unit_test(empty_object_stays_on_one_line),
        cmocka_unit_test(numbers_keep_nine_digits_and_never_leave_json),
        cmocka_unit_test(any_bytes_become_a_valid_string),
        cmocka_unit_test(what_turns_a_line_around_is_escaped),
        cmocka_unit_test(every_single_byte_survives_parsing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
