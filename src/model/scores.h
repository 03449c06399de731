// What the heads of a model of the little language have become: detectors (attn/detect.h) over fixed probes.
#ifndef LOOKBACK_MODEL_SCORES_H
#define LOOKBACK_MODEL_SCORES_H

#include "net/pulse.h"

enum { SCORE_PROBES = 8, SCORE_PROMPTS = 24 };

// False when the model's numbers are not finite. Layers and heads within the bounds above.
bool head_scores(const Words *words, const NetWeights *w, const Blas *blas, bool mask, HeadScores *out);

// The same text by text, k from 0, into an `out` that begins as {0}.
enum { SCORE_TEXTS = SCORE_PROBES + SCORE_PROMPTS };
bool head_scores_add(const Words *words, const NetWeights *w, const Blas *blas, bool mask, int k, HeadScores *out);

#endif
