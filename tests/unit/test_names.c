// Finding names, and guessing the one that was meant.
#include "base/names.h"

#include "check.h"

static const char *const HEADS[] = {"previous-token", "duplicate-token", "induction", "name-mover", "x"};
enum { HEADS_COUNT = sizeof HEADS / sizeof HEADS[0] };

static void a_name_is_found_exactly(void **state) {
    (void)state;
    Error err = {"untouched"};
    assert_int_equal(names_find("induction", names_in_array, HEADS, HEADS_COUNT), 2);
    assert_int_equal(names_find("Induction", names_in_array, HEADS, HEADS_COUNT), -1);
    assert_int_equal(names_find("", names_in_array, HEADS, HEADS_COUNT), -1);
    assert_int_equal(names_require("head", "name-mover", names_in_array, HEADS, HEADS_COUNT, &err), 3);
    assert_string_equal(err.text, "untouched");
}

static void check_guess(const char *word, const char *want) {
    Error err = {""};
    assert_int_equal(names_require("head", word, names_in_array, HEADS, HEADS_COUNT, &err), -1);
    assert_string_equal(err.text, want);
}

static void a_near_miss_names_the_nearest(void **state) {
    (void)state;
    check_guess("inducton", "unknown head \"inducton\" (did you mean \"induction\"?)");
    check_guess("indcution", "unknown head \"indcution\" (did you mean \"induction\"?)");
    check_guess("nidcution", "unknown head \"nidcution\" (did you mean \"induction\"?)"); // two swaps, not four edits
    check_guess("INDUCTION", "unknown head \"INDUCTION\" (did you mean \"induction\"?)");
    check_guess("Dup", "unknown head \"Dup\" (did you mean \"duplicate-token\"?)");
    check_guess("dup", "unknown head \"dup\" (did you mean \"duplicate-token\"?)");
    check_guess("previous_token", "unknown head \"previous_token\" (did you mean \"previous-token\"?)");
}

static void of_two_near_names_the_nearer_wins(void **state) {
    (void)state;
    static const char *const NEAR[] = {"mask", "task"};
    Error err;
    assert_int_equal(names_require("toggle", "maskk", names_in_array, NEAR, 2, &err), -1);
    assert_string_equal(err.text, "unknown toggle \"maskk\" (did you mean \"mask\"?)");
}

static void far_words_get_the_list(void **state) {
    (void)state;
    check_guess("zebra", "unknown head \"zebra\" (one of: previous-token, duplicate-token, induction, name-mover, x)");
    check_guess("", "unknown head \"\" (one of: previous-token, duplicate-token, induction, name-mover, x)");
    check_guess("y", "unknown head \"y\" (one of: previous-token, duplicate-token, induction, name-mover, x)");
}

static void long_words_and_long_lists_are_cut(void **state) {
    (void)state;
    char word[5000];
    memset(word, 'q', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    static const char *const MANY[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n"};
    Error err = {""};
    assert_int_equal(names_require("letter", word, names_in_array, MANY, 14, &err), -1);
    assert_true(strlen(err.text) < 200);
    assert_non_null(strstr(err.text, "a, b, c, d, e, f, g, h, i, j, k, l, …)"));
}

static void contexts_go_in_front(void **state) {
    (void)state;
    Error err;
    assert_false(error_set(&err, "bad %d", 7));
    assert_false(error_prefix(&err, "%s:%d: ", "file", 3));
    assert_string_equal(err.text, "file:3: bad 7");
    for (int k = 0; k < 3000; k++) error_prefix(&err, "deeper: ");
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
}

static void a_brief_error_is_without_its_folder(void **state) {
    (void)state;
    assert_string_equal(error_brief("/a/b/c.md:3: not 1/2"), "c.md:3: not 1/2");
    assert_string_equal(error_brief("c.md: x"), "c.md: x");
    assert_string_equal(error_brief("read/again"), "read/again");
    assert_string_equal(error_brief(""), "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_found_exactly),
        cmocka_unit_test(a_near_miss_names_the_nearest),
        cmocka_unit_test(of_two_near_names_the_nearer_wins),
        cmocka_unit_test(far_words_get_the_list),
        cmocka_unit_test(long_words_and_long_lists_are_cut),
        cmocka_unit_test(contexts_go_in_front),
        cmocka_unit_test(a_brief_error_is_without_its_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
