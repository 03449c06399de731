// The worked example's settings: what the command line says and what comes back from it.
#include "app/hit.h"
#include "unit/worked_bench.h"

static void settings_survive_the_command_line(void **state) {
    (void)state;
    App *app = open_with(NULL);
    check_command(app, "lookback worked");
    play(app, "key s\nkey ]\nkey ]\nkey Right\nkey m\nkey D\nkey x\nkey z\n");
    check_command(app, "lookback worked --example a-dog-barks --step scale --cell scaled:0,1 --mask off --divisor 8"
                       " --zero-after on --exercise on");
    app_free(app);
}

static void edits_survive_the_command_line(void **state) {
    (void)state;
    App *app = open_with((const char *const[]){"set", "X:0,1=2", NULL});
    check_command(app, "lookback worked --set X:0,1=2");
    play(app, "key Tab\nkey Tab\nkey Tab\nkey Tab\n");
    press(app, HIT_WORKED_CELL, WORKED_WV, MATRIX_SIDE);
    play(app, "type -0.1\nkey Enter\n");
    check_command(app, "lookback worked --cell W_V:1,0 --set 'X:0,1=2 W_V:1,0=-0.1'");
    App *again = open_with((const char *const[]){"cell", "W_V:1,0", "set", "X:0,1=2 W_V:1,0=-0.1", NULL});
    assert_memory_equal(&scene_of(app)->worked, &scene_of(again)->worked, sizeof(Worked));
    app_free(again);
    app_free(app);
}

static void bad_settings_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *name, *value, *message;
    } CASES[] = {
        {"cell", "A:2", "cell is \"A:2\": ROW,COLUMN or MATRIX:ROW,COLUMN is wanted, as A:2,0"},
        {"cell", "Z:0,0", "cell is \"Z:0,0\": ROW,COLUMN or MATRIX:ROW,COLUMN is wanted, as A:2,0"},
        {"cell", "-1,0", "cell is \"-1,0\": ROW,COLUMN or MATRIX:ROW,COLUMN is wanted, as A:2,0"},
        {"set", "Q:0,0=1", "set is \"Q:0,0=1\": MATRIX:ROW,COLUMN=NUMBER is wanted, as X:0,1=2"},
        {"set", "X:3,0=1", "X:3,0=1: X has rows 0 to 2 and columns 0 to 3"},
        {"set", "X:0,0=1 X:0,9=1", "X:0,9=1: X has rows 0 to 2 and columns 0 to 3"},
        {"set", " ", "set is empty: MATRIX:ROW,COLUMN=NUMBER is wanted, as X:0,1=2"},
        {"exercise", "maybe", "exercise is \"maybe\": on or off is wanted"},
    };
    Scene *scene = MEM_NEW(Scene, 1), *fresh = MEM_NEW(Scene, 1);
    Error err;
    scene_init(scene, &world.library, SCREEN_WORKED);
    *fresh = *scene;
    for (unsigned k = 0; k < sizeof CASES / sizeof CASES[0]; k++) {
        assert_false(scene_set(scene, &world.library, CASES[k].name, CASES[k].value, &err));
        assert_string_equal(err.text, CASES[k].message);
        assert_memory_equal(scene, fresh, sizeof *scene);
    }
    assert_false(scene_set(scene, &world.library, "set", "X:0,0=nan", &err));
    assert_true(scene_set(scene, &world.library, "set", "X:0,0=5", &err));
    assert_false(scene_set(scene, &world.library, "example", "a-dog-barks", &err)); // would drop the edit
    assert_true(scene_set(scene, &world.library, "cell", "S:3,3", &err));
    assert_false(scene_finish(scene, &world.library, &err));
    assert_string_equal(err.text, "cell 3,3 is outside S: it has rows 0 to 2 and columns 0 to 2");
    free(scene);
    free(fresh);
}

static void a_cell_brings_its_step(void **state) {
    (void)state;
    static const struct {
        const char *cell;
        WorkedStageId stage;
    } CASES[] = {{"W_K:0,0", STAGE_PROJECT}, {"V:0,0", STAGE_PROJECT}, {"S:0,0", STAGE_SCORE},
                 {"masked:0,0", STAGE_SCALE}, {"A:0,0", STAGE_SOFTMAX}, {"out:0,0", STAGE_MIX}};
    for (unsigned k = 0; k < sizeof CASES / sizeof CASES[0]; k++) {
        App *app = open_with((const char *const[]){"cell", CASES[k].cell, NULL});
        assert_int_equal(scene_of(app)->work.stage, CASES[k].stage);
        app_free(app);
    }
    App *app = open_with((const char *const[]){"step", "mix", "cell", "A:1,0", NULL});
    assert_int_equal(scene_of(app)->work.stage, STAGE_MIX); // shown there already
    app_free(app);
    app = open_with((const char *const[]){"step", "score", NULL});
    assert_int_equal(scene_of(app)->work.part, WORKED_S); // the result, unless a cell is chosen
    app_free(app);
}

// What is edited or chosen on one of the two screens that show matrices is there on the other.
static void one_row_shares_the_example(void **state) {
    (void)state;
    App *app = open_with((const char *const[]){"cell", "X:0,1", NULL});
    play(app, "key s\ntype 2\nkey Enter\nkey F6\n");
    check_command(app, "lookback row --example a-dog-barks --set X:0,1=2");
    play(app, "key s\nkey F4\n");
    check_command(app, "lookback worked --cell X:0,1");
    app_free(app);
}

static void shapes_agree_with_the_matrices(void **state) {
    (void)state;
    const Worked *w = &world.library.example[0].worked;
    WorkedResult r;
    worked_run(&r, w, (AttentionParams){true, 1}, false);
    for (WorkedPart part = WORKED_X; part < WORKED_PARTS; part++) {
        int rows = 0, cols = 0;
        worked_shape(w, part, &rows, &cols);
        assert_int_equal(rows, worked_matrix(w, &r, part)->rows);
        assert_int_equal(cols, worked_matrix(w, &r, part)->cols);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_survive_the_command_line),
        cmocka_unit_test(edits_survive_the_command_line),
        cmocka_unit_test(bad_settings_are_refused),
        cmocka_unit_test(a_cell_brings_its_step),
        cmocka_unit_test(one_row_shares_the_example),
        cmocka_unit_test(shapes_agree_with_the_matrices),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
