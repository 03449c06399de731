#include "out/predictions.h"

#include "out/csv.h"

#include <math.h>

void out_predictions_list(Json *j, const char *key, const PredictedToken *token, int count) {
    out_json_array(j, key);
    for (int k = 0; k < count; k++) {
        out_json_object(j, NULL);
        out_json_integer(j, "id", token[k].id);
        out_json_bytes(j, "token", token[k].text, token[k].len);
        out_json_number(j, "logit", token[k].logit);
        out_json_number(j, "probability", token[k].probability);
        out_json_end(j);
    }
    out_json_end(j);
}

void out_predictions_losses(Json *j, const double *loss, int n) {
    out_json_array(j, "loss_nats");
    for (int i = 0; i < n; i++) out_json_number(j, NULL, i ? loss[i] : NAN);
    out_json_end(j);
}

static void write_cuts(Json *j, const SourceView *v) {
    out_json_array(j, "knocked_out");
    for (int k = 0; k < v->cuts; k++) {
        const SourceCut *c = &v->cut[k];
        if (c->kind == CUT_EDGE) continue;
        out_json_object(j, NULL);
        out_json_integer(j, "layer", c->layer);
        out_json_integer(j, "head_index", c->head);
        out_json_text(j, "how", c->kind == CUT_MEAN ? "mean" : "zero");
        if (c->alone) out_json_bool(j, "alone", true);
        out_json_end(j);
    }
    out_json_end(j);
    out_json_array(j, "cut_edges");
    for (int k = 0; k < v->cuts; k++) {
        const SourceCut *c = &v->cut[k];
        if (c->kind != CUT_EDGE) continue;
        out_json_object(j, NULL);
        out_json_integer(j, "layer", c->layer);
        out_json_integer(j, "head_index", c->head);
        out_json_integer(j, "query", c->query);
        out_json_integer(j, "key", c->key);
        out_json_end(j);
    }
    out_json_end(j);
}

static void write_answers(Json *j, const PredictedToken *top, int tops, const PredictedToken *chosen, int choices,
                          const double *loss, int n) {
    out_predictions_list(j, "top", top, tops);
    out_predictions_list(j, "chosen", chosen, choices);
    if (choices >= 2) out_json_number(j, "logit_difference", chosen[0].logit - chosen[1].logit);
    out_predictions_losses(j, loss, n);
}

Json out_predictions_begin(const char *schema, const Source *s, const SourceView *v, const int *ids, int position,
                           Str *out) {
    Json j = out_json_to(out);
    out_json_object(&j, NULL);
    out_json_text(&j, "schema", schema);
    out_json_object(&j, "source");
    out_json_text(&j, "kind", s->kind);
    out_json_text(&j, "name", s->path);
    out_json_end(&j);
    out_json_tokens(&j, "tokens", s->tokens);
    out_json_array(&j, "ids");
    for (int i = 0; i < s->tokens->n; i++) out_json_integer(&j, NULL, ids[i]);
    out_json_end(&j);
    out_json_integer(&j, "position", position);
    out_json_bool(&j, "mask", v->mask);
    out_json_number(&j, "divisor", v->divisor);
    out_json_text(&j, "scope", v->whole ? "model" : "head");
    out_json_integer(&j, "layer", v->at.layer);
    out_json_integer(&j, "head_index", v->at.head);
    out_json_bool(&j, "bos", v->bos);
    if (s->moments > 0) out_json_integer(&j, "step", s->moment[source_moment(s, v->past, v->step)].step);
    write_cuts(&j, v);
    return j;
}

void out_predictions_json(const Predictions *p, Str *out) {
    const Source *s = p->source;
    Json j = out_predictions_begin("lookback.predictions/1", s, p->view, p->ids, p->position, out);
    write_answers(&j, p->top, p->tops, p->chosen, p->choices, p->loss, s->tokens->n);
    if (p->before) {
        out_json_object(&j, "before");
        write_answers(&j, p->before, p->tops, p->chosen_before, p->choices, p->loss_before, s->tokens->n);
        out_json_end(&j);
        out_json_matrix(&j, "moved", p->moved, s->layers, s->heads, s->heads);
    }
    out_json_end(&j);
}

void out_predictions_csv_token(const PredictedToken *token, const PredictedToken *before, int befores, Str *out) {
    double was = NAN;
    for (int b = 0; b < befores; b++) was = before[b].id == token->id ? before[b].probability : was;
    str_printf(out, "%d,", token->id);
    out_csv_field(out, token->text, (int)token->len);
    str_putc(out, ',');
    out_csv_number(out, token->logit);
    str_putc(out, ',');
    out_csv_number(out, token->probability);
    str_putc(out, ',');
    out_csv_number(out, was);
    str_putc(out, '\n');
}

static void put_tokens(Str *out, const PredictedToken *token, int count, const PredictedToken *before, int befores,
                       bool ranked) {
    for (int k = 0; k < count; k++) {
        if (ranked) str_printf(out, "%d", k + 1);
        str_putc(out, ',');
        out_predictions_csv_token(&token[k], before, befores, out);
    }
}

void out_predictions_csv(const Predictions *p, Str *out) {
    str_puts(out, "rank,id,token,logit,probability,probability_before\n");
    put_tokens(out, p->top, p->tops, p->before, p->before ? p->tops : 0, true);
    put_tokens(out, p->chosen, p->choices, p->chosen_before, p->before ? p->choices : 0, false);
}
