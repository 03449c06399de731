#include "model/train_run.h"

#include "base/str.h"
#include "model/scores.h"
#include "model/train_files.h"

#include <math.h>

enum { SAVE_EVERY = 1000 };

// ---- pulses

static void forget_sums(TrainRun *run) {
    run->sum = (NetLoss){0};
    for (int k = 0; k < 3; k++) run->summed[k] = 0;
}

static void add_one(double loss, double *sum, int *count) {
    if (isnan(loss)) return;
    *sum += loss;
    ++*count;
}

static void add_loss(TrainRun *run) {
    const NetLoss *loss = &run->train.loss;
    add_one(loss->first, &run->sum.first, &run->summed[0]);
    add_one(loss->again, &run->sum.again, &run->summed[1]);
    add_one(loss->sentences, &run->sum.sentences, &run->summed[2]);
}

static double mean(double sum, int count) {
    return count ? sum / count : NAN;
}

static void pulse(TrainRun *run) {
    const NetTrain *t = &run->train;
    Pulse p = {.step = t->state.step,
               .loss = {NAN, mean(run->sum.first, run->summed[0]), mean(run->sum.again, run->summed[1]),
                        mean(run->sum.sentences, run->summed[2])}};
    bool finite = net_exam(&t->words, &t->weights, t->blas, true, &p.grades) &&
                  head_scores(&t->words, &t->weights, t->blas, t->recipe.mask, &p.scores);
    forget_sums(run);
    if (!finite) return; // the next step refuses it
    run->timeline.recipe = t->recipe;
    timeline_add_pulse(&run->timeline, &p);
    if (timeline_keeps(&t->recipe, p.step)) timeline_add_state(&run->timeline, p.step, t->state.numbers);
}

void train_run_start(TrainRun *run, const NetRecipe *recipe, const Blas *blas) {
    *run = (TrainRun){0};
    net_train_init(&run->train, recipe, blas);
    timeline_init(&run->timeline, recipe, &run->train.weights.shape);
    pulse(run);
}

bool train_run_resume(TrainRun *run, const char *folder, const Blas *blas, Error *err) {
    *run = (TrainRun){0};
    return train_files_resume(&run->train, &run->timeline, blas, folder, err);
}

void train_run_free(TrainRun *run) {
    net_train_free(&run->train);
    timeline_free(&run->timeline);
    *run = (TrainRun){0};
}

bool train_run_step(TrainRun *run, Error *err) {
    NetTrain *t = &run->train;
    timeline_turn(&run->timeline, t->state.step, t->recipe.mask, t->recipe.divide);
    if (!net_train_step(t, err)) {
        timeline_cut(&run->timeline, t->state.step);
        forget_sums(run);
        return false;
    }
    run->timeline.done = t->state.step;
    add_loss(run);
    bool due = t->state.step % timeline_interval(&t->recipe) == 0 || !net_train_more(t);
    if (due) pulse(run);
    return true;
}

bool train_run_save(const TrainRun *run, const char *folder, Error *err) {
    return train_files_write(&run->train, &run->timeline, folder, err);
}

// ---- without a screen

static void say_pulse(const TrainRun *run, TrainSay say, void *context) {
    const Pulse *p = timeline_pulse_at(&run->timeline, run->train.state.step);
    Str line = {0};
    int layer = 0, head = 0;
    str_printf(&line, "step %5d  random words %.3f  repeated %.3f  sentences %.3f  right name %.2f", p->step,
               p->loss.first, p->loss.again, p->loss.sentences, p->grades.accuracy);
    for (int c = SCORE_PREVIOUS; c <= SCORE_INDUCTION; c += SCORE_INDUCTION - SCORE_PREVIOUS) {
        float best = head_scores_best(&p->scores, (ScoreClass)c, &run->timeline.shape, -1, &layer, &head);
        str_printf(&line, "  %s %.2f (%d.%d)", SCORE_NAMES[c], (double)best, layer, head);
    }
    say(context, str_text(&line));
    str_free(&line);
}

static bool train_all(TrainRun *run, const char *folder, TrainSay say, void *context, Error *err) {
    while (net_train_more(&run->train)) {
        if (!train_run_step(run, err)) {
            Error second;
            if (!train_run_save(run, folder, &second)) error_prefix(err, "%s; and ", second.text);
            return false;
        }
        int step = run->train.state.step;
        const Pulse *p = timeline_pulse_at(&run->timeline, step);
        if (p && p->step == step && (step % 100 == 0 || !net_train_more(&run->train))) say_pulse(run, say, context);
        if (step % SAVE_EVERY == 0 && net_train_more(&run->train) && !train_run_save(run, folder, err)) return false;
    }
    return train_run_save(run, folder, err);
}

bool train_headless(const NetRecipe *recipe, bool resume, const char *folder, TrainSay say, void *context, Error *err) {
    Blas blas;
    TrainRun run = {0};
    if (!resume && (!net_recipe_check(recipe, err) || !train_files_prepare(folder, err))) return false;
    blas_open(&blas, 1);
    bool ok = true;
    if (resume)
        ok = train_run_resume(&run, folder, &blas, err);
    else
        train_run_start(&run, recipe, &blas);
    if (ok && !net_train_more(&run.train)) say(context, "all steps are done");
    ok = ok && (!net_train_more(&run.train) || train_all(&run, folder, say, context, err));
    train_run_free(&run);
    blas_close(&blas);
    return ok;
}
