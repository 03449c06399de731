// The card of a model: data, recipe, scores, limits. Every number is worked out here, from the weights.
#ifndef LOOKBACK_MODEL_TRAIN_CARD_H
#define LOOKBACK_MODEL_TRAIN_CARD_H

#include "base/str.h"
#include "model/scores.h"
#include "net/train.h"

// Appends Markdown. Fails when the model's numbers are not finite.
bool train_card_write(const NetTrain *t, Str *out, Error *err);

#endif
