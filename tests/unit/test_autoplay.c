// Lessons that go on by themselves, by ticks that the test sends; and lessons that are read again while they are
// played.
#include "app/app.h"
#include "app/world.h"
#include "base/file.h"
#include "base/text.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static World world;
static Scene scene;
static char folder[] = "/tmp/lookback-test-XXXXXX";
static char path[64];
static App *app;

static int load(void **state) {
    (void)state;
    Error err;
    text_init();
    if (!mkdtemp(folder) || !world_load(PROJECT_DATA, &world, &err)) return -1;
    snprintf(path, sizeof path, "%s/own.md", folder);
    scene_init(&scene, &world.library, SCREEN_EXPLORER);
    return scene_finish(&scene, &world.library, &err) ? 0 : -1;
}

static int unload(void **state) {
    (void)state;
    unlink(path);
    rmdir(folder);
    world_free(&world);
    return 0;
}

static int stop(void **state) {
    (void)state;
    app_free(app);
    app = NULL;
    return 0;
}

static void save(const char *text) {
    Error err;
    if (!file_write(path, text, strlen(text), &err)) fail_msg("%s", err.text);
}

// Opens a step of a lesson of one's own, which joins the course.
static int open_own(const char *text, int step) {
    Error err;
    save(text);
    int lesson = course_add(&world.course, path, &err);
    if (lesson < 0) fail_msg("%s", err.text);
    app = app_new(&world, &scene, 24, 80, false, COLOR_MONO);
    app_open_lesson(app, lesson, step);
    return lesson;
}

static const Tutor *tutor(void) {
    return &app_state(app)->tutor;
}

static Effect tick(void) {
    return app_event(app, (Event){.kind = EVENT_TICK, .y = 1});
}

static void check_at(int lesson, int step, int passed) {
    assert_int_equal(tutor()->lesson, lesson);
    assert_int_equal(tutor()->step, step);
    assert_int_equal(tutor()->passed, passed);
}

// ---- autoplay

static const char TWO[] = "# One\n\n<!-- pause -->\n\nmore\n\n***\n\n# Two\n";

static void a_tick_goes_on_pauses_and_steps_and_round(void **state) {
    (void)state;
    int own = open_own(TWO, 0);
    tick();
    check_at(own, 0, 0); // not asked for
    app_autoplay(app, AUTOPLAY_LESSON);
    assert_int_equal(tick(), EFFECT_NONE); // nobody's progress
    check_at(own, 0, 1);
    tick();
    check_at(own, 1, 0);
    tick();
    check_at(own, 0, 0);
}

static void the_course_goes_round(void **state) {
    (void)state;
    int own = open_own(TWO, 1), last = -1, rounds = 0;
    app_autoplay(app, AUTOPLAY_COURSE);
    for (int k = 0; k < 2000 && rounds < 2; k++) {
        tick();
        if (tutor()->lesson != last && last >= 0 && tutor()->lesson == 0) rounds++;
        if (tutor()->lesson != last && last >= 0) assert_int_equal(tutor()->lesson, (last + 1) % world.course.count);
        last = tutor()->lesson;
    }
    assert_int_equal(rounds, 2);
    assert_true(own < world.course.count);
}

static void what_is_to_be_predicted_is_shown(void **state) {
    (void)state;
    int own = open_own("# P\n\n```scene\nsentence: ioi\n```\n\n```predict\nask: x\nclick: token\nright: weight 9 j > "
                       "0.5\n```\n\n***\n\n# Q\n",
                       0);
    app_autoplay(app, AUTOPLAY_LESSON);
    assert_true(tutor()->hides);
    tick();
    check_at(own, 0, 0);
    assert_false(tutor()->hides);
    tick();
    check_at(own, 1, 0);
    tick();
    assert_true(tutor()->hides); // it was not answered
}

static void a_key_stops_it_and_says_so(void **state) {
    (void)state;
    static const Event STOPS[] = {{.kind = EVENT_KEY, .key = 'x'},
                                  {.kind = EVENT_KEY, .key = 'q'},
                                  {.kind = EVENT_KEY, .key = ' '},
                                  {.kind = EVENT_MOUSE, .mouse = MOUSE_PRESS}};
    int own = open_own(TWO, 0);
    for (size_t k = 0; k < sizeof STOPS / sizeof STOPS[0]; k++) {
        app_autoplay(app, AUTOPLAY_LESSON);
        assert_int_equal(app_event(app, STOPS[k]), EFFECT_NONE);
        check_at(own, 0, 0); // and nothing else
        assert_non_null(strstr(app_state(app)->note, "stopped"));
        tick();
        check_at(own, 0, 0);
    }
    app_autoplay(app, AUTOPLAY_LESSON);
    app_event(app, (Event){.kind = EVENT_MOUSE, .mouse = MOUSE_MOVE});
    app_event(app, (Event){.kind = EVENT_RESIZE, .y = 12, .x = 40});
    tick();
    check_at(own, 0, 1);
    assert_int_equal(app_event(app, (Event){.kind = EVENT_KEY, .key = 0x03}), EFFECT_QUIT);
}

// ---- read again

// Saves text, reads the lesson again; false with the mistake in err.
static bool read_again(int lesson, const char *text, Error *err) {
    Lesson before;
    save(text);
    if (!course_reload(&world.course, lesson, &world.library, &before, err)) return false;
    app_lesson_changed(app, lesson, &before);
    lesson_free(&before);
    app_frame(app);
    return true;
}

static void a_reload_keeps_the_step(void **state) {
    (void)state;
    Error err;
    int own = open_own("# One\n\n***\n\n# Two\n\na\n\n<!-- pause -->\n\nb\n\n***\n\n# Three\n", 1);
    app_event(app, (Event){.kind = EVENT_KEY, .key = ' '});
    check_at(own, 1, 1);
    assert_true(read_again(
        own, "# Zero\n\n***\n\n# One\n\n***\n\n# Two\n\nc\n\n<!-- pause -->\n\nd\n\n***\n\n# Three\n", &err));
    check_at(own, 2, 1); // by its title
    assert_true(read_again(own, "# One\n\n***\n\n# Two and a half\n\n***\n\n# Another\n\n***\n\n# Three\n", &err));
    check_at(own, 2, 0); // by its number; its pause is gone
    assert_true(read_again(own, "# A\n\n***\n\n# B\n", &err));
    check_at(own, 1, 0); // the last there is
    assert_true(read_again(own, "# B\n\n***\n\n# B\n\n***\n\n# B\n", &err));
    check_at(own, 1, 0); // the nearest of those with its title
}

static void a_reload_sets_the_scene_anew(void **state) {
    (void)state;
    Error err;
    int own = open_own("# One\n\n```scene\nsentence: ioi\nquery: 9\n```\n", 0);
    assert_int_equal(app_state(app)->scene.query, 9);
    assert_true(read_again(own, "# One\n\n```scene\nsentence: ioi\nquery: 5\n```\n", &err));
    assert_int_equal(app_state(app)->scene.query, 5);
}

static void a_mistake_keeps_the_last_good_version(void **state) {
    (void)state;
    static const struct {
        const char *text, *told;
    } BAD[] = {
        {"# One\n\n```scene\nhead: inducton\n```\n", ":4: scene: unknown head \"inducton\" (did you mean \"induction\"?)"},
        {"", ":1: nothing in it to read: a heading or a paragraph is wanted"},
        {"# One\n\n`= weight 1 1`\n", ":3: `= weight 1 1`: there is no scene to compute it from"},
        {"# One\n\n```scene\nexpect: weight 9 3 > 2\n```\n", ":4: expect: it is 0.955783, wanted > 2"},
        {"---\ntitle: x\n", ":1: front matter begins here and never ends: a second line --- is wanted"},
    };
    int own = open_own("# One\n\n***\n\n# Two\n", 1);
    for (size_t k = 0; k < sizeof BAD / sizeof BAD[0]; k++) {
        Error err;
        if (read_again(own, BAD[k].text, &err)) fail_msg("was read: %s", BAD[k].text);
        assert_string_equal(err.text + strlen(path), BAD[k].told);
        check_at(own, 1, 0);
        assert_int_equal(world.course.entry[own].lesson.steps, 2);
    }
    unlink(path);
    Error err;
    Lesson before;
    assert_false(course_reload(&world.course, own, &world.library, &before, &err));
    assert_int_equal(world.course.entry[own].lesson.steps, 2);
}

static void answers_to_what_was_are_forgotten(void **state) {
    (void)state;
    Error err;
    const char *three = "# Q\n\n```quiz\nq?\n- [ ] a\n  > no\n- [ ] b\n  > no\n- [x] c\n  > yes\n```\n";
    int own = open_own(three, 0);
    app_event(app, (Event){.kind = EVENT_KEY, .key = '3'});
    assert_int_equal(tutor()->marks, 1);
    assert_true(read_again(own, "# Q\n\n```quiz\nq?\n- [ ] a\n  > no\n- [x] b\n  > yes\n```\n", &err));
    assert_int_equal(tutor()->marks, 0);
}

static void a_lesson_that_is_not_open_changes_nothing_on_screen(void **state) {
    (void)state;
    Error err;
    int own = open_own("# One\n\n***\n\n# Two\n", 1);
    app_open_lesson(app, 0, 2);
    assert_true(read_again(own, "# New\n", &err));
    check_at(0, 2, 0);
    app_open_lesson(app, own, 0);
    app_event(app, (Event){.kind = EVENT_KEY, .key = KEY_CODE_ESCAPE});
    assert_true(read_again(own, "# One\n\n***\n\n# Two\n", &err));
    assert_false(tutor()->open);
}

static void an_open_list_of_contents_is_cut(void **state) {
    (void)state;
    Error err;
    int own = open_own("# A\n\n***\n\n# B\n\n***\n\n# C\n", 2);
    app_event(app, (Event){.kind = EVENT_KEY, .key = 'L'});
    app_event(app, (Event){.kind = EVENT_KEY, .key = KEY_CODE_RIGHT});
    assert_int_equal(app_state(app)->overlay, OVERLAY_CONTENTS);
    assert_int_equal(app_state(app)->scroll, 2);
    assert_true(read_again(own, "# A\n", &err));
    assert_int_equal(app_state(app)->scroll, 0);
    app_event(app, (Event){.kind = EVENT_KEY, .key = KEY_CODE_ENTER});
    check_at(own, 0, 0);
}

#define APP_TEST(test) cmocka_unit_test_teardown(test, stop)

int main(void) {
    const struct CMUnitTest tests[] = {
        APP_TEST(a_tick_goes_on_pauses_and_steps_and_round),
        APP_TEST(the_course_goes_round),
        APP_TEST(what_is_to_be_predicted_is_shown),
        APP_TEST(a_key_stops_it_and_says_so),
        APP_TEST(a_reload_keeps_the_step),
        APP_TEST(a_reload_sets_the_scene_anew),
        APP_TEST(a_mistake_keeps_the_last_good_version),
        APP_TEST(answers_to_what_was_are_forgotten),
        APP_TEST(an_open_list_of_contents_is_cut),
        APP_TEST(a_lesson_that_is_not_open_changes_nothing_on_screen),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
