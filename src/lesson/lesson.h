// A lesson: a Markdown file cut into steps. The format is described for teachers in lessons/README.md.
//
// What stands between two `***` is a step. Fenced blocks with the words scene, predict and quiz, and comments that
// say note, pause or expect, are the lesson's own; everything else is prose. A number in prose is a code span that
// starts with `= `.
#ifndef LOOKBACK_LESSON_LESSON_H
#define LOOKBACK_LESSON_LESSON_H

#include "draw/prose.h"
#include "lesson/metric.h"

// Far above what a lesson needs, so that checking any file takes no more than moments.
enum {
    LESSON_STEPS_MAX = 500,
    LESSON_NUMBERS_MAX = 1000,
    LESSON_SCENE_MAX = 64,
    LESSON_PREDICT_TOKENS_MAX = 40,
    LESSON_QUIZZES_MAX = 32
};

// One line of a scene, in the words of scene_set.
typedef struct SceneLine {
    char *name, *value;
    int line;
} SceneLine;

typedef enum Compare {
    COMPARE_LESS,
    COMPARE_LESS_EQUAL,
    COMPARE_GREATER,
    COMPARE_GREATER_EQUAL,
    COMPARE_EQUAL
} Compare;

// `METRIC OP NUMBER`. EQUAL means: to the digits that were written.
typedef struct Condition {
    Metric metric;
    Compare compare;
    double number;
    double tolerance; // of EQUAL: half of the last digit written
    int line;
} Condition;

bool condition_parse(Condition *out, const char *words, bool learner, Error *err);
bool condition_holds(const Condition *c, double value);

typedef struct Choice {
    int text, texts;           // blocks of Lesson.prose: what is chosen
    int explanation, explanations; // why it is right or wrong
    bool right;
    int line;
} Choice;

typedef struct Quiz {
    int block;               // the fence it came from
    int question, questions; // blocks of Lesson.prose
    Choice *choice;
    int choices;
    int line;
} Quiz;

typedef enum PredictKind {
    PREDICT_TOKEN,  // click a token: right is judged with j (and i) = its position
    PREDICT_CELL,   // click a cell of the map: i = its row, j = its column
    PREDICT_HEAD,   // click a head of a training: i = its layer, j = its number there
    PREDICT_NUMBER, // type a number: compared with a metric
} PredictKind;

typedef struct Predict {
    int block;
    PredictKind kind;
    int ask, asks;         // blocks of Lesson.prose
    int because, becauses; // what is said after the answer; may be none
    Condition right;     // TOKEN, CELL and HEAD
    Metric metric;       // NUMBER
    double within;       // NUMBER: how far off is still right
    int line;
} Predict;

typedef struct Step {
    char *title;      // its first heading; NULL if it has none
    int line;
    int first, count; // blocks of Lesson.prose
    bool has_scene;   // a picture stands beside the text: its own or the one before
    bool own_scene;
    ScreenId screen;  // of the scene: its `screen:` line, else the explorer
    int scene, scenes; // lines [scene, scene + scenes) of Lesson.scene: all of them, from a fresh scene on
    int *pause;       // blocks before which the reader is waited for
    int pauses;
    Condition *expect;
    int expects;
    Quiz *quiz;
    int quizzes;
    Predict *predict; // NULL if there is none
    Str notes;        // for the presenter, plain text
} Step;

// {0} is valid and empty.
typedef struct Lesson {
    char *file;  // as errors name it
    char *name;  // the file's name without folder and .md
    char *title;
    int order;   // front matter, else the number the file name starts with, else 0
    Prose prose; // of all steps, and of what the quizzes say
    SceneLine *scene;
    int scenes;
    Step *step;
    int steps;
    int numbers; // computed in prose or expected
} Lesson;

// Reads a lesson. The first mistake is reported as `file:line: what was found and what was wanted`; out is then
// unchanged.
bool lesson_parse(Lesson *out, const char *file, const char *text, size_t len, Error *err);
bool lesson_read(Lesson *out, const char *path, Error *err);
void lesson_free(Lesson *l);

// Reads only the file's name and its front matter: name, order and title (NULL if it is not there) are set, steps stays
// 0. On a mistake, which lesson_read would report too, name and order are still those of the file's name.
bool lesson_list(Lesson *out, const char *path, Error *err);

// If run r of p is a number in prose, appends the metric's words and returns true.
bool lesson_span(const Prose *p, int run, Str *words);

// The scene of a step, finished. Not for a step without one.
bool lesson_scene(const Lesson *l, int step, const Library *lib, Scene *out, Error *err);

// What is wrong in a lesson that parsed, and only shows once its scenes are computed: called with each finding, one
// line.
typedef void (*LessonFinding)(const char *finding, void *context);

// Sets every scene, computes every number, holds every expect line against its number, and sees that each prediction
// can be right and wrong. Returns how many things were found.
int lesson_check(const Lesson *l, const Library *lib, LessonFinding found, void *context);

// Whether the check finds nothing; else err has its first finding.
bool lesson_sound(const Lesson *l, const Library *lib, Error *err);

// Whether the learner's answer is right by the program's own arithmetic. For CELL and TOKEN i, j are positions, for HEAD layer and head; for
// NUMBER typed is the answer. value (may be NULL) is the number it was held against. False also when there is no such
// number.
bool lesson_judge(const Predict *p, MetricPlace place, double typed, double *value);

#endif
