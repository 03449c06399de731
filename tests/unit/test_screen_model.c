// A model on the screen: its texts, levers on one head and on the whole, what it says next. Driven by events.
#include "model_screen.h"

#include "net/pattern.h"
#include "net/values.h"

#include <jansson.h>
#include <math.h>

// ---- against the reference

static json_t *load_reference(void) {
    json_error_t error;
    json_t *all = json_load_file(TINY "/reference.json", 0, &error);
    if (!all) fail_msg("%s", error.text);
    return all;
}

static void ids_of(const json_t *all, Str *out) {
    size_t k;
    json_t *id;
    json_array_foreach(json_object_get(all, "ids"), k, id)
        str_printf(out, "%s%d", k ? " " : "", (int)json_integer_value(id));
}

static void check_patterns(Shown *s, const json_t *want) {
    Source *src = source_of(s);
    AttentionRow row = {0};
    for (int l = 0; l < src->layers; l++) {
        for (int h = 0; h < src->heads; h++) {
            const json_t *cells =
                json_array_get(json_array_get(json_object_get(want, "attentions"), (size_t)l), (size_t)h);
            for (int i = 0; i < src->queries; i++) {
                row_of(s, (HeadAt){l, h}, i, &row);
                const json_t *line = json_array_get(cells, (size_t)i);
                for (int j = 0; j < row.n; j++)
                    CHECK_NEAR(row.weight[j], json_number_value(json_array_get(line, (size_t)j)), 2e-5);
            }
        }
    }
    attention_row_free(&row);
}

static void check_logits(Shown *s, const json_t *want) {
    const ReadingLogits *now = &net_reading_now(reading_of(s))->next;
    assert_true(now->known);
    for (int k = 0; k < now->tops; k++) {
        CHECK_NEAR(now->top[k].logit,
                   json_number_value(json_array_get(json_object_get(want, "logits_last"), (size_t)now->top[k].id)),
                   2e-4);
    }
}

static void the_whole_model(void **state) {
    static const struct {
        const char *script, *want;
    } LEVERS[] = {{"", "plain"}, {"key m\n", "mask_off"}, {"key m\nkey d\n", "divisor_1"}, {"key R\nkey ]\nkey K\n", "head_0_1_zeroed"}};
    Shown s;
    Str ids = {0};
    json_t *all = load_reference();
    ids_of(all, &ids);
    open_with(&s, TINY, (NetSourceText){.ids = str_text(&ids)}, SCREEN_PREDICT, "", 24, 80);
    for (size_t k = 0; k < sizeof LEVERS / sizeof LEVERS[0]; k++) {
        shown_play(&s, LEVERS[k].script);
        app_finish_work(s.app);
        check_patterns(&s, json_object_get(all, LEVERS[k].want));
        check_logits(&s, json_object_get(all, LEVERS[k].want));
    }
    shown_close(&s);
    str_free(&ids);
    json_decref(all);
    (void)state;
}

// On this head alone: its q and k are the model's own, so only its own row changes.
static void one_head_alone(void **state) {
    Shown s;
    AttentionRow plain = {0}, alone = {0}, whole = {0};
    HeadAt at = {1, 2};
    open_words(&s, SCREEN_OPEN, "--layer 1 --head-index 2 --query 5");
    row_of(&s, at, 5, &plain);
    shown_play(&s, "key m\n");
    row_of(&s, at, 5, &alone);
    assert_false(app_busy(s.app)); // nothing runs again
    assert_int_equal(alone.visible, alone.n);
    for (int j = 0; j < plain.n; j++) CHECK_NEAR(alone.score[j], plain.score[j], 0);
    assert_true(alone.weight[9] > 0);
    shown_has(&s, "in this head alone");
    shown_play(&s, "key W\n");
    assert_true(app_busy(s.app));
    app_finish_work(s.app);
    row_of(&s, at, 5, &whole);
    double moved = 0;
    for (int j = 0; j < plain.n; j++) moved = fmax(moved, fabs(whole.score[j] - plain.score[j]));
    assert_true(moved > 1e-3); // what stands upstream changed its q and k
    shown_has(&s, "no mask");
    attention_row_free(&plain);
    attention_row_free(&alone);
    attention_row_free(&whole);
    shown_close(&s);
    (void)state;
}

// ---- running

static void keys_while_it_runs(void **state) {
    Shown s;
    open_with(&s, WORDS, (NetSourceText){.text = SENTENCE}, SCREEN_OPEN, "", 24, 80);
    assert_true(app_busy(s.app));
    shown_has(&s, "the model runs: 0 %");
    shown_play(&s, "key Up\nkey ]\nkey f\n");
    assert_int_equal(shown_now(&s)->open.query, 11);
    shown_has(&s, "the model runs: 0 %");
    shown_play(&s, "key Enter\n");
    app_finish_work(s.app);
    shown_lacks(&s, "the model runs");
    shown_has(&s, "layer 0 head 1");
    // the key went where the query looks most, once that was known
    AttentionRow row = {0};
    row_of(&s, (HeadAt){0, 1}, 11, &row);
    for (int j = 0; j < row.n; j++) assert_true(row.weight[j] <= row.weight[shown_now(&s)->open.key]);
    attention_row_free(&row);
    shown_close(&s);
    (void)state;
}

// A text typed while another runs takes its place, and nothing is left of it.
static void another_text(void **state) {
    Shown s, fresh;
    open_with(&s, WORDS, (NetSourceText){.text = SENTENCE}, SCREEN_OPEN, "", 24, 80);
    shown_play(&s, "key e\nkey Ctrl+u\ntype the cat sat on the mat\nkey Enter\n");
    assert_true(app_busy(s.app));
    app_finish_work(s.app);
    open_with(&fresh, WORDS, (NetSourceText){.text = "the cat sat on the mat"}, SCREEN_OPEN, "", 24, 80);
    app_finish_work(fresh.app);
    assert_string_equal(shown_text(&s), shown_text(&fresh));
    shown_play(&s, "key u\n");
    app_finish_work(s.app);
    assert_int_equal(source_of(&s)->keys, 13);
    shown_has(&s, "store,");
    shown_play(&s, "key u\n");
    shown_has(&s, "nothing to undo");
    shown_close(&s);
    shown_close(&fresh);
    (void)state;
}

static void texts_that_cannot_be_read(void **state) {
    Shown s;
    Str script = {0};
    open_words(&s, SCREEN_OPEN, "");
    str_puts(&script, "key e\nkey Ctrl+u\ntype ");
    for (int k = 0; k < 65; k++) str_puts(&script, "a ");
    str_puts(&script, "\nkey Enter\n");
    shown_play(&s, str_text(&script));
    shown_has(&s, "the text has 65 tokens; this model reads at most 64 (n_positions)");
    shown_play(&s, "key Ctrl+u\nkey Enter\n");
    shown_has(&s, "the text has no token");
    shown_play(&s, "key Esc\n");
    assert_int_equal(source_of(&s)->keys, 13);
    str_free(&script);
    shown_close(&s);
    (void)state;
}

// One that has a small picture of the whole beside it, under levers too.
static void a_long_text(void **state) {
    Shown s;
    Str text = {0};
    for (int k = 0; k < 60; k++) str_puts(&text, k % 7 ? "a " : "dog ");
    open_with(&s, WORDS, (NetSourceText){.text = str_text(&text)}, SCREEN_OPEN, "", 24, 80);
    app_finish_work(s.app);
    shown_has(&s, "layer 0 head 0");
    shown_play(&s, "key W\nkey m\nkey Up\n");
    assert_true(app_busy(s.app));
    app_finish_work(s.app);
    shown_play(&s, "key M\n");
    app_finish_work(s.app);
    assert_true(source_of(&s)->map.done);
    str_free(&text);
    shown_close(&s);
    (void)state;
}

static void bos_in_front(void **state) {
    Shown s;
    open_words(&s, SCREEN_OPEN, "--query 5 --key 3");
    Str before = {0};
    str_puts(&before, shown_text(&s));
    shown_play(&s, "key b\n");
    app_finish_work(s.app);
    assert_int_equal(source_of(&s)->keys, 14);
    assert_int_equal(shown_now(&s)->open.query, 6);
    assert_int_equal(shown_now(&s)->open.key, 4);
    shown_has(&s, "<|endoftext|>");
    shown_has(&s, "⟨BOS⟩ ●");
    shown_play(&s, "key b\n");
    app_finish_work(s.app);
    assert_string_equal(shown_text(&s), str_text(&before));
    str_free(&before);
    shown_close(&s);
    open_with(&s, TINY, (NetSourceText){.ids = "1 2 3"}, SCREEN_OPEN, "", 24, 80);
    shown_play(&s, "key b\n");
    shown_has(&s, "this model has no ⟨BOS⟩ token");
    shown_close(&s);
    (void)state;
}

// The model that comes with the program was trained with ⟨BOS⟩ in front, and says so itself.
static void bos_where_it_belongs(void **state) {
    Shown s;
    Str line = {0};
    open_with(&s, PROJECT_DATA "/models/words", (NetSourceText){.text = "Mary and John"}, SCREEN_OPEN, "", 24, 80);
    app_finish_work(s.app);
    assert_true(shown_now(&s)->open.bos);
    assert_int_equal(source_of(&s)->keys, 4);
    shown_has(&s, "⟨BOS⟩ ●");
    shown_has(&s, "the model as it is");
    scene_command(shown_now(&s), &s.world.library, &line);
    assert_null(strstr(str_text(&line), "--bos"));
    shown_play(&s, "key b\n");
    app_finish_work(s.app);
    assert_int_equal(source_of(&s)->keys, 4); // all other heads still see it
    shown_has(&s, "in this head alone: no ⟨BOS⟩ (W: in all)");
    shown_play(&s, "key W\n");
    app_finish_work(s.app);
    assert_int_equal(source_of(&s)->keys, 3);
    shown_has(&s, "no ⟨BOS⟩");
    shown_lacks(&s, "alone");
    str_clear(&line);
    scene_command(shown_now(&s), &s.world.library, &line);
    assert_non_null(strstr(str_text(&line), " --bos off --scope model "));
    shown_play(&s, "key e\nkey Ctrl+u\ntype John sat\nkey Enter\n"); // it stays away with another text
    app_finish_work(s.app);
    assert_int_equal(source_of(&s)->keys, 2);
    shown_play(&s, "key R\n");
    app_finish_work(s.app);
    assert_int_equal(source_of(&s)->keys, 3);
    shown_has(&s, "the model as it is");
    shown_close(&s);
    open_with(&s, PROJECT_DATA "/models/words", (NetSourceText){.ids = "60 4 61"}, SCREEN_OPEN, "", 24, 80);
    assert_false(shown_now(&s)->open.bos); // ids are taken as they are
    str_free(&line);
    shown_close(&s);
    (void)state;
}

// ---- what it says

// A·‖v W_O‖ as shares: what stands out is not what is looked at, but what is fetched.
static void value_weighted(void **state) {
    Shown s;
    AttentionRow plain = {0}, row = {0};
    HeadAt at = {1, 2};
    float norm[13];
    open_words(&s, SCREEN_OPEN, "--layer 1 --head-index 2 --query 9");
    row_of(&s, at, 9, &plain);
    shown_play(&s, "key V\n");
    row_of(&s, at, 9, &row);
    shown_has(&s, "‖v W_O‖");
    net_value_norms(net_source_base(source_of(&s)), 1, 2, norm);
    double sum = 0;
    for (int j = 0; j < 13; j++) sum += plain.weight[j] * (double)norm[j];
    for (int j = 0; j < 13; j++) CHECK_NEAR(row.weight[j], plain.weight[j] * (double)norm[j] / sum, 1e-9);
    shown_play(&s, "key V\n");
    row_of(&s, at, 9, &row);
    for (int j = 0; j < 13; j++) CHECK_NEAR(row.weight[j], plain.weight[j], 0);
    attention_row_free(&plain);
    attention_row_free(&row);
    shown_close(&s);
    (void)state;
}

static void pages(void **state) {
    Shown s;
    open_words(&s, SCREEN_PREDICT, "--view direct");
    shown_has(&s, "what adds to the logit of");
    const NetReading *r = reading_of(&s);
    const NetDirect *d = &r->side[0].direct;
    double sum = d->embedding + d->final_bias;
    for (int k = 0; k < 8; k++) sum += d->head[k];
    for (int l = 0; l < 2; l++) sum += d->bias[l] + d->mlp[l];
    CHECK_NEAR(sum, r->side[0].next.chosen[0].logit, 2e-4); // the parts are the whole
    shown_mouse(&s, MOUSE_PRESS, HIT_AT_HEAD, 1);
    assert_int_equal(shown_now(&s)->open.layer, 1);
    shown_play(&s, "key v\n");
    app_finish_work(s.app);
    shown_has(&s, "after  says next");
    r = reading_of(&s);
    CHECK_NEAR(r->side[0].lens[2].top[0].logit, r->side[0].next.top[0].logit, 0); // the last depth is the answer
    shown_play(&s, "key v\n");
    app_finish_work(s.app);
    shown_has(&s, "loss of each token");
    shown_play(&s, "key v\nkey C\ntype Mary,#97\nkey Enter\n");
    assert_int_equal(app_state(s.app)->overlay, OVERLAY_INPUT); // it says what is wrong and waits
    shown_play(&s, "key Ctrl+u\ntype Mary, John\nkey Enter\n");
    app_finish_work(s.app);
    assert_int_equal(shown_now(&s)->open.chosen, 2);
    shown_has(&s, "Δ");
    shown_close(&s);
    (void)state;
}

static void command_lines(void **state) {
    Shown s;
    Str line = {0};
    open_words(&s, SCREEN_OPEN, "--query 4 --layer 1");
    shown_play(&s, "key W\nkey m\nkey K\nkey b\nkey f\n");
    app_finish_work(s.app);
    scene_command(shown_now(&s), &s.world.library, &line);
    if (strncmp(str_text(&line), "lookback model '", 16) != 0) fail_msg("%s", str_text(&line));
    if (!strstr(str_text(&line), "'" SENTENCE "' --bos --scope model --cuts '1.0' --layer 1 --head-index 0 --query 5 "))
        fail_msg("%s", str_text(&line));
    if (!strstr(str_text(&line), "--mask off --view predictions")) fail_msg("%s", str_text(&line));
    str_free(&line);
    shown_close(&s);
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_model),
        cmocka_unit_test(one_head_alone),
        cmocka_unit_test(keys_while_it_runs),
        cmocka_unit_test(another_text),
        cmocka_unit_test(texts_that_cannot_be_read),
        cmocka_unit_test(bos_in_front),
        cmocka_unit_test(bos_where_it_belongs),
        cmocka_unit_test(pages),
        cmocka_unit_test(a_long_text),
        cmocka_unit_test(value_weighted),
        cmocka_unit_test(command_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
