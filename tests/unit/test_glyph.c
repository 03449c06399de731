// ASCII for prose: signs are spelt out.
#include "base/text.h"
#include "draw/glyph.h"

#include "check.h"

static void check_spelling(const char *text, const char *want) {
    Str got = {0};
    glyph_spell(&got, text);
    assert_string_equal(str_text(&got), want);
    str_free(&got);
}

static void ascii_stays(void **state) {
    (void)state;
    check_spelling("", "");
    check_spelling("a - b? \"c\"\n", "a - b? \"c\"\n");
}

static void signs_are_spelt_out(void **state) {
    (void)state;
    check_spelling("the divisor: √d", "the divisor: root d");
    check_spelling("⟨BOS⟩ — 1 … 9", "<BOS> -- 1 ... 9");
    check_spelling("48·[j ≥ 1 and j−1 ≠ i]", "48*[j >= 1 and j-1 != i]");
    check_spelling("↑ ↓ ← →", "Up Down <- ->");
    check_spelling("÷ × “x”", "/ x \"x\"");
}

static void what_has_no_stand_in_is_escaped(void **state) {
    (void)state;
    check_spelling("é 日", "\\u00e9 \\u65e5");
    check_spelling("\xFF\x1b", "\\xFF\\x1b");
    check_spelling("\xE2\x80\xAE", "\\u202e");
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ascii_stays),
        cmocka_unit_test(signs_are_spelt_out),
        cmocka_unit_test(what_has_no_stand_in_is_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
