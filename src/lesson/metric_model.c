// Numbers of a model that comes with the program, and of its training.
#include "lesson/metric_table.h"

#include "base/mem.h"
#include "math/nn.h"
#include "net/checks.h"
#include "net/pattern.h"
#include "net/readout.h"

#include <math.h>
#include <stdlib.h>

const char *const METRIC_LOSS_NAMES[METRIC_LOSSES] = {"new", "again", "sentences"};

// ---- one head

void metric_model_row(const Reading *r, int query, AttentionRow *out) {
    const NetRun *run = r->model.run;
    const OpenView *o = &r->scene->open;
    float *row = MEM_NEW(float, (size_t)run->n);
    attention_row_resize(out, run->n);
    out->query = query;
    net_scores_row(run, o->layer, o->head, query, row);
    for (int j = 0; j < run->n; j++) out->score[j] = (double)row[j];
    attention_row_finish(out, r->params);
    net_weights_row(run, &r->model.head, o->layer, o->head, query, row);
    out->future = 0;
    for (int j = 0; j < run->n; j++) {
        out->weight[j] = (double)row[j];
        if (j > query) out->future += out->weight[j];
    }
    out->entropy = nn_entropy_bits(out->weight, run->n);
    free(row);
}

double metric_model_row_sum(const Reading *r) {
    AttentionRow row = {0};
    double sum = 0;
    metric_model_row(r, r->at[0], &row);
    for (int j = 0; j < row.n; j++) sum += row.weight[j];
    attention_row_free(&row);
    return sum;
}

double metric_model_divisor(const Reading *r) {
    return r->params.divisor;
}

// ---- what it says

// Logits behind the query, to be freed.
static float *logits_of(const Reading *r) {
    const NetRun *run = r->model.run;
    float *logits = MEM_NEW(float, (size_t)run->w->shape.vocabulary);
    net_logits(run, run->w->shape.layers, r->scene->open.query, logits);
    return logits;
}

double metric_model_probability(const Reading *r) {
    float *logits = logits_of(r);
    double most = -INFINITY, sum = 0;
    int count = r->model.run->w->shape.vocabulary;
    for (int k = 0; k < count; k++) most = fmax(most, (double)logits[k]);
    for (int k = 0; k < count; k++) sum += exp((double)logits[k] - most);
    double value = exp((double)logits[r->at[0]] - most) / sum;
    free(logits);
    return value;
}

double metric_model_difference(const Reading *r) {
    float *logits = logits_of(r);
    double value = (double)logits[r->at[0]] - (double)logits[r->at[1]];
    free(logits);
    return value;
}

// The mean loss of tokens from … to; NAN where there is none to be predicted.
static double mean_loss(const Reading *r, int from, int to) {
    if (from < 1 || to < from) return NAN;
    double *loss = MEM_NEW(double, (size_t)(to + 1 - from)), sum = 0;
    net_losses(r->model.run, from, to + 1, loss);
    for (int k = 0; k <= to - from; k++) sum += loss[k];
    free(loss);
    return sum / (to + 1 - from);
}

double metric_model_loss_at(const Reading *r) {
    return mean_loss(r, r->at[0], r->at[0]);
}

double metric_model_loss_over(const Reading *r) {
    return mean_loss(r, r->at[0], r->at[1]);
}

// ---- what any checkpoint can prove

// Of the text without levers; numbers are NAN where that cannot be run.
static NetChecks checks_of(const Reading *r) {
    Scene plain;
    ShelfRun at;
    NetChecks checks;
    Error ignored;
    scene_copy(&plain, r->scene);
    plain.open.whole = false;
    plain.open.cuts = 0;
    bool ok = shelf_run(&plain, r->lib, &at, &ignored) && net_checks(at.run, &checks, &ignored);
    return ok ? checks : (NetChecks){.sum_off = NAN, .rebuilt = NAN, .undivided = NAN, .raw_row = NAN, .no_bias = NAN};
}

double metric_check_sum(const Reading *r) {
    return checks_of(r).sum_off;
}

double metric_check_above(const Reading *r) {
    return (double)checks_of(r).above;
}

double metric_check_changed(const Reading *r) {
    return checks_of(r).changed;
}

double metric_check_earlier(const Reading *r) {
    return (double)checks_of(r).earlier_moved;
}

double metric_check_later(const Reading *r) {
    return checks_of(r).later_moved;
}

double metric_check_rebuilt(const Reading *r) {
    return checks_of(r).rebuilt;
}

double metric_check_undivided(const Reading *r) {
    return checks_of(r).undivided;
}

double metric_check_entropy(const Reading *r) {
    return checks_of(r).entropy;
}

double metric_check_entropy_undivided(const Reading *r) {
    return checks_of(r).entropy_undivided;
}

double metric_check_raw_row(const Reading *r) {
    return checks_of(r).raw_row;
}

double metric_check_no_bias(const Reading *r) {
    return checks_of(r).no_bias;
}

// ---- its training

// What a word costs whoever gives all of them the same chance.
double metric_train_guess(const Reading *r) {
    const ShelfModel *m = shelf_model(r->scene, r->lib);
    return m ? log(m->shape->vocabulary) : NAN;
}

double metric_train_step(const Reading *r) {
    return r->pulse ? r->pulse->step : NAN;
}

// As it learned: with the mask or without.
double metric_train_loss(const Reading *r) {
    if (!r->pulse) return NAN;
    const NetLoss *loss = &r->pulse->loss;
    const double value[METRIC_LOSSES] = {loss->first, loss->again, loss->sentences};
    return value[r->at[0]];
}

// As it is used: with the mask.
double metric_train_grade(const Reading *r) {
    if (!r->pulse) return NAN;
    const NetGrades *grades = &r->pulse->grades;
    const double value[METRIC_LOSSES] = {grades->first, grades->again, grades->sentences};
    return value[r->at[0]];
}

double metric_train_accuracy(const Reading *r) {
    return r->pulse ? r->pulse->grades.accuracy : NAN;
}

double metric_train_class(const Reading *r) {
    const ShelfModel *m = shelf_model(r->scene, r->lib);
    bool known = r->pulse && r->at[1] < m->shape->layers && r->at[2] < m->shape->heads;
    return known ? (double)r->pulse->scores.at[r->at[0]][r->at[1]][r->at[2]] : NAN;
}

static double best_of(const Reading *r, const Pulse *pulse, int *layer) {
    const ShelfModel *m = shelf_model(r->scene, r->lib);
    int head;
    return m ? (double)head_scores_best(&pulse->scores, (ScoreClass)r->at[0], m->shape, -1, layer, &head) : NAN;
}

double metric_train_best(const Reading *r) {
    int layer;
    return r->pulse ? best_of(r, r->pulse, &layer) : NAN;
}

double metric_train_best_layer(const Reading *r) {
    int layer = 0;
    return r->pulse && best_of(r, r->pulse, &layer) >= 0 ? layer : NAN;
}

double metric_train_since(const Reading *r) {
    const ShelfModel *m = shelf_model(r->scene, r->lib);
    int layer;
    for (int k = 0; m && k < m->pulses; k++) {
        if (best_of(r, &m->pulse[k], &layer) > 0.5) return m->pulse[k].step;
    }
    return NAN;
}
