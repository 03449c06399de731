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

static void begin_pulse(TrainRun *run) {
    run->pulse = (Pulse){.step = run->train.state.step,
                         .loss = {NAN, mean(run->sum.first, run->summed[0]), mean(run->sum.again, run->summed[1]),
                                  mean(run->sum.sentences, run->summed[2])}};
    run->exam = (NetExam){0};
    run->scored = 0;
    run->pulsing = true;
    forget_sums(run);
}

static void end_pulse(TrainRun *run) {
    const NetTrain *t = &run->train;
    run->pulse.grades = run->exam.grades;
    run->pulsing = false;
    run->timeline.recipe = t->recipe;
    timeline_add_pulse(&run->timeline, &run->pulse);
    if (timeline_keeps(&t->recipe, t->state.step)) timeline_add_state(&run->timeline, t->state.step, t->state.numbers);
}

// One text.
static void go_on_pulse(TrainRun *run) {
    const NetTrain *t = &run->train;
    bool finite = net_exam_more(&run->exam) ? net_exam_ask(&run->exam, &t->words, &t->weights, t->blas, true)
                                            : head_scores_add(&t->words, &t->weights, t->blas, t->recipe.mask,
                                                              run->scored++, &run->pulse.scores);
    if (!finite)
        run->pulsing = false; // the next step refuses it
    else if (run->scored == SCORE_TEXTS)
        end_pulse(run);
}

void train_run_start(TrainRun *run, const NetRecipe *recipe, const Blas *blas) {
    *run = (TrainRun){0};
    net_train_init(&run->train, recipe, blas);
    timeline_init(&run->timeline, recipe, &run->train.weights.shape);
    begin_pulse(run);
    while (run->pulsing) go_on_pulse(run);
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

static bool finish_step(TrainRun *run, bool ok) {
    NetTrain *t = &run->train;
    if (!ok) {
        timeline_cut(&run->timeline, t->state.step);
        forget_sums(run);
        return false;
    }
    run->timeline.done = t->state.step;
    add_loss(run);
    if (t->state.step % timeline_interval(&t->recipe) == 0 || !net_train_more(t)) begin_pulse(run);
    return true;
}

bool train_run_slice(TrainRun *run, bool *done, Error *err) {
    NetTrain *t = &run->train;
    if (!run->pulsing) {
        timeline_turn(&run->timeline, t->state.step, t->recipe.mask, t->recipe.divide);
        bool stepped, ok = net_train_slice(t, &stepped, err);
        *done = false;
        if (ok && !stepped) return true;
        ok = finish_step(run, ok);
        *done = ok && !run->pulsing;
        return ok;
    }
    double text = (double)t->count * t->weights.shape.positions;
    for (double work = 0; run->pulsing && work < NET_TRAIN_SLICE; work += text) go_on_pulse(run);
    *done = !run->pulsing;
    return true;
}

bool train_run_step(TrainRun *run, Error *err) {
    bool done = false, ok = true;
    while (ok && !done) ok = train_run_slice(run, &done, err);
    return ok;
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
