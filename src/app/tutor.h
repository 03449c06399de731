// The lesson being played: which step is on display, what was answered, and the frame with the text beside the scene.
#ifndef LOOKBACK_APP_TUTOR_H
#define LOOKBACK_APP_TUTOR_H

#include "app/action.h"
#include "app/state.h"
#include "draw/canvas.h"
#include "draw/prose.h"
#include "lesson/progress.h"

// Opens a step, inside the course: its scene is set as written; the theme and colour map stay unless the scene names
// them.
void tutor_open(State *s, const World *w, int lesson, int step);

// Opens the rest of a step behind its pauses and scrolls to where Tutor.find stands.
void tutor_show_found(State *s, const World *w);

// Opens the lesson that was open last, where it was left.
Effect tutor_reopen(State *s, const World *w);

// After a lesson of the course was read again: before is what it was. If it is open, the step stays on display
// (app_lesson_changed).
void tutor_reload(State *s, const World *w, int lesson, const Lesson *before);

// Goes on: opens what is behind the next pause, or the next step, or the next lesson.
Effect tutor_go_on(State *s, const World *w);

// The next lesson that can be read, in direction by (1 or −1); −1 if there is none.
int tutor_neighbour(const World *w, int lesson, int by);

// Lets an event happen to the lesson; false if it means nothing to it and is the screen's. *effect is set when it
// returns true.
bool tutor_takes(State *s, const World *w, ActionId action, Event e, Effect *effect);

// Draws the whole frame: title line, the step's text, and its scene.
void tutor_draw(Canvas *c, const State *s, const World *w);

// What is kept between runs. tutor_load puts it into a fresh state; tutor_save
// writes the lesson that is open into out, and of the others those that out does not know: it may know more of them,
// from another lookback.
void tutor_load(State *s, const World *w, const Progress *p);
void tutor_save(const State *s, const World *w, Progress *out);

// ---- for tutor_view.c

const Lesson *tutor_lesson(const State *s, const World *w);
const Step *tutor_step(const State *s, const World *w);
// The first quiz of the step without an answer; −1 if none.
int tutor_open_quiz(const State *s, const World *w);

typedef enum TutorPage {
    TUTOR_NOW,     // as it stands now
    TUTOR_WRITTEN, // its numbers are those of the scene as the lesson sets it
    TUTOR_WHOLE,   // the same, with what stands behind pauses
} TutorPage;

void tutor_page(const State *s, const World *w, TutorPage kind, Prose *out);

// ---- of tutor_view.c

// How far to scroll for the next page of the text; 0 when its end is on the screen.
int tutor_unseen(const State *s, const World *w);

// How far the text is scrolled once a quiz of the step is answered: its question stays on the screen, and the next one
// comes there.
int tutor_answered_row(const State *s, const World *w, int quiz);

// The row of the text where Tutor.find is first met, less a few so that it stands in the middle; 0 if nowhere.
int tutor_found_row(const State *s, const World *w);

#endif
