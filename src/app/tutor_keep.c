// The learner's progress: from and to the form in which it is kept.
#include "app/tutor.h"

#include <string.h>

void tutor_load(State *s, const World *w, const Progress *p) {
    Tutor *t = &s->tutor;
    for (int l = 0; l < w->course.count && l < COURSE_MAX; l++) {
        const char *name = w->course.entry[l].lesson.name;
        const ProgressLesson *known = progress_find(p, name);
        if (!known) continue;
        t->place[l] = (int16_t)known->step;
        t->seen[l] = (int16_t)(known->furthest + 1);
        for (int k = 0; k < known->answers && t->marks < MARKS_MAX; k++) {
            t->mark[t->marks++] =
                (Mark){(int16_t)l, (int16_t)known->answer[k].at, (int16_t)known->answer[k].value, false};
        }
        for (int k = 0; k < known->predicts && t->marks < MARKS_MAX; k++) {
            t->mark[t->marks++] =
                (Mark){(int16_t)l, (int16_t)known->predict[k].at, (int16_t)known->predict[k].value, true};
        }
        if (p->last && strcmp(p->last, name) == 0) t->lesson = l;
    }
}

// The last step seen, then the one left at: what is set last counts.
static void keep_place(const Tutor *t, int lesson, const char *name, Progress *out) {
    if (t->seen[lesson] > 0) progress_set_place(out, name, t->seen[lesson] - 1);
    progress_set_place(out, name, t->place[lesson]);
}

static void keep_marks(const Tutor *t, int lesson, const char *name, Progress *out) {
    for (int k = 0; k < t->marks; k++) {
        const Mark *m = &t->mark[k];
        if (m->lesson != lesson) continue;
        if (m->predict) progress_set_predict(out, name, m->at, (PredictState)m->value);
        else progress_set_answer(out, name, m->at, m->value);
    }
}

void tutor_save(const State *s, const World *w, Progress *out) {
    const Tutor *t = &s->tutor;
    for (int l = 0; l < w->course.count && l < COURSE_MAX; l++) {
        const char *name = w->course.entry[l].lesson.name;
        if (l == t->lesson || t->seen[l] == 0 || progress_find(out, name)) continue;
        keep_place(t, l, name, out);
        keep_marks(t, l, name, out);
    }
    if (t->lesson < w->course.count) { // last, so that it is the one open last
        const char *name = w->course.entry[t->lesson].lesson.name;
        progress_forget(out, name); // some may have been taken back
        keep_marks(t, t->lesson, name, out);
        keep_place(t, t->lesson, name, out);
    }
}
