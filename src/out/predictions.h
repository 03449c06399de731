// What a model says next as `lookback.predictions/1`.
#ifndef LOOKBACK_OUT_PREDICTIONS_H
#define LOOKBACK_OUT_PREDICTIONS_H

#include "attn/source.h"
#include "base/str.h"
#include "out/json.h"

typedef struct PredictedToken {
    int id;
    const char *text;
    size_t len;
    double logit, probability;
} PredictedToken;

// What is written; everything is borrowed.
typedef struct Predictions {
    const Source *source;
    const SourceView *view;
    const int *ids; // of the source's tokens
    int position;
    const PredictedToken *top, *before; // before: without the levers; NULL where they change nothing
    int tops;
    const PredictedToken *chosen, *chosen_before;
    int choices;
    const double *loss, *loss_before; // [tokens]: nats; loss[0] means nothing, NaN is not known
    const double *moved;              // [layers × heads]; NULL where nothing changed
} Predictions;

// tokens, ids, position, mask, divisor, scope ("head": mask, divisor, bos and cut edges bear on layer, head_index alone,
// at the stream's end), bos, knocked_out [{layer, head_index, how, alone: true of those taken out at its end}], cut_edges,
// top [{id, token, logit, probability}], chosen, loss_nats [null first, and where ⟨BOS⟩ stands in front of this head alone, second]; and with levers: before
// {top, chosen, loss_nats}, moved [layer][head].
void out_predictions_json(const Predictions *p, Str *out);

// rank,id,token,logit,probability,probability_before: the likeliest tokens, then those chosen, without a rank.
void out_predictions_csv(const Predictions *p, Str *out);

// ---- for what else is read off a model (out/readings.h)

// Opens the object and writes all up to cut_edges; the caller ends it.
Json out_predictions_begin(const char *schema, const Source *s, const SourceView *v, const int *ids, int position,
                           Str *out);
void out_predictions_list(Json *j, const char *key, const PredictedToken *token, int count);
void out_predictions_losses(Json *j, const double *loss, int n);

// Appends id,token,logit,probability,probability_before and a newline; before: the same list without the levers.
void out_predictions_csv_token(const PredictedToken *token, const PredictedToken *before, int befores, Str *out);

#endif
