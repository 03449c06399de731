// A metric is a number of a scene, in words: `weight 9 3`, `entropy query`, `percent future-mass 2 with mask off`.
// Lessons use it in computed code spans, in `expect:` lines and to judge what a learner predicts.
#ifndef LOOKBACK_LESSON_METRIC_H
#define LOOKBACK_LESSON_METRIC_H

#include "lesson/scene.h"

enum { METRIC_ARGS = 3, METRIC_CHANGES = 3, METRIC_WORD = 32, METRIC_VALUE = 96 };

typedef enum MetricArgKind {
    ARG_NUMBER, // a position
    ARG_QUERY,  // where the scene stands: `query`, `key`
    ARG_KEY,
    ARG_I, // what the learner pointed at: `i`, `j`
    ARG_J,
    ARG_WORD, // a key's label, a matrix
} MetricArgKind;

typedef struct MetricArg {
    MetricArgKind kind;
    int number;
    char word[METRIC_WORD];
} MetricArg;

// Holds no pointers.
typedef struct Metric {
    int entry;    // in the table of metrics: the first with this name and these arguments
    bool percent; // shown times 100, with a percent sign
    int args;
    MetricArg arg[METRIC_ARGS];
    int changes; // `with NAME VALUE`: what is set in the scene before looking
    struct {
        char name[METRIC_WORD], value[METRIC_VALUE];
    } change[METRIC_CHANGES];
} Metric;

// Where a metric is read off.
typedef struct MetricPlace {
    const Scene *scene; // finished
    const Library *lib;
    const Scene *written_for; // the scene whose positions the words mean; NULL: scene itself. ⟨BOS⟩ moves them by one,
                              // on another text they mean nothing
    int i, j; // what `i` and `j` stand for
} MetricPlace;

// Reads the words (NUL-terminated). i and j are refused unless learner.
bool metric_parse(Metric *out, const char *words, bool learner, Error *err);

// The number. False, with the reason, where it does not exist: a position outside the text, the share of a ceiling of
// 0, a view that has no such number.
bool metric_value(const Metric *m, MetricPlace place, double *out, Error *err);

// Appends the number as prose shows it: weights with 3 decimals, bits with 2, percent with at least 2 digits.
void metric_format(const Metric *m, double value, Str *out);

// Appends the number or, where it does not exist, "n/a".
void metric_show(const Metric *m, MetricPlace place, Str *out);

// The table, for lists and completions: `weight i j` and what it means. NULL beyond its end.
const char *metric_usage(int k);
const char *metric_meaning(int k);

#endif
