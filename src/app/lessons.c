#include "app/lessons.h"

#include "app/hit.h"
#include "app/line.h"
#include "app/tutor.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

// ---- progress

// The quiz that is number `at`, counted through the lesson; NULL if there is none (the lesson was rewritten).
static const Quiz *quiz_at(const Lesson *l, int at) {
    for (int k = 0; k < l->steps; at -= l->step[k++].quizzes) {
        if (at < l->step[k].quizzes) return &l->step[k].quiz[at];
    }
    return NULL;
}

LessonDone lessons_done(const State *s, const World *w, int lesson) {
    const Lesson *l = &w->course.entry[lesson].lesson;
    LessonDone d = {.steps = l->steps, .seen = lesson < COURSE_MAX ? s->tutor.seen[lesson] : 0};
    if (d.seen > d.steps) d.seen = d.steps;
    for (int k = 0; k < l->steps; k++) d.quizzes += l->step[k].quizzes;
    for (int k = 0; k < s->tutor.marks; k++) {
        const Mark *m = &s->tutor.mark[k];
        const Quiz *q = m->lesson == lesson && !m->predict && m->at >= 0 ? quiz_at(l, m->at) : NULL;
        if (!q || m->value < 0 || m->value >= q->choices) continue;
        d.answered++;
        d.right += q->choice[m->value].right;
    }
    d.finished = d.steps > 0 && d.seen == d.steps && d.answered == d.quizzes;
    return d;
}

// ---- opening

void lessons_open(State *s, const World *w) {
    if (w->course.count == 0) {
        snprintf(s->note, sizeof s->note, "there are no lessons");
        return;
    }
    s->overlay = OVERLAY_LESSONS;
    s->scroll = s->tutor.lesson;
}

void lessons_search(State *s) {
    s->overlay = OVERLAY_SEARCH;
    s->scroll = 0;
    line_set(&s->line, "", 0);
}

static void close_all(State *s) {
    s->overlay = OVERLAY_NONE;
    s->scroll = 0;
}

static bool is_readable(const World *w, int lesson) {
    return lesson >= 0 && lesson < w->course.count && w->course.entry[lesson].lesson.steps > 0;
}

static bool go(State *s, const World *w, int lesson, int step, Effect *effect) {
    if (!is_readable(w, lesson)) return true;
    int steps = w->course.entry[lesson].lesson.steps;
    close_all(s);
    tutor_open(s, w, lesson, step < steps ? step : steps - 1);
    *effect = EFFECT_PROGRESS;
    return true;
}

static bool go_found(State *s, const World *w, int chosen, Effect *effect) {
    Found found[FOUND_MAX];
    int count = lessons_found(s, w, found);
    if (chosen < 0 || chosen >= count) return true;
    go(s, w, found[chosen].lesson, found[chosen].step, effect);
    int keep = 0, used; // whole characters
    for (int at = 0; at < s->line.len && at < FIND_MAX; at += used) {
        keep = at;
        text_decode(s->line.bytes + at, (size_t)(s->line.len - at), &used);
    }
    if (s->line.len < FIND_MAX) keep = s->line.len;
    memcpy(s->tutor.find, s->line.bytes, (size_t)keep);
    s->tutor.find[keep] = '\0';
    tutor_show_found(s, w);
    return true;
}

static void list_contents(State *s, const World *w, int lesson) {
    if (!is_readable(w, lesson)) return;
    s->overlay = OVERLAY_CONTENTS;
    s->listed = lesson;
    s->scroll = s->tutor.place[lesson];
}

// ---- search

int lessons_found(const State *s, const World *w, Found out[FOUND_MAX]) {
    char words[LINE_MAX_BYTES + 1];
    memcpy(words, s->line.bytes, (size_t)s->line.len);
    words[s->line.len] = '\0';
    return search_course(&w->course, words, out, FOUND_MAX);
}

// ---- events

// How many lines there are to choose from.
static int line_count(const State *s, const World *w) {
    Found found[FOUND_MAX];
    if (s->overlay == OVERLAY_LESSONS) return w->course.count;
    return s->overlay == OVERLAY_CONTENTS ? w->course.entry[s->listed].lesson.steps : lessons_found(s, w, found);
}

static void choose(State *s, const World *w, int line) {
    int last = line_count(s, w) - 1;
    s->scroll = line > last ? last : line;
    if (s->scroll < 0) s->scroll = 0;
}

static bool moves(State *s, const World *w, Event e, bool letters) {
    switch (e.key) {
    case KEY_CODE_UP: choose(s, w, s->scroll - 1); return true;
    case KEY_CODE_DOWN: choose(s, w, s->scroll + 1); return true;
    case KEY_CODE_PAGE_UP: choose(s, w, s->scroll - 10); return true;
    case KEY_CODE_PAGE_DOWN: choose(s, w, s->scroll + 10); return true;
    case 'k': if (letters) choose(s, w, s->scroll - 1); return letters;
    case 'j': if (letters) choose(s, w, s->scroll + 1); return letters;
    default: return false;
    }
}

static bool take_search_key(State *s, const World *w, Event e, Effect *effect) {
    bool command = !e.pasted;
    if (command && e.key == 0x03) *effect = EFFECT_QUIT;
    else if (command && e.key == KEY_CODE_ENTER) return go_found(s, w, s->scroll, effect);
    else if (command && e.key == KEY_CODE_ESCAPE) close_all(s);
    else if (!(command && moves(s, w, e, false)) && line_key(&s->line, e)) s->scroll = 0;
    return true;
}

static bool take_key(State *s, const World *w, ActionId action, Event e, Effect *effect) {
    bool list = s->overlay == OVERLAY_LESSONS;
    if (e.pasted || moves(s, w, e, true)) return true;
    if (action == ACTION_SUSPEND || action == ACTION_REDRAW || action == ACTION_BLANK || e.key == 0x03) return false;
    switch (e.key) {
    case KEY_CODE_ENTER:
        return list ? go(s, w, s->scroll, s->tutor.place[s->scroll], effect) : go(s, w, s->listed, s->scroll, effect);
    case KEY_CODE_RIGHT:
    case 'l': if (list) list_contents(s, w, s->scroll); return true;
    case KEY_CODE_LEFT:
    case KEY_CODE_ESCAPE:
    case KEY_CODE_BACKSPACE:
    case 'h':
        if (list) close_all(s);
        else s->overlay = OVERLAY_LESSONS, s->scroll = s->listed;
        return true;
    case '/': lessons_search(s); return true;
    default: close_all(s); return true;
    }
}

bool lessons_take(State *s, const World *w, ActionId action, Event e, Effect *effect) {
    *effect = EFFECT_NONE;
    bool search = s->overlay == OVERLAY_SEARCH;
    if (!search && s->overlay != OVERLAY_LESSONS && s->overlay != OVERLAY_CONTENTS) return false;
    if (e.kind == EVENT_KEY) return search ? take_search_key(s, w, e, effect) : take_key(s, w, action, e, effect);
    if (e.mouse == MOUSE_WHEEL_UP || e.mouse == MOUSE_WHEEL_DOWN)
        choose(s, w, s->scroll + (e.mouse == MOUSE_WHEEL_UP ? -1 : 1));
    if (e.mouse != MOUSE_PRESS) return true;
    switch (e.hit.kind) {
    case HIT_LESSON: return go(s, w, e.hit.a, s->tutor.place[e.hit.a], effect);
    case HIT_CONTENTS: list_contents(s, w, e.hit.a); return true;
    case HIT_STEP: return go(s, w, e.hit.a, e.hit.b, effect);
    case HIT_FOUND: return go_found(s, w, e.hit.a, effect);
    case HIT_CLOSE: close_all(s); return true;
    default: return true;
    }
}
