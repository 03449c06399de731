#include "out/pattern.h"

#include "out/csv.h"
#include "out/json.h"

#include <math.h>

// An array of one number a row: what `pick` takes from each.
static void write_column(Json *j, const char *key, const Attention *a, double (*pick)(const AttentionRow *row)) {
    out_json_array(j, key);
    for (int i = 0; i < a->n; i++) out_json_number(j, NULL, pick(&a->row[i]));
    out_json_end(j);
}

static double entropy_of(const AttentionRow *row) {
    return row->entropy;
}

static double ceiling_of(const AttentionRow *row) {
    return row->ceiling;
}

static double future_of(const AttentionRow *row) {
    return row->future;
}

static void write_source(Json *j, const Pattern *p) {
    out_json_object(j, "source");
    out_json_text(j, "kind", p->kind);
    out_json_bytes(j, "name", p->source, p->source_len);
    out_json_end(j);
}

static const double *score_of(const AttentionRow *row) {
    return row->score;
}

static const double *weight_of(const AttentionRow *row) {
    return row->weight;
}

static void write_rows(Json *j, const char *key, const Attention *a, const double *(*pick)(const AttentionRow *row)) {
    out_json_array(j, key);
    for (int i = 0; i < a->n; i++) out_json_numbers(j, NULL, pick(&a->row[i]), a->row[i].n);
    out_json_end(j);
}

// How far the levers of a model reach, and what was cut.
static void write_model(Json *j, const SourceView *v) {
    static const char *const KINDS[] = {[CUT_ZERO] = "zero", [CUT_MEAN] = "mean", [CUT_EDGE] = "edge"};
    out_json_text(j, "scope", v->whole ? "model" : "head");
    out_json_array(j, "cuts");
    for (int k = 0; k < v->cuts; k++) {
        const SourceCut *c = &v->cut[k];
        out_json_object(j, NULL);
        out_json_text(j, "how", KINDS[c->kind]);
        out_json_integer(j, "layer", c->layer);
        out_json_integer(j, "head_index", c->head);
        if (c->alone) out_json_bool(j, "alone", true);
        if (c->kind == CUT_EDGE) out_json_integer(j, "query", c->query);
        if (c->kind == CUT_EDGE) out_json_integer(j, "key", c->key);
        out_json_end(j);
    }
    out_json_end(j);
}

// Which head of the dump or model it is, and how it was changed.
static void write_measured(Json *j, const Pattern *p) {
    const SourceView *v = p->view;
    if (v->marks > 0) {
        out_json_array(j, "mean_of");
        for (int k = 0; k < v->marks; k++) {
            out_json_object(j, NULL);
            out_json_integer(j, "layer", v->mark[k].layer);
            out_json_integer(j, "head_index", v->mark[k].head);
            out_json_end(j);
        }
        out_json_end(j);
    } else {
        out_json_integer(j, "layer", v->at.layer);
        out_json_integer(j, "head_index", v->at.head);
    }
    out_json_integer(j, "batch", v->batch);
    out_json_integer(j, "first_query", p->measured->first);
    out_json_bool(j, "key_0_hidden", v->hide_first);
    const Source *s = p->measured;
    if (s->moments > 0) out_json_integer(j, "step", s->moment[source_moment(s, v->past, v->step)].step);
    if (s->norms) out_json_bool(j, "times_value_norms", v->weigh);
    if (s->follow) write_model(j, v);
}

void out_pattern_json(const Pattern *p, Str *out) {
    const Attention *a = p->attention;
    Json j = out_json_to(out);
    out_json_object(&j, NULL);
    out_json_text(&j, "schema", "lookback.pattern/1");
    write_source(&j, p);
    if (p->measured) write_measured(&j, p);
    else out_json_text(&j, "head", p->head);
    out_json_tokens(&j, "tokens", p->tokens);
    if (p->measured && p->measured->query_tokens) out_json_tokens(&j, "query_tokens", p->measured->query_tokens);
    if (p->measured && !p->measured->raw && !p->measured->causal_known) out_json_null(&j, "mask");
    else out_json_bool(&j, "mask", p->params.mask);
    if (p->measured && !p->measured->raw) out_json_null(&j, "divisor");
    else out_json_number(&j, "divisor", p->params.divisor);
    out_json_bool(&j, "bos", p->bos);
    if (p->measured && !p->measured->raw) out_json_null(&j, "scores");
    else write_rows(&j, "scores", a, score_of);
    write_rows(&j, "weights", a, weight_of);
    write_column(&j, "entropy_bits", a, entropy_of);
    write_column(&j, "max_entropy_bits", a, ceiling_of);
    write_column(&j, "future_mass", a, future_of);
    out_json_end(&j);
}

static void write_token(Str *out, const Tokens *t, int i) {
    int len;
    const char *bytes = tokens_text(t, i, &len);
    out_csv_field(out, bytes, len);
    str_putc(out, ',');
}

void out_pattern_csv(const Pattern *p, Str *out) {
    str_puts(out, "query,key,query_token,key_token,score,weight\n");
    for (int i = 0; i < p->attention->n; i++) {
        const AttentionRow *row = &p->attention->row[i];
        for (int k = 0; k < row->n; k++) {
            bool apart = p->measured && p->measured->query_tokens;
            str_printf(out, "%d,%d,", row->query, k);
            write_token(out, apart ? p->measured->query_tokens : p->tokens, row->query);
            write_token(out, p->tokens, k);
            out_csv_number(out, row->score[k]);
            str_putc(out, ',');
            out_csv_number(out, row->weight[k]);
            str_putc(out, '\n');
        }
    }
}
