// Findings as text and as JSON.
#include "out/check.h"

#include "base/text.h"
#include "check.h"

#include <jansson.h>

static Findings some_findings(void) {
    Findings list = {0};
    Finding *f = findings_add(&list, "nan");
    str_puts(&f->where, "layer 1");
    str_puts(&f->message, "ill \x1b[31m");
    str_puts(&f->fix, "do \"this\"");
    findings_add(&list, "padding");
    return list;
}

static void text_shows_no_controls(void **state) {
    (void)state;
    Findings list = some_findings();
    Str out = {0};
    out_check_text(&(Check){"a\x1b.npy", "axes é", &list, NULL, 0}, false, &out);
    assert_string_equal(str_text(&out),
                        "a␛.npy\n  axes é\n\n  nan: layer 1\n    ill ␛[31m\n    fix: do \"this\"\n\n  padding\n");
    str_clear(&out);
    out_check_text(&(Check){"a.npy", "axes é", &(Findings){0}, NULL, 0}, true, &out);
    assert_string_equal(str_text(&out), "a.npy\n  axes \\u00e9\n  nothing wrong was found\n");
    str_free(&out);
    findings_free(&list);
    assert_null(list.at);
}

static void json_is_an_object_of_findings(void **state) {
    (void)state;
    Findings list = some_findings();
    Str out = {0};
    out_check_json(&(Check){"a.npy", "axes", &list, NULL, 0}, &out);
    json_t *root = json_loads(str_text(&out), 0, NULL);
    assert_non_null(root);
    assert_string_equal(json_string_value(json_object_get(root, "schema")), "lookback.check/1");
    assert_true(json_is_false(json_object_get(root, "ok")));
    json_t *findings = json_object_get(root, "findings"), *first = json_array_get(findings, 0);
    assert_int_equal(json_array_size(findings), 2);
    assert_string_equal(json_string_value(json_object_get(first, "code")), "nan");
    assert_string_equal(json_string_value(json_object_get(first, "where")), "layer 1");
    assert_string_equal(json_string_value(json_object_get(first, "message")), "ill \x1b[31m");
    assert_string_equal(json_string_value(json_object_get(first, "fix")), "do \"this\"");
    json_decref(root);
    str_clear(&out);
    out_check_json(&(Check){"a.npy", "axes", &(Findings){0}, NULL, 0}, &out);
    root = json_loads(str_text(&out), 0, NULL);
    assert_true(json_is_true(json_object_get(root, "ok")));
    assert_int_equal(json_array_size(json_object_get(root, "findings")), 0);
    json_decref(root);
    str_free(&out);
    findings_free(&list);
}

static void findings_are_found_by_code(void **state) {
    (void)state;
    Findings list = some_findings();
    assert_ptr_equal(findings_find(&list, "padding"), &list.at[1]);
    assert_null(findings_find(&list, "inf"));
    findings_free(&list);
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_shows_no_controls),
        cmocka_unit_test(json_is_an_object_of_findings),
        cmocka_unit_test(findings_are_found_by_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
