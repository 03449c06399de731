// The memo of a text's wording: never another text's.
#include "app/wording.h"
#include "app/world.h"
#include "base/mem.h"
#include "base/text.h"

#include "check.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

static Scene *scene_with(const char *text) {
    Scene *s = MEM_NEW(Scene, 1);
    Error err;
    scene_init(s, &world.library, SCREEN_EXPLORER);
    if (text) assert_true(scene_set(s, &world.library, "text", text, &err));
    assert_true(scene_finish(s, &world.library, &err));
    return s;
}

static void expect(const Scene *s, bool bos, bool ascii, int i, const char *form, int columns) {
    Error err;
    const Wording *words = wording_of(&world, s, bos, ascii, &err);
    assert_non_null(words);
    assert_string_equal(wording_form(words, i), form);
    assert_int_equal(words->form[i].columns, columns);
}

static void each_text_has_its_own_wording(void **state) {
    (void)state;
    Scene *s = scene_with("one two"), *other = scene_with("one tea");
    expect(s, false, false, 1, "two", 3);
    expect(other, false, false, 1, "tea", 3); // as long as the one before
    expect(s, false, false, 1, "two", 3);
    memcpy(s->text, "six", 3);
    expect(s, false, false, 0, "six", 3);
    free(s);
    free(other);
}

static void sentences_are_told_apart(void **state) {
    (void)state;
    Scene *s = scene_with(NULL);
    expect(s, false, false, 0, "When", 4);
    for (int k = 0; k < world.library.corpus.count; k++) {
        s->sentence = k;
        Tokens t = {0};
        Error err;
        int len;
        assert_true(scene_tokens(s, &world.library, &t, &err));
        const char *bytes = tokens_text(&t, 0, &len);
        const Wording *words = wording_of(&world, s, false, false, &err);
        assert_int_equal(words->tokens.n, t.n);
        assert_memory_equal(wording_form(words, 0), bytes, len);
        tokens_free(&t);
    }
    free(s);
}

static void bos_and_glyphs_count(void **state) {
    (void)state;
    Scene *s = scene_with("caf\xC3\xA9 b");
    expect(s, false, false, 0, "café", 4);
    expect(s, true, false, 0, "⟨BOS⟩", 5);
    expect(s, true, false, 1, "café", 4);
    expect(s, false, true, 0, "caf\\u00e9", 9);
    expect(s, true, true, 0, "<BOS>", 5);
    Error err;
    assert_int_equal(wording_of(&world, s, true, true, &err)->widest, 9);
    free(s);
}

static void both_wordings_of_a_text_live_side_by_side(void **state) {
    (void)state;
    Scene *s = scene_with("a b c");
    Error err;
    const Wording *with = wording_of(&world, s, true, false, &err),
                  *without = wording_of(&world, s, false, false, &err);
    assert_int_equal(with->tokens.n, 4);
    assert_int_equal(without->tokens.n, 3);
    free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_text_has_its_own_wording),
        cmocka_unit_test(sentences_are_told_apart),
        cmocka_unit_test(bos_and_glyphs_count),
        cmocka_unit_test(both_wordings_of_a_text_live_side_by_side),
    };
    return cmocka_run_group_tests(tests, world_of_tests, world_done);
}
