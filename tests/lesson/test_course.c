// The course in lessons/: every lesson is read, every scene set, every number computed, every expectation held; and
// each lesson is worth its name: something to press in every step, two to four questions at the end, no page too long
// for a small terminal.
#include "app/world.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "lesson/course.h"
#include "lesson/page.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>

static World world;
static Course course;

static int load(void **state) {
    (void)state;
    Error err;
    text_init();
    if (!world_load(PROJECT_DATA, &world, &err) || !course_read(&course, PROJECT_DATA "/../lessons", &err)) {
        print_error("%s\n", err.text);
        return -1;
    }
    return 0;
}

static int unload(void **state) {
    (void)state;
    course_free(&course);
    world_free(&world);
    return 0;
}

static void all_are_read_in_order(void **state) {
    (void)state;
    for (int k = 0; k < course.count; k++) {
        const CourseEntry *e = &course.entry[k];
        if (e->mistake) fail_msg("%s", e->mistake);
        assert_int_equal(e->lesson.order, k + 1);
    }
    Error err;
    assert_int_equal(course.count, 14);
    assert_int_equal(course_find(&course, "3", &err), 2);
    assert_int_equal(course_find(&course, "with-a-pen", &err), 2);
    assert_int_equal(course_find(&course, "03-with-a-pen", &err), 2);
    assert_int_equal(course_find(&course, "06-sink", &err), -1);
    assert_string_equal(err.text, "unknown lesson \"06-sink\" (did you mean \"06-sinks\"?)");
}

static void a_file_of_the_course_is_that_lesson(void **state) {
    (void)state;
    Course own = {0};
    Error err;
    assert_true(course_list(&own, PROJECT_DATA "/../lessons", &err));
    int listed = own.count;
    assert_int_equal(course_add(&own, PROJECT_DATA "/../data/../lessons/05-why-the-mask.md", &err), 4);
    assert_int_equal(own.count, listed);
    assert_true(own.entry[4].lesson.steps > 0);
    course_free(&own);
}

// Whatever is parsed first, the course is the same in the end.
static void listing_knows_names_and_parsing_fills_in_steps(void **state) {
    (void)state;
    Course listed = {0};
    Error err;
    assert_true(course_list(&listed, PROJECT_DATA "/../lessons", &err));
    assert_int_equal(listed.count, course.count);
    for (int k = 0; k < listed.count; k++) {
        assert_int_equal(listed.entry[k].lesson.steps, 0);
        assert_int_equal(listed.entry[k].lesson.order, course.entry[k].lesson.order);
        assert_string_equal(listed.entry[k].lesson.title, course.entry[k].lesson.title);
        assert_string_equal(course_name_at(k, &listed), course_name_at(k, &course));
    }
    course_parse(&listed, 4);
    assert_int_equal(listed.entry[3].lesson.steps, 0);
    course_parse_all(&listed);
    for (int k = 0; k < listed.count; k++) assert_int_equal(listed.entry[k].lesson.steps, course.entry[k].lesson.steps);
    course_free(&listed);
}

static void tell(const char *finding, void *context) {
    (void)context;
    print_error("%s\n", finding);
}

// Whether every screen that the lesson shows can be set up in this build.
static bool screens_are_there(const Lesson *l) {
    Scene s;
    scene_init(&s, &world.library, SCREEN_PLAY);
    bool all = s.plane.count > 0 && s.worked.n > 0 && s.lab.d > 0;
    for (int k = 0; k < l->steps; k++) {
        if (l->step[k].screen != SCREEN_EXPLORER && !all) return false;
    }
    return true;
}

static void all_numbers_hold(void **state) {
    (void)state;
    int findings = 0;
    for (int k = 0; k < course.count; k++) {
        const Lesson *l = &course.entry[k].lesson;
        if (screens_are_there(l)) findings += lesson_check(l, &world.library, tell, NULL);
        else print_message("%s is only read: a screen it shows is not there yet\n", l->name);
    }
    assert_int_equal(findings, 0);
}

static void each_ends_with_a_few_questions(void **state) {
    (void)state;
    for (int k = 0; k < course.count; k++) {
        const Lesson *l = &course.entry[k].lesson;
        int quizzes = l->step[l->steps - 1].quizzes;
        if (quizzes < 2 || quizzes > 4) fail_msg("%s ends with %d questions", l->name, quizzes);
        for (int s = 0; s < l->steps; s++) assert_non_null(l->step[s].title);
    }
}

// The page of a step with everything on it but answers.
static int page_height(const Lesson *l, int step, int width) {
    Scene scene;
    Error err;
    bool has = l->step[step].has_scene && lesson_scene(l, step, &world.library, &scene, &err);
    PageState at = {.lib = &world.library, .now = has ? &scene : NULL, .passed = 99, .quiz = -1, .choice = -1};
    Prose page = {0};
    page_compose(l, step, &at, &page);
    int rows = prose_height(&page, (ProseView){.count = page.blocks}, width);
    prose_free(&page);
    return rows;
}

static void pages_are_short(void **state) {
    (void)state;
    for (int k = 0; k < course.count; k++) {
        const Lesson *l = &course.entry[k].lesson;
        for (int s = 0; s + 1 < l->steps; s++) {
            int rows = page_height(l, s, 60);
            if (rows > 22) fail_msg("%s, step %d: %d rows of 60 columns", l->name, s + 1, rows);
        }
    }
}

// A teacher copies it: it must be right.
static void the_template_works(void **state) {
    (void)state;
    static const char BEGIN[] = "~~~~markdown\n", END[] = "\n~~~~\n";
    Str readme = {0};
    Error err;
    Lesson l = {0};
    assert_true(file_read(PROJECT_DATA "/../lessons/README.md", 1 << 20, &readme, &err));
    const char *from = strstr(readme.s, BEGIN);
    assert_non_null(from);
    from += strlen(BEGIN);
    const char *to = strstr(from, END);
    assert_non_null(to);
    if (!lesson_parse(&l, "template.md", from, (size_t)(to - from), &err)) fail_msg("%s", err.text);
    assert_int_equal(lesson_check(&l, &world.library, tell, NULL), 0);
    assert_int_equal(l.steps, 3);
    lesson_free(&l);
    str_free(&readme);
}

// One setting of the README's table, as the only one of a scene on its screen.
static void check_setting(const char *screen, const char *line) {
    Str text = {0};
    Lesson l = {0};
    Error err;
    bool names = strncmp(line, "screen:", 7) == 0;
    bool train = strcmp(screen, "train") == 0,
         model = strcmp(screen, "open") == 0 || strcmp(screen, "map") == 0 || strcmp(screen, "predict") == 0;
    str_printf(&text, "```scene\n%s%s%s%s%s\n```\n", names ? "" : "screen: ", names ? "" : screen, names ? "" : "\n",
               train ? "run: words\n" : model ? "model: words\n" : "", line); // which these need
    if (!lesson_parse(&l, "README.md", text.s, text.len, &err)) fail_msg("%s", err.text);
    if (lesson_check(&l, &world.library, tell, NULL) > 0) fail_msg("the README says `%s` of %s", line, screen);
    lesson_free(&l);
    str_free(&text);
}

// The settings in code spans of the table's first column; `in NAME` there begins those of another screen.
static void the_readme_s_settings_are_taken(void **state) {
    (void)state;
    Str readme = {0};
    Error err;
    assert_true(file_read(PROJECT_DATA "/../lessons/README.md", 1 << 20, &readme, &err));
    char *at = strstr(readme.s, "| line | what it sets |"), screen[16] = "explorer";
    int settings = 0;
    assert_non_null(at);
    *strstr(at, "\n\n") = '\0';
    for (char *row = strchr(strchr(at, '\n') + 1, '\n'); row; row = strchr(row, '\n')) {
        char *end = strstr(++row, " | ");
        sscanf(row, "| in `%15[a-z]`:", screen);
        for (char *tick = strchr(row, '`'); tick && tick < end; tick = strchr(tick + 1, '`')) {
            size_t len = strcspn(tick + 1, "`");
            char *line = mem_text(tick + 1, len);
            if (strchr(line, ':')) check_setting(screen, line), settings++;
            free(line);
            tick += len + 1;
        }
    }
    assert_true(settings > 30);
    str_free(&readme);
}

// The table of numbers in the README names every metric there is.
static void the_readme_names_every_metric(void **state) {
    (void)state;
    Str readme = {0};
    Error err;
    assert_true(file_read(PROJECT_DATA "/../lessons/README.md", 1 << 20, &readme, &err));
    for (int k = 0; metric_usage(k); k++) {
        Str span = {0};
        str_printf(&span, "`= %.*s", (int)strcspn(metric_usage(k), " "), metric_usage(k));
        if (!strstr(readme.s, span.s)) fail_msg("%s is not in lessons/README.md", span.s);
        str_free(&span);
    }
    str_free(&readme);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_read_in_order),
        cmocka_unit_test(a_file_of_the_course_is_that_lesson),
        cmocka_unit_test(listing_knows_names_and_parsing_fills_in_steps),
        cmocka_unit_test(all_numbers_hold),
        cmocka_unit_test(each_ends_with_a_few_questions),
        cmocka_unit_test(pages_are_short),
        cmocka_unit_test(the_template_works),
        cmocka_unit_test(the_readme_s_settings_are_taken),
        cmocka_unit_test(the_readme_names_every_metric),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
