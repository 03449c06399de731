#include "out/readings.h"

#include "out/csv.h"
#include "out/json.h"

#include <math.h>

// ---- what adds to a logit

static void write_parts(Json *j, const NetDirect *d, double logit, int layers, int heads) {
    out_json_number(j, "logit", logit);
    out_json_number(j, "embedding", d->embedding);
    out_json_matrix(j, "heads", d->head, layers, heads, heads);
    out_json_numbers(j, "mlp", d->mlp, layers);
    out_json_numbers(j, "biases", d->bias, layers);
    out_json_number(j, "final_bias", d->final_bias);
}

static void write_roles(Json *j, const Readings *r, const OutShares *s) {
    out_json_array(j, "reported");
    for (int k = 0; s->role && k < r->source->layers * r->source->heads; k++) {
        int layer = k / r->source->heads, head = k % r->source->heads;
        const char *role = s->role(layer, head, s->with);
        if (!role) continue;
        out_json_object(j, NULL);
        out_json_integer(j, "layer", layer);
        out_json_integer(j, "head_index", head);
        out_json_text(j, "role", role);
        out_json_end(j);
    }
    out_json_end(j);
}

void out_shares_json(const Readings *r, const OutShares *s, Str *out) {
    Json j = out_predictions_begin("lookback.contributions/1", r->source, r->view, r->ids, r->position, out);
    out_json_array(&j, "of");
    for (int k = 0; k < s->ofs; k++) {
        out_json_object(&j, NULL);
        out_json_integer(&j, "id", s->of[k].id);
        out_json_bytes(&j, "token", s->of[k].text, s->of[k].len);
        out_json_end(&j);
    }
    out_json_end(&j);
    write_parts(&j, s->now, s->logit, r->source->layers, r->source->heads);
    if (s->before) {
        out_json_object(&j, "before");
        write_parts(&j, s->before, s->logit_before, r->source->layers, r->source->heads);
        out_json_end(&j);
    }
    write_roles(&j, r, s);
    out_json_end(&j);
}

// layer and head: −1 is left empty.
static void put_share(Str *out, const char *part, int layer, int head, double now, double before) {
    str_printf(out, "%s,", part);
    if (layer >= 0) str_printf(out, "%d", layer);
    str_putc(out, ',');
    if (head >= 0) str_printf(out, "%d", head);
    str_putc(out, ',');
    out_csv_number(out, now);
    str_putc(out, ',');
    out_csv_number(out, before);
    str_putc(out, '\n');
}

void out_shares_csv(const Readings *r, const OutShares *s, Str *out) {
    const NetDirect *now = s->now, *was = s->before;
    int heads = r->source->heads;
    str_puts(out, "part,layer,head,contribution,before\n");
    put_share(out, "embedding", -1, -1, now->embedding, was ? was->embedding : NAN);
    for (int l = 0; l < r->source->layers; l++) {
        for (int h = l * heads; h < (l + 1) * heads; h++)
            put_share(out, "head", l, h % heads, now->head[h], was ? was->head[h] : NAN);
        put_share(out, "bias", l, -1, now->bias[l], was ? was->bias[l] : NAN);
        put_share(out, "mlp", l, -1, now->mlp[l], was ? was->mlp[l] : NAN);
    }
    put_share(out, "final bias", -1, -1, now->final_bias, was ? was->final_bias : NAN);
}

// ---- the lens

static void write_depths(Json *j, const OutDepth *depth, int depths) {
    out_json_array(j, "depths");
    for (int k = 0; k < depths; k++) {
        out_json_object(j, NULL);
        if (k == 0)
            out_json_null(j, "after_layer");
        else
            out_json_integer(j, "after_layer", k - 1);
        out_predictions_list(j, "top", depth[k].top, depth[k].tops);
        out_predictions_list(j, "chosen", depth[k].chosen, depth[k].choices);
        out_json_end(j);
    }
    out_json_end(j);
}

void out_lens_json(const Readings *r, const OutDepth *now, const OutDepth *before, int depths, Str *out) {
    Json j = out_predictions_begin("lookback.lens/1", r->source, r->view, r->ids, r->position, out);
    write_depths(&j, now, depths);
    if (before) {
        out_json_object(&j, "before");
        write_depths(&j, before, depths);
        out_json_end(&j);
    }
    out_json_end(&j);
}

static void put_tokens(Str *out, int depth, const char *list, const PredictedToken *token, int count,
                       const PredictedToken *before, int befores) {
    for (int k = 0; k < count; k++) {
        if (depth > 0) str_printf(out, "%d", depth - 1);
        str_printf(out, ",%s,%d,", list, k + 1);
        out_predictions_csv_token(&token[k], before, befores, out);
    }
}

void out_lens_csv(const Readings *r, const OutDepth *now, const OutDepth *before, int depths, Str *out) {
    (void)r;
    str_puts(out, "after_layer,list,rank,id,token,logit,probability,probability_before\n");
    for (int k = 0; k < depths; k++) {
        const OutDepth *was = before ? &before[k] : NULL;
        put_tokens(out, k, "top", now[k].top, now[k].tops, was ? was->top : NULL, was ? was->tops : 0);
        put_tokens(out, k, "chosen", now[k].chosen, now[k].choices, was ? was->chosen : NULL, was ? was->choices : 0);
    }
}

// ---- losses

static void write_losses(Json *j, const double *loss, int n) {
    double sum = 0;
    int count = 0;
    for (int i = 1; i < n; i++) {
        if (!isnan(loss[i])) sum += loss[i], count++;
    }
    out_predictions_losses(j, loss, n);
    out_json_number(j, "mean_loss_nats", count > 0 ? sum / count : NAN);
}

void out_losses_json(const Readings *r, const double *now, const double *before, Str *out) {
    Json j = out_predictions_begin("lookback.losses/1", r->source, r->view, r->ids, r->position, out);
    write_losses(&j, now, r->source->tokens->n);
    if (before) {
        out_json_object(&j, "before");
        write_losses(&j, before, r->source->tokens->n);
        out_json_end(&j);
    }
    out_json_end(&j);
}

void out_losses_csv(const Readings *r, const double *now, const double *before, Str *out) {
    str_puts(out, "position,id,token,loss_nats,before\n");
    for (int i = 0; i < r->source->tokens->n; i++) {
        int len;
        const char *bytes = tokens_text(r->source->tokens, i, &len);
        str_printf(out, "%d,%d,", i, r->ids[i]);
        out_csv_field(out, bytes, len);
        str_putc(out, ',');
        out_csv_number(out, i ? now[i] : NAN);
        str_putc(out, ',');
        out_csv_number(out, i && before ? before[i] : NAN);
        str_putc(out, '\n');
    }
}
