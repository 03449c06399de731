// The other things read off a model, as JSON and CSV: what adds to a logit, the logit lens, the loss of each token.
#ifndef LOOKBACK_OUT_READINGS_H
#define LOOKBACK_OUT_READINGS_H

#include "net/readout.h"
#include "out/predictions.h"

// What all of them begin with; everything is borrowed. Lists come in two: now, and without levers (NULL where those
// change nothing).
typedef struct Readings {
    const Source *source;
    const SourceView *view;
    const int *ids; // of the source's tokens
    int position;
} Readings;

// What adds to the logit of of[0], or to that of of[0] less that of of[1].
typedef struct OutShares {
    const PredictedToken *of;
    int ofs;
    double logit, logit_before;
    const NetDirect *now, *before;
    const char *(*role)(int layer, int head, const void *with); // what a paper calls a head; NULL: it does not
    const void *with;
} OutShares;

// `lookback.contributions/1`: …, of [{id, token}], logit, embedding, heads [layer][head], mlp [layer], biases [layer],
// final_bias, before, reported [{layer, head_index, role}]. CSV: part,layer,head,contribution,before.
void out_shares_json(const Readings *r, const OutShares *s, Str *out);
void out_shares_csv(const Readings *r, const OutShares *s, Str *out);

// One depth of the lens.
typedef struct OutDepth {
    const PredictedToken *top, *chosen;
    int tops, choices;
} OutDepth;

// `lookback.lens/1`: …, depths [{after_layer (null: the embedding), top, chosen}], before. CSV: after_layer,list,rank,
// id,token,logit,probability,probability_before, list being top or chosen.
void out_lens_json(const Readings *r, const OutDepth *now, const OutDepth *before, int depths, Str *out);
void out_lens_csv(const Readings *r, const OutDepth *now, const OutDepth *before, int depths, Str *out);

// `lookback.losses/1`: …, loss_nats [null first], mean_loss_nats, before. CSV: position,id,token,loss_nats,before.
void out_losses_json(const Readings *r, const double *now, const double *before, Str *out);
void out_losses_csv(const Readings *r, const double *now, const double *before, Str *out);

#endif
