// The running program without a terminal: state, undo, and the frame on display. The terminal loop, replayed scripts,
// render and the tests all drive it by events.
#ifndef LOOKBACK_APP_APP_H
#define LOOKBACK_APP_APP_H

#include "app/state.h"
#include "draw/canvas.h"
#include "lesson/progress.h"

typedef struct App App; // opaque

// Opens scene (already finished) on a screen of rows × cols. world is borrowed and must outlive the app.
App *app_new(const World *world, const Scene *scene, int rows, int cols, bool ascii, ColorMode mode);
void app_free(App *app);

// Lets one event happen. For a mouse event the hit is looked up in the frame last drawn; Event.hit is ignored.
// The caller does what the effect asks.
Effect app_event(App *app, Event e);

// A training is to go to this step, and stop there.
void app_train(App *app, int step);

// How many milliseconds lie between the ticks the screen wants at the moment; 0: it wants none.
int app_pace(const App *app);

// The frame for the present state, drawn at most once a change. Borrowed until the next call.
const Canvas *app_frame(App *app);

// Work that takes longer than a frame (measuring all heads, examining a dump): whether there is some, a slice of it,
// all of it. The terminal loop does slices while no key comes; render and tests all.
bool app_busy(const App *app);
void app_work(App *app);
void app_finish_work(App *app);

const State *app_state(const App *app);

// Opens a step of a lesson of the world's course, both inside it.
void app_open_lesson(App *app, int lesson, int step);
// Opens the lesson that was open last where it was left (after app_load_progress), else the first.
void app_open_tour(App *app);

// Lessons go on by themselves from here on, until a key is pressed.
void app_autoplay(App *app, Autoplay how);

// Lesson of the world's course was read again; before is what it was. The step on display stays: the one with its
// title, else its number, as written now. Answers given in the lesson are forgotten.
void app_lesson_changed(App *app, int lesson, const Lesson *before);

// Something for the status line, until the next event; any bytes, cut to what a note holds.
void app_note(App *app, const char *note);

// What the learner has done, from and to the form in which it is kept. note: what is to be said about it, "" nothing.
void app_load_progress(App *app, const Progress *progress, const char *note);
void app_save_progress(const App *app, Progress *out);

// The command lines asked for with Y so far, one a line, to be printed at the end. Borrowed.
const char *app_commands(const App *app);
Palette app_palette(const App *app);

#endif
