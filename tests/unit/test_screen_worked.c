// The worked example's screen, driven by events: steps, editing, the exercise done right and wrong, undo.
#include "app/hit.h"
#include "app/screen.h"
#include "base/file.h"
#include "unit/worked_bench.h"

#include <unistd.h>

// ---- steps and sums

static void steps_go_forth_and_back(void **state) {
    (void)state;
    App *app = open_with(NULL);
    SHOWS(app, "Q₁,₁ = 1·1 + 0·0 + 1·0 + 0·1 = 1");
    play(app, "key ]\n");
    assert_int_equal(scene_of(app)->work.stage, STAGE_SCORE);
    SHOWS(app, "q₁·k₁ = 1·1 + 1·1 = 2");
    play(app, "key Space\nkey PageDown\nkey ]\n");
    assert_int_equal(scene_of(app)->work.stage, STAGE_MIX);
    play(app, "key ]\n");
    assert_int_equal(scene_of(app)->work.stage, STAGE_MIX);
    assert_string_equal(app_state(app)->note, "this is the last step");
    play(app, "key [\n");
    assert_int_equal(scene_of(app)->work.part, WORKED_A);
    press(app, HIT_WORKED_STAGE, STAGE_SCALE, 0);
    assert_int_equal(scene_of(app)->work.stage, STAGE_SCALE);
    app_free(app);
}

static void sums_are_written_out(void **state) {
    (void)state;
    App *app = open_with((const char *const[]){"cell", "S:2,1", NULL});
    SHOWS(app, "q₃·k₂ = 2·1 + 1·2 = 4");
    SHOWS(app, "score of “sat” for “cat” is 4");
    press(app, HIT_WORKED_STAGE, STAGE_SOFTMAX, 0);
    press(app, HIT_WORKED_CELL, WORKED_A, 2 * MATRIX_SIDE);
    SHOWS(app, "e^(−1.41) / 1.736 = 0.140");
    SHOWS(app, "1.736 = e^(−1.41) + e^(−0.71) + e^0");
    SHOWS(app, "“sat” gives 14 % to “the”");
    SHOWS(app, "1.37 of 1.58");
    app_free(app);
}

static void a_result_lights_its_row_and_column(void **state) {
    (void)state;
    App *app = open_with((const char *const[]){"cell", "S:2,1", NULL});
    const Canvas *c = app_frame(app);
    int lit[WORKED_PARTS] = {0};
    bool column = true, row = true;
    for (int k = 0; k < c->h * c->w; k++) {
        const Cell *cell = canvas_at(c, k / c->w, k % c->w);
        bool is_lit = cell->style.bg.level == ROLE_SELECT;
        if (cell->hit.kind != HIT_WORKED_CELL || !is_lit) continue;
        lit[cell->hit.a]++;
        if (cell->hit.a == WORKED_K) column = column && cell->hit.b / MATRIX_SIDE == 1;
        if (cell->hit.a == WORKED_Q) row = row && cell->hit.b / MATRIX_SIDE == 2;
    }
    assert_true(lit[WORKED_Q] > 0 && lit[WORKED_K] > 0 && lit[WORKED_S] == 0);
    assert_true(row && column);
    app_free(app);
}

static void arrows_cross_from_matrix_to_matrix(void **state) {
    (void)state;
    App *app = open_with((const char *const[]){"cell", "S:0,0", NULL});
    play(app, "key Left\n");
    assert_int_equal(scene_of(app)->work.part, WORKED_Q);
    assert_int_equal(scene_of(app)->work.x, 1);
    play(app, "key Right\nkey Right\nkey Up\n");
    assert_int_equal(scene_of(app)->work.part, WORKED_K); // shown as Kᵀ: the column of “cat” is its row
    assert_int_equal(scene_of(app)->work.y, 1);
    assert_int_equal(scene_of(app)->work.x, 1);
    play(app, "key Right\n");
    assert_int_equal(scene_of(app)->work.y, 2);
    play(app, "key End\nkey Right\nkey Tab\n");
    assert_int_equal(scene_of(app)->work.part, WORKED_Q);
    play(app, "key BackTab\nkey Home\n");
    assert_int_equal(scene_of(app)->work.part, WORKED_K);
    assert_int_equal(scene_of(app)->work.y + scene_of(app)->work.x, 0);
    app_free(app);
}

static void the_pointer_shows_without_moving(void **state) {
    (void)state;
    App *app = open_with((const char *const[]){"cell", "S:0,0", NULL});
    const Canvas *c = app_frame(app);
    for (int k = 0; k < c->h * c->w; k++) {
        Hit hit = canvas_at(c, k / c->w, k % c->w)->hit;
        if (hit.kind != HIT_WORKED_CELL || hit.a != WORKED_S || hit.b != 2 * MATRIX_SIDE + 2) continue;
        app_event(app, (Event){.kind = EVENT_MOUSE, .mouse = MOUSE_MOVE, .y = k / c->w, .x = k % c->w});
        break;
    }
    SHOWS(app, "q₃·k₃ = 2·2 + 1·1 = 5");
    assert_int_equal(scene_of(app)->work.y, 0);
    app_free(app);
}

// ---- levers

static void levers_change_what_follows(void **state) {
    (void)state;
    App *app = open_with((const char *const[]){"cell", "A:2,2", NULL});
    SHOWS(app, "1.736 = 0.576");
    play(app, "key d\n");
    SHOWS(app, "/ 1.503 = 0.665");
    play(app, "key d\nkey D\n");
    assert_true(scene_of(app)->divisor == 8);
    SHOWS(app, "0.376");
    press(app, HIT_WORKED_DIVISOR, 0, 0);
    assert_false(scene_of(app)->divide);
    press(app, HIT_WORKED_DIVISOR, 1, 0);
    play(app, "key Home\nkey z\n");
    SHOWS(app, "0.198");
    SHOWS(app, "not masked");
    play(app, "key z\nkey m\n");
    SHOWS(app, "no mask");
    app_free(app);
}

static void nothing_jumps_when_a_lever_moves(void **state) {
    (void)state;
    static const char *const STEPS[] = {"score", "scale", "softmax", "mix"};
    static const char *const KEYS[] = {"key m\n", "key d\n", "key D\n", "key z\n"};
    for (int k = 0; k < 16; k++) {
        App *app = open_with((const char *const[]){"step", STEPS[k / 4], NULL});
        Canvas before = {0};
        const Canvas *c = app_frame(app);
        canvas_reset(&before, c->h, c->w, false);
        memcpy(before.cell, c->cell, sizeof *c->cell * (size_t)(c->h * c->w));
        play(app, KEYS[k % 4]);
        c = app_frame(app);
        for (int i = 0; i < c->h * c->w; i++) {
            Hit was = before.cell[i].hit, is = canvas_at(c, i / c->w, i % c->w)->hit;
            if (was.kind == HIT_WORKED_CELL || is.kind == HIT_WORKED_CELL) assert_memory_equal(&was, &is, sizeof was);
        }
        canvas_free(&before);
        app_free(app);
    }
}

// ---- editing

static void numbers_are_edited_in_place(void **state) {
    (void)state;
    App *app = open_with((const char *const[]){"cell", "X:0,1", NULL});
    play(app, "type 2\nkey Enter\n");
    assert_true(scene_of(app)->worked.given[WORKED_X].at[0][1] == 2);
    assert_false(app_state(app)->typing);
    // the number that stands there, changed; on to the next
    play(app, "key Enter\nkey Backspace\ntype -.5\nkey Down\n");
    assert_true(scene_of(app)->worked.given[WORKED_X].at[0][1] == -.5);
    assert_int_equal(scene_of(app)->work.y, 1);
    play(app, "type 7\nkey Esc\n");
    assert_false(app_state(app)->typing);
    assert_true(scene_of(app)->worked.given[WORKED_X].at[1][1] == 1);
    app_free(app);
}

static void everything_follows_an_edit(void **state) {
    (void)state;
    App *app = open_with((const char *const[]){"cell", "X:2,0", NULL});
    play(app, "type 3\nkey Enter\nkey ]\nkey End\n");
    SHOWS(app, "q₃·k₃ = 4·4 + 1·1 = 17");
    app_free(app);
}

static void a_bad_number_is_refused(void **state) {
    (void)state;
    App *app = open_with((const char *const[]){"cell", "X:0,1", NULL});
    play(app, "type 2x\n"); // the x is no part of a number
    assert_string_equal(app_state(app)->note, "Enter takes the number, Esc leaves it");
    play(app, "type e\nkey Enter\n");
    assert_true(app_state(app)->typing);
    assert_true(app_state(app)->note[0] != '\0');
    assert_true(scene_of(app)->worked.given[WORKED_X].at[0][1] == 0);
    play(app, "key Esc\ntype 9999999\nkey Enter\n");
    assert_true(app_state(app)->typing);
    app_free(app);
}

// u, q and the other letters are text while a number is being typed.
static void letters_do_nothing_while_typing(void **state) {
    (void)state;
    App *app = open_with((const char *const[]){"cell", "X:0,1", NULL});
    play(app, "type 2\nkey Enter\ntype 3\nkey u\nkey m\n");
    assert_true(app_state(app)->typing);
    assert_true(scene_of(app)->mask);
    assert_true(scene_of(app)->worked.given[WORKED_X].at[0][1] == 2);
    play(app, "key F2\n");
    assert_int_equal(scene_of(app)->screen, SCREEN_EXPLORER);
    assert_false(app_state(app)->typing);
    app_free(app);
}

static void results_are_not_edited(void **state) {
    (void)state;
    App *app = open_with(NULL);
    play(app, "type 5\n");
    assert_false(app_state(app)->typing);
    assert_string_equal(app_state(app)->note, "Q follows: change X or W (Tab), or press x");
    app_free(app);
}

static void undo_takes_back_edits_not_steps(void **state) {
    (void)state;
    App *app = open_with((const char *const[]){"cell", "X:0,1", NULL});
    play(app, "type 2\nkey Enter\nkey ]\nkey ]\nkey Right\nkey m\nkey u\n");
    assert_true(scene_of(app)->mask);
    assert_int_equal(scene_of(app)->work.stage, STAGE_SCALE);
    play(app, "key u\nkey u\n"); // the walk, the edit
    assert_true(scene_of(app)->worked.given[WORKED_X].at[0][1] == 0);
    play(app, "key u\n");
    assert_string_equal(app_state(app)->note, "nothing to undo");
    app_free(app);
}

// ---- exercise

static App *open_exercise(const char *cell) {
    return open_with((const char *const[]){"example", "a-dog-barks", "cell", cell, "exercise", "on", NULL});
}

static void answers_are_hidden(void **state) {
    (void)state;
    static const char *const STEPS[] = {"score", "scale", "softmax", "mix"};
    static const char *const ANSWERS[] = {"7", "2.121", "0.670", "1.670"};
    for (int k = 0; k < 4; k++) {
        App *app = open_with((const char *const[]){"example", "a-dog-barks", "step", STEPS[k], "exercise", "on", NULL});
        HIDES(app, ANSWERS[k]);
        SHOWS(app, "0 of 60 right");
        play(app, "key x\n");
        SHOWS(app, ANSWERS[k]);
        app_free(app);
    }
}

static void a_right_answer(void **state) {
    (void)state;
    App *app = open_exercise("A:1,0");
    HIDES(app, "e^0");
    play(app, "type 0.67\nkey Enter\n");
    SHOWS(app, "✓ e^0 / 1.493 = 0.670");
    SHOWS(app, "1 of 60 right");
    SHOWS(app, "softmax 1/9");
    app_free(app);
}

static void a_wrong_answer_is_told_the_sum(void **state) {
    (void)state;
    App *app = open_exercise("S:1,2");
    play(app, "type 6\nkey Enter\n");
    SHOWS(app, "✗ 6 is wrong: q₂·k₃ = 2·3 + 1·1 = 7");
    SHOWS(app, "0 of 60 right");
    play(app, "type 7\nkey Enter\n");
    SHOWS(app, "✓ q₂·k₃ = 2·3 + 1·1 = 7");
    app_free(app);
}

static void a_blunt_answer_is_asked_for_a_decimal(void **state) {
    (void)state;
    App *app = open_exercise("A:1,0");
    play(app, "type 1\nkey Enter\n");
    SHOWS(app, "✗ 1 is near: one decimal at least, please");
    HIDES(app, "0.670");
    app_free(app);
}

static void minus_infinity_is_an_answer(void **state) {
    (void)state;
    App *app = open_exercise("masked:0,1");
    play(app, "type -inf\nkey Enter\n");
    SHOWS(app, "✓ −∞ (key 2 lies after query 1: masked)");
    play(app, "type -infi\nkey Enter\n");
    assert_true(app_state(app)->typing);
    app_free(app);
}

static void answers_are_revealed_taken_back_and_undone(void **state) {
    (void)state;
    App *app = open_exercise("S:0,0");
    play(app, "key r\n");
    SHOWS(app, "q₁·k₁ = 1·1 + 1·2 = 3");
    SHOWS(app, "0 of 60 right, 1 shown");
    play(app, "key Right\ntype 2\nkey Enter\nkey Delete\n");
    SHOWS(app, "0 of 60 right, 1 shown");
    play(app, "key u\n");
    SHOWS(app, "1 of 60 right, 1 shown");
    play(app, "key R\n");
    SHOWS(app, "1 of 60 right, 59 shown");
    play(app, "key u\n");
    SHOWS(app, "1 of 60 right, 1 shown");
    app_free(app);
}

static void a_narrow_exercise_keeps_its_words_apart(void **state) {
    (void)state;
    App *app = open_exercise("out:0,0");
    play(app, "size 12 40\n");
    SHOWS(app, "row 1 of A times column 1 of V");
    play(app, "type 3\nkey Enter\n");
    SHOWS(app, "✗ 3 is wrong: out₁,₁=1·2+0·1+0·3=2");
    play(app, "size 20 60\n");
    SHOWS(app, "project 0/18 score 0/9 scale 0/18 softmax 0/9 mix 0/6");
    app_free(app);
}

static void long_tokens_leave_the_name_in_the_title(void **state) {
    (void)state;
    Scene *scene = MEM_NEW(Scene, 1);
    scene_init(scene, &world.library, SCREEN_WORKED);
    for (int i = 0; i < scene->worked.n; i++) {
        memset(scene->worked.token[i].bytes, 'a' + i, WORKED_LABEL_MAX);
        scene->worked.token[i].len = WORKED_LABEL_MAX;
    }
    App *app = app_new(&world, scene, 40, 120, false, COLOR_TRUE);
    SHOWS(app, "Worked example  the-cat-sat  aaaaaaaa");
    app_free(app);
    free(scene);
}

static void given_numbers_can_be_edited_in_an_exercise(void **state) {
    (void)state;
    App *app = open_exercise("Q:0,0");
    play(app, "type 1\nkey Enter\n");
    SHOWS(app, "1 of 60 right");
    press(app, HIT_WORKED_CELL, WORKED_X, 1);
    press(app, HIT_WORKED_CELL, WORKED_X, 1); // once more: to be changed
    play(app, "key Ctrl+u\ntype 5\nkey Enter\n");
    SHOWS(app, "0 of 60 right"); // what was right is judged anew
    app_free(app);
}

// ---- files and sizes

static void a_file_of_ones_own(void **state) {
    (void)state;
    char path[] = "/tmp/lookback-worked-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    Str text = {0};
    Error err;
    str_puts(&text, "tokens");
    for (int i = 0; i < 12; i++) str_printf(&text, " t%d", i);
    static const char *const BLOCKS[] = {"X", "W_Q", "W_K", "W_V"};
    for (int k = 0; k < 4; k++) {
        str_printf(&text, "\n%s", BLOCKS[k]);
        for (int i = 0; i < 12 * (k ? 8 : 12); i++)
            str_printf(&text, "%s%d.25", i % (k ? 8 : 12) ? " " : "\n", i % 7 - 3);
    }
    assert_true(file_write(path, text.s, text.len, &err));
    World own = {0};
    assert_true(world_load(PROJECT_DATA, &own, &err));
    if (!world_add_example(&own, path, &err)) fail_msg("%s", err.text);
    Scene *scene = MEM_NEW(Scene, 1);
    scene_init(scene, &own.library, SCREEN_WORKED);
    scene_open_example(scene, &own.library, own.library.examples - 1);
    App *app = app_new(&own, scene, 24, 80, false, COLOR_TRUE);
    for (int k = 0; k < STAGE_COUNT; k++) {
        play(app, "key End\n");
        const WorkedView *v = &scene_of(app)->work;
        press(app, HIT_WORKED_CELL, v->part, v->y * MATRIX_SIDE + v->x); // the last cell has been scrolled to
        play(app, "key Esc\nkey ]\n");
    }
    Str line = {0}, wanted = {0};
    scene_command(scene_of(app), &own.library, &line);
    str_printf(&wanted, "lookback worked '%s' --step mix --cell out:11,7", path);
    assert_string_equal(str_text(&line), str_text(&wanted));
    str_free(&line);
    str_free(&wanted);
    app_free(app);
    free(scene);
    world_free(&own);
    str_free(&text);
    unlink(path);
}

static void every_size_is_drawn(void **state) {
    (void)state;
    for (int k = 0; k < STAGE_COUNT; k++) {
        App *app = open_with((const char *const[]){"step", WORKED_STAGE_NAMES[k], NULL});
        for (int rows = 1; rows <= 60; rows += 1 + rows / 8) {
            for (int cols = 1; cols <= 200; cols += 1 + cols / 6) {
                app_event(app, (Event){.kind = EVENT_RESIZE, .y = rows, .x = cols});
                assert_int_equal(app_frame(app)->w, cols);
            }
        }
        app_free(app);
    }
}

static void tables_are_written(void **state) {
    (void)state;
    Scene *scene = MEM_NEW(Scene, 1);
    Str out = {0};
    scene_init(scene, &world.library, SCREEN_WORKED);
    const Screen *screen = screen_of(SCREEN_WORKED);
    static const char *const FORMATS[] = {"json", "latex", "matrices"};
    static const char *const STARTS[] = {"{", "% needs", "tokens the cat sat\n"};
    for (int k = 0; k < 3; k++) {
        assert_string_equal(screen->table[k].format, FORMATS[k]);
        str_clear(&out);
        screen->table[k].write(scene, &world, &out);
        assert_int_equal(strncmp(str_text(&out), STARTS[k], strlen(STARTS[k])), 0);
    }
    str_free(&out);
    free(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_go_forth_and_back),
        cmocka_unit_test(sums_are_written_out),
        cmocka_unit_test(a_result_lights_its_row_and_column),
        cmocka_unit_test(arrows_cross_from_matrix_to_matrix),
        cmocka_unit_test(the_pointer_shows_without_moving),
        cmocka_unit_test(levers_change_what_follows),
        cmocka_unit_test(nothing_jumps_when_a_lever_moves),
        cmocka_unit_test(numbers_are_edited_in_place),
        cmocka_unit_test(everything_follows_an_edit),
        cmocka_unit_test(a_bad_number_is_refused),
        cmocka_unit_test(letters_do_nothing_while_typing),
        cmocka_unit_test(results_are_not_edited),
        cmocka_unit_test(undo_takes_back_edits_not_steps),
        cmocka_unit_test(answers_are_hidden),
        cmocka_unit_test(a_right_answer),
        cmocka_unit_test(a_wrong_answer_is_told_the_sum),
        cmocka_unit_test(a_blunt_answer_is_asked_for_a_decimal),
        cmocka_unit_test(minus_infinity_is_an_answer),
        cmocka_unit_test(answers_are_revealed_taken_back_and_undone),
        cmocka_unit_test(long_tokens_leave_the_name_in_the_title),
        cmocka_unit_test(a_narrow_exercise_keeps_its_words_apart),
        cmocka_unit_test(given_numbers_can_be_edited_in_an_exercise),
        cmocka_unit_test(a_file_of_ones_own),
        cmocka_unit_test(every_size_is_drawn),
        cmocka_unit_test(tables_are_written),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
