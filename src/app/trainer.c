#include "app/trainer.h"

#include "base/mem.h"
#include "math/half.h"
#include "model/train_files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const int TRAINER_SPEED[TRAIN_SPEEDS] = {1, 2, 4, 8, 20, 100};

static const size_t MEMORY_MAX = 64 << 20; // of the moments, in bytes

Trainer *trainer_new(void) {
    return MEM_NEW(Trainer, 1);
}

void trainer_forget(Trainer *t) {
    if (!t) return;
    train_run_free(&t->run);
    past_free(&t->past);
    free(t->loss);
    free(t->moment);
    free(t->half);
    *t = (Trainer){.blas = t->blas,
                   .blas_open = t->blas_open,
                   .folder = t->folder,
                   .resume = t->resume,
                   .every = 1,
                   .version = t->version + 1,
                   .taken = t->taken};
}

void trainer_delete(Trainer *t) {
    if (!t) return;
    trainer_forget(t);
    if (t->blas_open) blas_close(&t->blas);
    free(t);
}

// ---- one that was stored

// Between two pulses the mean over the batches there.
static void fill_losses(Trainer *t) {
    const Timeline *line = &t->run.timeline;
    int steps = t->run.train.state.step;
    t->loss = mem_new((size_t)steps, sizeof *t->loss);
    for (int k = 0, step = 0; k < line->pulses; k++) {
        const NetLoss *loss = &line->pulse[k].loss;
        for (; step < line->pulse[k].step && step < steps; step++) {
            float *at = t->loss[step];
            at[0] = (float)loss->first, at[1] = (float)loss->again, at[2] = (float)loss->sentences;
        }
    }
}

bool trainer_open(Trainer *t, const char *folder, Error *err) {
    Timeline *line = &t->run.timeline;
    NetTrain *train = &t->run.train;
    words_init(&train->words);
    bool ok = timeline_open(line, &train->words, folder, err);
    if (ok && (line->states < 1 || line->pulses < 1)) ok = error_set(err, "%s: its timeline is empty", folder);
    if (!ok) {
        trainer_forget(t);
        return false;
    }
    train->recipe = line->recipe;
    train->count = line->count;
    train->state.step = line->pulse[line->pulses - 1].step;
    net_weights_init(&train->weights, &line->shape);
    t->moments = line->states, t->moment = line->step, t->half = line->numbers;
    line->states = 0, line->step = NULL, line->numbers = NULL;
    t->begun = t->stored = true;
    t->unmasked = !line->recipe.mask;
    past_view_states(&t->past, line, t->moments, t->moment, t->half);
    fill_losses(t);
    blas_open(&t->blas, 1);
    t->blas_open = true;
    return true;
}

// ---- moments

static size_t numbers(const Trainer *t) {
    return t->run.train.count;
}

static void drop_every_other(Trainer *t) {
    t->every *= 2;
    int kept = 0;
    for (int k = 0; k < t->moments; k += 2, kept++) {
        t->moment[kept] = t->moment[k];
        memmove(t->half + (size_t)kept * numbers(t), t->half + (size_t)k * numbers(t), numbers(t) * sizeof *t->half);
    }
    t->moments = kept;
}

static void keep_moment(Trainer *t) {
    if (t->moments > 2 && (size_t)(t->moments + 1) * numbers(t) * sizeof *t->half > MEMORY_MAX) drop_every_other(t);
    if (t->moments == t->room) {
        t->room = t->room ? 2 * t->room : 16;
        t->moment = mem_resize(t->moment, (size_t)t->room, sizeof *t->moment);
        t->half = mem_resize(t->half, (size_t)t->room * numbers(t), sizeof *t->half);
    }
    uint16_t *half = t->half + (size_t)t->moments * numbers(t);
    for (size_t k = 0; k < numbers(t); k++) half[k] = half_from_float(t->run.train.state.numbers[k]);
    t->moment[t->moments++] = t->run.train.state.step;
    past_view_states(&t->past, &t->run.timeline, t->moments, t->moment, t->half);
}

// After a pulse; every so many of them.
static void follow_pulses(Trainer *t) {
    int pulses = t->run.timeline.pulses;
    if (pulses == t->pulses_seen) return;
    t->pulses_seen = pulses;
    if ((pulses - 1) % t->every == 0 || !net_train_more(&t->run.train)) keep_moment(t);
}

int trainer_moment_at(const Trainer *t, int step) {
    return past_at(&t->past, step);
}

int trainer_moment(const Trainer *t, const State *s) {
    if (t->stored) return trainer_moment_at(t, s->scene.train.step);
    return s->training.past && t->moments ? trainer_moment_at(t, s->training.at) : TRAINER_NOW;
}

int trainer_step_of(const Trainer *t, int moment) {
    return moment == TRAINER_NOW ? t->run.train.state.step : t->moment[moment];
}

const NetWeights *trainer_weights(Trainer *t, int moment) {
    return moment == TRAINER_NOW ? &t->run.train.weights : past_weights(&t->past, moment);
}

void trainer_show(Trainer *t, Source *source) {
    if (t->taken == t->version) return;
    t->taken = t->version;
    const NetTrain *train = &t->run.train;
    net_source_take(source, &(NetTraining){.words = &train->words,
                                           .weights = &train->weights,
                                           .line = &t->run.timeline,
                                           .moments = t->moments,
                                           .step = t->moment,
                                           .numbers = t->half});
}

// ---- work

static bool same_recipe(const NetRecipe *a, const NetRecipe *b) {
    return a->layers == b->layers && a->heads == b->heads && a->width == b->width && a->hidden == b->hidden &&
           a->context == b->context && a->batch == b->batch && a->steps == b->steps && a->seed == b->seed &&
           a->rate == b->rate && a->repeated == b->repeated;
}

bool trainer_fits(const Trainer *t, const State *s) {
    return t->stored || (t->begun && t->anew == s->training.anew && same_recipe(&t->run.train.recipe, &s->scene.train.recipe));
}

int trainer_step(const Trainer *t, const State *s) {
    return trainer_fits(t, s) ? t->run.train.state.step : 0;
}

static bool goes_on(const Trainer *t, const State *s) {
    bool more = !t->diverged && net_train_more(&t->run.train) && t->run.train.state.step < s->training.goal;
    return t->within || more;
}

bool trainer_wanted(const Trainer *t, const State *s) {
    return !trainer_fits(t, s) || s->training.save || goes_on(t, s);
}

static void open_library(Trainer *t) {
    if (!t->blas_open) blas_open(&t->blas, 1);
    t->blas_open = true;
}

static void say(State *s, const char *text) {
    snprintf(s->note, sizeof s->note, "%.*s", NOTE_MAX - 1, text);
}

bool trainer_resume(Trainer *t, const char *folder, NetRecipe *recipe, Error *err) {
    trainer_forget(t);
    open_library(t);
    if (!train_run_resume(&t->run, folder, &t->blas, err)) return false;
    *recipe = t->run.train.recipe;
    t->resume = folder;
    t->folder = net_train_more(&t->run.train) ? folder : NULL; // else there is nothing new to write
    trainer_forget(t);
    return true;
}

// The timeline of a folder: its states, and for each step the losses of its pulse.
static void take_line(Trainer *t) {
    const Timeline *line = &t->run.timeline;
    int done = t->run.train.state.step;
    t->moments = t->room = line->states;
    t->moment = MEM_NEW(int, (size_t)t->room);
    t->half = MEM_NEW(uint16_t, (size_t)t->room * numbers(t));
    memcpy(t->moment, line->step, (size_t)t->moments * sizeof *t->moment);
    memcpy(t->half, line->numbers, (size_t)t->moments * numbers(t) * sizeof *t->half);
    if (t->moments == 0 || t->moment[t->moments - 1] < done) keep_moment(t);
    past_view_states(&t->past, line, t->moments, t->moment, t->half);
    t->pulses_seen = line->pulses;
    t->loss_room = done;
    t->loss = mem_new((size_t)t->loss_room + 1, sizeof *t->loss);
    for (int step = 0, k = 0; step < done; step++) {
        while (k < line->pulses && line->pulse[k].step <= step) k++;
        const NetLoss none = {NAN, NAN, NAN, NAN}, *loss = k < line->pulses ? &line->pulse[k].loss : &none;
        float *at = t->loss[step];
        at[0] = (float)loss->first, at[1] = (float)loss->again, at[2] = (float)loss->sentences;
    }
    for (int k = 0; k < line->turns; k++) t->unmasked = t->unmasked || (!line->turn[k].mask && line->turn[k].step < done);
}

static void begin(Trainer *t, State *s) {
    const NetRecipe *recipe = &s->scene.train.recipe;
    Error err;
    if (t->begun) s->training.goal = 0;
    s->training.past = s->training.film = false;
    trainer_forget(t);
    open_library(t);
    bool resumed = t->resume && s->training.anew == 0 && train_run_resume(&t->run, t->resume, &t->blas, &err);
    if (resumed && !same_recipe(&t->run.train.recipe, recipe)) resumed = false, train_run_free(&t->run);
    if (!resumed) train_run_start(&t->run, recipe, &t->blas);
    t->begun = true;
    t->anew = s->training.anew;
    if (resumed) take_line(t);
    else follow_pulses(t);
}

static void save(Trainer *t, State *s) {
    Error err;
    char text[NOTE_MAX];
    s->training.save = false;
    if (!t->folder) {
        say(s, "no folder to write to: lookback train -o DIR");
    } else if (!train_run_save(&t->run, t->folder, &err)) {
        say(s, err.text);
    } else {
        snprintf(text, sizeof text, "step %d written to %.200s", t->run.train.state.step, t->folder);
        say(s, text);
    }
}

static void keep_loss(Trainer *t) {
    int step = t->run.train.state.step;
    if (step > t->loss_room) {
        t->loss_room = t->loss_room ? 2 * t->loss_room : 256;
        t->loss = mem_resize(t->loss, (size_t)t->loss_room, sizeof *t->loss);
    }
    const NetLoss *loss = &t->run.train.loss;
    float *at = t->loss[step - 1];
    at[0] = (float)loss->first, at[1] = (float)loss->again, at[2] = (float)loss->sentences;
}

static void stop(Trainer *t, State *s, const Error *err) {
    t->diverged = true;
    s->training.running = false;
    while (t->moments > 1 && t->moment[t->moments - 1] > t->run.train.state.step) t->moments--;
    past_view_states(&t->past, &t->run.timeline, t->moments, t->moment, t->half);
    say(s, err->text);
}

void trainer_work(Trainer *t, State *s) {
    const NetRecipe *recipe = &s->scene.train.recipe;
    Error err;
    if (!trainer_fits(t, s)) {
        begin(t, s);
        return;
    }
    if (s->training.save && !t->within) {
        save(t, s);
        return;
    }
    bool done;
    int before = t->run.train.state.step;
    t->version++;
    if (!t->within) net_train_set(&t->run.train, recipe->mask, recipe->divide);
    if (!train_run_slice(&t->run, &done, &err)) {
        t->within = false;
        stop(t, s, &err);
        return;
    }
    t->within = !done;
    if (t->run.train.state.step > before) keep_loss(t);
    if (!done) return;
    t->unmasked = t->unmasked || !t->run.train.recipe.mask;
    follow_pulses(t);
    if (!net_train_more(&t->run.train)) s->training.running = false;
}
