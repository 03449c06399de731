#include "out/trace.h"

#include "base/mem.h"
#include "out/csv.h"
#include "out/json.h"

#include <stdlib.h>

static void write_head(Json *j, const OutTrace *t) {
    const Source *s = t->source;
    out_json_text(j, "schema", "lookback.trace/1");
    out_json_object(j, "source");
    out_json_text(j, "kind", s->kind);
    out_json_text(j, "name", s->path);
    out_json_end(j);
    out_json_tokens(j, "tokens", s->tokens);
    out_json_integer(j, "layer", t->trace->layer);
    out_json_integer(j, "head_index", t->trace->head);
    out_json_integer(j, "position", t->trace->query);
    out_json_bool(j, "mask", t->view->mask);
    out_json_number(j, "divisor", t->trace->divisor);
    out_json_bool(j, "bos", t->view->bos);
    out_json_text(j, "scope", t->view->whole ? "model" : "head");
    const NetCut *cut = t->trace->cut;
    if (cut)
        out_json_text(j, "knocked_out", cut->kind == NET_CUT_MEAN ? "mean" : "zero");
    else
        out_json_null(j, "knocked_out");
}

static void write_part(Json *j, const NetTrace *t, const char *key, NetTracePart part) {
    out_json_numbers(j, key, t->part[part], net_trace_size(t, part));
}

static void write_values(Json *j, const NetTrace *t) {
    size_t count = (size_t)t->n * (size_t)t->d;
    double *value = MEM_NEW(double, count);
    for (size_t k = 0; k < count; k++) value[k] = (double)t->value[k];
    out_json_matrix(j, "values", value, t->n, t->d, t->d);
    free(value);
}

static void write_cell(Json *j, const OutTrace *t) {
    NetTerms sum;
    net_trace_terms(t->trace, t->part, t->cell, NET_TRACE_TERMS, &sum);
    out_json_object(j, "cell");
    out_json_text(j, "part", NET_TRACE_NAMES[t->part]);
    out_json_integer(j, "index", t->cell);
    out_json_number(j, "value", t->trace->part[t->part][t->cell]);
    out_json_array(j, "terms");
    for (int k = 0; k < sum.terms; k++) {
        out_json_object(j, NULL);
        out_json_integer(j, "at", sum.term[k].at);
        out_json_number(j, "a", sum.term[k].a);
        out_json_number(j, "b", sum.term[k].b);
        out_json_number(j, "sum", sum.term[k].sum);
        out_json_end(j);
    }
    out_json_end(j);
    out_json_integer(j, "others", sum.all - sum.terms);
    out_json_number(j, "rest", sum.rest);
    out_json_number(j, "bias", sum.bias);
    out_json_number(j, "sum", sum.sum);
    out_json_end(j);
}

void out_trace_json(const OutTrace *all, Str *out) {
    const NetTrace *t = all->trace;
    Json j = out_json_to(out);
    out_json_object(&j, NULL);
    write_head(&j, all);
    write_part(&j, t, "row", NET_TRACE_ROW);
    out_json_number(&j, "row_mean", t->mean);
    out_json_number(&j, "row_size", t->size);
    write_part(&j, t, "normalised", NET_TRACE_NORMAL);
    write_part(&j, t, "q", NET_TRACE_Q);
    write_part(&j, t, "k", NET_TRACE_K);
    write_part(&j, t, "v", NET_TRACE_V);
    write_part(&j, t, "scores", NET_TRACE_SCORE);
    out_json_numbers(&j, "scaled", t->scaled, t->n);
    out_json_numbers(&j, "masked", t->masked, t->n);
    out_json_numbers(&j, "weights", t->weight, t->n);
    write_values(&j, t);
    write_part(&j, t, "blend", NET_TRACE_BLEND);
    out_json_numbers(&j, "passed_on", t->passed, t->d);
    write_part(&j, t, "head_output", NET_TRACE_OUT);
    write_part(&j, t, "added", NET_TRACE_ADDED);
    write_part(&j, t, "all_heads", NET_TRACE_ALL);
    write_cell(&j, all);
    out_json_end(&j);
}

static void write_lines(Str *out, const char *name, const double *value, int n) {
    for (int k = 0; k < n; k++) {
        str_printf(out, "%s,%d,", name, k);
        out_csv_number(out, value[k]);
        str_putc(out, '\n');
    }
}

void out_trace_csv(const OutTrace *all, Str *out) {
    const NetTrace *t = all->trace;
    str_puts(out, "part,index,value\n");
    for (NetTracePart p = 0; p < NET_TRACE_PARTS; p++) {
        write_lines(out, NET_TRACE_NAMES[p], t->part[p], net_trace_size(t, p));
        if (p != NET_TRACE_SCORE) continue;
        write_lines(out, "scaled", t->scaled, t->n);
        write_lines(out, "masked", t->masked, t->n);
        write_lines(out, "weight", t->weight, t->n);
    }
}
