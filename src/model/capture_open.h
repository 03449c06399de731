// How a capture is made of a table; used by capture.c alone.
#ifndef LOOKBACK_MODEL_CAPTURE_OPEN_H
#define LOOKBACK_MODEL_CAPTURE_OPEN_H

#include "model/capture.h"

// Fills tokens, query_tokens and what is known from them, for the batch.
bool capture_read_tokens(Capture *c, Error *err);

// Compares weights made of q and k with the file's, and leaves q and k out where they differ (a rotary embedding came
// in between, another bias). Causal must be known.
bool capture_trust_vectors(Capture *c, Error *err);

// Writes the sentence of what was taken for what.
void capture_describe(Capture *c);

#endif
