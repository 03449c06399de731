// The course taken by events, as a learner takes it: every step drawn at several sizes, every prediction answered right
// and wrong, every choice of every quiz, the keys that the text names, back and forth, to the end.
#include "lesson/page.h"

#include "walk.h"

// ---- drawing

static const int SIZES[][2] = {{24, 80}, {12, 40}, {36, 120}, {60, 200}};

static void draw_step(int lesson, int step) {
    const Step *at = &lesson_at(lesson)->step[step];
    for (unsigned k = 0; k < sizeof SIZES / sizeof SIZES[0]; k++) {
        begin(lesson, step, SIZES[k][0], SIZES[k][1]);
        if (app_state(app)->note[0]) fail_at(lesson, step, app_state(app)->note);
        for (int p = 0; p < at->pauses; p++) press(' ');
        if (!frame_has("?")) fail_at(lesson, step, "no status line");
    }
    press('P');
    app_frame(app);
}

static void every_step_is_drawn(void **state) {
    (void)state;
    all_steps(draw_step);
}

static void check_fits(int lesson, int step) {
    const Step *at = &lesson_at(lesson)->step[step];
    if (at->quizzes) return;
    begin(lesson, step, 24, 80);
    for (int p = 0; p < at->pauses; p++) press(' ');
    if (frame_has("▼ Space")) fail_at(lesson, step, "the text does not fit on 80 × 24");
}

static void text_fits_above_its_scene(void **state) {
    (void)state;
    all_steps(check_fits);
}

// On a small screen Space shows the rest of a text before it goes on, and nothing is left out on the way.
static void read_on(int lesson, int step) {
    begin(lesson, step, 12, 40);
    for (int k = 0; app_state(app)->tutor.step == step && app_state(app)->tutor.lesson == lesson; k++) {
        bool more = frame_has("▼ Space");
        int passed = app_state(app)->tutor.passed;
        press(' ');
        bool left = app_state(app)->tutor.step != step || app_state(app)->tutor.lesson != lesson;
        if (left && more) fail_at(lesson, step, "Space left the step with text unseen");
        if (!more && !left && app_state(app)->tutor.passed == passed) {
            if (app_state(app)->note[0]) return; // the end of the course
            fail_at(lesson, step, "Space did nothing");
        }
        if (k > 40) fail_at(lesson, step, "Space does not come to an end");
    }
}

// The hint that there is more stands behind whole words: the row is seen again, and its last word then ends where it
// did.
static void check_more(int lesson, int step) {
    begin(lesson, step, 12, 40);
    Str frame = {0}, row = {0};
    read_frame(&frame, false);
    const char *hint = strstr(str_text(&frame), " ▼ Space"), *from = hint;
    while (from && from > frame.s && from[-1] != '\n') from--;
    while (from && hint > from && hint[-1] == ' ') hint--;
    if (from) str_add(&row, from, (size_t)(hint - from));
    str_putc(&row, ' ');
    if (from && hint > from) {
        press(' ');
        if (!frame_has(row.s)) fail_at(lesson, step, "a word is cut, or its row not seen again");
    }
    str_free(&frame);
    str_free(&row);
}

static void no_word_is_cut_where_there_is_more(void **state) {
    (void)state;
    all_steps(check_more);
}

static void space_shows_all_of_a_text(void **state) {
    (void)state;
    all_steps(read_on);
}

// ---- keys that the text names

static bool is_action(const Step *at, uint32_t key) {
    unsigned where = ON_LESSON | (at->has_scene ? ON(at->screen) : 0);
    return action_of_key(where, key, 0) != ACTION_NONE;
}

static void check_key(const Lesson *l, const Step *at, uint32_t key, const char *name) {
    if (!is_action(at, key))
        fail_msg("%s: line %d: \"%s\" says press %s, which does nothing there", l->name, at->line, at->title, name);
}

static void check_named_keys(const Lesson *l, const Step *at, const char *text) {
    static const struct {
        const char *name;
        uint32_t key;
    } KEYS[] = {{"↑", KEY_CODE_UP},     {"↓", KEY_CODE_DOWN}, {"←", KEY_CODE_LEFT}, {"→", KEY_CODE_RIGHT},
                {"arrow keys", KEY_CODE_DOWN}, {"Tab", '\t'},        {"Home", KEY_CODE_HOME}, {"End", KEY_CODE_END}};
    for (unsigned k = 0; k < sizeof KEYS / sizeof KEYS[0]; k++) {
        if (strstr(text, KEYS[k].name)) check_key(l, at, KEYS[k].key, KEYS[k].name);
    }
}

// Whether block b asks to press something; every key named in that sentence does something on the step's screen.
static bool check_press(const Lesson *l, const Step *at, const ProseBlock *b) {
    bool pressing = false, found = false;
    for (int r = b->run; r < b->run + b->runs; r++) {
        const ProseRun *run = &l->prose.run[r];
        char *text = mem_text(str_text(&l->prose.text) + run->start, (size_t)run->len);
        int used;
        bool one =
            run->len > 0 && (run->look & PROSE_MONO) && text_decode(text, strlen(text), &used) && text[used] == '\0';
        if (pressing && one) check_key(l, at, text_decode(text, strlen(text), &used), text);
        const char *start = run->look & PROSE_MONO ? NULL : strstr(text, "Press ");
        if (start) pressing = found = true;
        if (strstr(text, "pressed")) found = true;
        if (pressing && !(run->look & PROSE_MONO)) {
            char *from = start ? text + (start - text) : text, *stop = strstr(from, ". ");
            if (stop) *stop = '\0', pressing = false;
            check_named_keys(l, at, from);
        }
        free(text);
    }
    return found;
}

static void check_step_keys(int lesson, int step) {
    const Lesson *l = lesson_at(lesson);
    const Step *at = &l->step[step];
    bool found = at->quizzes > 0 || at->predict;
    begin(lesson, step, 24, 80);
    for (int k = at->first; k < at->first + at->count; k++) {
        const ProseBlock *b = &l->prose.block[k];
        if (b->kind == PROSE_PARAGRAPH) found = check_press(l, at, b) || found;
    }
    if (!found) fail_at(lesson, step, "nothing to press");
}

static void every_step_names_a_key_that_works(void **state) {
    (void)state;
    all_steps(check_step_keys);
}

static void every_lesson_has_notes(void **state) {
    (void)state;
    for (int k = 0; k < world.course.count; k++) {
        size_t notes = 0;
        for (int s = 0; s < lesson_at(k)->steps; s++) notes += lesson_at(k)->step[s].notes.len;
        if (notes == 0) fail_msg("%s has no notes for the presenter", lesson_at(k)->name);
    }
}

// ---- predictions

// Of a prediction of a head j counts through all layers.
static bool judged_right(const Predict *p, int j) {
    const Scene *s = &app_state(app)->scene;
    MetricPlace place = {.scene = s, .lib = &world.library, .i = s->query, .j = j};
    int heads = s->train.recipe.heads;
    if (p->kind == PREDICT_HEAD) place.i = j / heads, place.j = j % heads;
    return lesson_judge(p, place, 0, NULL);
}

static bool answer_by_head(const Predict *p, bool right) {
    const NetRecipe *r = &app_state(app)->scene.train.recipe;
    int j = 0;
    while (j < r->layers * r->heads && judged_right(p, j) != right) j++;
    return click(HIT_AT_HEAD, j / r->heads, j % r->heads);
}

// Answers by the pointer: a token or cell that is right, or one that is wrong.
static bool answer_by_click(const Predict *p, bool right) {
    HitKind kind = p->kind == PREDICT_TOKEN ? HIT_TOKEN : HIT_CELL;
    if (p->kind == PREDICT_HEAD) return answer_by_head(p, right);
    const Scene *s = &app_state(app)->scene;
    for (int j = 0; j <= s->query; j++) {
        if (judged_right(p, j) != right) continue;
        if (kind == HIT_TOKEN ? click(kind, j, -1) : click(kind, s->query, j)) return true;
    }
    return false;
}

static void answer_by_typing(const Predict *p, bool right) {
    char text[32];
    double value = 0;
    MetricPlace place = {.scene = &app_state(app)->scene, .lib = &world.library};
    lesson_judge(p, place, 0, &value);
    if (p->metric.percent) value *= 100;
    snprintf(text, sizeof text, "%.4f", value + (right ? 0 : 100));
    press(KEY_CODE_ENTER); // nothing typed yet: no answer
    assert_string_equal(app_state(app)->note, "a number is wanted");
    assert_true(app_state(app)->tutor.hides);
    press('7'), press(KEY_CODE_BACKSPACE);
    for (const char *c = text; *c; c++) press((uint32_t)*c);
    press(KEY_CODE_ENTER);
}

static void answer_by_enter(const Predict *p) {
    int best = 0;
    while (!judged_right(p, best)) best++;
    const Scene *s = &app_state(app)->scene;
    for (int k = 0; p->kind != PREDICT_HEAD && s->key != best && k < 100; k++)
        press(s->key > best ? KEY_CODE_LEFT : KEY_CODE_RIGHT);
    int from = s->train.layer * s->train.recipe.heads + s->train.head;
    for (int k = from; p->kind == PREDICT_HEAD && k != best; k += k < best ? 1 : -1)
        press(k < best ? KEY_CODE_DOWN : KEY_CODE_UP);
    press(KEY_CODE_ENTER);
}

static void check_answered(int lesson, int step, bool right) {
    const Tutor *t = &app_state(app)->tutor;
    if (t->hides) fail_at(lesson, step, "the answer was not taken");
    if (!frame_has(right ? "✓ Right" : "✗ Not this time"))
        fail_at(lesson, step, right ? "it was right" : "it was wrong");
    press('p');
    while (t->step != step || t->lesson != lesson) press(' ');
    if (t->hides) fail_at(lesson, step, "hidden again though it was answered");
    press('A');
    if (!t->hides) fail_at(lesson, step, "the answer could not be taken back");
}

static void predict_step(int lesson, int step) {
    const Predict *p = lesson_at(lesson)->step[step].predict;
    for (int right = 0; p && right < 2; right++) {
        begin(lesson, step, 24, 80);
        assert_true(app_state(app)->tutor.hides);
        press('x'); // where it looks most: not to be told
        if (p->kind == PREDICT_TOKEN) assert_int_equal(app_state(app)->scene.key, app_state(app)->scene.query);
        if (p->kind == PREDICT_NUMBER) answer_by_typing(p, right);
        else if (!answer_by_click(p, right)) fail_at(lesson, step, "there is nothing to click");
        check_answered(lesson, step, right);
        if (p->kind == PREDICT_NUMBER || !right) continue;
        answer_by_enter(p);
        check_answered(lesson, step, true);
    }
}

// The question is about the scene as written: what was pressed before the answer changes nothing.
static void predict_after_keys(int lesson, int step) {
    const Predict *p = lesson_at(lesson)->step[step].predict;
    if (!p) return;
    begin(lesson, step, 24, 80);
    const Scene *s = &app_state(app)->scene;
    double value = 0;
    int best = 0;
    if (p->kind == PREDICT_NUMBER) lesson_judge(p, (MetricPlace){.scene = s, .lib = &world.library}, 0, &value);
    else while (!judged_right(p, best)) best++;
    if (p->metric.percent) value *= 100;
    for (const char *c = "mdbs+SeE2"; *c; c++) press((uint32_t)*c);
    if (p->kind == PREDICT_TOKEN) {
        press('s');
        assert_string_equal(app_state(app)->note, "predict first, or Space goes on");
    }
    char text[32];
    snprintf(text, sizeof text, "%.4f", value);
    if (p->kind == PREDICT_NUMBER) press(KEY_CODE_BACKSPACE); // the 2
    for (const char *c = text; p->kind == PREDICT_NUMBER && *c; c++) press((uint32_t)*c);
    if (p->kind == PREDICT_NUMBER) press(KEY_CODE_ENTER);
    else if (p->kind == PREDICT_HEAD ? !answer_by_head(p, true) : !click(HIT_TOKEN, best, -1))
        fail_at(lesson, step, "what is right is gone");
    if (frame_has("n/a")) fail_at(lesson, step, "numbers of another text");
    check_answered(lesson, step, true);
}

static void a_prediction_is_about_the_scene_as_written(void **state) {
    (void)state;
    all_steps(predict_after_keys);
}

// On a low screen too the token that one stands on is in sight, to be pressed.
static void predict_low(int lesson, int step) {
    const Predict *p = lesson_at(lesson)->step[step].predict;
    for (int project = 0; p && p->kind == PREDICT_TOKEN && project < 2; project++) {
        begin(lesson, step, 12, 40);
        if (project) press('P');
        for (int j = app_state(app)->scene.query; j >= 0; j--) {
            assert_int_equal(app_state(app)->scene.key, j);
            bool right = judged_right(p, j);
            if (right && !click(HIT_TOKEN, j, -1))
                fail_at(lesson, step, "the right token cannot be clicked on a low screen");
            if (right) break;
            press(KEY_CODE_LEFT);
        }
        assert_false(app_state(app)->tutor.hides);
    }
}

static void a_token_is_predicted_on_a_low_screen_too(void **state) {
    (void)state;
    all_steps(predict_low);
}

static void every_prediction_can_be_right_and_wrong(void **state) {
    (void)state;
    all_steps(predict_step);
}

// ---- quizzes

static void find_explanation(const Lesson *l, const Choice *c, int lesson, int step) {
    Str frame = {0}, want = {0}, letters = {0};
    for (int k = c->explanation; k < c->explanation + c->explanations; k++) prose_plain(&l->prose, k, &want);
    for (size_t k = 0; k < want.len; k++) {
        if (isalnum((unsigned char)want.s[k])) str_putc(&letters, want.s[k]);
    }
    read_frame(&frame, true);
    assert_true(letters.len > 2);
    if (!strstr(frame.s, letters.s)) fail_at(lesson, step, str_text(&want));
    str_free(&frame);
    str_free(&want);
    str_free(&letters);
}

// Answers the quizzes of a step with digits, or by the pointer, each with choice `choice` or its last one.
static void quiz_step(int lesson, int step, int choice, bool pointer) {
    const Lesson *l = lesson_at(lesson);
    const Step *at = &l->step[step];
    begin(lesson, step, 60, 80);
    int right = 0;
    for (int q = 0; q < at->quizzes; q++) {
        int taken = choice < at->quiz[q].choices ? choice : at->quiz[q].choices - 1;
        right += at->quiz[q].choice[taken].right;
        if (!pointer) press((uint32_t)('1' + taken));
        else if (!click(HIT_CHOICE, q, taken)) fail_at(lesson, step, "a choice cannot be clicked");
        find_explanation(l, &at->quiz[q].choice[taken], lesson, step);
    }
    char result[32];
    snprintf(result, sizeof result, "%d of %d right", right, at->quizzes);
    if (at->quizzes > 1) assert_string_equal(app_state(app)->note, result);
}

static void quiz_all(int lesson, int step) {
    const Step *at = &lesson_at(lesson)->step[step];
    for (int choice = 0; at->quizzes && choice < at->quiz[0].choices; choice++) {
        quiz_step(lesson, step, choice, false);
        quiz_step(lesson, step, choice, true);
    }
}

static void every_choice_has_its_explanation(void **state) {
    (void)state;
    all_steps(quiz_all);
}

static void an_answer_stays_and_can_be_taken_back(void **state) {
    (void)state;
    int step = lesson_at(0)->steps - 1;
    begin(0, step, 24, 80);
    press('2');
    const Tutor *t = &app_state(app)->tutor;
    assert_int_equal(t->marks, 1);
    assert_int_equal(t->mark[0].value, 1);
    click(HIT_CHOICE, 0, 0);
    assert_int_equal(t->mark[0].value, 1);
    Progress kept = {0};
    app_save_progress(app, &kept);
    assert_int_equal(progress_answer(progress_find(&kept, lesson_at(0)->name), 0), 1);
    press('A');
    assert_int_equal(t->marks, 0);
    app_save_progress(app, &kept);
    assert_int_equal(progress_answer(progress_find(&kept, lesson_at(0)->name), 0), -1);
    progress_free(&kept);
}

// ---- going about

// Whatever was pressed, a step that is come back to stands as it was written.
static void come_back(int lesson, int step) {
    static const char KEYS[] = "md]b+s7xz[r=a2";
    if (!lesson_at(lesson)->step[step].has_scene) return;
    begin(lesson, step, 24, 80);
    Scene *was = MEM_NEW(Scene, 1);
    scene_copy(was, &app_state(app)->scene);
    bool first = lesson == 0 && step == 0;
    for (const char *c = KEYS; *c; c++) press((uint32_t)*c);
    press(KEY_CODE_DOWN);
    if (first) press(' '), press('p');
    else press('p');
    while (app_state(app)->tutor.step != step || app_state(app)->tutor.lesson != lesson) press(' ');
    if (!scene_same(was, &app_state(app)->scene)) fail_at(lesson, step, "the scene is not as it was");
    free(was);
}

static void a_step_come_back_to_has_its_scene(void **state) {
    (void)state;
    all_steps(come_back);
}

static void the_course_is_walked_to_its_end_and_back(void **state) {
    (void)state;
    begin(0, 0, 24, 80);
    const State *s = app_state(app);
    press('p');
    assert_string_equal(s->note, "this is the first step");
    int steps = 0, last = world.course.count - 1;
    for (int k = 0; k < world.course.count; k++) steps += lesson_at(k)->steps;
    for (int k = 0; k < 3 * steps && !strstr(s->note, "the end of the course"); k++) press(' ');
    assert_int_equal(s->tutor.lesson, last);
    assert_int_equal(s->tutor.step, lesson_at(last)->steps - 1);
    assert_true(s->tutor.open);
    assert_true(frame_has("the end of the course: Esc leaves it, F8 comes back"));
    for (int k = 1; k < steps; k++) press('p');
    assert_int_equal(s->tutor.lesson, 0);
    assert_int_equal(s->tutor.step, 0);
}

#define WALK(test) cmocka_unit_test_teardown(test, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        WALK(every_step_is_drawn),
        WALK(text_fits_above_its_scene),
        WALK(space_shows_all_of_a_text),
        WALK(no_word_is_cut_where_there_is_more),
        WALK(every_step_names_a_key_that_works),
        WALK(every_lesson_has_notes),
        WALK(every_prediction_can_be_right_and_wrong),
        WALK(a_prediction_is_about_the_scene_as_written),
        WALK(a_token_is_predicted_on_a_low_screen_too),
        WALK(every_choice_has_its_explanation),
        WALK(an_answer_stays_and_can_be_taken_back),
        WALK(a_step_come_back_to_has_its_scene),
        WALK(the_course_is_walked_to_its_end_and_back),
    };
    return cmocka_run_group_tests(tests, world_of_tests, world_done);
}
