// A dump on the screen: one head, the map of all heads.
#include "dump_screen.h"

#include "app/screen.h"
#include "base/file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void it_opens_on_the_last_query_and_its_strongest_key(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "f32.safetensors", "");
    assert_int_equal(view_of(&s)->query, 8);
    assert_int_equal(view_of(&s)->key, 7);
    shown_has(&s, "“␣store” at 8 gives 52 % to “␣the” at 7");
    shown_has(&s, "layer 0 head 0");
    shown_has(&s, "nothing is ill");
    shown_close(&s);
}

static void brackets_walk_the_heads_and_angles_the_layers(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "f32.safetensors", "");
    shown_play_out(&s, "key [\n");
    assert_int_equal(view_of(&s)->layer, 2);
    assert_int_equal(view_of(&s)->head, 3);
    shown_play_out(&s, "key ]\nkey ]\nkey >\n");
    assert_int_equal(view_of(&s)->layer, 1);
    assert_int_equal(view_of(&s)->head, 1);
    shown_play_out(&s, "key <\n");
    assert_int_equal(view_of(&s)->layer, 0);
    shown_close(&s);
}

static void weights_alone_have_no_mask_and_no_divisor_to_pull(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "f32.safetensors", "");
    char *was = mem_text(shown_text(&s), strlen(shown_text(&s)));
    shown_play_out(&s, "key m\n");
    shown_has(&s, "the file holds weights alone");
    shown_play_out(&s, "key d\n");
    shown_has(&s, "the file holds weights alone");
    shown_play_out(&s, "key Up\nkey Down\n");
    assert_true(view_of(&s)->mask && view_of(&s)->divide);
    shown_has(&s, "n/a"); // scores
    free(was);
    shown_close(&s);
}

static void hiding_key_0_says_how_much_it_held(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "f32.safetensors", "--layer 1");
    shown_play_out(&s, "key b\n");
    shown_has(&s, "<|endoftext|> holds 40 % of this head; rows show the other 60 % (uniform 31 %)");
    AttentionRow row = {0};
    Error err;
    SourceView v = scene_source_view(shown_now(&s), &s.world.library);
    for (int i = 0; i < 9; i++) {
        assert_true(source_row(s.world.library.source, &v, i, &row, &err));
        double sum = 0;
        for (int j = 0; j < row.n; j++) sum += row.weight[j];
        if (i == 0) assert_true(sum == 0 && row.hidden == 1); // nothing is left of row 0
        else CHECK_NEAR(sum, 1, 1e-9);
        assert_true(row.weight[0] == 0);
    }
    attention_row_free(&row);
    shown_play_out(&s, "key Home\n");
    shown_has(&s, "of this head and all of this row");
    shown_lacks(&s, "nan");
    shown_close(&s);
}

static void a_banner_knows_the_head_once_all_are_measured(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "f32.safetensors", "--layer 1 --hide-first on --view map");
    shown_play_out(&s, "key Enter\n");
    shown_has(&s, "(uniform 31 %)"); // H_9 / 9
    shown_close(&s);
}

static void the_map_measures_marks_and_finds_the_best(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "f32.safetensors", "--view map");
    shown_has(&s, "previous-token");
    shown_has(&s, "uniform 0.190"); // Σ 1/(i+1) over queries 2 … 8: those whose target is not ⟨BOS⟩
    shown_play_out(&s, "key s\n");
    shown_has(&s, "n/a: nothing repeats in this text");
    shown_play_out(&s, "key x\n");
    shown_has(&s, "n/a: nothing repeats");
    shown_play_out(&s, "key S\nkey x\n");
    const Source *src = s.world.library.source;
    double best = measure_of(MEASURE_PREVIOUS, src, view_of(&s)->layer * 4 + view_of(&s)->head);
    for (int k = 0; k < 12; k++) assert_true(measure_of(MEASURE_PREVIOUS, src, k) <= best);
    shown_play_out(&s, "key Space\nkey Left\nkey Space\nkey p\n");
    assert_int_equal(shown_now(&s)->screen, SCREEN_OPEN);
    assert_true(view_of(&s)->pair && view_of(&s)->marks == 2);
    shown_play_out(&s, "key a\n");
    shown_has(&s, "mean of 2 heads");
    shown_close(&s);
}

static void the_mean_of_marked_heads_is_their_mean(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "f32.safetensors", "--marks 0.1,2.3 --average on");
    Source *src = s.world.library.source;
    SourceView v = scene_source_view(shown_now(&s), &s.world.library), a = v, b = v;
    a.marks = b.marks = 0;
    a.at = (HeadAt){0, 1}, b.at = (HeadAt){2, 3};
    AttentionRow mean = {0}, one = {0}, two = {0};
    Error err;
    assert_true(source_row(src, &v, 5, &mean, &err));
    assert_true(source_row(src, &a, 5, &one, &err) && source_row(src, &b, 5, &two, &err));
    for (int j = 0; j < 9; j++) CHECK_NEAR(mean.weight[j], (one.weight[j] + two.weight[j]) / 2, 1e-12);
    attention_row_free(&mean);
    attention_row_free(&one);
    attention_row_free(&two);
    shown_close(&s);
}

static void nan_is_shown_as_nan(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "sick_nan.npy", "");
    shown_has(&s, "nan: ");
    Source *src = s.world.library.source;
    AttentionRow row = {0};
    Error err;
    bool found = false;
    for (int k = 0; k < 12 * 9 && !found; k++) {
        SourceView v = {.at = {k / 36, k / 9 % 4}};
        source_row(src, &v, k % 9, &row, &err);
        found = isnan(row.entropy);
        char settings[80];
        snprintf(settings, sizeof settings, "--layer %d --head-index %d --query %d", k / 36, k / 9 % 4, k % 9);
        if (!found) continue;
        shown_close(&s);
        open_dump(&s, "sick_nan.npy", settings);
    }
    attention_row_free(&row);
    assert_true(found);
    shown_has(&s, "∅");
    shown_has(&s, "n/a: NaN in the row");
    shown_lacks(&s, "nan %");
    shown_close(&s);
}

static void a_token_is_found_and_the_next_one(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "f32.safetensors", "");
    shown_play_out(&s, "key /\nkey e\nkey n\n");
    shown_has(&s, "find /en");
    shown_play_out(&s, "key Enter\n");
    assert_int_equal(view_of(&s)->query, 0); // <|endoftext|>
    shown_play_out(&s, "key n\n");
    assert_int_equal(view_of(&s)->query, 1); // When
    shown_play_out(&s, "key N\n");
    assert_int_equal(view_of(&s)->query, 0);
    shown_play_out(&s, "key /\nkey Esc\n");
    shown_lacks(&s, "find /");
    shown_close(&s);
}

static void the_command_line_brings_the_view_back(void **state) {
    (void)state;
    static const char *const SETTINGS[] = {
        "",
        "--layer 1 --head-index 2 --query 4 --key 1 --hide-first on --log on --zoom -2",
        "--view map --measure entropy --sorted on --marks 0.1,2.3",
        "--view pair --marks 0.1,2.3",
        "--marks 1.1 --average on --view heatmap",
        "--follow on --query 5 --key 3",
        "--pan -3,-2 --zoom 3",
    };
    for (int k = 0; k < 7; k++) {
        Shown s;
        open_dump(&s, "f32.safetensors", SETTINGS[k]);
        Str line = {0};
        scene_command(shown_now(&s), &s.world.library, &line);
        assert_true(strncmp(str_text(&line), "lookback open '", 15) == 0);
        const char *settings = strstr(str_text(&line), " --");
        Scene *again = shown_scene(&s.world, SCREEN_OPEN, settings ? settings : "");
        if (!scene_same(again, shown_now(&s))) fail_msg("%s", str_text(&line));
        free(again);
        str_free(&line);
        shown_close(&s);
    }
}

static void settings_outside_the_file_are_refused(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "f32.safetensors", "");
    shown_refuses(&s, SCREEN_OPEN, "layer", "3", "layer 3: a number from 0 to 2 is wanted");
    shown_refuses(&s, SCREEN_OPEN, "head-index", "9", "head 9");
    shown_refuses(&s, SCREEN_OPEN, "query", "9", "query 9");
    shown_refuses(&s, SCREEN_OPEN, "key", "100", "key 100");
    shown_refuses(&s, SCREEN_OPEN, "batch", "1", "batch 1: there is only batch 0");
    shown_refuses(&s, SCREEN_OPEN, "mask", "off", "weights alone");
    shown_refuses(&s, SCREEN_OPEN, "marks", "1-2", "LAYER.HEAD");
    shown_refuses(&s, SCREEN_OPEN, "marks", "1.9", "head 9");
    shown_refuses(&s, SCREEN_OPEN, "pan", "3;4", "down and right are wanted");
    shown_refuses(&s, SCREEN_OPEN, "average", "on", "marked heads");
    shown_refuses(&s, SCREEN_OPEN, "measure", "inducton", "induction");
    shown_close(&s);
}

// A pattern of one head as .npy, cells by at(i, j); the caller removes it.
static void write_pattern(const char *path, int queries, int keys, float (*at)(int i, int j, int queries, int keys)) {
    Str out = {0};
    char head[118];
    int len = snprintf(head, sizeof head, "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, %d, %d), }",
                       queries, keys);
    str_add(&out, "\x93NUMPY\x01\x00\x76\x00", 10);
    memset(head + len, ' ', sizeof head - (size_t)len);
    head[sizeof head - 1] = '\n';
    str_add(&out, head, sizeof head);
    for (int i = 0; i < queries; i++) {
        for (int j = 0; j < keys; j++) {
            float value = at(i, j, queries, keys);
            str_add(&out, (const char *)&value, sizeof value);
        }
    }
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(str_text(&out), 1, out.len, f), out.len);
    fclose(f);
    str_free(&out);
}

static char scratch[] = "/tmp/lookback-open-XXXXXX.npy";

static void make_scratch(void) {
    static bool made;
    if (made) return;
    int fd = mkstemps(scratch, 4);
    assert_true(fd >= 0);
    close(fd);
    made = true;
}

static float cross(int i, int j, int queries, int keys) {
    (void)queries;
    return j == (i * 2) % keys ? 0.7f : 0.3f / (float)(keys - 1);
}

static void cross_attention_is_a_rectangle_without_a_diagonal(void **state) {
    (void)state;
    make_scratch();
    write_pattern(scratch, 4, 7, cross);
    Shown s;
    open_dump(&s, scratch, "--query 2");
    assert_false(s.world.library.source->related);
    assert_int_equal(view_of(&s)->key, 4);
    shown_has(&s, "token 2 gives 70 % to token 4");
    shown_has(&s, "n/a: keys of another text");
    shown_lacks(&s, "itself");
    shown_play_out(&s, "key End\n");
    assert_int_equal(view_of(&s)->query, 3);
    shown_close(&s);
}

static float one_spot(int i, int j, int queries, int keys) {
    (void)queries, (void)keys;
    if (i == 70 && j == 33) return 0.99f;
    if (i == 70) return j <= i ? 0.01f / 70 : 0;
    return j <= i ? 1.0f / (float)(i + 1) : 0;
}

static void a_single_bright_cell_survives_in_the_whole(void **state) {
    (void)state;
    make_scratch();
    write_pattern(scratch, 300, 300, one_spot);
    Shown s;
    open_sized(&s, scratch, "--view heatmap --zoom -5 --query 299 --key 0", 24, 80);
    const Canvas *c = app_frame(s.app);
    int bright = 0, high = heat_level(0.99);
    for (int at = 0; at < c->h * c->w; at++) {
        const Cell *cell = canvas_at(c, at / c->w, at % c->w);
        bool map = cell->hit.kind == HIT_WINDOW;
        bright += map && ((cell->style.fg.map == INK_HEAT && cell->style.fg.level == high) ||
                          (cell->style.bg.map == INK_HEAT && cell->style.bg.level == high));
    }
    assert_int_equal(bright, 1);
    shown_close(&s);
}

static void a_click_on_the_small_pattern_goes_there(void **state) {
    (void)state;
    make_scratch();
    write_pattern(scratch, 300, 300, one_spot);
    Shown s;
    open_sized(&s, scratch, "--view heatmap --zoom -1", 24, 80);
    int y = 0, x = 0;
    shown_find(&s, HIT_MINI, 500 / 8, &y, &x);
    shown_event((Event){.kind = EVENT_MOUSE, .mouse = MOUSE_PRESS, .y = y, .x = x}, &s);
    assert_true(view_of(&s)->query < 30);
    shown_close(&s);
}

static void a_file_that_shrinks_is_said_to_have(void **state) {
    (void)state;
    make_scratch();
    write_pattern(scratch, 700, 700, one_spot);
    Shown s;
    open_dump(&s, scratch, "");
    assert_int_equal(truncate(scratch, 200), 0);
    shown_play_out(&s, "key Home\n");
    shown_has(&s, "gives n/a to");
    shown_has(&s, scratch); // and why
    shown_close(&s);
}

static void numbers_of_a_head_have_no_scores(void **state) {
    (void)state;
    Shown s;
    Str out = {0};
    open_dump(&s, "f32.safetensors", "--layer 1 --head-index 2");
    screen_of(SCREEN_OPEN)->table[0].write(shown_now(&s), &s.world, &out);
    assert_non_null(strstr(str_text(&out), "\"layer\": 1"));
    assert_non_null(strstr(str_text(&out), "\"head_index\": 2"));
    assert_non_null(strstr(str_text(&out), "\"scores\": null"));
    assert_null(strstr(str_text(&out), "nan"));
    str_clear(&out);
    screen_of(SCREEN_OPEN)->table[1].write(shown_now(&s), &s.world, &out);
    assert_non_null(strstr(str_text(&out), "\n0,0,<|endoftext|>,<|endoftext|>,,1\n"));
    str_free(&out);
    shown_close(&s);
}

static void work_is_called_off_and_taken_up_again(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "f32.safetensors", "");
    shown_play(&s, "key M\n");
    assert_true(app_busy(s.app));
    shown_has(&s, "measuring all heads");
    shown_play(&s, "key Esc\n");
    assert_false(app_busy(s.app));
    shown_has(&s, "stopped");
    shown_play(&s, "key Esc\n");
    assert_true(app_busy(s.app));
    app_finish_work(s.app);
    shown_lacks(&s, "measuring");
    shown_close(&s);
}

static void raw_scores_make_the_mask_and_the_divisor_real(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "raw_scores.json", "--query 4");
    shown_has(&s, "mask ●");
    shown_lacks(&s, "n/a");
    Source *src = s.world.library.source;
    assert_true(src->raw);
    AttentionRow row = {0};
    Error err;
    SourceView v = scene_source_view(shown_now(&s), &s.world.library);
    assert_true(source_row(src, &v, 4, &row, &err));
    assert_int_equal(row.visible, 5);
    assert_true(row.weight[5] == 0);
    double scaled = row.scaled[3];
    CHECK_NEAR(row.score[3] / 2, scaled, 1e-12);
    shown_play_out(&s, "key m\nkey d\n");
    v = scene_source_view(shown_now(&s), &s.world.library);
    assert_true(source_row(src, &v, 4, &row, &err));
    assert_int_equal(row.visible, 6);
    assert_true(row.weight[5] > 0);
    CHECK_NEAR(row.scaled[3], row.score[3], 0);
    shown_has(&s, "mask ○");
    Str line = {0};
    scene_command(shown_now(&s), &s.world.library, &line);
    assert_non_null(strstr(str_text(&line), " --mask off --divisor off"));
    str_free(&line);
    attention_row_free(&row);
    shown_close(&s);
}

static void words_sum_over_keys_and_average_over_queries(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "raw_scores.json", "--query 2");
    Source *src = s.world.library.source;
    SourceView v = scene_source_view(shown_now(&s), &s.world.library);
    double want[6] = {0};
    AttentionRow row = {0};
    Error err;
    for (int i = 1; i <= 3; i++) { // un believ able
        assert_true(source_row(src, &v, i, &row, &err));
        want[0] += row.weight[0] / 3;
        for (int j = 1; j <= 3; j++) want[1] += row.weight[j] / 3;
    }
    shown_play_out(&s, "key w\n");
    assert_int_equal(view_of(&s)->query, 1);
    shown_has(&s, "␣unbelievable");
    shown_has(&s, "⏎");
    Source *words = scene_source(shown_now(&s), &s.world.library);
    v = scene_source_view(shown_now(&s), &s.world.library);
    assert_true(source_row(words, &v, 1, &row, &err));
    CHECK_NEAR(row.weight[0], want[0], 1e-12);
    CHECK_NEAR(row.weight[1], want[1], 1e-12);
    CHECK_NEAR(row.weight[0] + row.weight[1], 1, 1e-9);
    assert_int_equal(row.visible, 2);
    shown_play_out(&s, "key m\n");
    shown_has(&s, "words are means");
    shown_play_out(&s, "key w\n");
    assert_int_equal(view_of(&s)->query, 3); // the word's last token
    attention_row_free(&row);
    shown_close(&s);
    open_dump(&s, "qk.npy", "");
    shown_play_out(&s, "key w\n");
    shown_has(&s, "there are no words");
    shown_close(&s);
}

static void the_map_tells_which_heads_are_active_on_a_query(void **state) {
    (void)state;
    Shown s;
    open_dump(&s, "f32.safetensors", "--view map --measure active --query 8");
    Source *src = s.world.library.source;
    AttentionRow row = {0};
    Error err;
    for (int query = 8; query >= 7; query--) {
        for (int k = 0; k < 12; k++) {
            SourceView v = {.at = {k / 4, k % 4}};
            assert_true(source_row(src, &v, query, &row, &err));
            CHECK_NEAR(measure_of(MEASURE_ACTIVE, src, k), 1 - row.weight[0], 1e-6);
        }
        shown_play_out(&s, "key PageUp\n");
    }
    shown_has(&s, " on “␣to” at 6");
    attention_row_free(&row);
    shown_close(&s);
}

// softmax of (10, 12) / 2 is (0.269, 0.731); times 0.5 and 0.25, as shares: 0.424 and 0.576.
static void weights_times_the_norms_of_v(void **state) {
    (void)state;
    Shown s;
    Error err;
    char path[] = "/tmp/lookback-norms-XXXXXX.json";
    static const char JSON[] = "{\"q\": [[[[1, 0, 0, 0], [0, 2, 0, 0]]]], \"k\": [[[[1, 5, 9, 13], [2, 6, 10, 14]]]], "
                               "\"v_norms\": [[[0.5, 0.25]]]}";
    close(mkstemps(path, 5));
    assert_true(file_write(path, JSON, sizeof JSON - 1, &err));
    open_dump(&s, path, "--query 1");
    shown_has(&s, "73.1%");
    shown_play(&s, "key V\n");
    shown_has(&s, "57.6%");
    shown_has(&s, "weights times ‖v‖, as shares of the row");
    shown_play(&s, "key Y\n");
    shown_has(&s, "--values on");
    shown_close(&s);
    unlink(path);
    open_dump(&s, "lhqk.npy", "");
    shown_play(&s, "key V\n");
    shown_has(&s, "the dump holds no norms of v");
    shown_close(&s);
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_times_the_norms_of_v),
        cmocka_unit_test(it_opens_on_the_last_query_and_its_strongest_key),
        cmocka_unit_test(brackets_walk_the_heads_and_angles_the_layers),
        cmocka_unit_test(weights_alone_have_no_mask_and_no_divisor_to_pull),
        cmocka_unit_test(hiding_key_0_says_how_much_it_held),
        cmocka_unit_test(a_banner_knows_the_head_once_all_are_measured),
        cmocka_unit_test(the_map_measures_marks_and_finds_the_best),
        cmocka_unit_test(the_mean_of_marked_heads_is_their_mean),
        cmocka_unit_test(nan_is_shown_as_nan),
        cmocka_unit_test(a_token_is_found_and_the_next_one),
        cmocka_unit_test(the_command_line_brings_the_view_back),
        cmocka_unit_test(settings_outside_the_file_are_refused),
        cmocka_unit_test(cross_attention_is_a_rectangle_without_a_diagonal),
        cmocka_unit_test(a_single_bright_cell_survives_in_the_whole),
        cmocka_unit_test(a_click_on_the_small_pattern_goes_there),
        cmocka_unit_test(a_file_that_shrinks_is_said_to_have),
        cmocka_unit_test(numbers_of_a_head_have_no_scores),
        cmocka_unit_test(raw_scores_make_the_mask_and_the_divisor_real),
        cmocka_unit_test(words_sum_over_keys_and_average_over_queries),
        cmocka_unit_test(the_map_tells_which_heads_are_active_on_a_query),
        cmocka_unit_test(work_is_called_off_and_taken_up_again),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(scratch);
    return failed;
}
