// The list of lessons with progress, the contents of one lesson, and search over all: what keys and clicks do there.
// Drawn by overlay_lessons.c and overlay_search.c. State.scroll is the line chosen.
#ifndef LOOKBACK_APP_LESSONS_H
#define LOOKBACK_APP_LESSONS_H

#include "app/action.h"
#include "app/state.h"
#include "lesson/search.h"

enum { FOUND_MAX = 200 };

// How far a learner is in one lesson.
typedef struct LessonDone {
    int seen, steps;
    int right, answered, quizzes;
    bool finished; // every step seen, every question answered
} LessonDone;

LessonDone lessons_done(const State *s, const World *w, int lesson);

void lessons_open(State *s, const World *w); // with the lesson that is open chosen
void lessons_search(State *s);

// Lets an event happen to whichever of the three is open; false if none is, or it is not theirs.
bool lessons_take(State *s, const World *w, ActionId action, Event e, Effect *effect);

// What the line typed finds: up to FOUND_MAX.
int lessons_found(const State *s, const World *w, Found out[FOUND_MAX]);

#endif
