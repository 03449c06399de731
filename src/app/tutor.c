#include "app/tutor.h"

#include "app/hit.h"
#include "base/mem.h"
#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const Lesson *tutor_lesson(const State *s, const World *w) {
    return &w->course.entry[s->tutor.lesson].lesson;
}

const Step *tutor_step(const State *s, const World *w) {
    return &tutor_lesson(s, w)->step[s->tutor.step];
}

// ---- marks

static Mark *find_mark(Tutor *t, int lesson, bool predict, int at) {
    for (int k = 0; k < t->marks; k++) {
        Mark *m = &t->mark[k];
        if (m->lesson == lesson && m->predict == predict && m->at == at) return m;
    }
    return NULL;
}

static void set_mark(Tutor *t, int lesson, bool predict, int at, int value) {
    Mark *m = find_mark(t, lesson, predict, at);
    if (!m && t->marks < MARKS_MAX) m = &t->mark[t->marks++];
    if (m) *m = (Mark){(int16_t)lesson, (int16_t)at, (int16_t)value, predict};
}

static void drop_mark(Tutor *t, bool predict, int at) {
    Mark *m = find_mark(t, t->lesson, predict, at);
    if (m) *m = t->mark[--t->marks];
}

static int get_mark(const Tutor *t, bool predict, int at, int otherwise) {
    const Mark *m = find_mark((Tutor *)t, t->lesson, predict, at);
    return m ? m->value : otherwise;
}

// Quizzes are numbered through the lesson: the number of the step's first.
static int first_quiz(const State *s, const World *w) {
    int count = 0;
    for (int k = 0; k < s->tutor.step; k++) count += tutor_lesson(s, w)->step[k].quizzes;
    return count;
}

// The choice taken in a quiz of the step; −1: none, or one that a lesson rewritten since no longer has.
static int answer_to(const State *s, const World *w, int quiz) {
    int choice = get_mark(&s->tutor, false, first_quiz(s, w) + quiz, -1);
    return choice < tutor_step(s, w)->quiz[quiz].choices ? choice : -1;
}

static PredictState predicted(const State *s) {
    return (PredictState)get_mark(&s->tutor, true, s->tutor.step, PREDICT_OPEN);
}

// ---- the page

void tutor_page(const State *s, const World *w, TutorPage kind, Prose *out) {
    const Lesson *l = tutor_lesson(s, w);
    const Step *step = tutor_step(s, w);
    if (s->tutor.notes) {
        page_notes(l, s->tutor.step, out);
        if (out->blocks > 0) return;
        prose_add_block(out, (ProseBlock){.kind = PROSE_PARAGRAPH});
        prose_add_text(out, PROSE_SIDE, "No notes for this step.");
        return;
    }
    Scene *written = mem_resize(NULL, 1, sizeof *written); // large: not for the stack; set by lesson_scene
    Error ignored;
    bool has = step->has_scene && lesson_scene(l, s->tutor.step, &w->library, written, &ignored);
    int answer[LESSON_QUIZZES_MAX];
    for (int k = 0; k < step->quizzes; k++) answer[k] = answer_to(s, w, k);
    PageState page = {
        .lib = &w->library,
        .now = !has ? NULL : kind != TUTOR_NOW ? written : &s->scene,
        .written = has ? written : NULL,
        .passed = kind == TUTOR_WHOLE ? step->pauses : s->tutor.passed,
        .predict = predicted(s),
        .answer = answer,
        .quiz = -1,
        .choice = -1,
        .hit = HIT_CHOICE,
    };
    page_compose(l, s->tutor.step, &page, out);
    free(written);
}

// ---- going from step to step

static bool scene_names(const Lesson *l, const Step *step, const char *name) {
    for (int k = step->scene; k < step->scene + step->scenes; k++) {
        if (strcmp(l->scene[k].name, name) == 0) return true;
    }
    return false;
}

static void set_scene(State *s, const World *w) {
    const Lesson *l = tutor_lesson(s, w);
    const Step *step = tutor_step(s, w);
    Scene *next = mem_resize(NULL, 1, sizeof *next);
    Error err;
    if (lesson_scene(l, s->tutor.step, &w->library, next, &err)) {
        if (!scene_names(l, step, "theme")) next->theme = s->scene.theme, next->theme_chosen = s->scene.theme_chosen;
        if (!scene_names(l, step, "map")) next->map = s->scene.map;
        scene_project(next, scene_names(l, step, "project") ? next->project : s->scene.project);
        scene_copy(&s->scene, next);
        s->has_before = false;
    } else {
        snprintf(s->note, sizeof s->note, "%.*s", NOTE_MAX - 1, err.text);
    }
    free(next);
}

static void enter(State *s, const World *w) {
    Tutor *t = &s->tutor;
    t->passed = t->scroll = t->typed_len = 0;
    s->training.film = false;
    t->place[t->lesson] = (int16_t)t->step;
    if (t->seen[t->lesson] <= t->step) t->seen[t->lesson] = (int16_t)(t->step + 1);
    t->find[0] = '\0';
    const Step *step = tutor_step(s, w);
    if (step->has_scene) set_scene(s, w);
    t->hides = step->predict && predicted(s) == PREDICT_OPEN;
    if (t->hides) t->guess = step->predict->kind;
    if (t->hides) s->scene.key = s->scene.query; // where it looks most is the answer
}

void tutor_open(State *s, const World *w, int lesson, int step) {
    s->tutor.open = true;
    s->tutor.lesson = lesson;
    s->tutor.step = step;
    enter(s, w);
}

void tutor_show_found(State *s, const World *w) {
    s->tutor.passed = tutor_step(s, w)->pauses;
    s->tutor.notes = false;
    s->tutor.scroll = tutor_found_row(s, w);
}

static bool readable(const World *w, int lesson) {
    return lesson >= 0 && lesson < w->course.count && w->course.entry[lesson].lesson.steps > 0;
}

int tutor_neighbour(const World *w, int lesson, int by) {
    for (lesson += by; lesson >= 0 && lesson < w->course.count; lesson += by) {
        if (readable(w, lesson)) return lesson;
    }
    return -1;
}

Effect tutor_reopen(State *s, const World *w) {
    if (!readable(w, s->tutor.lesson)) s->tutor.lesson = tutor_neighbour(w, -1, 1);
    if (s->tutor.lesson < 0) {
        s->tutor.lesson = 0;
        snprintf(s->note, sizeof s->note, "there are no lessons");
        return EFFECT_NONE;
    }
    int step = s->tutor.place[s->tutor.lesson], steps = tutor_lesson(s, w)->steps;
    tutor_open(s, w, s->tutor.lesson, step < steps ? step : steps - 1);
    return EFFECT_PROGRESS;
}

Effect tutor_go_on(State *s, const World *w) {
    Tutor *t = &s->tutor;
    const Step *step = tutor_step(s, w);
    int page = tutor_unseen(s, w);
    if (page > 0) {
        t->scroll += page;
        return EFFECT_NONE;
    }
    if (t->passed < step->pauses) {
        t->passed++;
        return EFFECT_NONE;
    }
    int next = tutor_neighbour(w, t->lesson, 1);
    if (t->step + 1 < tutor_lesson(s, w)->steps) tutor_open(s, w, t->lesson, t->step + 1);
    else if (next >= 0) tutor_open(s, w, next, 0);
    else snprintf(s->note, sizeof s->note, "the end of the course: Esc leaves it, F8 comes back");
    return EFFECT_PROGRESS;
}

static Effect go_back(State *s, const World *w) {
    Tutor *t = &s->tutor;
    int before = tutor_neighbour(w, t->lesson, -1);
    if (t->step > 0) tutor_open(s, w, t->lesson, t->step - 1);
    else if (before >= 0) tutor_open(s, w, before, w->course.entry[before].lesson.steps - 1);
    else snprintf(s->note, sizeof s->note, "this is the first step");
    s->tutor.passed = tutor_step(s, w)->pauses; // what was read stays open
    return EFFECT_PROGRESS;
}

// ---- answers

int tutor_open_quiz(const State *s, const World *w) {
    for (int k = 0; k < tutor_step(s, w)->quizzes; k++) {
        if (answer_to(s, w, k) < 0) return k;
    }
    return -1;
}

// With the last question of several answered: how many were right.
static void note_result(State *s, const World *w) {
    const Step *step = tutor_step(s, w);
    int right = 0;
    if (step->quizzes < 2 || tutor_open_quiz(s, w) >= 0) return;
    for (int k = 0; k < step->quizzes; k++) right += step->quiz[k].choice[answer_to(s, w, k)].right;
    snprintf(s->note, sizeof s->note, "%d of %d right", right, step->quizzes);
}

static Effect answer(State *s, const World *w, int quiz, int choice) {
    const Step *step = tutor_step(s, w);
    if (quiz >= step->quizzes || choice >= step->quiz[quiz].choices) return EFFECT_NONE;
    if (answer_to(s, w, quiz) >= 0) return EFFECT_NONE;
    set_mark(&s->tutor, s->tutor.lesson, false, first_quiz(s, w) + quiz, choice);
    note_result(s, w);
    s->tutor.scroll = tutor_answered_row(s, w, quiz);
    return EFFECT_PROGRESS;
}

// Takes the answers of the step back, for the next class, and sets its scene again.
static Effect answer_anew(State *s, const World *w) {
    Tutor *t = &s->tutor;
    int base = first_quiz(s, w);
    for (int k = 0; k < tutor_step(s, w)->quizzes; k++) drop_mark(t, false, base + k);
    drop_mark(t, true, t->step);
    tutor_open(s, w, t->lesson, t->step);
    return EFFECT_PROGRESS;
}

// The question is about the scene as the lesson sets it, whatever was pressed since: that is judged, and then shown.
static Effect judge(State *s, const World *w, int i, int j, double typed) {
    const Step *step = tutor_step(s, w);
    set_scene(s, w);
    if (step->predict->kind == PREDICT_TOKEN) i = s->scene.query;
    MetricPlace place = {.scene = &s->scene, .lib = &w->library, .i = i, .j = j};
    bool right = lesson_judge(step->predict, place, typed, NULL);
    set_mark(&s->tutor, s->tutor.lesson, true, s->tutor.step, right ? PREDICT_RIGHT : PREDICT_WRONG);
    s->tutor.hides = false;
    s->tutor.typed_len = 0;
    if (step->predict->kind == PREDICT_HEAD) s->scene.train.layer = i, s->scene.train.head = j;
    else if (step->predict->kind != PREDICT_NUMBER) s->scene.key = j;
    return EFFECT_PROGRESS;
}

// A key while a number is to be predicted; false if it is none that belongs to a number.
static bool type_number(State *s, const World *w, Event e, Effect *effect) {
    Tutor *t = &s->tutor;
    double value;
    int decimals;
    if (e.key == KEY_CODE_ENTER) {
        if (number_parse(t->typed, (size_t)t->typed_len, &value, &decimals)) *effect = judge(s, w, 0, 0, value);
        else snprintf(s->note, sizeof s->note, "a number is wanted");
        return true;
    }
    if (e.key == KEY_CODE_BACKSPACE && t->typed_len > 0) {
        t->typed_len--;
        return true;
    }
    bool digit = (e.key >= '0' && e.key <= '9') || e.key == '.' || e.key == '-';
    if (digit && t->typed_len < NUMBER_MAX) t->typed[t->typed_len++] = (char)e.key;
    return digit;
}

// What answers an open prediction: a click, Enter on the cursor, or a number.
static bool takes_prediction(State *s, const World *w, Event e, Effect *effect) {
    const Predict *p = tutor_step(s, w)->predict;
    bool click = e.kind == EVENT_MOUSE && e.mouse == MOUSE_PRESS;
    if (p->kind == PREDICT_NUMBER) return e.kind == EVENT_KEY && type_number(s, w, e, effect);
    bool head = p->kind == PREDICT_HEAD;
    if (e.kind == EVENT_KEY && e.key == KEY_CODE_ENTER) {
        const TrainView *v = &s->scene.train;
        *effect = head ? judge(s, w, v->layer, v->head, 0) : judge(s, w, s->scene.query, s->scene.key, 0);
        return true;
    }
    if (click && e.hit.kind == HIT_TOKEN && p->kind == PREDICT_TOKEN) *effect = judge(s, w, s->scene.query, e.hit.a, 0);
    else if (click && head && e.hit.kind == HIT_AT_HEAD) *effect = judge(s, w, e.hit.a, e.hit.b, 0);
    else if (click && !head && e.hit.kind == HIT_CELL) *effect = judge(s, w, e.hit.a, e.hit.b, 0);
    else return false;
    return true;
}

// Whether an action would change the text that is asked about, or tell what is still to be predicted. What all screens
// have comes before and after their own.
static bool is_closed(const State *s, ActionId action) {
    bool steps = action == ACTION_HEAD_PREVIOUS || action == ACTION_HEAD_NEXT; // a head is chosen with them
    if (steps && s->tutor.guess == PREDICT_HEAD) return false;
    bool text = action == ACTION_BOS || action == ACTION_SENTENCE_NEXT || action == ACTION_SENTENCE_PREVIOUS ||
                action == ACTION_EDIT;
    bool own = action == ACTION_NONE || (action >= ACTION_QUERY_UP && action < ACTION_THEME);
    return text || action == ACTION_STRONGEST || (s->scene.screen != SCREEN_EXPLORER && own);
}

bool tutor_takes(State *s, const World *w, ActionId action, Event e, Effect *effect) {
    Tutor *t = &s->tutor;
    *effect = EFFECT_NONE;
    if (t->hides && takes_prediction(s, w, e, effect)) return true;
    int quiz = tutor_open_quiz(s, w);
    bool digit = e.kind == EVENT_KEY && !e.pasted && e.key >= '1' && e.key <= '9';
    if (digit && quiz >= 0) {
        *effect = answer(s, w, quiz, (int)e.key - '1');
        return true;
    }
    if (e.kind == EVENT_MOUSE && e.mouse == MOUSE_PRESS && e.hit.kind == HIT_CHOICE) {
        *effect = answer(s, w, e.hit.a, e.hit.b);
        return true;
    }
    switch (action) {
    case ACTION_LESSON_NEXT: *effect = tutor_go_on(s, w); return true;
    case ACTION_LESSON_BACK: *effect = go_back(s, w); return true;
    case ACTION_LESSON_UP: t->scroll = t->scroll > 4 ? t->scroll - 4 : 0; return true;
    case ACTION_LESSON_DOWN: t->scroll = t->scroll < SCROLL_MAX ? t->scroll + 4 : t->scroll; return true;
    case ACTION_LESSON_NOTES: t->notes = !t->notes, t->scroll = 0; return true;
    case ACTION_LESSON_ANEW: *effect = answer_anew(s, w); return true;
    case ACTION_LESSON_LEAVE: t->open = t->hides = false; return true;
    default:
        if (!t->hides || !is_closed(s, action)) return false;
        if (action != ACTION_NONE) snprintf(s->note, sizeof s->note, "predict first, or Space goes on");
        return true;
    }
}
