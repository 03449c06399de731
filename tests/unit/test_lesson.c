// Lessons: steps, scenes, predictions, quizzes, expectations, notes and pauses; each mistake told with its line; and
// the page that a step becomes.
#include "app/world.h"
#include "base/text.h"
#include "lesson/course.h"
#include "lesson/page.h"

#include "check.h"
#include "world.h"

static const char WHOLE[] = "---\n"              // 1
                            "title: A lesson\n"  // 2
                            "order: 7\n"         // 3
                            "---\n"              // 4
                            "# First step\n"     // 5
                            "\n"                 // 6
                            "```scene\n"         // 7
                            "sentence: ioi\n"    // 8
                            "head: duplicate-token\n"
                            "query: 9\n"         // 10
                            "expect: weight 9 3 > 0.9\n"
                            "```\n"              // 12
                            "\n"
                            "John gives `= percent 9 3` to John.\n"
                            "\n"                 // 15
                            "<!-- pause -->\n"
                            "More. `code`\n"
                            "\n"
                            "<!-- note: say it\n"
                            "     slowly -->\n"  // 20
                            "\n"
                            "***\n"
                            "## Second\n"
                            "\n"
                            "```scene\n"         // 25
                            "same\n"
                            "mask: off\n"
                            "```\n"
                            "```predict\n"
                            "ask: Which one will\n" // 30
                            "  it be?\n"
                            "click: token\n"
                            "right: weight 9 j > 0.5\n"
                            "because: It is `= weight 9 3`.\n"
                            "```\n"              // 35
                            "***\n"
                            "```quiz\n"
                            "How many?\n"
                            "\n"
                            "- [ ] one\n"        // 40
                            "  > No.\n"
                            "- [x] `= visible 9`\n"
                            "  > Yes, *all*.\n"
                            "```\n"
                            "***\n";

static Lesson parse(const char *text) {
    Lesson l = {0};
    Error err;
    if (!lesson_parse(&l, "lessons/02-a.md", text, strlen(text), &err)) fail_msg("%s", err.text);
    return l;
}

static void a_lesson_is_cut_into_steps(void **state) {
    (void)state;
    Lesson l = parse(WHOLE);
    assert_string_equal(l.title, "A lesson");
    assert_string_equal(l.name, "02-a");
    assert_int_equal(l.order, 7);
    assert_int_equal(l.steps, 3);
    const Step *s = l.step;
    assert_string_equal(s[0].title, "First step");
    assert_true(s[0].own_scene && s[1].own_scene && !s[2].own_scene && s[2].has_scene);
    assert_int_equal(s[0].scenes, 3);
    assert_int_equal(s[1].scenes, 4);
    assert_int_equal(l.scene[s[1].scene + 3].line, 27);
    assert_int_equal(s[0].expects, 1);
    assert_int_equal(s[0].expect[0].line, 11);
    assert_int_equal(s[0].pauses, 1);
    assert_string_equal(str_text(&s[0].notes), "say it\nslowly");
    assert_int_equal(s[1].predict->line, 29);
    assert_int_equal(s[2].quizzes, 1);
    assert_int_equal(s[2].quiz[0].choices, 2);
    assert_true(s[2].quiz[0].choice[1].right);
    assert_int_equal(s[2].quiz[0].choice[1].line, 42);
    Scene scene;
    Error err;
    assert_true(lesson_scene(&l, 2, &world.library, &scene, &err));
    assert_int_equal(scene.query, 9);
    assert_false(scene.mask);
    lesson_free(&l);
}

static void small_lessons(void **state) {
    (void)state;
    Lesson l = parse("x");
    assert_int_equal(l.steps, 1);
    assert_string_equal(l.title, "02-a");
    assert_int_equal(l.order, 2);
    lesson_free(&l);
    l = parse("***\nno end\n"); // a rule and a paragraph: two steps, the first without anything
    assert_int_equal(l.steps, 2);
    lesson_free(&l);
    l = parse("\xEF\xBB\xBF---\r\ntitle: x\r\n---\r\n```scene\r\nnone\r\n```\r\n");
    assert_string_equal(l.title, "x");
    assert_false(l.step[0].has_scene);
    lesson_free(&l);
    l = parse("> ***\n\n- ***\n"); // rules inside boxes cut nothing
    assert_int_equal(l.steps, 1);
    lesson_free(&l);
}

static void mistakes_are_told_with_their_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *told;
    } BAD[] = {
        {"---\ntitel: x\n---\n", "2: unknown front matter \"titel\" (did you mean \"title\"?)"},
        {"---\norder: x\n---\n", "2: order is \"x\": a number is wanted"},
        {"---\norder: 1\n---\n\na\nb `= wieght 1 2`", "6: unknown metric \"wieght\" (did you mean \"weight\"?)"},
        {"```sceen\n```", "1: unknown block \"sceen\" (did you mean \"scene\"?)"},
        {"```scene x\n```", "1: nothing is wanted behind ```scene: its lines stand below it"},
        {"a\n```scene\nhead: x\nsaem\n```", "4: scene: `name: value` is wanted, or `same`, or `none`: unknown line \"saem\" (did you mean \"same\"?)"},
        {"```scene\nsame\n```", "2: scene: same: there is no scene before this one"},
        {"```scene\n```\n***\n```scene\nhead: x\nsame\n```", "6: scene: same must be the first line of the scene"},
        {"```scene\n```\n\n```scene\n```", "4: a second scene in one step: `***` begins the next step"},
        {"```scene\nexpect: weight 1 2\n```", "2: scene: expect: `weight 1 2` compares nothing: `weight 9 3 > 0.9` is wanted (one of < <= > >= =)"},
        {"```scene\nexpect: weight 1 2 > x\n```", "2: scene: expect: \"x\" is not a number"},
        {"```scene\nexpect: weight 1 2 > nan\n```", "2: scene: expect: \"nan\" is not a number"},
        {"a\n\n<!--\nexpect: weigt 1 2 > 0\n-->", "4: expect: unknown metric \"weigt\" (did you mean \"weight\"?)"},
        {"<!-- paus -->", "1: unknown comment \"paus\" (did you mean \"pause\"?)"},
        {"```predict\nask: x\nclck: token\n```", "3: unknown line \"clck\" (did you mean \"click\"?)"},
        {"```predict\nclick: token\nright: weight 1 j > 0\n```", "1: no `ask:` line with the question"},
        {"```predict\nask: x\n```", "1: one of `click: token`, `click: cell`, `click: head` or `type: METRIC` is wanted"},
        {"```predict\nask: x\nclick: tokn\n```", "3: click: unknown thing to click \"tokn\" (did you mean \"token\"?)"},
        {"```predict\nask: x\nclick: token\n```", "1: no `right:` line such as `right: weight 9 j > 0.5`"},
        {"```predict\nask: x\ntype: entropy 9\n```", "1: no `within:` line: how far off an answer may be"},
        {"```predict\nask: x\nwithin: -1\n```", "3: within: within is \"-1\": how far off an answer may be is wanted, such as 0.1"},
        {"```predict\nask: x\nask: y\n```", "3: a second `ask:` line"},
        {"```predict\nask:\n```", "2: ask: ask: a text is wanted"},
        {"```quiz\n- [x] a\n  > b\n- [ ] c\n  > d\n```", "1: quiz: no question before the choices"},
        {"```quiz\nq\n- [x] a\n  > b\n```", "1: quiz: 1 choices: at least two are wanted, each a line `- [ ] …`"},
        {"```quiz\nq\n- a\n```", "3: quiz: a choice starts with `- [ ]`, or with `- [x]` if it is the right one"},
        {"```quiz\nq\n- [x] a\n- [ ] b\n  > c\n```", "3: quiz: choice 1 has no explanation: a line that starts with `>` is wanted below it"},
        {"```quiz\nq\n- [ ] a\n  > b\n- [ ] c\n  > d\n```", "1: quiz: 0 choices are marked `[x]` as right: exactly one is wanted"},
        {"", "1: nothing in it to read: a heading or a paragraph is wanted"},
        {"<!-- note: a -->\n\n***\n", "1: nothing in it to read: a heading or a paragraph is wanted"},
        {"---\ntitle: x\n\n# y\n", "1: front matter begins here and never ends: a second line --- is wanted"},
        {"---", "1: front matter begins here and never ends: a second line --- is wanted"},
        {"```quiz\nq\n> b\n- [ ] a\n```", "3: quiz: an explanation stands behind the choice it explains"},
        {"```quiz\nq\n- [ ] a\n  > b\n\nc\n```", "6: quiz: text behind the choices: an explanation starts with `>`"},
    };
    for (size_t k = 0; k < sizeof BAD / sizeof BAD[0]; k++) {
        Lesson l = {0};
        Error err;
        Str want = {0};
        if (lesson_parse(&l, "f.md", BAD[k].text, strlen(BAD[k].text), &err)) fail_msg("was read: %s", BAD[k].text);
        str_printf(&want, "f.md:%s", BAD[k].told);
        assert_string_equal(err.text, want.s);
        assert_null(l.step);
        str_free(&want);
    }
}

static void conditions_hold_or_not(void **state) {
    (void)state;
    static const struct {
        const char *words;
        double value;
        bool holds;
    } ALL[] = {
        {"weight 1 0 > 0.5", 0.5, false}, {"weight 1 0 >= 0.5", 0.5, true}, {"weight 1 0 < 0.5", 0.4, true}, {"weight 1 0 <= .5", 0.6, false},
        {"weight 1 0 = 0.956", 0.9564, true}, {"weight 1 0 = 0.956", 0.9566, false}, {"weight 1 0 == 1", 0.6, true},
        {"percent 1 0 = 96%", 0.956, true}, {"percent 1 0 = 96", 0.95, false}, {"entropy 2 with mask off > 3", 3.4, true},
    };
    for (size_t k = 0; k < sizeof ALL / sizeof ALL[0]; k++) {
        Condition c;
        Error err;
        if (!condition_parse(&c, ALL[k].words, false, &err)) fail_msg("%s: %s", ALL[k].words, err.text);
        if (condition_holds(&c, ALL[k].value) != ALL[k].holds) fail_msg("%s with %g", ALL[k].words, ALL[k].value);
    }
}

// ---- the check

static void gather(const char *finding, void *context) {
    str_printf(context, "%s\n", finding);
}

static void check_findings(const char *text, const char *want) {
    Lesson l = parse(text);
    Str got = {0};
    lesson_check(&l, &world.library, gather, &got);
    assert_string_equal(str_text(&got), want);
    str_free(&got);
    lesson_free(&l);
}

static void the_check_computes_everything(void **state) {
    (void)state;
    check_findings(WHOLE, "");
    check_findings("```scene\nhead: inducton\n```",
                   "lessons/02-a.md:2: scene: unknown head \"inducton\" (did you mean \"induction\"?)\n");
    check_findings("```scene\nquery: 77\n```",
                   "lessons/02-a.md:2: scene: query 77 is outside the text: its tokens are 0 to 14\n");
    check_findings("```scene\nexpect: weight 9 3 > 0.97\n```",
                   "lessons/02-a.md:2: expect: it is 0.955783, wanted > 0.97\n");
    check_findings("```scene\nscren: play\n```",
                   "lessons/02-a.md:2: scene: unknown line \"scren\" (did you mean \"screen\"?)\n");
    check_findings("a\nb <!-- pause --> c <!-- mine --> `<!-- note: x -->`\n\nd\n<!-- note: y -->",
                   "lessons/02-a.md:2: a comment for the lesson stands on a line of its own\n");
    check_findings("`= weight 9 3`", "lessons/02-a.md:1: `= weight 9 3`: there is no scene to compute it from\n");
    check_findings("```scene\n```\na\n`= weight 99 3`",
                   "lessons/02-a.md:4: `= weight 99 3`: position 99 is outside the text: its tokens are 0 to 14\n");
    check_findings("```scene\n```\n`= entropy 9 with mask of`",
                   "lessons/02-a.md:3: `= entropy 9 with mask of`: mask is \"of\": on or off is wanted\n");
    check_findings("```scene\n```\n```predict\nask: x\nclick: cell\nright: weight i j > 2\n```",
                   "lessons/02-a.md:3: predict: 0 of the 225 places to click are right\n");
    check_findings("```predict\nask: x\ntype: entropy 9\nwithin: 1\n```",
                   "lessons/02-a.md:1: predict: there is no scene to predict\n");
    check_findings("```scene\n```\n```quiz\nq\n- [x] a\n  > `= weight 99 0`\n- [ ] b\n  > c\n```",
                   "lessons/02-a.md:6: `= weight 99 0`: position 99 is outside the text: its tokens are 0 to 14\n");
}

static void answers_are_judged(void **state) {
    (void)state;
    Lesson l = parse(WHOLE);
    Scene s;
    Error err;
    assert_true(lesson_scene(&l, 1, &world.library, &s, &err));
    MetricPlace place = {.scene = &s, .lib = &world.library};
    for (int j = 0; j < 15; j++) {
        place.i = place.j = j;
        assert_int_equal(lesson_judge(l.step[1].predict, place, 0, NULL), j == 3);
    }
    lesson_free(&l);
    l = parse("```scene\n```\n```predict\nask: x\ntype: percent 9 3\nwithin: 2\n```");
    assert_true(lesson_scene(&l, 0, &world.library, &s, &err));
    double value;
    assert_true(lesson_judge(l.step[0].predict, place, 97.5, &value));
    CHECK_NEAR(value, 0.9557, 0.0001);
    assert_false(lesson_judge(l.step[0].predict, place, 98, NULL));
    lesson_free(&l);
}

// ---- the page

static void check_page(const Lesson *l, int step, const PageState *state, const char *want) {
    Prose page = {0};
    Str got = {0};
    page_compose(l, step, state, &page);
    for (int k = 0; k < page.blocks; k++) {
        prose_plain(&page, k, &got);
        str_putc(&got, '\n');
    }
    assert_string_equal(str_text(&got), want);
    str_free(&got);
    prose_free(&page);
}

static void a_page_follows_the_reader(void **state) {
    (void)state;
    Lesson l = parse(WHOLE);
    Scene written[3];
    Error err;
    for (int k = 0; k < 3; k++) assert_true(lesson_scene(&l, k, &world.library, &written[k], &err));
    PageState at = {.lib = &world.library, .now = &written[0], .written = &written[0], .quiz = -1, .choice = -1};
    check_page(&l, 0, &at, "First step\nJohn gives 96% to John.\n");
    at.passed = 1;
    check_page(&l, 0, &at, "First step\nJohn gives 96% to John.\nMore. code\n");
    Scene flat = written[0];
    assert_true(scene_set(&flat, &world.library, "head", "uniform", &err));
    at.now = &flat;
    check_page(&l, 0, &at, "First step\nJohn gives 10% to John.\nMore. code\n");
    at.now = NULL;
    check_page(&l, 0, &at, "First step\nJohn gives n/a to John.\nMore. code\n");
    at.now = at.written = &written[1];
    check_page(&l, 1, &at, "Second\nPredict: Which one will it be?\n");
    at.predict = PREDICT_WRONG;
    check_page(&l, 1, &at, "Second\nPredict: Which one will it be?\n✗ Not this time. It is 0.937.\n");
    at.now = at.written = &written[2];
    check_page(&l, 2, &at, "How many?\none\n15\n");
    int answer = 0;
    at.answer = &answer;
    at.hit = 40;
    check_page(&l, 2, &at, "How many?\n✗ one\nNo.\n✓ 15\nYes, all.\n");
    answer = 1;
    check_page(&l, 2, &at, "How many?\none\n✓ 15\nYes, all.\n");
    Prose page = {0};
    page_compose(&l, 2, &at, &page);
    assert_int_equal(page_choice_block(&page, 40, 0, 1), 2);
    assert_int_equal(page_choice_block(&page, 40, 0, 2), -1);
    assert_int_equal(page.block[3].hit.b, 1);
    page_notes(&l, 0, &page);
    assert_int_equal(page.blocks, 1);
    prose_free(&page);
    lesson_free(&l);
}

// ---- anything goes

static void random_lessons_do_no_harm(void **state) {
    (void)state;
    uint32_t seed = 88172645u;
    int read = 0;
    for (int round = 0; round < 400; round++) {
        char text[sizeof WHOLE];
        memcpy(text, WHOLE, sizeof WHOLE);
        for (int k = 0; k < 1 + round % 12; k++) {
            seed = seed * 1664525u + 1013904223u;
            size_t at = (seed >> 8) % (sizeof WHOLE - 1), from = (seed >> 4) % (sizeof WHOLE - 20);
            if (seed >> 31) text[at] = (char)(seed >> 16);
            else memmove(text + (at < sizeof WHOLE - 20 ? at : 0), WHOLE + from, 19);
        }
        Lesson l = {0};
        Error err;
        if (!lesson_parse(&l, "f.md", text, sizeof WHOLE - 1, &err)) continue;
        read++;
        Str found = {0};
        lesson_check(&l, &world.library, gather, &found);
        for (int s = 0; s < l.steps; s++) {
            Scene scene;
            bool has = l.step[s].has_scene && lesson_scene(&l, s, &world.library, &scene, &err);
            PageState at = {
                .lib = &world.library, .now = has ? &scene : NULL, .written = has ? &scene : NULL, .passed = 9};
            Prose page = {0};
            page_compose(&l, s, &at, &page);
            prose_free(&page);
        }
        str_free(&found);
        lesson_free(&l);
    }
    assert_true(read > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lesson_is_cut_into_steps),
        cmocka_unit_test(small_lessons),
        cmocka_unit_test(mistakes_are_told_with_their_line),
        cmocka_unit_test(conditions_hold_or_not),
        cmocka_unit_test(the_check_computes_everything),
        cmocka_unit_test(answers_are_judged),
        cmocka_unit_test(a_page_follows_the_reader),
        cmocka_unit_test(random_lessons_do_no_harm),
    };
    return cmocka_run_group_tests(tests, world_of_tests, world_done);
}
