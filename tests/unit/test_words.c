// The little language: its vocabulary, what is held out, what batches are made of.
#include "net/batch.h"
#include "net/exam.h"

#include "check.h"

enum { CONTEXT = 48, MANY = 3000 };

static Words words;

static int open_words(void **state) {
    (void)state;
    words_init(&words);
    return 0;
}

static int close_words(void **state) {
    (void)state;
    words_free(&words);
    return 0;
}

static void the_sentences_of_the_program_are_in_the_vocabulary(void **state) {
    static const char *const TEXTS[] = {"When Mary and John went to the store , John gave a drink to Mary",
                                        "The cat sat on the mat because the cat was tired .",
                                        "A quick brown fox jumps over the lazy dog .",
                                        "lamp river seven blue door stone cloud lamp river seven blue door",
                                        "After Tom and Anna left the office , Anna told a story to Tom"};
    (void)state;
    for (size_t k = 0; k < sizeof TEXTS / sizeof TEXTS[0]; k++) {
        for (const char *at = TEXTS[k]; *at; at += strcspn(at, " "), at += *at == ' ') {
            char word[16] = "";
            memcpy(word, at, strcspn(at, " "));
            if (words_find(&words, word) < 0) fail_msg("%s is missing", word);
        }
    }
    assert_int_equal(words_find(&words, "<BOS>"), WORDS_BOS);
    assert_int_equal(words_find(&words, "Mar"), -1);
    assert_in_range(words.count, 100, 150);
}

static void every_word_is_there_once_and_every_word_is_drawn(void **state) {
    int drawn[WORDS_MAX] = {0};
    Random r = random_stream(3, 0);
    (void)state;
    for (int k = 0; k < words.count; k++) assert_int_equal(words_find(&words, words.text[k]), k);
    for (int k = 0; k < MANY; k++) drawn[words_draw(&words, &r)]++;
    assert_int_equal(drawn[WORDS_BOS], 0);
    for (int k = 1; k < words.count; k++) assert_true(drawn[k] > 0);
}

static bool has(const int *id, int n, int wanted) {
    for (int k = 0; k < n; k++) {
        if (id[k] == wanted) return true;
    }
    return false;
}

static void no_sentence_has_both_mary_and_john(void **state) {
    int mary = words_find(&words, "Mary"), john = words_find(&words, "John"), tom = words_find(&words, "Tom"),
        seen[3] = {0};
    Random r = random_stream(4, 0);
    (void)state;
    for (int k = 0; k < MANY; k++) {
        int id[WORDS_SENTENCE_MAX], n = words_sentence(&words, &r, id);
        bool m = has(id, n, mary), j = has(id, n, john);
        assert_in_range(n, 5, WORDS_SENTENCE_MAX);
        for (int i = 0; i < n; i++) assert_in_range(id[i], 1, words.count - 1);
        assert_false(m && j);
        seen[0] += m;
        seen[1] += j;
        seen[2] += m && has(id, n, tom);
    }
    assert_true(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
}

static void a_prompt_asks_for_the_name_said_once(void **state) {
    int both = 0, mary = words_find(&words, "Mary"), john = words_find(&words, "John");
    (void)state;
    for (int k = 0; k < MANY; k++) {
        WordsPrompt p;
        int ids[1 + WORDS_SENTENCE_MAX], rights = 0, wrongs = 0;
        net_exam_prompt(&words, k, &p, ids);
        for (int i = 0; i < p.n; i++) {
            rights += p.id[i] == p.right;
            wrongs += p.id[i] == p.wrong;
            assert_int_equal(ids[1 + i], p.id[i]);
        }
        assert_int_equal(rights, 1);
        assert_int_equal(wrongs, 2);
        assert_int_equal(p.id[p.right_at], p.right);
        assert_string_equal(words.text[p.id[p.n - 1]], "to");
        both += (p.right == mary && p.wrong == john) || (p.right == john && p.wrong == mary);
    }
    assert_true(both > 0);
}

static void a_batch_has_its_share_of_repeated_words(void **state) {
    enum { ROWS = 8, REPEATED = 3 };
    int ids[ROWS * (1 + CONTEXT)], period[ROWS];
    Random r = random_stream(5, 0);
    (void)state;
    for (int turn = 0; turn < 100; turn++) {
        batch_fill(&words, &r, ROWS, REPEATED, CONTEXT, ids, period);
        for (int k = 0; k < ROWS; k++) {
            const int *row = ids + (size_t)k * (1 + CONTEXT);
            assert_int_equal(row[0], WORDS_BOS);
            assert_int_equal(period[k] > 0, k < REPEATED);
            if (k >= REPEATED) continue;
            assert_in_range(period[k], BATCH_PERIOD_MIN, CONTEXT / 2);
            for (int i = 1 + period[k]; i <= CONTEXT; i++) assert_int_equal(row[i], row[i - period[k]]);
        }
    }
}

static void a_probe_is_the_same_words_twice_and_all_differ(void **state) {
    int ids[1 + CONTEXT];
    (void)state;
    for (int k = 0; k < 20; k++) {
        assert_int_equal(net_exam_probe(&words, k, 1 + CONTEXT, ids), 1 + CONTEXT);
        for (int i = 1; i <= CONTEXT / 2; i++) {
            assert_int_equal(ids[i], ids[i + CONTEXT / 2]);
            assert_false(has(ids + i + 1, CONTEXT / 2 - i, ids[i]));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sentences_of_the_program_are_in_the_vocabulary),
        cmocka_unit_test(every_word_is_there_once_and_every_word_is_drawn),
        cmocka_unit_test(no_sentence_has_both_mary_and_john),
        cmocka_unit_test(a_prompt_asks_for_the_name_said_once),
        cmocka_unit_test(a_batch_has_its_share_of_repeated_words),
        cmocka_unit_test(a_probe_is_the_same_words_twice_and_all_differ),
    };
    return cmocka_run_group_tests(tests, open_words, close_words);
}
