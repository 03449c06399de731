// The sentences file: four fields a line, and every mistake told with its line.
#include "attn/corpus.h"
#include "base/text.h"

#include "check.h"

static void lines_become_sentences(void **state) {
    (void)state;
    const char *text = "# comment\n\n a | The A  | 1 | x y |z\r\nb|B|0|one";
    Corpus c = {0};
    Error err;
    assert_true(corpus_parse_sentences(&c, text, strlen(text), "s.txt", &err));
    assert_int_equal(c.count, 2);
    assert_string_equal(c.sentence[0].name, "a");
    assert_string_equal(c.sentence[0].title, "The A");
    assert_string_equal(c.sentence[0].text, "x y |z");
    assert_int_equal(c.sentence[0].query, 1);
    assert_string_equal(corpus_name_at(1, &c), "b");
    corpus_free(&c);
    assert_int_equal(c.count, 0);
}

static void bad_lines_are_told(void **state) {
    (void)state;
    static const char *const BAD[] = {"a|A|0", "a|A|-1|x", "a|A|1|x", "a|A|zero|x", "a|A||x", "|A|0|x", "a|A|0| ", "a|A|0x|x", "nonsense",
        "a|A|99999999999999999999|x"};
    for (size_t k = 0; k < sizeof BAD / sizeof BAD[0]; k++) {
        Str text = {0};
        str_printf(&text, "ok|Ok|0|fine\n# two\n%s\n", BAD[k]);
        Corpus c = {0};
        Error err;
        assert_false(corpus_parse_sentences(&c, text.s, text.len, "s.txt", &err));
        assert_string_equal(err.text, "s.txt:3: wanted `name | title | query | text`, with the query inside the text");
        assert_null(c.sentence);
        str_free(&text);
    }
}

static void a_name_stands_for_one_sentence(void **state) {
    (void)state;
    const char *text = "a|A|0|one\nb|B|0|two\n# three\na|C|0|four\n";
    Corpus c = {0};
    Error err;
    assert_false(corpus_parse_sentences(&c, text, strlen(text), "s.txt", &err));
    assert_string_equal(err.text, "s.txt:4: a second sentence named a, wanted a name of its own");
    assert_null(c.sentence);
}

static void an_empty_file_is_an_error(void **state) {
    (void)state;
    Corpus c = {0};
    Error err;
    assert_false(corpus_parse_sentences(&c, "# no\n", 5, "s.txt", &err));
    assert_string_equal(err.text, "s.txt: no sentence in it");
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_become_sentences),
        cmocka_unit_test(bad_lines_are_told),
        cmocka_unit_test(a_name_stands_for_one_sentence),
        cmocka_unit_test(an_empty_file_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
