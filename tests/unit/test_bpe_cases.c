// GPT-2's own vocabulary on awkward strings. It is not part of this project: LOOKBACK_GPT2_TOKENIZER names a folder with its
// vocab.json and merges.txt, LOOKBACK_BPE_CASES a file {"cases": [{"text", "ids"}, …]}. Without them the test says that it
// was skipped.
#include "base/text.h"
#include "model/tokenizer.h"

#include "check.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static void every_case_is_encoded_exactly(void **state) {
    (void)state;
    const char *folder = getenv("LOOKBACK_GPT2_TOKENIZER"), *cases = getenv("LOOKBACK_BPE_CASES");
    if (!folder || !cases) {
        print_message("skipped: LOOKBACK_GPT2_TOKENIZER and LOOKBACK_BPE_CASES are not set\n");
        skip();
    }
    Tokenizer t = {0};
    Error err;
    json_t *root = json_load_file(cases, JSON_ALLOW_NUL, NULL), *one;
    size_t k;
    if (!tokenizer_open(&t, folder, &err)) fail_msg("%s", err.text);
    assert_true(json_array_size(json_object_get(root, "cases")) > 0);
    json_array_foreach(json_object_get(root, "cases"), k, one) {
        const json_t *text = json_object_get(one, "text"), *want = json_object_get(one, "ids");
        Ids ids = {0};
        Str back = {0};
        if (!tokenizer_encode(&t, json_string_value(text), json_string_length(text), SPECIALS_AS_TEXT, &ids, &err)) fail_msg("%s", err.text);
        bool same = (size_t)ids.count == json_array_size(want);
        for (int i = 0; same && i < ids.count; i++) same = ids.at[i] == json_integer_value(json_array_get(want, (size_t)i));
        if (!same) fail_msg("case %zu: \"%s\"", k, json_string_value(text));
        tokenizer_decode(&t, ids.at, ids.count, &back);
        assert_int_equal(back.len, json_string_length(text));
        assert_memory_equal(str_text(&back), json_string_value(text), back.len);
        ids_free(&ids);
        str_free(&back);
    }
    json_decref(root);
    tokenizer_free(&t);
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_case_is_encoded_exactly)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
