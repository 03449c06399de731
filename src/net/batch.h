// What a training step reads: sequences of <BOS> and `context` words, a share of them random words repeated, the rest
// sentences.
#ifndef LOOKBACK_NET_BATCH_H
#define LOOKBACK_NET_BATCH_H

#include "net/words.h"

enum { BATCH_PERIOD_MIN = 4 };

// period words drawn at random, over and over, behind <BOS>: out[1 + context].
void batch_repeated(const Words *w, Random *r, int period, int context, int *out);

// Sentences one behind the other, the last cut where the context ends.
void batch_sentences(const Words *w, Random *r, int context, int *out);

// Sequences [rows, 1 + context]: the first `repeated` of them random words with a period from BATCH_PERIOD_MIN to
// half the context, which goes to period[]; the others sentences, with period 0.
void batch_fill(const Words *w, Random *r, int rows, int repeated, int context, int *ids, int *period);

#endif
