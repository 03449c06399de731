// What presenter and notes tell each other: what is written is read back; nothing else is believed.
#include "app/app.h"
#include "app/cue.h"
#include "app/world.h"
#include "base/mem.h"
#include "base/text.h"

#include "check.h"

#include <stdlib.h>
#include <string.h>

static World world;
static Scene scene;

static int load(void **state) {
    (void)state;
    Error err;
    text_init();
    if (!world_load(PROJECT_DATA, &world, &err)) return -1;
    scene_init(&scene, &world.library, SCREEN_EXPLORER);
    return scene_finish(&scene, &world.library, &err) ? 0 : -1;
}

static int unload(void **state) {
    (void)state;
    world_free(&world);
    return 0;
}

static void check_same(const Cue *a, const Cue *b) {
    Str x = {0}, y = {0};
    cue_format(a, &x);
    cue_format(b, &y);
    assert_int_equal(x.len, y.len);
    assert_memory_equal(x.s, y.s, x.len);
    str_free(&x);
    str_free(&y);
}

static void every_step_of_the_course_comes_back(void **state) {
    (void)state;
    App *app = app_new(&world, &scene, 24, 80, false, COLOR_MONO);
    int notes = 0;
    for (int l = 0; l < world.course.count; l++) {
        for (int k = 0; k < world.course.entry[l].lesson.steps; k++) {
            Cue c = {0}, read = {0};
            Str packet = {0};
            Error err;
            app_open_lesson(app, l, k);
            cue_of(app_state(app), &world, &c);
            cue_format(&c, &packet);
            if (!cue_parse(&read, packet.s, packet.len, &err)) fail_msg("%s", err.text);
            check_same(&c, &read);
            assert_int_equal(read.step, k + 1);
            assert_string_equal(str_text(&read.title), world.course.entry[l].lesson.title);
            notes += read.notes.len > 0;
            str_free(&packet);
            cue_free(&c);
            cue_free(&read);
        }
    }
    assert_true(notes > 0);
    app_free(app);
}

static void it_says_what_comes_next(void **state) {
    (void)state;
    App *app = app_new(&world, &scene, 24, 80, false, COLOR_MONO);
    const Lesson *first = &world.course.entry[0].lesson, *second = &world.course.entry[1].lesson;
    Cue c = {0};
    app_open_lesson(app, 0, 0);
    cue_of(app_state(app), &world, &c);
    assert_int_equal(c.next, CUE_NEXT_STEP);
    assert_string_equal(str_text(&c.next_title), first->step[1].title);
    app_open_lesson(app, 0, first->steps - 1);
    cue_of(app_state(app), &world, &c);
    assert_int_equal(c.next, CUE_NEXT_LESSON);
    assert_string_equal(str_text(&c.next_title), second->title);
    app_open_lesson(app, world.course.count - 1, world.course.entry[world.course.count - 1].lesson.steps - 1);
    cue_of(app_state(app), &world, &c);
    assert_int_equal(c.next, CUE_NEXT_END);
    app_event(app, (Event){.kind = EVENT_KEY, .key = KEY_CODE_ESCAPE});
    cue_of(app_state(app), &world, &c);
    assert_false(c.open);
    cue_free(&c);
    app_free(app);
}

static const char GOOD[] = "lookback-notes 1\nlesson 3 03-a\ntitle A\nstep 4 9\npause 1 2\nheading H\nnext step N\nnotes 5\na\nb\xFF" "c";

static void texts_may_hold_any_bytes(void **state) {
    (void)state;
    Cue c = {0};
    Error err;
    assert_true(cue_parse(&c, GOOD, sizeof GOOD - 1, &err));
    assert_int_equal(c.order, 3);
    assert_int_equal(c.pauses, 2);
    assert_int_equal(c.notes.len, 5);
    assert_memory_equal(c.notes.s, "a\nb\xFF" "c", 5);
    cue_free(&c);
}

static void nothing_else_is_believed(void **state) {
    (void)state;
    static const struct {
        const char *what, *with; // of GOOD: a part and what stands there instead
    } BAD[] = {
        {"lookback-notes 1", "lookback-notes 2"}, {"lookback-notes 1", ""}, {"lesson 3 ", "lesson "}, {"lesson 3 ", "lesson -3 "},
        {"lesson 3", "lesson 99999"}, {"lesson 3", "lesson 123456789012345678901234567890"}, {"title A\n", ""}, {"title A\n", "title\n"},
        {"step 4 9", "step 10 9"}, {"step 4 9", "step 0 9"}, {"step 4 9", "step 4"}, {"step 4 9", "step 4 9 1"}, {"step 4 9", "step 4 "},
        {"pause 1 2", "pause 3 2"}, {"pause 1 2", "pause 1 +2"}, {"next step N", "next stop N"}, {"next step N", "next "}, {"next step N", "next step"},
        {"notes 5", "notes 6"}, {"notes 5", "notes 4"}, {"notes 5", "notes 4294967301"}, {"notes 5", "notes 0x5"}, {"notes 5\n", "notes 5"},
        {"heading H\nnext step N", "next step N\nheading H"},
    };
    for (size_t k = 0; k < sizeof BAD / sizeof BAD[0]; k++) {
        Str packet = {0};
        Cue c = {.open = true, .step = 7};
        Error err;
        const char *at = strstr(GOOD, BAD[k].what);
        str_add(&packet, GOOD, (size_t)(at - GOOD));
        str_puts(&packet, BAD[k].with);
        str_puts(&packet, at + strlen(BAD[k].what));
        if (cue_parse(&c, packet.s, packet.len, &err)) fail_msg("believed: %s", packet.s);
        assert_int_equal(c.step, 7); // unchanged
        str_free(&packet);
    }
}

static void no_beginning_of_a_packet_is_one(void **state) {
    (void)state;
    for (size_t len = 0; len < sizeof GOOD - 1; len++) {
        char *part = mem_text(GOOD, len); // so that a sanitizer sees what lies behind it
        Cue c = {0};
        Error err;
        assert_false(cue_parse(&c, part, len, &err));
        free(part);
    }
}

static void long_texts_are_cut_and_long_packets_refused(void **state) {
    (void)state;
    Str packet = {0};
    Cue c = {0};
    Error err;
    str_puts(&packet, "lookback-notes 1\nlesson 0 ");
    for (int k = 0; k < CUE_TEXT_MAX + 1; k++) str_putc(&packet, 'x');
    str_puts(&packet, "\ntitle A\nstep 1 1\npause 0 0\nheading \nnext end \nnotes 0\n");
    assert_false(cue_parse(&c, packet.s, packet.len, &err));
    str_clear(&packet);
    str_puts(&packet, "lookback-notes 1\nclosed\n");
    assert_true(cue_parse(&c, packet.s, packet.len, &err));
    assert_false(c.open);
    str_putc(&packet, 'x');
    assert_false(cue_parse(&c, packet.s, packet.len, &err));
    str_free(&packet);
}

// A lesson of more than a packet holds is told as far as it goes.
static void a_lesson_is_never_too_long(void **state) {
    (void)state;
    Str text = {0}, packet = {0};
    Cue c = {0}, read = {0};
    Error err;
    World own = {.library = world.library};
    CourseEntry entry = {0};
    str_puts(&text, "# ");
    for (int k = 0; k < 1000; k++) str_puts(&text, "世");
    str_puts(&text, "\n\n<!-- note:\n");
    for (int k = 0; k < 9000; k++) str_puts(&text, k % 100 ? "twelve bytes\n" : "\n");
    str_puts(&text, "-->\n");
    if (!lesson_parse(&entry.lesson, "long.md", text.s, text.len, &err)) fail_msg("%s", err.text);
    own.course = (Course){&entry, 1};
    App *app = app_new(&own, &scene, 24, 80, false, COLOR_MONO);
    app_open_lesson(app, 0, 0);
    cue_of(app_state(app), &own, &c);
    cue_format(&c, &packet);
    assert_true(packet.len <= CUE_PACKET_MAX);
    assert_true(c.notes.len > CUE_NOTES_MAX - 20);
    assert_int_equal(c.title.len % 3, 0); // no half of a character
    if (!cue_parse(&read, packet.s, packet.len, &err)) fail_msg("%s", err.text);
    check_same(&c, &read);
    app_free(app);
    lesson_free(&entry.lesson);
    cue_free(&c);
    cue_free(&read);
    str_free(&text);
    str_free(&packet);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_of_the_course_comes_back),
        cmocka_unit_test(it_says_what_comes_next),
        cmocka_unit_test(texts_may_hold_any_bytes),
        cmocka_unit_test(nothing_else_is_believed),
        cmocka_unit_test(no_beginning_of_a_packet_is_one),
        cmocka_unit_test(long_texts_are_cut_and_long_packets_refused),
        cmocka_unit_test(a_lesson_is_never_too_long),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
