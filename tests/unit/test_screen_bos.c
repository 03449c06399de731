// ⟨BOS⟩ as a lever on one head of a model: keys, scope, command line, and what it says.
#include "model_screen.h"

#include "net/pattern.h"

#include <math.h>

static const HeadAt AT = {1, 2};

// The row of the head looked at from q and k: of the text's run, and of a run over ⟨BOS⟩ alone.
static void check_row(Shown *s, int query) {
    const Language *m = net_source_language(source_of(s));
    NetLevers plain = net_levers();
    AttentionRow row = {0};
    NetRun text, one;
    Error err;
    Ids ids = {0};
    if (!language_encode(m, SENTENCE, strlen(SENTENCE), false, &ids, &err)) fail_msg("%s", err.text);
    assert_true(net_run_start(&text, &m->checkpoint.weights, &m->blas, ids.at, ids.count, &plain, &err));
    assert_true(net_run_start(&one, &m->checkpoint.weights, &m->blas, &m->bos, 1, &plain, &err));
    net_run_finish(&text);
    net_run_finish(&one);
    row_of(s, AT, query, &row);
    assert_int_equal(row.n, ids.count + 1);
    double want[32], sum = 0, all = 0;
    const float *q = net_query(&text, AT.layer, AT.head, query - 1);
    for (int j = 0; j <= query; j++) {
        const float *k = j ? net_key(&text, AT.layer, AT.head, j - 1) : net_key(&one, AT.layer, AT.head, 0);
        double score = 0;
        for (int e = 0; e < 8; e++) score += (double)q[e] * (double)k[e];
        CHECK_NEAR(row.score[j], score, 1e-5);
        sum += want[j] = exp(score / sqrt(8));
    }
    for (int j = 0; j < row.n; j++) {
        CHECK_NEAR(row.weight[j], j > query ? 0 : want[j] / sum, 1e-6);
        all += row.weight[j];
    }
    CHECK_NEAR(all, 1, 1e-6);
    CHECK_NEAR(row.ceiling, log2(query + 1), 1e-12);
    attention_row_free(&row);
    ids_free(&ids);
    net_run_free(&text);
    net_run_free(&one);
}

static void has_command(Shown *s, const char *part, const char *lacks) {
    Str line = {0};
    scene_command(shown_now(s), &s->world.library, &line);
    if (part && !strstr(str_text(&line), part)) fail_msg("no \"%s\" in %s", part, str_text(&line));
    if (lacks && strstr(str_text(&line), lacks)) fail_msg("\"%s\" in %s", lacks, str_text(&line));
    str_free(&line);
}

static void in_this_head_alone(void **state) {
    Shown s;
    AttentionRow row = {0};
    Str before = {0}, alone = {0};
    open_words(&s, SCREEN_OPEN, "--layer 1 --head-index 2 --query 5 --key 3");
    str_puts(&before, shown_text(&s));
    long ran = net_source_base(source_of(&s))->pieces;
    shown_play(&s, "key b\n");
    app_finish_work(s.app);
    shown_has(&s, "in this head alone: ⟨BOS⟩ in front (W: in all)");
    shown_has(&s, "⟨BOS⟩ ●  whole ○");
    assert_int_equal(shown_now(&s)->open.query, 6);
    has_command(&s, " --bos --layer", "scope");
    for (int i = 1; i < 14; i++) check_row(&s, i);
    row_of(&s, AT, 0, &row);
    assert_true(row.weight[0] == 1 && row.n == 14);
    str_puts(&alone, shown_text(&s));
    shown_play(&s, "key W\n"); // another text for all of the model
    app_finish_work(s.app);
    shown_has(&s, "⟨BOS⟩ in front");
    shown_lacks(&s, "alone");
    has_command(&s, " --bos --scope model ", NULL);
    assert_int_equal(shown_now(&s)->open.query, 6);
    assert_int_equal(net_source_base(source_of(&s))->n, 14);
    assert_int_equal(net_source_base(source_of(&s))->front, 0);
    shown_play(&s, "key W\n");
    app_finish_work(s.app);
    assert_string_equal(shown_text(&s), str_text(&alone));
    shown_play(&s, "key u\nkey u\nkey u\n");
    app_finish_work(s.app);
    assert_string_equal(shown_text(&s), str_text(&before));
    assert_true(net_source_base(source_of(&s))->pieces == ran);
    attention_row_free(&row);
    str_free(&before);
    str_free(&alone);
    shown_close(&s);
    (void)state;
}

// The map is of the model as it runs; a knock-out in all of it leaves ⟨BOS⟩ where it is.
static void the_map_is_of_the_model(void **state) {
    Shown s, bare;
    open_words(&bare, SCREEN_MAP, "--layer 1 --head-index 2");
    open_words(&s, SCREEN_MAP, "--layer 1 --head-index 2 --bos on");
    for (int k = 0; k < 8; k++) {
        assert_true(source_of(&s)->map.head[k].rows == source_of(&bare)->map.head[k].rows);
        CHECK_NEAR(source_of(&s)->map.head[k].entropy, source_of(&bare)->map.head[k].entropy, 0);
        for (int c = 0; c < DETECT_CLASSES; c++)
            CHECK_NEAR(source_of(&s)->map.head[k].at[c].score, source_of(&bare)->map.head[k].at[c].score, 0);
    }
    shown_close(&bare);
    shown_close(&s);
    AttentionRow row = {0};
    open_words(&s, SCREEN_OPEN, "--layer 1 --head-index 2 --query 6 --cuts 0.1");
    row_of(&s, AT, 6, &row);
    double was = row.weight[3];
    shown_play(&s, "key b\n");
    app_finish_work(s.app);
    assert_int_equal(shown_now(&s)->open.query, 7);
    row_of(&s, AT, 7, &row);
    CHECK_NEAR(row.weight[4] / (1 - row.weight[0]), was, 1e-6);
    assert_true(row.weight[0] > 0);
    attention_row_free(&row);
    shown_close(&s);
    (void)state;
}

static void edges_move_with_it(void **state) {
    Shown s;
    AttentionRow row = {0};
    open_words(&s, SCREEN_OPEN, "--layer 1 --head-index 2 --query 5 --key 3 --cuts 1.2:5>3");
    shown_play(&s, "key b\n");
    app_finish_work(s.app);
    has_command(&s, " --cuts '1.2:6>4' ", NULL);
    row_of(&s, AT, 6, &row);
    assert_true(row.weight[4] == 0 && row.weight[0] > 0);
    shown_play(&s, "key b\n");
    app_finish_work(s.app);
    has_command(&s, " --cuts '1.2:5>3' ", "--bos");
    shown_play(&s, "key b\nkey R\n");
    app_finish_work(s.app);
    has_command(&s, " --query 5", "--bos");
    shown_has(&s, "the model as it is");
    attention_row_free(&row);
    shown_close(&s);
    (void)state;
}

static void what_it_says(void **state) {
    Shown s;
    open_words(&s, SCREEN_PREDICT, "--layer 1 --head-index 2 --tokens Mary,John --query 5");
    double plain = reading_of(&s)->side[0].next.chosen[0].logit, mean = 0;
    for (int i = 1; i < 13; i++) mean += reading_of(&s)->side[0].loss[i] / 12;
    shown_close(&s);
    open_words(&s, SCREEN_PREDICT, "--layer 1 --head-index 2 --tokens Mary,John --query 6 --bos on");
    shown_has(&s, "in this head alone: ⟨BOS⟩ in front (W: in all)");
    const NetReading *r = reading_of(&s);
    assert_true(r->changed && isnan(r->side[0].loss[1]));
    CHECK_NEAR(r->side[0].next.chosen[0].logit, plain, 1e-5);
    double with = r->side[1].next.chosen[0].logit, sum = 0;
    assert_true(fabs(with - plain) > 1e-5);
    for (int i = 2; i < 14; i++) sum += r->side[0].loss[i] / 12;
    CHECK_NEAR(sum, mean, 1e-5);
    shown_play(&s, "key ]\n");
    app_finish_work(s.app);
    assert_true(fabs(reading_of(&s)->side[1].next.chosen[0].logit - with) > 1e-6); // another head's
    shown_play(&s, "key [\nkey v\nkey v\nkey v\n");
    app_finish_work(s.app);
    shown_lacks(&s, "nan");
    shown_play(&s, "key b\nkey b\n"); // where what comes next is shown it is for all, unless heads alone are changed
    app_finish_work(s.app);
    has_command(&s, " --bos --scope model ", NULL);
    assert_false(reading_of(&s)->changed);
    shown_close(&s);
    (void)state;
}

static void a_row_all_the_way(void **state) {
    Shown s;
    AttentionRow row = {0};
    Error err;
    open_words(&s, SCREEN_TRACE, "--layer 1 --head-index 2 --query 6 --key 0 --bos on");
    SourceView v = scene_source_view(shown_now(&s), &s.world.library);
    const NetTrace *t = net_source_trace(source_of(&s), &v, 6, &err);
    assert_non_null(t);
    row_of(&s, AT, 6, &row);
    for (int j = 0; j < 14; j++) CHECK_NEAR(t->weight[j], row.weight[j], 1e-9);
    shown_has(&s, "<|end");
    shown_close(&s);
    open_with(&s, PROJECT_DATA "/models/words", (NetSourceText){.text = "Mary and John"}, SCREEN_TRACE,
              "--query 3 --bos off --cell score:0", 50, 140);
    app_finish_work(s.app);
    shown_has(&s, "masked: left out here");
    attention_row_free(&row);
    shown_close(&s);
    (void)state;
}

// Where the text is meant to have it, all other heads still see it.
static void taken_away(void **state) {
    Shown s;
    AttentionRow row = {0}, was = {0};
    open_with(&s, PROJECT_DATA "/models/words", (NetSourceText){.text = "Mary and John sat"}, SCREEN_OPEN,
              "--layer 1 --head-index 1 --query 3 --key 2", 24, 80);
    app_finish_work(s.app);
    HeadAt at = {1, 1};
    row_of(&s, at, 3, &was);
    shown_play(&s, "key b\n");
    assert_false(app_busy(s.app)); // nothing has to run
    assert_int_equal(shown_now(&s)->open.query, 3);
    shown_has(&s, "in this head alone: no ⟨BOS⟩ (W: in all)");
    has_command(&s, " --bos off --layer", "scope");
    row_of(&s, at, 3, &row);
    assert_true(row.weight[0] == 0 && row.masked[0] == -INFINITY);
    for (int j = 1; j < 5; j++) CHECK_NEAR(row.weight[j], was.weight[j] / (1 - was.weight[0]), 1e-5);
    CHECK_NEAR(row.ceiling, log2(3), 1e-12);
    row_of(&s, at, 0, &row);
    assert_true(row.weight[0] == 1 && row.ceiling == 0 && isfinite(row.masked[0]));
    shown_play(&s, "key W\n");
    app_finish_work(s.app);
    assert_int_equal(source_of(&s)->keys, 4);
    assert_int_equal(shown_now(&s)->open.query, 2); // on the same token
    shown_play(&s, "key W\n");
    app_finish_work(s.app);
    assert_int_equal(shown_now(&s)->open.query, 3);
    shown_play(&s, "key f\n");
    app_finish_work(s.app);
    assert_true(reading_of(&s)->changed);
    shown_play(&s, "key R\n");
    app_finish_work(s.app);
    shown_has(&s, "the model as it is");
    assert_int_equal(shown_now(&s)->open.query, 3);
    attention_row_free(&row);
    attention_row_free(&was);
    shown_close(&s);
    (void)state;
}

static void check_apart(Shown *s, int keys) {
    SourceView v = scene_source_view(shown_now(s), &s->world.library);
    AttentionRow row = {0};
    NetLevers head;
    Error err;
    float weight[32];
    const NetRun *run = net_source_apart(source_of(s), &v, &head, &err);
    assert_true(run && run->n == keys);
    row_of(s, AT, 4, &row);
    net_weights_row(run, &head, AT.layer, AT.head, 4, weight);
    for (int j = 0; j < keys; j++) CHECK_NEAR((double)weight[j], row.weight[j], 1e-9);
    assert_ptr_equal(net_source_apart(source_of(s), &v, &head, &err), run);
    attention_row_free(&row);
}

// What a lesson's numbers are made from is what the screen shows.
static void apart_from_what_is_shown(void **state) {
    Shown s;
    open_words(&s, SCREEN_OPEN, "--layer 1 --head-index 2");
    check_apart(&s, 13);
    for (int k = 0; k < 3; k++) { // in the head, in the model, in the head
        shown_play(&s, k ? "key W\n" : "key b\n");
        app_finish_work(s.app);
        check_apart(&s, 14);
    }
    shown_close(&s);
    open_with(&s, PROJECT_DATA "/models/words", (NetSourceText){.text = "Mary and John sat ."}, SCREEN_OPEN,
              "--layer 1 --head-index 2 --bos off", 24, 80);
    app_finish_work(s.app);
    check_apart(&s, 6);
    shown_play(&s, "key W\n");
    app_finish_work(s.app);
    check_apart(&s, 5);
    shown_close(&s);
    (void)state;
}

// Texts of ids are taken as they are, and one that is typed then is not.
static void as_is_usual_for_the_text(void **state) {
    Shown s;
    open_with(&s, PROJECT_DATA "/models/words", (NetSourceText){.ids = "60 4 61"}, SCREEN_OPEN, "", 24, 80);
    app_finish_work(s.app);
    assert_int_equal(source_of(&s)->keys, 3);
    shown_play(&s, "key e\nkey Ctrl+u\ntype John sat\nkey Enter\n");
    app_finish_work(s.app);
    assert_int_equal(source_of(&s)->keys, 3);
    shown_has(&s, "the model as it is");
    shown_close(&s);
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_this_head_alone), cmocka_unit_test(the_map_is_of_the_model),
        cmocka_unit_test(edges_move_with_it), cmocka_unit_test(what_it_says),
        cmocka_unit_test(a_row_all_the_way),  cmocka_unit_test(taken_away),
        cmocka_unit_test(as_is_usual_for_the_text), cmocka_unit_test(apart_from_what_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
