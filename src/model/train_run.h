// A training with its timeline: what a live view drives a slice at a time, and `lookback train --headless` at once.
#ifndef LOOKBACK_MODEL_TRAIN_RUN_H
#define LOOKBACK_MODEL_TRAIN_RUN_H

#include "model/timeline.h"

// {0} is valid and empty. Between slices, everything in train and timeline can be read.
typedef struct TrainRun {
    NetTrain train;
    Timeline timeline;
    NetLoss sum; // since the last pulse
    int summed[3];
    bool pulsing; // a pulse is being worked out: from the exam, then texts scored
    Pulse pulse;
    NetExam exam;
    int scored;
} TrainRun;

// The recipe must have passed net_recipe_check.
void train_run_start(TrainRun *run, const NetRecipe *recipe, const Blas *blas);
bool train_run_resume(TrainRun *run, const char *folder, const Blas *blas, Error *err);
void train_run_free(TrainRun *run);

// One step, and after some of them (timeline_interval) a pulse. Fails as net_train_step; the timeline then ends at the
// state that is kept.
bool train_run_step(TrainRun *run, Error *err);

// The same in slices of some ten milliseconds; *done: a step, with its pulse, is finished.
bool train_run_slice(TrainRun *run, bool *done, Error *err);

// Writes the folder (model/train_files.h).
bool train_run_save(const TrainRun *run, const char *folder, Error *err);

// From start to end: trains, writes the folder now and then and at the end, tells a line of text at every pulse. When
// training diverges the last sound state is written before this fails. resume: go on with what is in the folder; recipe
// is then unused.
typedef void (*TrainSay)(void *context, const char *line);
bool train_headless(const NetRecipe *recipe, bool resume, const char *folder, TrainSay say, void *context, Error *err);

#endif
