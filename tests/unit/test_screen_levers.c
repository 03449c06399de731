// Levers of a model on the screen: on one head alone and on the whole, and what they do to what it says.
#include "model_screen.h"

#include "net/values.h"

#include <math.h>

static void knock_outs(void **state) {
    Shown s;
    open_words(&s, SCREEN_PREDICT, "--layer 0 --head-index 1 --tokens Mary,John");
    Str before = {0};
    str_puts(&before, shown_text(&s));
    shown_has(&s, "the model as it is");
    assert_false(reading_of(&s)->changed);
    shown_play(&s, "key K\n");
    app_finish_work(s.app);
    shown_has(&s, "0.1 at zero");
    const NetReading *r = reading_of(&s);
    assert_true(r->changed);
    for (int h = 0; h < 4; h++) CHECK_NEAR(r->moved[h], 0, 0); // nothing of its own layer moves
    assert_true(r->moved[4] > 0);
    double zeroed = net_reading_now(r)->next.chosen[0].logit;
    shown_play(&s, "key K\n");
    app_finish_work(s.app);
    shown_has(&s, "0.1 at its mean");
    assert_true(fabs(net_reading_now(reading_of(&s))->next.chosen[0].logit - zeroed) > 1e-4);
    shown_play(&s, "key ]\nkey K\n");
    app_finish_work(s.app);
    shown_has(&s, "0.1 at its mean, 0.2 at zero");
    shown_play(&s, "key u\nkey u\nkey u\nkey u\n");
    app_finish_work(s.app);
    assert_string_equal(shown_text(&s), str_text(&before));
    str_free(&before);
    shown_close(&s);
    (void)state;
}

static void an_edge(void **state) {
    Shown s;
    AttentionRow row = {0};
    HeadAt at = {0, 2};
    open_words(&s, SCREEN_OPEN, "--layer 0 --head-index 2 --query 6 --key 3");
    shown_play(&s, "key E\n");
    row_of(&s, at, 6, &row);
    assert_true(row.weight[3] == 0 && row.weight[2] > 0); // exactly 0
    double sum = 0;
    for (int j = 0; j < row.n; j++) sum += row.weight[j];
    CHECK_NEAR(sum, 1, 1e-6);
    assert_false(app_busy(s.app)); // in this head alone
    shown_play(&s, "key W\nkey f\n");
    app_finish_work(s.app);
    shown_has(&s, "0.2 without 6");
    assert_true(reading_of(&s)->changed);
    shown_play(&s, "key R\n");
    app_finish_work(s.app);
    shown_has(&s, "the model as it is");
    attention_row_free(&row);
    shown_close(&s);
    (void)state;
}

// Any divisor, typed; what cannot be divided by is said, and the line stays.
static void a_divisor_of_ones_own(void **state) {
    Shown s;
    AttentionRow plain = {0}, row = {0};
    HeadAt at = {1, 2};
    open_words(&s, SCREEN_OPEN, "--layer 1 --head-index 2 --query 9");
    row_of(&s, at, 9, &plain);
    shown_play(&s, "key D\n");
    shown_has(&s, "divisor: a number");
    shown_has(&s, "2.82842712"); // what it is now
    static const char *const BAD[] = {"0", "-1", "nan", "1e9", "", "two"};
    for (size_t k = 0; k < sizeof BAD / sizeof BAD[0]; k++) {
        Str script = {0};
        str_puts(&script, "key Ctrl+u\n");
        if (BAD[k][0]) str_printf(&script, "type %s\n", BAD[k]);
        str_puts(&script, "key Enter\n");
        shown_play(&s, str_text(&script));
        shown_has(&s, "a number from 0.001 to");
        assert_int_equal(app_state(s.app)->overlay, OVERLAY_INPUT);
        str_free(&script);
    }
    shown_play(&s, "key Ctrl+u\ntype 0.7\nkey Enter\n");
    assert_int_equal(app_state(s.app)->overlay, OVERLAY_NONE);
    row_of(&s, at, 9, &row);
    for (int j = 0; j < 10; j++) CHECK_NEAR(row.scaled[j], plain.score[j] / 0.7, 1e-6);
    shown_has(&s, "÷0.7");
    shown_has(&s, "in this head alone: ÷0.7");
    assert_true(app_state(s.app)->has_before && app_state(s.app)->before.divide);
    shown_play(&s, "key u\nkey f\nkey D\nkey Ctrl+u\ntype √64\nkey Enter\n");
    app_finish_work(s.app);
    shown_has(&s, "÷8");
    assert_true(shown_now(&s)->open.whole);
    assert_true(reading_of(&s)->changed);
    shown_play(&s, "key D\nkey Ctrl+u\ntype on\nkey Enter\n");
    app_finish_work(s.app);
    assert_false(reading_of(&s)->changed);
    attention_row_free(&plain);
    attention_row_free(&row);
    shown_close(&s);
    (void)state;
}

// Six tokens and 64 cuts, and a plain line where that is reached.
static void as_many_as_can_be(void **state) {
    Shown s;
    open_words(&s, SCREEN_PREDICT, "--tokens Mary,John,to,the,a,went");
    const NetReading *r = reading_of(&s);
    int id[READING_CHOICES];
    assert_int_equal(net_reading_followed(r, id), 6);
    shown_has(&s, "went");
    shown_play(&s, "key C\ntype Mary,John,to,the,a,went,gave\nkey Enter\n");
    shown_has(&s, "tokens: at most 6 can be followed at once");
    shown_close(&s);
    Str cuts = {0};
    str_puts(&cuts, "--scope model --layer 1 --query 12 --key 12 --cuts ");
    for (int k = 0; k < 64; k++) str_printf(&cuts, "%s1.%d:%d>%d", k ? "," : "", k / 32, 5 + k % 32 / 4, k % 4);
    open_words(&s, SCREEN_OPEN, str_text(&cuts));
    assert_int_equal(shown_now(&s)->open.cuts, 64);
    AttentionRow row = {0};
    row_of(&s, (HeadAt){1, 1}, 12, &row);
    for (int j = 0; j < 13; j++) assert_true((row.weight[j] == 0) == (j < 4)); // the last of them bears too
    shown_play(&s, "key E\n");
    shown_has(&s, "64 cuts are as many as there can be");
    assert_int_equal(shown_now(&s)->open.cuts, 64);
    str_puts(&cuts, ",1.3");
    shown_refuses(&s, SCREEN_OPEN, "cuts", strrchr(str_text(&cuts), ' ') + 1, "cuts: at most 64");
    attention_row_free(&row);
    str_free(&cuts);
    shown_close(&s);
    (void)state;
}

// What one head gives to what is said next, and no other head notices: the scope decides, for all that is changed.
static void of_what_is_said_alone(void **state) {
    Shown s;
    open_words(&s, SCREEN_OPEN, "--layer 0 --head-index 1 --tokens Mary,John");
    shown_play(&s, "key K\n");
    assert_false(app_busy(s.app)); // nothing runs again
    shown_has(&s, "0.1 at zero alone (W: in all)");
    shown_play(&s, "key f\n");
    app_finish_work(s.app);
    shown_has(&s, "0.1 at zero alone (W: in all)");
    const NetReading *r = reading_of(&s);
    assert_true(r->changed);
    for (int k = 0; k < 8; k++) CHECK_NEAR(r->moved[k], 0, 0);
    assert_true(r->side[0].run->levers.cuts == 0 && r->side[1].run->levers.cuts == 0);
    // the logit is that of the stream's end without what the head gave
    double direct = r->side[1].next.chosen[0].logit, before = r->side[0].next.chosen[0].logit;
    float mixed[32], out[32];
    const NetRun *run = r->side[0].run;
    net_mixed(run, 0, 12, mixed);
    net_head_output(run, 0, 1, mixed, out);
    for (int m = 0; m < 32; m++)
        CHECK_NEAR((double)net_residual(r->side[1].run, 2, 12)[m], (double)(net_residual(run, 2, 12)[m] - out[m]),
                   1e-5);
    assert_true(fabs(direct - before) > 1e-4);
    shown_play(&s, "key W\n");
    app_finish_work(s.app);
    shown_has(&s, "0.1 at zero ");
    shown_lacks(&s, "alone");
    r = reading_of(&s);
    assert_true(r->moved[4] > 0);
    assert_true(fabs(r->side[1].next.chosen[0].logit - direct) > 1e-4);
    shown_play(&s, "key W\n");
    app_finish_work(s.app);
    CHECK_NEAR(reading_of(&s)->side[1].next.chosen[0].logit, direct, 0);
    shown_play(&s, "key ]\nkey K\n"); // the scope stays where it was put
    app_finish_work(s.app);
    shown_has(&s, "0.1 at zero alone, 0.2 at zero alone");
    Str line = {0};
    scene_command(shown_now(&s), &s.world.library, &line);
    assert_non_null(strstr(str_text(&line), " --cuts '0.1:alone,0.2:alone' "));
    str_free(&line);
    shown_close(&s);
    open_words(&s, SCREEN_PREDICT, "--tokens Mary,John --cuts 0.1:alone");
    CHECK_NEAR(reading_of(&s)->side[1].next.chosen[0].logit, direct, 0);
    shown_refuses(&s, SCREEN_PREDICT, "cuts", "0.1:alone:mean", "3.1, 3.1:mean");
    shown_close(&s);
    (void)state;
}

// Mask and divisor of one head: what it then gives is all that changes, whichever head is looked at.
static void pattern_levers_of_what_is_said_alone(void **state) {
    Shown s;
    open_words(&s, SCREEN_OPEN, "--layer 1 --head-index 2 --tokens Mary,John --mask off --divisor 0.5 --query 6");
    shown_play(&s, "key f\n");
    app_finish_work(s.app);
    shown_has(&s, "in this head alone: no mask, ÷0.5 (W: in all)");
    const NetReading *r = reading_of(&s);
    double first = r->side[1].next.chosen[0].logit;
    assert_true(r->changed && fabs(first - r->side[0].next.chosen[0].logit) > 1e-4);
    shown_play(&s, "key ]\n");
    app_finish_work(s.app);
    assert_true(fabs(reading_of(&s)->side[1].next.chosen[0].logit - first) > 1e-4); // another head's
    shown_play(&s, "key [\n");
    app_finish_work(s.app);
    CHECK_NEAR(reading_of(&s)->side[1].next.chosen[0].logit, first, 0);
    shown_play(&s, "key R\n");
    app_finish_work(s.app);
    assert_false(reading_of(&s)->changed);
    shown_close(&s);
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knock_outs),
        cmocka_unit_test(an_edge),
        cmocka_unit_test(a_divisor_of_ones_own),
        cmocka_unit_test(as_many_as_can_be),
        cmocka_unit_test(of_what_is_said_alone),
        cmocka_unit_test(pattern_levers_of_what_is_said_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
