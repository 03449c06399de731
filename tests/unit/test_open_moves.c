// A head of a dump: the window and the cursor, the banner of the sink, signs of the model's own.
#include "dump_screen.h"

#include "app/wording.h"
#include "attn/merge.h"

#include <stdio.h>
#include <string.h>

static void a_banner_speaks_of_the_row_until_the_head_is_measured(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "f32.safetensors", "--layer 1");
    shown_play(&s, "key b\n"); // and no work is done
    shown_has(&s, "<|endoftext|> holds 7 % of this row; it shows the other 93 %");
    app_finish_work(s.app);
    SourceView v = {.at = {1, 0}, .mask = true, .divisor = 1};
    AttentionRow row = {0};
    Error err;
    double sum = 0;
    char words[64];
    for (int i = 0; i < 9; i++) {
        assert_true(source_row(s.world.library.source, &v, i, &row, &err));
        sum += row.weight[0] / 9;
    }
    attention_row_free(&row);
    snprintf(words, sizeof words, "holds %.0f %% of this head", 100 * sum);
    shown_has(&s, words);
    shown_close(&s);
}

static void a_hidden_key_is_no_zero_and_no_nan(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "sick_nan.npy", "--layer 2 --head-index 1 --query 4 --key 0 --hide-first on");
    shown_has(&s, "gave n/a, now left out, to token 0");
    shown_close(&s);
    open_dump(&s, "lhqk.npy", "--hide-first on --zoom -1 --key 8");
    shown_play_out(&s, "tick 1\n");
    shown_has(&s, " token 0 holds ");
    shown_has(&s, " 8 ·▀▀▀▀▀▀▀+ "); // the last row of the pattern, and of all of it beside
    shown_close(&s);
}

// Where a cell has room for no more than the number, 100 % stays whole.
static void brackets_leave_the_number_alone(void **state) {
    (void)state;
    Shown s;
    int seen = 0;
    for (int cols = 50; cols <= 120; cols++) {
        open_sized(&s, "lhqk.npy", "--query 0 --key 0", 30, cols);
        if (strstr(shown_text(&s), "[00]")) fail_msg("%d columns: %s", cols, shown_text(&s));
        seen += strstr(shown_text(&s), "100]") != NULL;
        shown_close(&s);
    }
    assert_true(seen > 0);
}

static void the_key_follows_the_diagonal_until_it_is_left(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "f32.safetensors", "");
    shown_play_out(&s, "key \\\n");
    assert_int_equal(view_of(&s)->key, 8);
    shown_has(&s, "diagonal");
    shown_play_out(&s, "key Up\nkey Up\n");
    assert_int_equal(view_of(&s)->key, 6);
    shown_play_out(&s, "key Left\nkey Up\n"); // one off it, and so on
    assert_int_equal(view_of(&s)->query, 5);
    assert_int_equal(view_of(&s)->key, 4);
    shown_play_out(&s, "key Home\nkey End\n"); // the edge does not move it nearer
    assert_int_equal(view_of(&s)->key, 7);
    shown_play_out(&s, "key \\\nkey Up\n");
    assert_int_equal(view_of(&s)->key, 7);
    shown_lacks(&s, "diagonal");
    shown_close(&s);
}

static void shift_and_an_arrow_move_the_window_alone(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "f32.safetensors", "--zoom 4 --view heatmap"); // the last queries are in the window
    shown_play_out(&s, "key Shift+Up\n");
    assert_int_equal(view_of(&s)->query, 8);
    assert_int_equal(view_of(&s)->pan_y, -8);
    shown_has(&s, "<|end…"); // the first row, else far above
    shown_has(&s, "“␣store” at 8 gives 52 %");
    shown_play_out(&s, "key Shift+Up\n"); // no further than to the first query
    assert_int_equal(view_of(&s)->pan_y, -8);
    shown_play_out(&s, "key Up\n");
    assert_int_equal(view_of(&s)->pan_y, 0);
    shown_close(&s);
}

static void a_sign_of_the_models_own_is_underlined(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "f32.safetensors", "--view heatmap");
    const Wording *words = wording_of_source(&s.world, s.world.library.source, false, false);
    assert_int_equal(wording_mark(words, 0), ATTR_UNDERLINE);
    assert_int_equal(wording_mark(words, 1), 0);
    const Canvas *c = app_frame(s.app);
    int underlined = 0;
    for (int k = 3 * c->w; k < (c->h - 2) * c->w; k++) underlined += (c->cell[k].style.attr & ATTR_UNDERLINE) != 0;
    assert_true(underlined > 4);
    shown_close(&s);
}

static void signs_are_told_from_what_looks_like_them(void **state) {
    (void)state;
    static const char *const SIGNS[] = {"<s>", "</s>", "<|endoftext|>", "[CLS]", "[PAD]", "[unused1]", "<extra_id_0>",
                                        "⟨BOS⟩", "<pad>", NULL},
                             *const OTHERS[] = {"[1]", "<=>", "<0x0A>", "[]", "<>", "s", "", "<a b>", "[x", "<-->", NULL};
    for (int k = 0; SIGNS[k]; k++) assert_true(merge_is_special(SIGNS[k], (int)strlen(SIGNS[k])));
    for (int k = 0; OTHERS[k]; k++) assert_false(merge_is_special(OTHERS[k], (int)strlen(OTHERS[k])));
}

static void the_sentence_underlines_signs_too_and_the_key_is_bold(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "f32.safetensors", "--query 8 --key 3");
    const Canvas *c = app_frame(s.app);
    uint8_t attr[9] = {0};
    for (int k = 0; k < c->h * c->w; k++) {
        const Cell *cell = &c->cell[k];
        bool text = cell->rune > ' ' && !(cell->rune >= '0' && cell->rune <= '9');
        if (cell->hit.kind == HIT_TOKEN && text && k < 12 * c->w) attr[cell->hit.a] |= cell->style.attr;
    }
    assert_int_equal(attr[0], ATTR_UNDERLINE);
    assert_int_equal(attr[3], ATTR_UNDERLINE | ATTR_BOLD);
    assert_int_equal(attr[1] & ATTR_UNDERLINE, 0);
    shown_has(&s, "NaN  special");
    shown_play(&s, "size 60 100\nkey ?\n");
    shown_has(&s, "Underlined: a special token");
    shown_close(&s);
    open_dump(&s, "cross.npy", "");
    shown_lacks(&s, "special"); // there is none
    shown_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_banner_speaks_of_the_row_until_the_head_is_measured),
        cmocka_unit_test(a_hidden_key_is_no_zero_and_no_nan),
        cmocka_unit_test(brackets_leave_the_number_alone),
        cmocka_unit_test(the_key_follows_the_diagonal_until_it_is_left),
        cmocka_unit_test(shift_and_an_arrow_move_the_window_alone),
        cmocka_unit_test(a_sign_of_the_models_own_is_underlined),
        cmocka_unit_test(signs_are_told_from_what_looks_like_them),
        cmocka_unit_test(the_sentence_underlines_signs_too_and_the_key_is_bold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
