#include "base/text.h"
#include "math/random.h"
#include "model/tokenizer.h"
#include "model/tokenizer_json.h"

#include "check.h"

#include <stdlib.h>

static Ids encoded(const Tokenizer *t, const char *text, size_t len, Specials specials) {
    Ids ids = {0};
    Error err;
    if (!tokenizer_encode(t, text, len, specials, &ids, &err)) fail_msg("%s", err.text);
    return ids;
}

static void check_ids(const Tokenizer *t, const char *text, Specials specials, const char *want) {
    Ids ids = encoded(t, text, strlen(text), specials);
    Str got = {0};
    for (int i = 0; i < ids.count; i++) {
        str_puts(&got, i ? "|" : "");
        tokenizer_text(t, ids.at[i], &got);
    }
    assert_string_equal(str_text(&got), want);
    str_free(&got);
    ids_free(&ids);
}

// ---- bytes

static void any_bytes_come_back(void **state) {
    const Tokenizer *t = *state;
    static const char LIKELY[] = "ab the\n\t \xE2\x80\xA8\xC2\xA0\xC3\xA9\xF0\x9F\x98\x80'st12!\xFF\xC3\xED\xA0\x80\0";
    Random r = {5};
    for (int k = 0; k < 3000; k++) {
        char text[64];
        size_t len = random_next(&r) % sizeof text;
        for (size_t j = 0; j < len; j++) {
            uint64_t x = random_next(&r);
            text[j] = x % 4 ? LIKELY[(x >> 8) % (sizeof LIKELY - 1)] : (char)(x >> 16);
        }
        Ids ids = encoded(t, text, len, SPECIALS_AS_TEXT);
        Str back = {0};
        tokenizer_decode(t, ids.at, ids.count, &back);
        assert_int_equal(back.len, len);
        assert_memory_equal(str_text(&back), text, len);
        str_free(&back);
        ids_free(&ids);
    }
}

static void broken_bytes_leave_the_rest_as_it_would_be(void **state) {
    check_ids(*state, "the  Mary\xFF  John", SPECIALS_AS_TEXT, "the| | Mary|\xFF| | John");
    check_ids(*state, "\xFF\xFEthe  Mary\xE2\x82", SPECIALS_AS_TEXT, "\xFF|\xFE|the| | Mary|\xE2|\x82");
}

static void a_long_word_is_no_trouble(void **state) {
    const Tokenizer *t = *state;
    enum { LEN = 1 << 20 };
    char *text = calloc(LEN, 1);
    memset(text, 'a', LEN);
    Ids ids = encoded(t, text, LEN, SPECIALS_AS_TEXT);
    assert_true(ids.count > LEN / 16 && ids.count < LEN / 2);
    ids_free(&ids);
    free(text);
    Error err;
    assert_false(tokenizer_encode(t, "", TOKENIZER_TEXT_MAX + 1, SPECIALS_AS_TEXT, &ids, &err));
}

static void special_tokens_are_text_unless_asked_for(void **state) {
    const Tokenizer *t = *state;
    check_ids(t, "a<|endoftext|> John", SPECIALS_AS_TOKENS, "a|<|endoftext|>| John");
    check_ids(t, "<|endoftext|><|endoftext|>", SPECIALS_AS_TOKENS, "<|endoftext|>|<|endoftext|>");
    Ids as_text = encoded(t, "<|endoftext|>", 13, SPECIALS_AS_TEXT),
        half = encoded(t, "<|endoftext|", 12, SPECIALS_AS_TOKENS);
    assert_true(as_text.count > 5 && half.count > 5);
    ids_free(&half);
    ids_free(&as_text);
}

static void tokens_are_found_as_people_write_them(void **state) {
    const Tokenizer *t = *state;
    Error err;
    Str text = {0};
    tokenizer_text(t, tokenizer_find(t, "Mary", 4, &err), &text);
    assert_string_equal(str_text(&text), " Mary");
    assert_int_equal(tokenizer_find(t, "#65", 3, &err), 65);
    assert_int_equal(tokenizer_find(t, "A", 1, &err), 65);
    assert_int_equal(tokenizer_find(t, "#", 1, &err), '#');
    assert_int_equal(tokenizer_find(t, "Rumpelstilz", 11, &err), -1);
    assert_string_equal(err.text, "\"Rumpelstilz\" is not one token of this model");
    assert_int_equal(tokenizer_find(t, "#4711", 5, &err), -1);
    assert_string_equal(err.text, "no token has the id 4711");
    str_clear(&text);
    tokenizer_text(t, 4711, &text);
    tokenizer_text(t, -1, &text);
    assert_string_equal(str_text(&text), "[4711][-1]");
    str_free(&text);
}

// ---- words

static void parse(Tokenizer *t, const char *json) {
    Error err;
    *t = (Tokenizer){0};
    if (!tokenizer_json_parse(t, json, strlen(json), &err)) fail_msg("%s", err.text);
}

#define WORDS(before, unknown)                                                                                         \
    "{\"added_tokens\": [{\"id\": 0, \"content\": \"<BOS>\", \"special\": true}], \"normalizer\": null, "              \
    "\"pre_tokenizer\": {\"type\": \"" before                                                                          \
    "\"}, \"model\": {\"type\": \"WordLevel\", \"vocab\": {\"<BOS>\": 0, \"the\": 1, \"cat\": 2, \",\": 3, "           \
    "\"[UNK]\": 4, \"cat,\": 5, \"caf\\u00e9\": 6}, "                                                                  \
    "\"unk_token\": " unknown "}}"

static void words_are_parted_by_white_space(void **state) {
    (void)state;
    Tokenizer t;
    Error err;
    Ids ids = {0};
    Str back = {0};
    parse(&t, WORDS("WhitespaceSplit", "null"));
    assert_int_equal(t.bos, 0);
    check_ids(&t, "  the cat, \n caf\xC3\xA9\xC2\xA0 the cat", SPECIALS_AS_TEXT, "the|cat,|caf\xC3\xA9|the|cat");
    check_ids(&t, "<BOS>the<BOS> cat", SPECIALS_AS_TOKENS, "<BOS>|the|<BOS>|cat");
    assert_false(tokenizer_encode(&t, "the dog", 7, SPECIALS_AS_TEXT, &ids, &err));
    assert_string_equal(err.text, "\"dog\" is not among the words of this model");
    tokenizer_decode(&t, (const int[]){1, 2, 99}, 3, &back);
    assert_string_equal(back.s, "the cat [99]");
    str_free(&back);
    ids_free(&ids);
    tokenizer_free(&t);
    parse(&t, WORDS("Whitespace", "\"[UNK]\""));
    check_ids(&t, "the cat, caf\xC3\xA9 the dog", SPECIALS_AS_TEXT, "the|cat|,|caf\xC3\xA9|the|[UNK]");
    tokenizer_free(&t);
}

static void the_longest_special_token_counts(void **state) {
    (void)state;
    Tokenizer t;
    parse(&t, "{\"added_tokens\": [{\"id\": 0, \"content\": \"<B>x\"}, {\"id\": 1, \"content\": \"<B>\"}], "
              "\"pre_tokenizer\": {\"type\": "
              "\"WhitespaceSplit\"}, \"model\": {\"type\": \"WordLevel\", \"vocab\": {\"y\": 2}}}");
    check_ids(&t, "y<B>x<B> y", SPECIALS_AS_TOKENS, "y|<B>x|<B>|y");
    tokenizer_free(&t);
}

// What begins every text: a template of tokenizer.json, or add_bos_token of tokenizer_config.json.
static void what_stands_in_front(void **state) {
    (void)state;
    static const struct {
        const char *post;
        bool first;
        int bos;
    } POST[] = {
        {"null", false, 0},
        {"{\"type\": \"ByteLevel\"}", false, 0},
        {"{\"type\": \"TemplateProcessing\", \"single\": [{\"SpecialToken\": {\"id\": \"<BOS>\"}}, {\"Sequence\": {}}]}", true, 0},
        {"{\"type\": \"TemplateProcessing\", \"single\": [{\"SpecialToken\": {\"id\": \"the\"}}]}", true, 1},
        {"{\"type\": \"TemplateProcessing\", \"single\": [{\"Sequence\": {}}, {\"SpecialToken\": {\"id\": \"<BOS>\"}}]}", false, 0},
        {"{\"type\": \"TemplateProcessing\", \"single\": [{\"SpecialToken\": {\"id\": \"dog\"}}]}", false, 0},
        {"{\"type\": \"TemplateProcessing\", \"single\": 3}", false, 0},
        {"{\"type\": \"Sequence\", \"processors\": [7, {\"type\": \"ByteLevel\"}, {\"type\": \"TemplateProcessing\", \"single\": "
         "[{\"SpecialToken\": {\"id\": \"<BOS>\"}}]}]}", true, 0},
    };
    Tokenizer t;
    for (size_t k = 0; k < sizeof POST / sizeof POST[0]; k++) {
        Str json = {0};
        str_puts(&json, WORDS("Whitespace", "null"));
        json.s[--json.len] = '\0'; // its last brace
        str_printf(&json, ", \"post_processor\": %s}", POST[k].post);
        parse(&t, str_text(&json));
        assert_int_equal(t.bos_first, POST[k].first);
        assert_int_equal(t.bos, POST[k].bos);
        tokenizer_free(&t);
        str_free(&json);
    }
    static const struct {
        const char *json, *message; // NULL: taken
        bool first;
        int bos;
    } CONFIG[] = {
        {"{}", NULL, false, 0},
        {"{\"add_bos_token\": true}", NULL, true, 0},
        {"{\"add_bos_token\": false, \"bos_token\": \"the\"}", NULL, false, 1},
        {"{\"add_bos_token\": null, \"bos_token\": {\"content\": \"cat\"}}", NULL, false, 2},
        {"{\"bos_token\": \"dog\"}", NULL, false, 0},
        {"{\"add_bos_token\": 1}", "add_bos_token is neither true nor false", false, 0},
        {"[]", "is no JSON object", false, 0},
        {"{", "line 1 is no JSON: string or '}' expected near end of file", false, 0},
    };
    for (size_t k = 0; k < sizeof CONFIG / sizeof CONFIG[0]; k++) {
        Error err;
        parse(&t, WORDS("Whitespace", "null"));
        bool ok = tokenizer_parse_config(&t, CONFIG[k].json, strlen(CONFIG[k].json), &err);
        assert_int_equal(ok, !CONFIG[k].message);
        if (!ok) assert_string_equal(err.text, CONFIG[k].message);
        assert_int_equal(t.bos_first, CONFIG[k].first);
        assert_int_equal(t.bos, CONFIG[k].bos);
        tokenizer_free(&t);
    }
}

// ---- broken files

static void check_refused(const char *json, const char *message) {
    Tokenizer t = {0};
    Error err;
    if (tokenizer_json_parse(&t, json, strlen(json), &err)) fail_msg("taken: %s", json);
    assert_string_equal(err.text, message);
    tokenizer_free(&t);
}

#define BPE(rest) "{\"pre_tokenizer\": {\"type\": \"ByteLevel\"}, \"model\": {\"type\": \"BPE\", " rest "}}"

static void what_is_not_supported_is_named(void **state) {
    (void)state;
    check_refused("", "line 1 is no JSON: '[' or '{' expected near end of file");
    check_refused("[]", "has no model");
    check_refused("{\"model\": {\"type\": \"Unigram\"}}", "model.type is Unigram; BPE and WordLevel are supported");
    check_refused("{\"model\": {\"type\": \"BPE\"}, \"normalizer\": {\"type\": \"NFC\"}}",
                  "normalizer is NFC; only none is supported");
    check_refused("{\"model\": {\"type\": \"BPE\"}}", "pre_tokenizer is missing; for BPE, ByteLevel is supported");
    check_refused("{\"model\": {\"type\": \"BPE\"}, \"pre_tokenizer\": {\"type\": \"Sequence\", \"pretokenizers\": "
                  "[{\"type\": \"Split\"}, {\"type\": \"ByteLevel\"}]}}",
                  "pre_tokenizer is Sequence; for BPE, ByteLevel is supported");
    check_refused(
        "{\"model\": {\"type\": \"BPE\"}, \"pre_tokenizer\": {\"type\": \"ByteLevel\", \"use_regex\": false}}",
        "pre_tokenizer.use_regex is not true; only GPT-2's own splitting is supported");
    check_refused(BPE("\"byte_fallback\": true"), "model.byte_fallback is not supported");
    check_refused(BPE("\"dropout\": 0.1"), "model.dropout is not supported");
    check_refused(BPE("\"end_of_word_suffix\": \"</w>\""), "model.end_of_word_suffix is not supported");
    check_refused("{\"model\": {\"type\": \"WordLevel\"}, \"pre_tokenizer\": {\"type\": \"Metaspace\"}}",
                  "pre_tokenizer is Metaspace; for WordLevel, WhitespaceSplit and Whitespace are supported");
}

static void broken_vocabularies_are_told(void **state) {
    (void)state;
    check_refused(BPE("\"vocab\": 3"), "model.vocab: the vocabulary is no JSON object");
    check_refused(BPE("\"vocab\": {\"a\": \"x\"}"), "model.vocab: token \"a\" has no whole number as its id");
    check_refused(BPE("\"vocab\": {\"a\": -1}"), "model.vocab: token \"a\" has the id -1; 0 to 1048575 is wanted");
    check_refused(BPE("\"vocab\": {\"a\": 99999999999}"),
                  "model.vocab: token \"a\" has the id 99999999999; 0 to 1048575 is wanted");
    check_refused(BPE("\"vocab\": {\"a\": 1, \"b\": 1}"), "model.vocab: two tokens have the id 1");
    check_refused(BPE("\"vocab\": {\"a\": 1, \"a\": 2}"), "line 1 is no JSON: duplicate object key near '\"a\"'");
    check_refused(BPE("\"vocab\": {}, \"merges\": []"), "the vocabulary is empty");
    check_refused(BPE("\"vocab\": {\"a\": 1}"), "model.merges is no list");
    check_refused(BPE("\"vocab\": {\"a\": 1}, \"merges\": [3]"), "merge 0: is neither a text nor two");
    check_refused(BPE("\"vocab\": {\"a\": 1}, \"merges\": [\"a a\"]"),
                  "merge 0: \"a\" + \"a\": \"aa\" is no token of the vocabulary");
    check_refused(BPE("\"vocab\": {\"a\": 1}, \"merges\": [[\"b\", \"a\"]]"),
                  "merge 0: \"b\" + \"a\": \"b\" is no token of the vocabulary");
    check_refused(BPE("\"vocab\": {\"a\": 1}, \"merges\": [[\"\", \"a\"]]"),
                  "merge 0: a merge is two tokens with a space between them");
    check_refused("{\"added_tokens\": [{\"id\": 1, \"content\": \"b\"}], \"pre_tokenizer\": {\"type\": \"ByteLevel\"}, "
                  "\"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 1}, \"merges\": []}}",
                  "added_tokens[0]: two tokens have the id 1");
    check_refused("{\"added_tokens\": [{\"id\": 2, \"content\": \"a\"}], \"pre_tokenizer\": {\"type\": \"ByteLevel\"}, "
                  "\"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 1}, \"merges\": []}}",
                  "added_tokens[0]: token \"a\" has two ids, 1 and 2");
}

static void check_merges_refused(const char *merges, const char *message) {
    static const char VOCABULARY[] = "{\"a\": 0, \"b\": 1, \"ab\": 2}";
    Tokenizer t = {0};
    Error err;
    assert_true(tokenizer_parse_vocabulary(&t, VOCABULARY, sizeof VOCABULARY - 1, &err));
    if (tokenizer_parse_merges(&t, merges, strlen(merges), &err)) fail_msg("taken: %s", merges);
    assert_string_equal(err.text, message);
    tokenizer_free(&t);
}

static void broken_merges_are_told_with_their_line(void **state) {
    (void)state;
    check_merges_refused("#version: 0.2\na b\nab\n", "3: \"ab\": a merge is two tokens with a space between them");
    check_merges_refused("a b c", "1: \"a b c\": a merge is two tokens with a space between them");
    check_merges_refused("a b\n\na  b", "3: \"a  b\": a merge is two tokens with a space between them");
    check_merges_refused("a b\r\na x\r\n", "2: \"a\" + \"x\": \"x\" is no token of the vocabulary");
    check_merges_refused(" b", "1: a merge is two tokens with a space between them");
    check_merges_refused("a \xE2\x82\xAC", "1: \"a\" + \"\xE2\x82\xAC\": not written in the alphabet of bytes");
}

static void a_byte_without_token_is_told(void **state) {
    (void)state;
    static const char VOCABULARY[] = "{\"a\": 0, \"b\": 1, \"ab\": 2}", MERGES[] = "a b\na b\n";
    Tokenizer t = {0};
    Error err;
    Ids ids = {0};
    assert_true(tokenizer_parse_vocabulary(&t, VOCABULARY, sizeof VOCABULARY - 1, &err));
    assert_true(tokenizer_parse_merges(&t, MERGES, sizeof MERGES - 1, &err) && tokenizer_finish(&t, &err));
    check_ids(&t, "abba", SPECIALS_AS_TEXT, "ab|b|a");
    assert_int_equal(t.bos, -1);
    assert_false(tokenizer_encode(&t, "ab c", 4, SPECIALS_AS_TEXT, &ids, &err));
    assert_string_equal(err.text, "the byte 0x20 has no token");
    ids_free(&ids);
    tokenizer_free(&t);
}

static void a_space_comes_first_where_the_file_says_so(void **state) {
    (void)state;
    Tokenizer t;
    parse(&t, "{\"pre_tokenizer\": {\"type\": \"ByteLevel\", \"add_prefix_space\": true}, \"model\": {\"type\": "
              "\"BPE\", \"vocab\": {\"a\": 0, \"\\u0120\": 1, \"\\u0120a\": 2}, "
              "\"merges\": [\"\\u0120 a\"]}}");
    check_ids(&t, "a", SPECIALS_AS_TEXT, " a");
    check_ids(&t, " a", SPECIALS_AS_TEXT, " a");
    tokenizer_free(&t);
}

static int load(void **state) {
    Tokenizer *t = calloc(1, sizeof *t);
    Error err;
    *state = t;
    return tokenizer_open(t, TEST_DATA "/bpe-small", &err) ? 0 : -1;
}

static int unload(void **state) {
    tokenizer_free(*state);
    free(*state);
    return 0;
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_bytes_come_back),
        cmocka_unit_test(broken_bytes_leave_the_rest_as_it_would_be),
        cmocka_unit_test(a_long_word_is_no_trouble),
        cmocka_unit_test(special_tokens_are_text_unless_asked_for),
        cmocka_unit_test(tokens_are_found_as_people_write_them),
        cmocka_unit_test(what_stands_in_front),
        cmocka_unit_test(words_are_parted_by_white_space),
        cmocka_unit_test(the_longest_special_token_counts),
        cmocka_unit_test(what_is_not_supported_is_named),
        cmocka_unit_test(broken_vocabularies_are_told),
        cmocka_unit_test(broken_merges_are_told_with_their_line),
        cmocka_unit_test(a_byte_without_token_is_told),
        cmocka_unit_test(a_space_comes_first_where_the_file_says_so),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
