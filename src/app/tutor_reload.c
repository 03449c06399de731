// A lesson that is being edited and was read again: where it stands, with the step it stands at.
#include "app/tutor.h"

#include <stdlib.h>
#include <string.h>

// The step of now that was step `step` of before: the nearest with the same title, else the one with its number.
static int find_step(const Lesson *now, const Lesson *before, int step) {
    const char *title = step < before->steps ? before->step[step].title : NULL;
    int found = -1;
    for (int k = 0; k < now->steps && title; k++) {
        bool same = now->step[k].title && strcmp(now->step[k].title, title) == 0;
        if (same && (found < 0 || abs(k - step) < abs(found - step))) found = k;
    }
    if (found >= 0) return found;
    return step < now->steps ? step : now->steps - 1;
}

static void forget_marks(Tutor *t, int lesson) {
    int kept = 0;
    for (int k = 0; k < t->marks; k++) {
        if (t->mark[k].lesson != lesson) t->mark[kept++] = t->mark[k];
    }
    t->marks = kept;
}

void tutor_reload(State *s, const World *w, int lesson, const Lesson *before) {
    Tutor *t = &s->tutor;
    const Lesson *now = &w->course.entry[lesson].lesson;
    int step = t->lesson == lesson ? t->step : t->place[lesson];
    forget_marks(t, lesson);
    step = find_step(now, before, step);
    t->place[lesson] = (int16_t)step;
    if (t->seen[lesson] > now->steps) t->seen[lesson] = (int16_t)now->steps;
    if (s->overlay == OVERLAY_CONTENTS && s->listed == lesson && s->scroll >= now->steps) s->scroll = now->steps - 1;
    if (t->lesson != lesson) return;
    t->step = step;
    if (!t->open) return;
    s->hover = (Hit){0};
    int passed = t->passed, scroll = t->scroll, pauses = now->step[step].pauses;
    tutor_open(s, w, lesson, step);
    t->passed = passed < pauses ? passed : pauses;
    t->scroll = scroll;
}
