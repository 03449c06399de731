// Everything that can change while the program runs. State holds no pointers: copying it is undo, replay and test.
#ifndef LOOKBACK_APP_STATE_H
#define LOOKBACK_APP_STATE_H

#include "app/event.h"
#include "lesson/course.h"
#include "lesson/page.h"

// What was loaded. Nothing changes while the program runs but that lessons which were only listed get their steps, and
// that a lesson being edited is read again (app_lesson_changed).
typedef struct World {
    Library library;
    Course course;
    struct Wording *wording; // a memo (app/wording.h)
    struct Trainer *trainer; // what has been trained so far (app/trainer.h); driven by what State.training wants
    struct Mini *mini;       // another (app/mini.h)
    struct ModelShelf *shelf; // the program's own models, opened when a scene names one (app/shelf.h)
} World;

typedef enum Overlay { OVERLAY_NONE, OVERLAY_HELP, OVERLAY_COMMAND, OVERLAY_PLACES, OVERLAY_INPUT,
               OVERLAY_LESSONS, OVERLAY_CONTENTS, OVERLAY_SEARCH } Overlay;

// What can be typed there.
typedef enum Asked { ASKED_TEXT, ASKED_TOKENS, ASKED_DIVISOR } Asked;

enum { LINE_MAX_BYTES = SCENE_TEXT_MAX, NOTE_MAX = 256, PAST_MAX = 16384, SCROLL_MAX = 9999 };

// One line being edited: UTF-8 bytes and a cursor, a byte offset between two characters.
typedef struct Line {
    int len, cursor;
    char bytes[LINE_MAX_BYTES];
} Line;

// The levers that change a pattern, kept from before the last toggle for ΔH and the ghost.
typedef struct Levers {
    bool mask, bos, divide;
    double divisor;
    int width;
    int tenths; // play: the query's length
    bool normalise; // row
    unsigned heads_off; // sum
} Levers;

enum { MARKS_MAX = 512, NUMBER_MAX = 24, FIND_MAX = 64 };

// An answer given in a lesson; to a quiz, counted through the lesson, or to the prediction of a step.
typedef struct Mark {
    int16_t lesson, at, value; // value: the choice, or a PredictState
    bool predict;
} Mark;

// The lesson that is being played.
typedef struct Tutor {
    bool open;
    int lesson, step; // of World.course
    int passed;       // pauses gone on from
    int scroll;       // rows of text above the pane
    bool notes;       // the presenter's notes stand in place of the text
    bool hides;       // the pattern is still to be predicted
    PredictKind guess; // how, while it hides
    int typed_len;    // a number being typed as a prediction
    char typed[NUMBER_MAX];
    int marks;
    Mark mark[MARKS_MAX];
    int16_t place[COURSE_MAX], seen[COURSE_MAX]; // the step left at, how many steps were seen, by lesson
    char find[FIND_MAX]; // lit up in the text; "": nothing
} Tutor;

// The playground's hand: the arrow it would move, and what it drags.
typedef enum Grip { GRIP_NONE, GRIP_ARROW, GRIP_TURN, GRIP_LENGTH } Grip;
typedef struct Hand {
    int arrow;  // 0 the query, k + 1 key k
    Grip grip;
    int dy, dx; // hundredths, from the pointer to the head
} Hand;

// A training on screen. The trainer itself is the world's: here stands what it is wanted to do.
typedef struct Training {
    bool running, film; // film: the timeline is played forward
    bool past;          // the state of step `at` is looked at, not the present one
    bool save;          // it is to be written to its folder
    int at;
    int goal;           // the step to go to
    int anew;           // how often it was begun again
    int speed;          // of TRAIN_SPEEDS
    int held;           // ticks that the film has stood at this moment
    int setting;        // of TrainSetting: what + and - change before the start
} Training;

// Whether lessons go on by themselves with each EVENT_TICK: the whole course round and round, or one lesson.
typedef enum Autoplay { AUTOPLAY_OFF, AUTOPLAY_COURSE, AUTOPLAY_LESSON } Autoplay;

// The cell of a window that the mouse holds while it drags the window.
typedef struct Grab {
    bool on;
    int query, key;
} Grab;

typedef struct State {
    Scene scene;
    Tutor tutor;
    Autoplay autoplay;
    int rows, cols;  // of the screen
    bool ascii;      // glyph set
    ColorMode mode;  // what the screen can show
    Overlay overlay;
    int scroll;      // of the overlay, or what is chosen in it
    int listed;      // the lesson whose contents are listed
    bool blank;      // nothing is shown
    bool idle;       // work that takes longer than a frame was called off
    Asked asked;     // what is typed in OVERLAY_INPUT
    bool finding;    // a token is being typed to be found, in line
    Line line;       // the text being edited
    bool typing;     // on the screen itself: keys are text for its `type`
    int recalled;    // which past text stands in the line, counted from 1; 0: none
    Line draft;      // what stood in the line before one was recalled
    char past[PAST_MAX]; // texts typed before (app/line.h)
    int past_len;
    bool has_before;
    Levers before;   // levers before the last toggle
    Hand hand;
    Grab grab;
    Training training;
    int run, ran;    // changes of one run (not 0) that follow each other are one to undo; ran: the event's before
    Hit hover;       // what the pointer is over; {0}: nothing
    char note[NOTE_MAX]; // a message for the status line; cleared by the next event
} State;

// What update wants done outside. UNDO is app.c's, PROGRESS asks for the learner's progress to be kept.
typedef enum Effect { EFFECT_NONE, EFFECT_QUIT, EFFECT_SUSPEND, EFFECT_REDRAW, EFFECT_UNDO, EFFECT_PROGRESS } Effect;

#endif
