#include "app/autoplay.h"

#include "app/tutor.h"
#include "app/update.h"

#include <stdio.h>

// The lesson to come when the one on display is through.
static int next_lesson(const State *s, const World *w) {
    if (s->autoplay == AUTOPLAY_LESSON) return s->tutor.lesson;
    int next = tutor_neighbour(w, s->tutor.lesson, 1);
    return next >= 0 ? next : tutor_neighbour(w, -1, 1);
}

static void go_on(State *s, const World *w) {
    Tutor *t = &s->tutor;
    bool through = t->passed >= tutor_step(s, w)->pauses && t->step + 1 >= tutor_lesson(s, w)->steps;
    s->note[0] = '\0';
    if (t->hides) t->hides = false; // nobody predicts: it is just shown
    else if (through) tutor_open(s, w, next_lesson(s, w), 0);
    else tutor_go_on(s, w);
}

static bool stops(const State *s, Event e) {
    ActionId action = update_action(s, e);
    if (e.kind != EVENT_KEY) return e.kind == EVENT_MOUSE && e.mouse == MOUSE_PRESS;
    return e.key != 0x03 && action != ACTION_SUSPEND && action != ACTION_REDRAW;
}

bool autoplay_takes(State *s, const World *w, Event e) {
    if (e.kind == EVENT_TICK) {
        if (s->autoplay != AUTOPLAY_OFF && s->tutor.open) go_on(s, w);
        return true;
    }
    if (s->autoplay == AUTOPLAY_OFF || !stops(s, e)) return false;
    s->autoplay = AUTOPLAY_OFF;
    snprintf(s->note, sizeof s->note, "stopped: it no longer goes on by itself; Space goes on");
    return true;
}
