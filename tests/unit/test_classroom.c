// The classroom by events: projection and its theme, a blank screen, the list of lessons, contents, search.
#include "app/app.h"
#include "app/hit.h"
#include "app/lessons.h"
#include "app/script.h"
#include "app/world.h"
#include "base/mem.h"
#include "base/text.h"
#include "draw/project.h"

#include "check.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static App *app;

static int begin(void **state) {
    (void)state;
    Scene *scene = MEM_NEW(Scene, 1);
    Error err;
    scene_init(scene, &world.library, SCREEN_EXPLORER);
    assert_true(scene_finish(scene, &world.library, &err));
    app = app_new(&world, scene, 24, 80, false, COLOR_TRUE);
    free(scene);
    return 0;
}

static int end(void **state) {
    (void)state;
    app_free(app);
    return 0;
}

static bool play_event(Event e, void *context) {
    (void)context;
    app_frame(app);
    app_event(app, e);
    return true;
}

static const State *play(const char *script) {
    Error err;
    if (!script_read(script, strlen(script), "script", play_event, NULL, &err)) fail_msg("%s", err.text);
    return app_state(app);
}

// Clicks the first cell of the frame that means this.
static const State *click(int kind, int a, int b) {
    const Canvas *c = app_frame(app);
    for (int k = 0; k < c->h * c->w; k++) {
        Hit hit = c->cell[k].hit;
        if (hit.kind != kind || hit.a != a || hit.b != b) continue;
        Event e = {.kind = EVENT_MOUSE, .mouse = MOUSE_PRESS, .y = k / c->w, .x = k % c->w};
        app_event(app, e);
        return app_state(app);
    }
    fail_msg("nothing on the screen means %d %d %d", kind, a, b);
    return NULL;
}

static void command(Str *out) {
    str_clear(out);
    scene_command(&app_state(app)->scene, &world.library, out);
}

static void projection_brings_the_light_theme_unless_one_was_chosen(void **state) {
    (void)state;
    Str line = {0};
    assert_int_equal(play("key P\n")->scene.theme, THEME_LIGHT);
    command(&line);
    assert_non_null(strstr(line.s, " --project"));
    assert_null(strstr(line.s, "--theme"));
    assert_int_equal(play("key P\n")->scene.theme, THEME_DARK);
    assert_int_equal(play("key t\nkey t\nkey P\n")->scene.theme, THEME_CONTRAST);
    command(&line);
    assert_non_null(strstr(line.s, " --project --theme contrast"));
    assert_int_equal(play("key P\n")->scene.theme, THEME_CONTRAST);
    assert_int_equal(play("key t\nkey P\n")->scene.theme, THEME_DARK);
    str_free(&line);
}

static void the_order_of_project_and_theme_does_not_matter(void **state) {
    (void)state;
    static const char *const ORDERS[2][2] = {{"project", "theme"}, {"theme", "project"}};
    for (int k = 0; k < 2; k++) {
        Scene *s = MEM_NEW(Scene, 1);
        Error err;
        scene_init(s, &world.library, SCREEN_EXPLORER);
        for (int i = 0; i < 2; i++) {
            assert_true(
                scene_set(s, &world.library, ORDERS[k][i], strcmp(ORDERS[k][i], "theme") == 0 ? "dark" : "on", &err));
        }
        assert_int_equal(s->theme, THEME_DARK);
        assert_true(s->project);
        free(s);
    }
}

static void nothing_projected_is_quiet_thin_or_between_the_steps(void **state) {
    (void)state;
    static const char *const SCENES[] = {"key P\n", "key v\n", "key v\n", "key v\n", "key ?\n", "key Esc\nkey L\nkey Enter\n", "key N\n",
                                         "key Space\n", "size 12 40\n", "size 60 200\n", "key F3\n", "key F5\n", "key F6\n", "key F7\n"};
    for (unsigned n = 0; n < sizeof SCENES / sizeof SCENES[0]; n++) {
        play(SCENES[n]);
        const Canvas *c = app_frame(app);
        for (const Cell *cell = c->cell; cell < c->cell + c->h * c->w; cell++) {
            Ink fg = cell->style.fg, bg = cell->style.bg;
            bool quiet =
                fg.map == INK_ROLE && (fg.level == ROLE_DIM || fg.level == ROLE_FAINT || fg.level == ROLE_GHOST);
            assert_false(quiet);
            assert_true(cell->style.attr & ATTR_BOLD);
            assert_int_equal(cell->strokes & 0x55, 0); // no light stroke
            bool step = bg.map != INK_HEAT || 4 * bg.level % (HEAT_STEPS - 1) <= 2 ||
                        4 * bg.level % (HEAT_STEPS - 1) >= HEAT_STEPS - 3;
            assert_true(step);
        }
    }
}

static void a_projected_scene_is_drawn_at_any_size(void **state) {
    (void)state;
    for (int h = 1; h <= 60; h += 3) {
        for (int w = 1; w <= 200; w += 7) {
            char size[32];
            snprintf(size, sizeof size, "size %d %d\n", h, w);
            play(size);
            if (h == 1 && w == 1) play("key P\n");
            const Canvas *c = app_frame(app);
            assert_int_equal(c->h, h);
            assert_int_equal(c->w, w);
        }
    }
}

static void a_blank_screen_is_paper_until_a_key(void **state) {
    (void)state;
    const State *s = play("key .\nmove 3 3\n");
    assert_true(s->blank);
    const Canvas *c = app_frame(app);
    for (int k = 0; k < c->h * c->w; k++) {
        assert_int_equal(c->cell[k].rune, ' ');
        assert_int_equal(c->cell[k].strokes, 0);
        assert_int_equal(c->cell[k].style.bg.level, ROLE_PAPER);
        assert_int_equal(c->cell[k].hit.kind, HIT_NONE);
    }
    s = play("key m\n");
    assert_false(s->blank);
    assert_true(s->scene.mask); // the key meant nothing else
    assert_true(play("key .\n")->blank);
    assert_false(play("press 3 3\n")->blank);
}

static void blank_again_takes_the_same_key(void **state) {
    (void)state;
    assert_false(play("key .\nkey .\n")->blank);
    assert_true(play("key L\nkey .\n")->blank);
    assert_int_equal(play("key x\n")->overlay, OVERLAY_LESSONS);
}

static void the_list_opens_a_lesson_where_it_was_left(void **state) {
    (void)state;
    const State *s = play("key L\nkey Down\nkey Enter\n");
    assert_true(s->tutor.open);
    assert_int_equal(s->overlay, OVERLAY_NONE);
    assert_int_equal(s->tutor.lesson, 1);
    while (app_state(app)->tutor.step < 2) play("key Space\n");
    s = play("key L\n");
    assert_int_equal(s->scroll, 1);
    click(HIT_LESSON, 4, 0);
    assert_int_equal(app_state(app)->tutor.lesson, 4);
    s = play("key o\nkey 8\nkey PageUp\nkey Down\nkey Enter\n");
    assert_int_equal(s->tutor.lesson, 1);
    assert_int_equal(s->tutor.step, 2);
}

static void contents_open_a_step(void **state) {
    (void)state;
    const State *s = play("key L\nkey Right\n");
    assert_int_equal(s->overlay, OVERLAY_CONTENTS);
    s = play("key Down\nkey Down\nkey Enter\n");
    assert_int_equal(s->tutor.lesson, 0);
    assert_int_equal(s->tutor.step, 2);
    play("key L\n");
    click(HIT_CONTENTS, 2, 0);
    s = click(HIT_STEP, 2, 1);
    assert_int_equal(s->tutor.lesson, 2);
    assert_int_equal(s->tutor.step, 1);
    s = play("key L\nkey Right\nkey Esc\n");
    assert_int_equal(s->overlay, OVERLAY_LESSONS);
    assert_int_equal(s->scroll, 2);
    assert_int_equal(play("key Esc\n")->overlay, OVERLAY_NONE);
}

static void progress_counts_steps_seen_and_answers_right(void **state) {
    (void)state;
    const Lesson *l = &world.course.entry[0].lesson;
    LessonDone d = lessons_done(app_state(app), &world, 0);
    assert_int_equal(d.seen, 0);
    assert_int_equal(d.steps, l->steps);
    const Quiz *first = NULL;
    for (int k = 0; k < l->steps && !first; k++) first = l->step[k].quizzes ? &l->step[k].quiz[0] : NULL;
    play("key L\nkey Enter\n");
    assert_int_equal(lessons_done(app_state(app), &world, 0).seen, 1);
    int quizzes = d.quizzes, wrong = first->choice[0].right;
    play("key L\nkey Right\nkey PageDown\nkey Enter\n"); // the last step holds the questions
    d = lessons_done(app_state(app), &world, 0);
    assert_int_equal(d.seen, d.steps);
    assert_false(d.finished);
    play(wrong ? "key 2\n" : "key 1\n");
    d = lessons_done(app_state(app), &world, 0);
    assert_int_equal(d.answered, 1);
    assert_int_equal(d.right, 0);
    for (int k = 1; k < quizzes; k++) play("key 1\n");
    d = lessons_done(app_state(app), &world, 0);
    assert_int_equal(d.answered, quizzes);
    assert_true(d.finished);
}

static void progress_outlives_the_program(void **state) {
    (void)state;
    play("key L\nkey Enter\nkey Space\nkey Space\nkey Space\nkey p\nkey p\nkey p\nkey L\nkey Down\nkey Enter\n");
    int seen = lessons_done(app_state(app), &world, 0).seen, place = app_state(app)->tutor.place[0];
    assert_true(seen > place + 1);
    Progress kept = {0};
    app_save_progress(app, &kept);
    end(NULL);
    begin(NULL);
    app_load_progress(app, &kept, "");
    assert_int_equal(lessons_done(app_state(app), &world, 0).seen, seen);
    assert_int_equal(app_state(app)->tutor.place[0], place);
    assert_int_equal(lessons_done(app_state(app), &world, 1).seen, 1);
    assert_int_equal(lessons_done(app_state(app), &world, 2).seen, 0);
    assert_int_equal(app_state(app)->tutor.lesson, 1);
    progress_free(&kept);
}

// The lesson was rewritten since, or the file was: an answer that no choice gives is no answer.
static void an_answer_that_no_choice_gives_is_none(void **state) {
    (void)state;
    const Lesson *l = &world.course.entry[0].lesson;
    int last = l->steps - 1;
    Progress kept = {0};
    progress_set_place(&kept, l->name, last);
    progress_set_answer(&kept, l->name, 0, PROGRESS_NUMBER_MAX);
    progress_set_answer(&kept, l->name, 1, l->step[last].quiz[1].choices);
    app_load_progress(app, &kept, "");
    app_open_lesson(app, 0, last);
    for (int k = 0; k < l->step[last].quizzes; k++) play("key 1\n");
    LessonDone d = lessons_done(app_state(app), &world, 0);
    assert_int_equal(d.answered, d.quizzes);
    char note[NOTE_MAX];
    snprintf(note, sizeof note, "%d of %d right", d.right, d.quizzes);
    assert_string_equal(app_state(app)->note, note);
    progress_free(&kept);
}

// Two programs at once: what each keeps is what its own lesson came to.
static void a_lesson_of_another_program_is_left_alone(void **state) {
    (void)state;
    const char *other = world.course.entry[1].lesson.name, *third = world.course.entry[2].lesson.name;
    app_open_lesson(app, 1, 0);
    app_open_lesson(app, 2, 1);
    app_open_lesson(app, 0, 3);
    Progress kept = {0};
    progress_set_place(&kept, other, 5);
    progress_set_answer(&kept, other, 0, 1);
    app_save_progress(app, &kept);
    assert_int_equal(progress_find(&kept, other)->step, 5);
    assert_int_equal(progress_answer(progress_find(&kept, other), 0), 1);
    assert_int_equal(progress_find(&kept, third)->step, 1);
    assert_int_equal(progress_find(&kept, world.course.entry[0].lesson.name)->step, 3);
    assert_string_equal(kept.last, world.course.entry[0].lesson.name);
    progress_free(&kept);
}

static bool row_has(int y, const char *text) {
    Str row = {0};
    const Canvas *c = app_frame(app);
    for (int x = 0; x < c->w; x++) {
        uint32_t rune = canvas_glyph(c, canvas_at(c, y, x));
        str_putc(&row, rune < 128 ? (char)rune : '?');
    }
    bool has = strstr(str_text(&row), text) != NULL;
    str_free(&row);
    return has;
}

static void odd_titles_and_long_mistakes_are_readable(void **state) {
    (void)state;
    CourseEntry *e = &world.course.entry[0];
    char *title = e->lesson.title, odd[] = "\033[31mred";
    char long_one[] = "/a/folder/whose/name/is/so/long/that/nothing/else/would/fit/own.md:3: why";
    e->lesson.title = odd;
    app_open_lesson(app, 0, 0);
    assert_true(row_has(0, "?[31mred"));
    assert_int_equal(canvas_glyph(app_frame(app), canvas_at(app_frame(app), 0, 3)), 0x241B); // ␛, as everywhere
    e->lesson.title = title;
    assert_null(e->mistake);
    e->mistake = long_one;
    play("key L\n");
    bool shown = false;
    for (int y = 0; y < 24; y++) shown = shown || row_has(y, " own.md:3: why");
    e->mistake = NULL;
    assert_true(shown);
}

static bool is_lit(void) {
    const Canvas *c = app_frame(app);
    for (int k = 0; k < c->h * c->w; k++) {
        if (c->cell[k].style.attr & ATTR_REVERSE) return true;
    }
    return false;
}

static void every_match_is_gone_to_and_lit(void **state) {
    (void)state;
    static const char *const WORDS[] = {"sink", "SINK", "divide", "⟨BOS⟩", "attention"};
    static const char *const SIZES[] = {"size 24 80\n", "size 12 40\n", "size 60 200\n"};
    for (int n = 0; n < 15; n++) {
        Found found[FOUND_MAX];
        int count = search_course(&world.course, WORDS[n % 5], found, FOUND_MAX);
        assert_true(count > 0);
        for (int k = 0; k < count && k < 12; k++) {
            char script[64];
            play(SIZES[n / 5]);
            snprintf(script, sizeof script, "key /\ntype %s\n", WORDS[n % 5]);
            play(script);
            for (int down = 0; down < k; down++) play("key Down\n");
            const State *s = play("key Enter\n");
            assert_int_equal(s->overlay, OVERLAY_NONE);
            assert_int_equal(s->tutor.lesson, found[k].lesson);
            assert_int_equal(s->tutor.step, found[k].step);
            if (!is_lit()) fail_msg("%s: match %d is not on the screen", WORDS[n % 5], k);
        }
    }
}

static void search_without_words_or_matches_goes_nowhere(void **state) {
    (void)state;
    assert_int_equal(play("key /\nkey Enter\n")->overlay, OVERLAY_SEARCH);
    const State *s = play("type no such words here\nkey Down\nkey Enter\n");
    assert_int_equal(s->overlay, OVERLAY_SEARCH);
    assert_int_equal(s->scroll, 0);
    assert_false(s->tutor.open);
    assert_int_equal(play("key Esc\n")->overlay, OVERLAY_NONE);
}

static void the_page_counter_ignores_pauses(void **state) {
    (void)state;
    for (int l = 0; l < world.course.count; l++) {
        const Lesson *lesson = &world.course.entry[l].lesson;
        for (int k = 0; k < lesson->steps; k++) {
            if (!lesson->step[k].pauses) continue;
            app_open_lesson(app, l, k);
            const State *s = play("key Space\n");
            assert_int_equal(s->tutor.step, k);
            return;
        }
    }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(projection_brings_the_light_theme_unless_one_was_chosen),
        TEST(the_order_of_project_and_theme_does_not_matter),
        TEST(nothing_projected_is_quiet_thin_or_between_the_steps),
        TEST(a_projected_scene_is_drawn_at_any_size),
        TEST(a_blank_screen_is_paper_until_a_key),
        TEST(blank_again_takes_the_same_key),
        TEST(the_list_opens_a_lesson_where_it_was_left),
        TEST(contents_open_a_step),
        TEST(progress_counts_steps_seen_and_answers_right),
        TEST(progress_outlives_the_program),
        TEST(an_answer_that_no_choice_gives_is_none),
        TEST(a_lesson_of_another_program_is_left_alone),
        TEST(odd_titles_and_long_mistakes_are_readable),
        TEST(every_match_is_gone_to_and_lit),
        TEST(search_without_words_or_matches_goes_nowhere),
        TEST(the_page_counter_ignores_pauses),
    };
    return cmocka_run_group_tests(tests, world_of_tests, world_done);
}
