// A step as it stands on the screen now: numbers computed, quiz and prediction as far as they are answered.
#ifndef LOOKBACK_LESSON_PAGE_H
#define LOOKBACK_LESSON_PAGE_H

#include "lesson/lesson.h"

typedef enum PredictState { PREDICT_OPEN, PREDICT_RIGHT, PREDICT_WRONG } PredictState;

typedef struct PageState {
    const Library *lib;
    const Scene *now;     // on display; NULL: nothing is
    const Scene *written; // as lesson_scene gives it
    int passed;           // pauses the reader has gone on from
    PredictState predict;
    const int *answer;    // for each quiz of the step the choice taken, −1: none yet; NULL: none at all
    int quiz, choice;     // where the cursor is; −1: nowhere
    uint16_t hit;         // the Hit.kind of a choice: a is the quiz, b the choice; 0: none
} PageState;

// Writes the step into out (replacing it). Everything after the first pause not yet passed is left out.
void page_compose(const Lesson *l, int step, const PageState *state, Prose *out);

// The block of out where a choice stands, −1 if it is not on the page; to scroll there (prose_row_of).
int page_choice_block(const Prose *page, uint16_t hit, int quiz, int choice);

// The presenter's notes of the step as prose.
void page_notes(const Lesson *l, int step, Prose *out);

// Any notes as prose, read as Markdown; line: where they stand.
void page_notes_of(const Str *notes, int line, Prose *out);

#endif
