// The table of metrics: which numbers each screen has. Private to metric.c and metric_table.c.
#ifndef LOOKBACK_LESSON_METRIC_TABLE_H
#define LOOKBACK_LESSON_METRIC_TABLE_H

#include "lesson/metric.h"
#include "lesson/shelf.h"

typedef enum Unit { UNIT_SHARE, UNIT_BITS, UNIT_NATS, UNIT_PLAIN, UNIT_CELL, UNIT_FINE } Unit;

// What an evaluator gets. Positions lie inside the text, labels and matrices exist.
typedef struct Reading {
    const Scene *scene;
    const Library *lib;
    const Tokens *tokens; // of the explorer's text
    int n;                // tokens of the text
    ShelfRun model;       // of the screens of a model
    const Pulse *pulse;   // of the moment looked at; NULL: no model of the shelf is
    AttentionParams params;
    int at[METRIC_ARGS]; // a position, the number of a key, a WorkedPart, a ScoreClass, a MetricLoss, a token's id
} Reading;

// What a training's losses are of.
typedef enum MetricLoss { METRIC_LOSS_NEW, METRIC_LOSS_AGAIN, METRIC_LOSS_SENTENCES, METRIC_LOSSES } MetricLoss;
extern const char *const METRIC_LOSS_NAMES[METRIC_LOSSES];

// A name may stand in the table more than once: each screen has its own numbers. What has one name and shape has one
// unit.
typedef struct MetricEntry {
    const char *name;
    // its arguments: p a position, n a number, l a key's label, m a matrix's name, c a class of heads, k what a loss is
    // of, w a word
    const char *shape;
    unsigned screens;  // bit 1 << ScreenId where it exists
    Unit unit;
    double (*read)(const Reading *r); // NAN: the number does not exist
    const char *usage, *meaning;
} MetricEntry;

extern const MetricEntry METRICS[];
extern const int METRICS_COUNT;

// ---- of metric_model.c

// A row of the head that the scene of a model looks at, complete.
void metric_model_row(const Reading *r, int query, AttentionRow *out);

double metric_model_row_sum(const Reading *r);
double metric_model_divisor(const Reading *r);
double metric_model_probability(const Reading *r);
double metric_model_difference(const Reading *r);
double metric_model_loss_at(const Reading *r);
double metric_model_loss_over(const Reading *r);

double metric_check_sum(const Reading *r);
double metric_check_above(const Reading *r);
double metric_check_changed(const Reading *r);
double metric_check_earlier(const Reading *r);
double metric_check_later(const Reading *r);
double metric_check_rebuilt(const Reading *r);
double metric_check_undivided(const Reading *r);
double metric_check_entropy(const Reading *r);
double metric_check_entropy_undivided(const Reading *r);
double metric_check_raw_row(const Reading *r);
double metric_check_no_bias(const Reading *r);

double metric_train_guess(const Reading *r);
double metric_train_step(const Reading *r);
double metric_train_loss(const Reading *r);
double metric_train_grade(const Reading *r);
double metric_train_accuracy(const Reading *r);
double metric_train_class(const Reading *r);
double metric_train_best(const Reading *r);
double metric_train_best_layer(const Reading *r);
double metric_train_since(const Reading *r);

#endif
