// Every pattern of the three sentences × four heads × mask × divisor × BOS against rules.json, to its 9 digits. The
// sentences and the word lists are the program's own, so they are checked as well. Where the numbers come from:
// tests/README.md.
#include "attn/attention.h"
#include "attn/corpus.h"
#include "base/file.h"
#include "base/names.h"
#include "base/text.h"

#include "check.h"

#include <jansson.h>

static const double WITHIN = 1.000001e-9; // the last digit printed, either way

static WordSet words_of(const char *path) {
    Str text = {0};
    Error err = {""};
    if (!file_read(path, 1 << 20, &text, &err)) fail_msg("%s", err.text);
    WordSet set = {0};
    wordset_parse(&set, text.s, text.len);
    str_free(&text);
    return set;
}

static int load(void **state) {
    static Corpus corpus;
    Str text = {0};
    Error err = {""};
    bool ok = file_read(PROJECT_DATA "/sentences.txt", 1 << 20, &text, &err) &&
              corpus_parse_sentences(&corpus, text.s, text.len, "sentences.txt", &err);
    if (!ok) print_error("%s\n", err.text);
    corpus.names = words_of(PROJECT_DATA "/names.txt");
    corpus.asking = words_of(PROJECT_DATA "/asking.txt");
    str_free(&text);
    *state = &corpus;
    return ok ? 0 : -1;
}

static int unload(void **state) {
    corpus_free(*state);
    return 0;
}

static double number(const json_t *list, int i) {
    const json_t *value = json_array_get(list, (size_t)i);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static const char *string(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    assert_non_null(value);
    return value;
}

static Tokens tokens_of(const json_t *one, const Corpus *corpus) {
    int which = names_find(string(one, "sentence"), corpus_name_at, corpus, corpus->count);
    assert_true(which >= 0);
    const char *text = corpus->sentence[which].text;
    bool bos = json_is_true(json_object_get(one, "bos"));
    Tokens t = {0};
    Error err;
    assert_true(tokens_split(&t, text, strlen(text), bos, &corpus->names, &corpus->asking, &err));
    const json_t *words = json_object_get(one, "tokens");
    assert_int_equal(t.n, json_array_size(words));
    for (int i = 0; i < t.n; i++) {
        int len;
        const char *bytes = tokens_text(&t, i, &len);
        const char *want = json_string_value(json_array_get(words, (size_t)i));
        assert_int_equal(len, strlen(want));
        assert_memory_equal(bytes, want, (size_t)len);
    }
    return t;
}

static void check_case(const json_t *one, const Corpus *corpus) {
    Tokens t = tokens_of(one, corpus);
    AttentionParams p = {json_is_true(json_object_get(one, "mask")),
                         json_number_value(json_object_get(one, "divisor"))};
    int rule = names_find(string(one, "head"), rule_name_at, NULL, RULES_COUNT);
    assert_true(rule >= 0);
    Attention a = {0};
    attention_run(&a, &RULES[rule], &t, p);
    const json_t *scores = json_object_get(one, "scores"), *weights = json_object_get(one, "weights");
    for (int i = 0; i < a.n; i++) {
        for (int j = 0; j < a.n; j++) {
            if (!json_is_null(scores))
                CHECK_NEAR(a.row[i].score[j], number(json_array_get(scores, (size_t)i), j), WITHIN);
            CHECK_NEAR(a.row[i].weight[j], number(json_array_get(weights, (size_t)i), j), WITHIN);
        }
        CHECK_NEAR(a.row[i].entropy, number(json_object_get(one, "entropy_bits"), i), WITHIN);
        CHECK_NEAR(a.row[i].future, number(json_object_get(one, "future_mass"), i), WITHIN);
    }
    attention_free(&a);
    tokens_free(&t);
}

static void every_pattern_matches(void **state) {
    json_error_t error;
    json_t *root = json_load_file(ORACLE_DATA "/rules.json", 0, &error);
    assert_non_null(root);
    const json_t *cases = json_object_get(root, "cases");
    assert_int_equal(json_array_size(cases), 3 * 4 * 2 * 2 * 2);
    for (size_t k = 0; k < json_array_size(cases); k++) check_case(json_array_get(cases, k), *state);
    json_decref(root);
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_pattern_matches)};
    return cmocka_run_group_tests(tests, load, unload);
}
