// Encodings against an independent encoder: always with the small vocabulary in data/bpe-small (bpe_small.py), and with
// GPT-2's own on awkward strings where it is at hand. That one is not part of this project: LOOKBACK_GPT2_TOKENIZER
// names a folder with its vocab.json and merges.txt, LOOKBACK_BPE_CASES a file {"cases": [{"text", "ids"}, …]}.
#include "base/file.h"
#include "base/text.h"
#include "model/tokenizer.h"
#include "model/tokenizer_json.h"

#include "check.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static void check_case(const Tokenizer *t, const json_t *text, const json_t *want) {
    Error err;
    Ids ids = {0};
    Str back = {0};
    if (!tokenizer_encode(t, json_string_value(text), json_string_length(text), SPECIALS_AS_TEXT, &ids, &err))
        fail_msg("%s", err.text);
    bool same = (size_t)ids.count == json_array_size(want);
    for (int i = 0; same && i < ids.count; i++) same = ids.at[i] == json_integer_value(json_array_get(want, (size_t)i));
    if (!same) fail_msg("encoded otherwise: \"%s\"", json_string_value(text));
    tokenizer_decode(t, ids.at, ids.count, &back);
    assert_int_equal(back.len, json_string_length(text));
    assert_memory_equal(str_text(&back), json_string_value(text), back.len);
    ids_free(&ids);
    str_free(&back);
}

static void check_cases(const Tokenizer *t, const char *path) {
    json_t *root = json_load_file(path, JSON_ALLOW_NUL, NULL), *one;
    size_t k;
    if (json_array_size(json_object_get(root, "cases")) == 0) fail_msg("%s: no cases", path);
    json_array_foreach(json_object_get(root, "cases"), k, one)
        check_case(t, json_object_get(one, "text"), json_object_get(one, "ids"));
    json_decref(root);
}

static void small_vocabulary_as_two_files(void **state) {
    (void)state;
    static const char *const FILES[] = {"vocab.json", "merges.txt"};
    Tokenizer t = {0};
    Error err;
    Str text[2] = {{0}};
    for (int k = 0; k < 2; k++) {
        Str path = {0};
        str_printf(&path, "%s/bpe-small/%s", TEST_DATA, FILES[k]);
        if (!file_read(path.s, 1 << 20, &text[k], &err)) fail_msg("%s", err.text);
        str_free(&path);
    }
    assert_true(tokenizer_parse_vocabulary(&t, text[0].s, text[0].len, &err));
    assert_true(tokenizer_parse_merges(&t, text[1].s, text[1].len, &err) && tokenizer_finish(&t, &err));
    check_cases(&t, ORACLE_DATA "/bpe_small.json");
    str_free(&text[0]);
    str_free(&text[1]);
    tokenizer_free(&t);
}

static void small_vocabulary_as_tokenizer_json(void **state) {
    (void)state;
    Tokenizer t = {0};
    Error err;
    if (!tokenizer_open(&t, TEST_DATA "/bpe-small", &err)) fail_msg("%s", err.text);
    check_cases(&t, ORACLE_DATA "/bpe_small.json");
    assert_int_equal(t.bos, 436);
    tokenizer_free(&t);
}

static void vocabulary_of_gpt2(void **state) {
    (void)state;
    const char *folder = getenv("LOOKBACK_GPT2_TOKENIZER"), *cases = getenv("LOOKBACK_BPE_CASES");
    if (!folder || !cases) {
        print_message("skipped: LOOKBACK_GPT2_TOKENIZER and LOOKBACK_BPE_CASES are not set\n");
        skip();
    }
    Tokenizer t = {0};
    Error err;
    if (!tokenizer_open(&t, folder, &err)) fail_msg("%s", err.text);
    assert_int_equal(t.bos, 50256);
    check_cases(&t, cases);
    tokenizer_free(&t);
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_vocabulary_as_two_files),
                                       cmocka_unit_test(small_vocabulary_as_tokenizer_json),
                                       cmocka_unit_test(vocabulary_of_gpt2)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
