// Splitting text, and what the rules ask of each token.
#include "attn/tokens.h"
#include "base/text.h"

#include "check.h"

static const WordSet NO_WORDS;

static Tokens split(const char *text, size_t len, bool bos) {
    Tokens t = {0};
    Error err = {""};
    bool ok = tokens_split(&t, text, len, bos, &NO_WORDS, &NO_WORDS, &err);
    assert_string_equal(err.text, "");
    assert_true(ok);
    return t;
}

// wanted: the tokens with | between them.
static void check_split(const char *text, const char *wanted) {
    Tokens t = split(text, strlen(text), false);
    Str got = {0};
    for (int i = 0; i < t.n; i++) {
        int len;
        const char *bytes = tokens_text(&t, i, &len);
        if (i) str_putc(&got, '|');
        str_add(&got, bytes, (size_t)len);
    }
    assert_string_equal(str_text(&got), wanted);
    str_free(&got);
    tokens_free(&t);
}

static void text_splits_on_space_and_punctuation(void **state) {
    (void)state;
    check_split("When Mary and John went", "When|Mary|and|John|went");
    check_split("the store, John", "the|store|,|John");
    check_split("the store , John", "the|store|,|John");
    check_split("  it's  3.14\t(x_1)\n", "it|'|s|3|.|14|(|x_1|)");
    check_split("...", ".|.|.");
    check_split("é\xC2\xA0" "naïve", "é|naïve");
    check_split("cafe\xCC\x81!", "cafe\xCC\x81|!");
    check_split("!\xCC\x81!", "!\xCC\x81|!");
    check_split("日本 語", "日本|語");
    check_split("👩\xE2\x80\x8D👩 a", "👩\xE2\x80\x8D👩|a"); // one sign, joined
    check_split("🇩🇪🇫🇷👍🏽!", "🇩🇪|🇫🇷|👍🏽|!");           // flags are pairs of letters
}

static void any_bytes_split(void **state) {
    (void)state;
    check_split("a\xFF" "b", "a|\xFF|b");
    check_split("\x1b[2J", "\x1b|[|2J");
    check_split("\xE2\x82", "\xE2|\x82");
    check_split("a\xE2\x80\xAE" "b", "a|\xE2\x80\xAE|b");
    Tokens t = split("a\0b", 3, false);
    assert_int_equal(t.n, 3);
    tokens_free(&t);
}

static void random_bytes_lose_nothing_but_space(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < 3000; round++) {
        char bytes[200];
        size_t visible = 0;
        for (size_t k = 0; k < sizeof bytes; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            bytes[k] = (char)(seed >> 33);
        }
        for (size_t at = 0; at < sizeof bytes;) {
            int used;
            if (!text_is_space(text_decode(bytes + at, sizeof bytes - at, &used))) visible += (size_t)used;
            at += (size_t)used;
        }
        Tokens t = split(bytes, sizeof bytes, false);
        assert_int_equal(t.bytes.len, visible);
        int end = 0;
        for (int i = 0; i < t.n; i++) {
            assert_int_equal(t.at[i].start, end);
            assert_true(t.at[i].len > 0);
            end += t.at[i].len;
        }
        assert_int_equal(end, visible);
        tokens_free(&t);
    }
}

static void check_refused(const char *text, size_t len, const char *want) {
    Tokens t = split("as it was", 9, false);
    Error err;
    assert_false(tokens_split(&t, text, len, true, &NO_WORDS, &NO_WORDS, &err));
    assert_string_equal(err.text, want);
    assert_int_equal(t.n, 3);
    tokens_free(&t);
}

static void blank_text_is_refused(void **state) {
    (void)state;
    static const char BLANK[] = "the text is blank: at least one word is wanted";
    check_refused("", 0, BLANK);
    check_refused(" \t\r\n\xC2\xA0", 6, BLANK);
}

static void the_limit_is_1024_without_bos(void **state) {
    (void)state;
    char text[2 * (TOKENS_MAX + 1)];
    for (int i = 0; i <= TOKENS_MAX; i++) memcpy(text + 2 * i, "a ", 2);
    Tokens t = split(text, 2 * TOKENS_MAX, true);
    assert_int_equal(t.n, 1025);
    tokens_free(&t);
    t = split(text, 2 * TOKENS_MAX, false);
    assert_int_equal(t.n, 1024);
    tokens_free(&t);
    check_refused(text, sizeof text, "the text has more than 1024 tokens, the most a text may have");
}

static void bos_stands_in_front_and_is_a_token(void **state) {
    (void)state;
    Tokens t = split("To be", 5, true);
    int len;
    assert_int_equal(t.n, 3);
    assert_memory_equal(tokens_text(&t, 0, &len), "<BOS>", 5);
    assert_int_equal(len, 5);
    assert_memory_equal(tokens_text(&t, 1, &len), "To", 2);
    tokens_free(&t);
}

static void same_ignores_case_and_markers(void **state) {
    (void)state;
    const char *text = "The the THE then Éa éA \xC4\xA0the ςΣ σς ß ss";
    Tokens t = split(text, strlen(text), false);
    assert_int_equal(t.n, 11);
    assert_true(tokens_same(&t, 0, 1));
    assert_true(tokens_same(&t, 2, 0));
    assert_false(tokens_same(&t, 0, 3));
    assert_true(tokens_same(&t, 4, 5));
    assert_true(tokens_same(&t, 6, 0));
    assert_true(tokens_same(&t, 7, 8));
    assert_false(tokens_same(&t, 9, 10));
    assert_false(tokens_same(&t, 0, -1));
    assert_false(tokens_same(&t, 0, t.n));
    tokens_free(&t);
}

static void bad_bytes_are_the_same_only_as_themselves(void **state) {
    (void)state;
    Tokens t = split("\xE2 \xE3 \xE2", 5, false);
    assert_true(tokens_same(&t, 0, 2));
    assert_false(tokens_same(&t, 0, 1));
    tokens_free(&t);
}

static void second_is_where_a_kind_comes_again(void **state) {
    (void)state;
    Tokens t = split("a b A c b a", 11, false);
    static const int SECOND[] = {2, 4, 2, 6, 4, 2};
    for (int i = 0; i < 6; i++) assert_int_equal(t.at[i].second, SECOND[i]);
    tokens_free(&t);
}

// Against the definition, pair by pair, where hash slots collide.
static void kinds_partition_many_tokens(void **state) {
    (void)state;
    Str text = {0};
    for (int i = 0; i < TOKENS_MAX; i++) str_printf(&text, "w%d ", i * 7919 % 700);
    Tokens t = split(text.s, text.len, false);
    for (int i = 0; i < t.n; i++) {
        for (int j = 0; j < t.n; j++) assert_int_equal(tokens_same(&t, i, j), i * 7919 % 700 == j * 7919 % 700);
    }
    tokens_free(&t);
    str_free(&text);
}

static void word_lists_match_as_tokens_do(void **state) {
    (void)state;
    WordSet set = {0};
    const char *text = "# names: Nobody\nMary  John\n\tÉva # Comment\n\nanna#x\nMary";
    wordset_parse(&set, text, strlen(text));
    Tokens t = {0};
    Error err;
    const char *words = "mary JOHN \xC4\xA0John éVA Anna Nobody Comment Mar";
    assert_true(tokens_split(&t, words, strlen(words), false, &set, &set, &err));
    assert_int_equal(t.n, 8);
    for (int i = 0; i < t.n; i++) assert_int_equal(t.at[i].name, i < 5);
    wordset_parse(&set, "", 0);
    assert_int_equal(set.count, 0);
    assert_true(tokens_split(&t, words, strlen(words), false, &set, &set, &err));
    assert_false(t.at[0].name);
    tokens_free(&t);
    wordset_free(&set);
}

static void names_and_asking_words_are_marked(void **state) {
    (void)state;
    WordSet names = {0}, asking = {0};
    wordset_parse(&names, "Mary <BOS>", 10);
    wordset_parse(&asking, "to", 2);
    Tokens t = {0};
    Error err;
    assert_true(tokens_split(&t, "MARY gave it to <BOS>", 21, true, &names, &asking, &err));
    assert_int_equal(t.n, 8);
    for (int i = 0; i < t.n; i++) {
        assert_int_equal(t.at[i].name, i == 1); // the marker at 0 is no name, whatever the list says
        assert_int_equal(t.at[i].asks, i == 4);
    }
    tokens_free(&t);
    wordset_free(&names);
    wordset_free(&asking);
}

// Anything above O(bytes) would not end within the test's time limit.
static void long_texts_take_linear_time(void **state) {
    (void)state;
    Str text = {0};
    enum { LONG = 4 << 20 };
    for (int k = 0; k < LONG; k++) str_putc(&text, 'a');
    Tokens t = split(text.s, text.len, false);
    assert_int_equal(t.n, 1);
    tokens_free(&t);
    for (int k = 0; k < LONG; k++) text.s[k] = k % (LONG / TOKENS_MAX) ? 'b' : ' ';
    t = split(text.s, text.len, false);
    assert_int_equal(t.n, TOKENS_MAX);
    assert_true(tokens_same(&t, 0, TOKENS_MAX - 1));
    tokens_free(&t);
    str_free(&text);
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_splits_on_space_and_punctuation),
        cmocka_unit_test(any_bytes_split),
        cmocka_unit_test(random_bytes_lose_nothing_but_space),
        cmocka_unit_test(blank_text_is_refused),
        cmocka_unit_test(the_limit_is_1024_without_bos),
        cmocka_unit_test(bos_stands_in_front_and_is_a_token),
        cmocka_unit_test(same_ignores_case_and_markers),
        cmocka_unit_test(bad_bytes_are_the_same_only_as_themselves),
        cmocka_unit_test(second_is_where_a_kind_comes_again),
        cmocka_unit_test(kinds_partition_many_tokens),
        cmocka_unit_test(word_lists_match_as_tokens_do),
        cmocka_unit_test(names_and_asking_words_are_marked),
        cmocka_unit_test(long_texts_take_linear_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
