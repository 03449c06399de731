// The text format of worked examples: what it accepts, and the line it names when something is wrong.
#include "attn/worked_parse.h"
#include "base/file.h"
#include "base/number.h"
#include "base/text.h"
#include "out/worked.h"

#include "check.h"

#include <stdlib.h>

#define HEAD "tokens a b\nX\n1 0\n0 1\n"
#define QKV "W_Q\n1\n2\nW_K\n1\n2\nW_V\n1\n2\n"

static void good_files(void **state) {
    (void)state;
    static const char *const GOOD[] = {
        HEAD QKV, HEAD "\n\n" QKV "# end", "\xEF\xBB\xBF" HEAD QKV, "# c\n" HEAD "W_Q # the queries\n1 # one\n2\nW_K\n1\n2\nW_V\n1\n2",
        "tokens a b\r\nX\r\n1 0\r\n0 1\r\nW_Q\r\n1\r\n2\r\nW_K\r\n1\r\n2\r\nW_V\r\n1\r\n2\r\n", "X\n1 0\n0 1\n" QKV "tokens a b\n",
        HEAD "W_Q\n\n1\n\n2\nW_K\n-1e-3\n+.5\nW_V\n−1\n2.\n", HEAD QKV "W_O\n5 6\n", HEAD "head one\n" QKV,
    };
    for (size_t k = 0; k < sizeof GOOD / sizeof GOOD[0]; k++) {
        Worked w;
        Error err;
        if (!worked_parse(GOOD[k], strlen(GOOD[k]), "f", &w, &err)) fail_msg("%zu: %s", k, err.text);
        assert_int_equal(w.n, 2);
        assert_int_equal(w.model, 2);
        assert_int_equal(w.d, 1);
        assert_int_equal(w.given[WORKED_WO].rows, 1);
        assert_int_equal(w.given[WORKED_WO].cols, 2);
    }
}

static void bad_files_name_the_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } CASES[] = {
        {"", "f:1: the file ends without a tokens line"},
        {"# nothing\n\n", "f:2: the file ends without a tokens line"},
        {"X\n1\n" , "f:2: the file ends without a tokens line"},
        {"tokens a\n", "f:1: the file ends without the block X"},
        {"tokens\n", "f:1: tokens: none given"},
        {"tokens # a\n", "f:1: tokens: none given"},
        {"tokens a b\n\ntokens c\n", "f:3: tokens stands twice (first in line 1)"},
        {"tokens 1 2 3 4 5 6 7 8 9 10 11 12 13\n", "f:1: tokens: more than 12"},
        {"tokens a 0123456789012345678901234567890123456789012345678901234567890123x\n", "f:1: tokens: number 2 is longer than 64 bytes"},
        {HEAD "W_Q\n1\n2\n", "f:7: the file ends without the block W_K"},
        {HEAD "W_Q\n1\n2\nW_K\n1\n2", "f:10: the file ends without the block W_V"},
        {HEAD "W_K\n1\n2\nW_V\n1\n2\n", "f:10: the file ends without the block W_Q"},
        {HEAD QKV "W_K\n1\n2\n", "f:14: W_K stands twice (first in line 8)"},
        {HEAD "X\n", "f:5: X stands twice (first in line 2)"},
        {HEAD "W_Q\n1 2\n3\n", "f:7: W_Q: 1 number in this row, 2 in the rows above"},
        {HEAD "W_Q\n1\n3 4\n", "f:7: W_Q: 2 numbers in this row, 1 in the rows above"},
        {HEAD "W_Q\n1 2\n3 x\n", "f:7: W_Q: \"x\" is not a number"},
        {HEAD "W_Q\n1 nan\n", "f:6: W_Q: \"nan\" is not a number"},
        {HEAD "W_Q\nNaN\n", "f:6: W_Q: \"NaN\" is not a number"},
        {HEAD "W_Q\n-inf\n", "f:6: W_Q: \"-inf\" is not a number"},
        {HEAD "W_Q\nInfinity\n", "f:6: W_Q: \"Infinity\" is not a number"},
        {HEAD "W_Q\n1e999\n", "f:6: W_Q: \"1e999\" is not a number"},
        {HEAD "W_Q\n1e7\n", "f:6: W_Q: 1e7 is beyond ±1000000"},
        {HEAD "W_Q\n0x10\n", "f:6: W_Q: \"0x10\" is not a number"},
        {HEAD "W_Q\n1,\n", "f:6: W_Q: \"1,\" is not a number"},
        {HEAD "W_Q\n1 2 3 4 5 6 7 8 9\n", "f:6: W_Q: more than 8 numbers in a row"},
        {"X\n1 2 3 4 5 6 7 8 9 10 11 12 13\n", "f:2: X: more than 12 numbers in a row"},
        {"X\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n", "f:14: X: more than 12 rows"},
        {HEAD "W_O\n1 2\n1 2\n1 2\n1 2\n1 2\n1 2\n1 2\n1 2\n1 2\n", "f:14: W_O: more than 8 rows"},
        {HEAD "W_X\n", "f:5: unknown block \"W_X\" (did you mean \"W_Q\"?)"},
        {"1 2\n", "f:1: numbers that belong to no block"},
        {"X\n1\ntokens a\n2\n", "f:4: numbers that belong to no block"},
        {"tokens a\n1 2\n", "f:2: numbers that belong to no block"},
        {HEAD "W_Q\nW_K\n1\n2\nW_V\n1\n2\n", "f:5: W_Q has no rows"},
        {"tokens a b c\nX\n1 0\n0 1\n" QKV, "f:2: X is 2 × 2, wanted 3 × 2: a row for each token"},
        {HEAD "W_Q\n1\nW_K\n1\n2\nW_V\n1\n2\n", "f:5: W_Q is 1 × 1, wanted 2 × 1: a row for each column of X"},
        {HEAD "W_Q\n1\n2\nW_K\n1 2\n2 3\nW_V\n1\n2\n",
         "f:8: W_K is 2 × 2, wanted 2 × 1: as many rows as X has columns, as many columns as W_Q"},
        {HEAD "W_Q\n1\n2\nW_K\n1\n2\nW_V\n1\n2\n3\n",
         "f:11: W_V is 3 × 1, wanted 2 × 1: as many rows as X has columns, as many columns as W_Q"},
        {HEAD QKV "W_O\n1\n", "f:14: W_O is 1 × 1, wanted 1 × 2: as many rows as W_Q has columns, as many columns as X"},
        {HEAD QKV "head two\n", "f:14: head: W_Q in line 5 stands before the first head"},
        {HEAD "head\n", "f:5: head: no name given"},
        {HEAD "head a b\n", "f:5: head: more than one name (write \"…\" around a name with spaces)"},
        {HEAD "head \"a\\x00\"\n", "f:5: head: a name cannot hold \\x00"},
        {HEAD "head a\nW_Q\n1\n2\nhead b\n" QKV, "f:5: head \"a\" has no block W_K"},
        {HEAD "head a\n" QKV "head b\n" QKV, "f:15: a second head; a worked example has one"},
        {"tokens a b\nhead a\nX\n", "f:3: X must stand before the first head: all heads read the same rows"},
        {HEAD "head a\nhead b\nhead c\nhead d\nhead e\n", "f:9: head: more than 4"},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof CASES[0]; k++) {
        Worked w = {.n = 77};
        Error err = {"none"};
        assert_false(worked_parse(CASES[k].text, strlen(CASES[k].text), "f", &w, &err));
        assert_string_equal(err.text, CASES[k].message);
        assert_int_equal(w.n, 77);
    }
}

static void heads_may_not_be_wider_than_a_matrix(void **state) {
    (void)state;
    Heads h;
    Error err;
    static const char WIDE[] = "tokens a\nX\n1\nhead a\nW_Q\n1 2 3 4 5 6 7\nW_K\n1 2 3 4 5 6 7\nW_V\n1 2 3 4 5 6 7\n"
                               "head b\nW_Q\n1 2 3 4 5 6\nW_K\n1 2 3 4 5 6\nW_V\n1 2 3 4 5 6\n";
    assert_false(heads_parse(WIDE, sizeof WIDE - 1, "f", &h, &err));
    assert_string_equal(err.text, "f:11: the heads' widths add up to 13, more than 12");
}

static void labels_are_any_bytes(void **state) {
    (void)state;
    static const char TEXT[] = "tokens \"two words\" \"\\x00\\xff\\\"\\\\\" a#b \"\" '\"' \"open\n";
    static const struct {
        int len;
        const char *bytes;
    } WANT[] = {{9, "two words"}, {4, "\0\xFF\"\\"}, {3, "a#b"}, {0, ""}, {3, "'\"'"}, {5, "\"open"}};
    Str text = {0};
    str_add(&text, TEXT, sizeof TEXT - 1);
    str_puts(&text, "X\n1\n1\n1\n1\n1\n1\nW_Q\n1\nW_K\n1\nW_V\n1\n");
    Worked w, back;
    Error err;
    if (!worked_parse(text.s, text.len, "f", &w, &err)) fail_msg("%s", err.text);
    assert_int_equal(w.n, 6);
    for (int k = 0; k < 6; k++) {
        assert_int_equal(w.token[k].len, WANT[k].len);
        assert_memory_equal(w.token[k].bytes, WANT[k].bytes, (size_t)WANT[k].len);
    }
    str_clear(&text);
    out_worked_file(&text, &w);
    if (!worked_parse(text.s, text.len, "f", &back, &err)) fail_msg("%s in\n%s", err.text, text.s);
    for (int k = 0; k < 6; k++) assert_memory_equal(w.token[k].bytes, back.token[k].bytes, (size_t)w.token[k].len);
    str_free(&text);
}

static void export_reads_back_bit_for_bit(void **state) {
    (void)state;
    Worked w = {.n = 12, .model = 12, .d = 8}, back;
    static const int SHAPE[][2] = {{12, 12}, {12, 8}, {12, 8}, {12, 8}, {8, 12}};
    double value = 1.0 / 3;
    for (int part = 0; part < WORKED_GIVEN; part++) {
        Matrix *m = &w.given[part];
        m->rows = SHAPE[part][0];
        m->cols = SHAPE[part][1];
        for (int k = 0; k < m->rows * m->cols; k++)
            m->at[k / m->cols][k % m->cols] = value = fmod(value * -7.31, 900) + 1e-7;
    }
    for (int i = 0; i < 12; i++) w.token[i].len = 1, w.token[i].bytes[0] = (char)('a' + i);
    Str text = {0};
    Error err;
    out_worked_file(&text, &w);
    if (!worked_parse(text.s, text.len, "f", &back, &err)) fail_msg("%s", err.text);
    assert_memory_equal(&w, &back, sizeof w);
    str_clear(&text);
    WorkedResult r;
    worked_run(&r, &w, (AttentionParams){true, worked_divisor(&w)}, false);
    out_worked_latex(&text, &w, &r);
    assert_non_null(strstr(text.s, "\\setcounter{MaxMatrixCols}{12}"));
    str_free(&text);
}

// No prefix of a file and no single changed byte does more than fail.
static void damage_never_crashes(void **state) {
    (void)state;
    Str text = {0};
    Error err;
    assert_true(file_read(PROJECT_DATA "/worked/heads.txt", 1 << 20, &text, &err));
    static const char BYTES[] = "\0\n\"#\\9- \xE2\xFFx";
    Heads *h = calloc(1, sizeof *h);
    for (size_t k = 0; k < text.len; k++) {
        heads_parse(text.s, k, "f", h, &err);
        char old = text.s[k];
        for (size_t b = 0; b < sizeof BYTES - 1; b++) {
            text.s[k] = BYTES[b];
            char *copy = malloc(text.len); // exactly as long, so that a read beyond the end is seen
            memcpy(copy, text.s, text.len);
            heads_parse(copy, text.len, "f", h, &err);
            free(copy);
        }
        text.s[k] = old;
    }
    free(h);
    str_free(&text);
}

static void numbers_are_decimal_and_whole(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool ok;
        double value;
        int decimals;
    } CASES[] = {
        {"12", 1, 12, 0}, {"-1.50", 1, -1.5, 2}, {".5", 1, .5, 1}, {"5.", 1, 5, 0}, {"−2", 1, -2, 0}, {"1e-3", 1, .001, 3},
        {"1.5E2", 1, 150, -1}, {"+7", 1, 7, 0}, {"", 0, 0, 0}, {"-", 0, 0, 0}, {"−", 0, 0, 0}, {"−-2", 0, 0, 0}, {"1e", 0, 0, 0}, {"e5", 0, 0, 0}, {".", 0, 0, 0}, {"-.", 0, 0, 0},
        {"1 ", 0, 0, 0}, {" 1", 0, 0, 0}, {"--1", 0, 0, 0}, {"1.2.3", 0, 0, 0}, {"0x1", 0, 0, 0}, {"inf", 0, 0, 0}, {"1e400", 0, 0, 0},
        {"1e99999999999999999999", 0, 0, 0}, {"0e99999999999999999999", 1, 0, -400},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof CASES[0]; k++) {
        double value = 99;
        int decimals = 0;
        bool ok = number_parse(CASES[k].text, strlen(CASES[k].text), &value, &decimals);
        if (ok != CASES[k].ok || value != (ok ? CASES[k].value : 99) || (ok && decimals != CASES[k].decimals)) {
            fail_msg("\"%s\": %d %g %d", CASES[k].text, ok, value, decimals);
        }
    }
    double value;
    int decimals;
    assert_false(number_parse("1\0", 2, &value, &decimals));
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_files),
        cmocka_unit_test(bad_files_name_the_line),
        cmocka_unit_test(heads_may_not_be_wider_than_a_matrix),
        cmocka_unit_test(labels_are_any_bytes),
        cmocka_unit_test(export_reads_back_bit_for_bit),
        cmocka_unit_test(damage_never_crashes),
        cmocka_unit_test(numbers_are_decimal_and_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
