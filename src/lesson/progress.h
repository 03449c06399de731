// What a learner has done: the place in each lesson and the answers given. One small text file:
//
//     lookback progress 1
//     last 03-pen             the lesson last open; names are the rest of the line
//     place 4 6 03-pen        left at step 4, has seen step 6
//     answer 0 2 03-pen       quiz 0 of the lesson, counted through it: choice 2
//     predict 5 right 03-pen  the prediction in step 5
#ifndef LOOKBACK_LESSON_PROGRESS_H
#define LOOKBACK_LESSON_PROGRESS_H

#include "base/error.h"
#include "base/str.h"
#include "lesson/page.h"

enum { PROGRESS_BYTES_MAX = 1 << 20, PROGRESS_NUMBER_MAX = 9999, PROGRESS_NAME_MAX = 255 };

typedef struct ProgressMark {
    int at;    // the quiz, or the step of the prediction
    int value; // the choice, or a PredictState
} ProgressMark;

typedef struct ProgressLesson {
    char *name;
    int step;     // where the learner left
    int furthest; // the last step seen
    ProgressMark *answer, *predict;
    int answers, predicts;
} ProgressLesson;

// {0} is valid and empty.
typedef struct Progress {
    ProgressLesson *lesson;
    int lessons;
    char *last; // the lesson last open; NULL: none
} Progress;

void progress_free(Progress *p);

// Reads the text of a progress file; file names it in errors. out is written only on success.
bool progress_parse(Progress *out, const char *text, size_t len, const char *file, Error *err);
void progress_format(const Progress *p, Str *out);

// Reads path. No such file is empty progress. A broken file, or one that is too large, is renamed to path.broken,
// progress is empty, and the reason goes to note (empty when all is well): it is for the status line, never a reason to
// stop.
void progress_read(Progress *out, const char *path, Str *note);

// Writes path in one step, making its folders where they are missing.
bool progress_write(const Progress *p, const char *path, Error *err);

// What is known of a lesson; NULL: nothing.
const ProgressLesson *progress_find(const Progress *p, const char *name);

// Names that cannot stand in a file (empty, too long, with a line break) and numbers out of range are passed over.
void progress_set_place(Progress *p, const char *name, int step);
void progress_set_answer(Progress *p, const char *name, int quiz, int choice);
void progress_set_predict(Progress *p, const char *name, int step, PredictState state);
// Answers and predictions of a lesson are as if never given.
void progress_forget(Progress *p, const char *name);

int progress_answer(const ProgressLesson *l, int quiz); // −1: none; l may be NULL
PredictState progress_predict(const ProgressLesson *l, int step);

// $XDG_STATE_HOME/lookback/progress, or below home/.local/state; either may be NULL. False if there is no place to
// keep it.
bool progress_path(const char *xdg_state_home, const char *home, Str *out);

#endif
