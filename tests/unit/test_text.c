// UTF-8, folding and the display form: whatever the bytes, nothing that comes out is a control.
#include "base/text.h"

#include "check.h"

static uint32_t decoded(const char *bytes, size_t len, int want_used) {
    int used;
    uint32_t rune = text_decode(bytes, len, &used);
    assert_int_equal(used, want_used);
    return rune;
}

static void every_rune_survives_encoding(void **state) {
    (void)state;
    for (uint32_t rune = 0; rune < TEXT_BAD; rune++) {
        if (rune >= 0xD800 && rune < 0xE000) continue;
        char utf8[4];
        int len = text_encode(rune, utf8);
        assert_int_equal(decoded(utf8, (size_t)len, len), rune);
        for (int cut = 1; cut < len; cut++)
            assert_int_equal(decoded(utf8, (size_t)cut, 1), TEXT_BAD + (unsigned char)utf8[0]);
    }
}

static void bad_bytes_decode_one_at_a_time(void **state) {
    (void)state;
    static const char *const BAD[] = {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xED\xBF\xBF",
        "\xF0\x80\x80\x80", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xF8\x88\x80\x80", "\xFE", "\xFF", "\xC3(", "\xE2\x82("};
    for (size_t k = 0; k < sizeof BAD / sizeof BAD[0]; k++) {
        assert_int_equal(decoded(BAD[k], strlen(BAD[k]), 1), TEXT_BAD + (unsigned char)BAD[k][0]);
    }
}

static void letters_fold_to_one_form(void **state) {
    (void)state;
    static const uint32_t SAME[][2] = {{'A', 'a'},    {0xC9, 0xE9},       {0x3A3, 0x3C3}, {0x3C2, 0x3C3},
                                       {0x17F, 's'},  {0xB5, 0x3BC},      {0x410, 0x430}, {0x1E9E, 0xDF},
                                       {0x212A, 'k'}, {0x10400, 0x10428}, {0x1C4, 0x1C5}, {0x13A0, 0xAB70}};
    for (size_t k = 0; k < sizeof SAME / sizeof SAME[0]; k++)
        assert_int_equal(text_fold(SAME[k][0]), text_fold(SAME[k][1]));
    static const uint32_t APART[][2] = {{'i', 0x131}, {'i', 0x130}, {'a', 0xE1}, {'s', 0xDF}, {'[', '{'}, {'@', '`'}};
    for (size_t k = 0; k < sizeof APART / sizeof APART[0]; k++)
        assert_int_not_equal(text_fold(APART[k][0]), text_fold(APART[k][1]));
    assert_int_equal(text_fold(TEXT_BAD + 0xE2), TEXT_BAD + 0xE2);
}

static void folding_twice_is_folding_once(void **state) {
    (void)state;
    for (uint32_t rune = 0; rune < TEXT_BAD; rune++) assert_int_equal(text_fold(text_fold(rune)), text_fold(rune));
}

static void widths_are_what_a_terminal_uses(void **state) {
    (void)state;
    assert_int_equal(text_width('a'), 1);
    assert_int_equal(text_width(0xE9), 1);
    assert_int_equal(text_width(0x4E16), 2);
    assert_int_equal(text_width(0x1F600), 2);
    assert_int_equal(text_width(0x301), 0);
    static const uint32_t NEVER[] = {0,      7,      0x1B,   '\n',  0x7F,   0x80,    0x9B,   0x9F,     0x200E,
                                     0x202E, 0x2028, 0x2066, 0x61C, 0xFFF9, 0xE0041, 0xD800, TEXT_BAD, TEXT_BAD + 0xFF};
    for (size_t k = 0; k < sizeof NEVER / sizeof NEVER[0]; k++) assert_int_equal(text_width(NEVER[k]), -1);
}

static void spaces_and_words(void **state) {
    (void)state;
    static const uint32_t SPACES[] = {' ',  '\t',   '\n',   '\r',   '\v',   '\f',  0x85,
                                      0xA0, 0x2003, 0x2007, 0x202F, 0x2028, 0x3000};
    for (size_t k = 0; k < sizeof SPACES / sizeof SPACES[0]; k++) assert_true(text_is_space(SPACES[k]));
    static const uint32_t WORDS[] = {'a', 'Z', '0', '_', 0xE9, 0x416, 0x4E16, 0x301, 0x200D, 0x5D0, 0x661};
    for (size_t k = 0; k < sizeof WORDS / sizeof WORDS[0]; k++) {
        assert_true(text_is_word(WORDS[k]));
        assert_false(text_is_space(WORDS[k]));
    }
    static const uint32_t NEITHER[] = {'-', '.', '\'', 0x1B, 0x2019, 0x1F600, 0x202E, TEXT_BAD + 0x80};
    for (size_t k = 0; k < sizeof NEITHER / sizeof NEITHER[0]; k++) {
        assert_false(text_is_word(NEITHER[k]));
        assert_false(text_is_space(NEITHER[k]));
    }
}

static void check_display(const char *bytes, size_t len, const char *utf8, const char *ascii) {
    Str out = {0};
    text_display(&out, bytes, len, false);
    assert_string_equal(str_text(&out), utf8);
    str_clear(&out);
    text_display(&out, bytes, len, true);
    assert_string_equal(str_text(&out), ascii);
    str_free(&out);
}

static void display_forms(void **state) {
    (void)state;
    check_display("plain", 5, "plain", "plain");
    check_display("é世", 5, "é世", "\\u00e9\\u4e16");
    check_display("\x1b[2J", 4, "␛[2J", "\\x1b[2J");
    check_display("a\nb\tc", 5, "a⏎b⇥c", "a\\nb\\tc");
    check_display("a\0b\x7F", 4, "a␀b␡", "a\\x00b\\x7f");
    check_display("x\xE2\x82", 3, "x\\xE2\\x82", "x\\xE2\\x82");
    check_display("\xE2\x80\xAEtac", 6, "\\u202etac", "\\u202etac");
    check_display("\xC2\x9B" "31m", 5, "\\u009b31m", "\\u009b31m");
    check_display("👩\xE2\x80\x8D👩", 11, "👩👩", "\\U01f469\\U01f469");
    check_display("e\xCC\x81\xCC\x82\xCC\x83\xCC\x84", 9, "e\xCC\x81\xCC\x82", "e\\u0301\\u0302\\u0303\\u0304");
    check_display("\xCC\x81" "a", 3, "a", "\\u0301a");
    check_display("\xEF\xBB\xBFx\xC2\xAD", 6, "x", "x");
    check_display("", 0, "", "");
}

// Every rune of a display form has a width and so is no control; ASCII forms are printable ASCII.
static void check_tame(const char *bytes, size_t len, bool ascii) {
    Str out = {0};
    text_display(&out, bytes, len, ascii);
    int columns = 0;
    for (size_t at = 0; at < out.len;) {
        int used;
        uint32_t rune = text_decode(out.s + at, out.len - at, &used);
        int width = text_width(rune);
        assert_in_range(width, 0, 2);
        if (ascii) assert_in_range(rune, 0x20, 0x7E);
        columns += width;
        at += (size_t)used;
    }
    assert_int_equal(columns, text_columns(str_text(&out)));
    str_free(&out);
}

static void any_bytes_are_tamed(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (int round = 0; round < 20000; round++) {
        char bytes[24];
        for (size_t k = 0; k < sizeof bytes; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            bytes[k] = (char)(seed >> 33);
        }
        check_tame(bytes, sizeof bytes, round & 1);
    }
    for (uint32_t rune = 0; rune < TEXT_BAD; rune++) {
        char utf8[4];
        check_tame(utf8, (size_t)text_encode(rune, utf8), rune & 1);
    }
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rune_survives_encoding),
        cmocka_unit_test(bad_bytes_decode_one_at_a_time),
        cmocka_unit_test(letters_fold_to_one_form),
        cmocka_unit_test(folding_twice_is_folding_once),
        cmocka_unit_test(widths_are_what_a_terminal_uses),
        cmocka_unit_test(spaces_and_words),
        cmocka_unit_test(display_forms),
        cmocka_unit_test(any_bytes_are_tamed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
