// A training as a folder:
//     config.json  tokenizer.json  model.safetensors    the model, in Hugging Face's layout
//     README.md                                         its card: recipe and scores, worked out while writing
//     timeline.safetensors                              the way to it (model/timeline.h)
//     resume.safetensors                                what is needed to go on: weights and Adam's means
// Each file is replaced whole or not at all.
#ifndef LOOKBACK_MODEL_TRAIN_FILES_H
#define LOOKBACK_MODEL_TRAIN_FILES_H

#include "model/timeline.h"

// Makes the folder if need be, and fails if nothing can be written there, or if something else is in it.
bool train_files_prepare(const char *folder, Error *err);

bool train_files_write(const NetTrain *t, const Timeline *timeline, const char *folder, Error *err);

// Reads resume.safetensors and timeline.safetensors: t goes on where it was. Of a finished training the model and the
// timeline are enough. Both are {0} before, and empty after a
// failure.
bool train_files_resume(NetTrain *t, Timeline *timeline, const Blas *blas, const char *folder, Error *err);

#endif
