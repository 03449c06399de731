// From measurements to sentences: what was found, what causes it, what to do.
#include "model/doctor_measure.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int heads_of(const Doctor *d) {
    return d->c->layers * d->c->heads;
}

// Of one head, how many rows have it.
typedef long (*Count)(const HeadMeasure *h);

static long count_nan(const HeadMeasure *h) {
    return h->nan;
}
static long count_inf(const HeadMeasure *h) {
    return h->inf;
}
static long count_negative(const HeadMeasure *h) {
    return h->negative;
}
static long count_empty(const HeadMeasure *h) {
    return h->empty;
}
static long count_off(const HeadMeasure *h) {
    return h->off;
}
static long count_future(const HeadMeasure *h) {
    return h->future_rows;
}

static long total(const Doctor *d, Count count) {
    long sum = 0;
    for (int k = 0; k < heads_of(d); k++) sum += count(&d->head[k]);
    return sum;
}

// "all 12 heads", "layer 1, all 4 heads", "layer 2 head 1", "3 of 12 heads, first layer 0 head 4".
static void put_where(const Doctor *d, Count count, Str *out) {
    int some = 0, first = -1, last = 0, heads = heads_of(d);
    for (int k = 0; k < heads; k++) {
        if (count(&d->head[k]) == 0) continue;
        some++;
        last = k;
        if (first < 0) first = k;
    }
    int layer = first / d->c->heads, head = first % d->c->heads;
    bool one_layer = some == d->c->heads && last / d->c->heads == layer;
    if (heads == 1) str_puts(out, "the one head");
    else if (some == heads) str_printf(out, "all %d heads", heads);
    else if (one_layer) str_printf(out, "layer %d, all %d heads", layer, some);
    else if (some == 1) str_printf(out, "layer %d head %d", layer, head);
    else str_printf(out, "%d of %d heads, first layer %d head %d", some, heads, layer, head);
}

static Finding *begin(const Doctor *d, Findings *out, const char *code, Count count) {
    Finding *f = findings_add(out, code);
    if (count) put_where(d, count, &f->where);
    return f;
}

// ---- numbers that are none, and scores

static void report_nan(const Doctor *d, Findings *out) {
    for (int inf = 0; inf < 2; inf++) {
        Count count = inf ? count_inf : count_nan;
        long rows = total(d, count);
        if (rows == 0) continue;
        Finding *f = begin(d, out, inf ? "inf" : "nan", count);
        for (int k = 0; k < heads_of(d); k++) {
            if (count(&d->head[k]) == 0) continue;
            str_printf(&f->where, ", query %d%s", inf ? d->head[k].inf_at : d->head[k].nan_at, rows > 1 ? " …" : "");
            break;
        }
        str_printf(&f->message, "%ld of %ld rows hold %s: ", rows, capture_rows(d->c), inf ? "infinities" : "NaN");
        str_puts(&f->message, inf ? "numbers overflowed, as float16 does beyond 65504"
                                  : "every key of those queries was masked, or float16 overflowed");
        str_puts(&f->fix,
                 "do not mask a query's own position (padding on the left does); run the model in float32 or bfloat16");
    }
}

static bool report_scores(const Doctor *d, Findings *out) {
    if (total(d, count_negative) == 0) return false;
    Finding *f = begin(d, out, "raw-scores", count_negative);
    str_printf(&f->message, "%ld rows hold numbers below 0: these are scores before the softmax, not weights",
               total(d, count_negative));
    str_puts(&f->fix,
             "save the weights after the softmax, or name the tensor \"scores\": the softmax is then made here");
    return true;
}

// ---- rows that do not sum to 1

// Whether the columns of the head with the most bad rows sum to 1.
static bool columns_sum(Doctor *d, bool *sum, Error *err) {
    Capture *c = d->c;
    int worst = 0, good = 0;
    for (int k = 1; k < heads_of(d); k++) {
        if (d->head[k].off > d->head[worst].off) worst = k;
    }
    double *column = MEM_NEW(double, (size_t)c->keys);
    bool ok = true;
    for (int i = 0; ok && i < c->queries; i++) {
        ok = capture_weights(c, worst / c->heads, worst % c->heads, i, d->row, err);
        for (int j = 0; ok && j < c->keys; j++) column[j] += d->row[j];
    }
    for (int j = 0; j < c->keys; j++) good += fabs(column[j] - 1) <= d->slack;
    free(column);
    *sum = ok && c->keys > 1 && good * 10 >= c->keys * 9;
    return ok;
}

// --axes with Q and K exchanged.
static void put_turned_axes(const Capture *c, Str *out) {
    for (const char *p = c->weights.axes; *p; p++) str_putc(out, *p == 'Q' ? 'K' : *p == 'K' ? 'Q' : *p);
}

static void explain_sums(const Doctor *d, Findings *out, double least, double most) {
    long holes = 0, future = total(d, count_future);
    for (int k = 0; k < heads_of(d); k++) holes += d->head[k].holes;
    bool same = most - least <= 4 * d->slack * most;
    const char *code = "row-sums", *why = "these are no softmax rows: weights were scaled, cut off or rounded",
               *fix = "save the rows as the softmax makes them";
    if (same && most > 1.5 && fabs(most - round(most)) <= 4 * d->slack * most) {
        code = "summed";
        why = "as many heads or layers were added up";
        fix = "save each head by itself, or divide by that number to have their mean";
    } else if (most > 1 + d->slack && holes > 0) {
        code = "dropout";
        why = "some weights are 0 and the others grew: dropout was on";
        fix = "call model.eval() before the forward pass";
    } else if (most <= 1 + d->slack && least > 0 && future == 0 && d->c->related) {
        code = "masked-late";
        why = "the future was zeroed after the softmax, so each row lost what it had there";
        fix = "mask before the softmax: scores of hidden keys become −∞";
    }
    Finding *f = begin(d, out, code, count_off);
    if (same) str_printf(&f->message, "every row sums to %.3g, not 1: %s", most, why);
    else
        str_printf(&f->message, "%ld of %ld rows do not sum to 1 (%.3g … %.3g): %s", total(d, count_off),
                   capture_rows(d->c), least, most, why);
    str_puts(&f->fix, fix);
}

static bool report_sums(Doctor *d, Findings *out, bool *transposed, Error *err) {
    if (total(d, count_off) == 0) return true;
    double least = INFINITY, most = -INFINITY;
    for (int k = 0; k < heads_of(d); k++) {
        if (d->head[k].off == 0) continue;
        least = fmin(least, d->head[k].least);
        most = fmax(most, d->head[k].most);
    }
    if (d->c->weights.there && !columns_sum(d, transposed, err)) return false;
    if (!*transposed) {
        explain_sums(d, out, least, most);
        return true;
    }
    Finding *f = begin(d, out, "transposed", count_off);
    str_printf(&f->message, "rows sum to %.3g … %.3g but columns sum to 1: queries and keys are exchanged", least,
               most);
    str_puts(&f->fix, "open it with --axes ");
    put_turned_axes(d->c, &f->fix);
    return true;
}

// ---- the future, and offsets

// By how much every row reaches beyond its position (0: as it should); found only if nine rows of ten agree.
static bool common_shift(const Doctor *d, int *shift) {
    const Capture *c = d->c;
    int counted = 0, agree = 0;
    int middle = c->queries / 2;
    *shift = d->reach[middle] - middle - c->offset;
    for (int i = 0; i < c->queries; i++) {
        if (d->reach[i] < 0) continue;
        int want = c->offset + i + *shift;
        bool clipped = want < 0 || want >= c->keys;
        counted += !clipped;
        agree += !clipped && d->reach[i] == want;
    }
    return counted >= 3 && agree * 10 >= counted * 9;
}

static void report_future(const Doctor *d, Findings *out) {
    const Capture *c = d->c;
    int shift;
    if (!c->related || c->causal == CAUSAL_NO || c->keys < 2) return;
    if (c->queries > 2 && common_shift(d, &shift) && shift != 0) {
        Finding *f = begin(d, out, "offset-rows", NULL);
        str_printf(&f->where, "all %d heads", heads_of(d));
        str_printf(&f->message,
                   "row i reaches key i%+d in every row, not key i: rows do not start at position %d, as in dumps of "
                   "generate()",
                   c->offset + shift, c->offset);
        int start = c->offset + shift;
        str_printf(&f->fix, "say where they start: metadata row_offset = %d%s", start,
                   start < 0                       ? " is impossible, so put the missing rows back"
                   : start + c->queries > c->keys ? " lies too far behind, so put the missing keys back"
                                                   : "");
        return;
    }
    if (total(d, count_future) == 0) return;
    double mass = 0, future = 0;
    for (int k = 0; k < heads_of(d); k++) {
        mass += d->head[k].mass;
        future += d->head[k].future;
    }
    Finding *f = begin(d, out, "future-mass", count_future);
    str_printf(&f->message, "%.2g %% of the mass lies above the diagonal: ", mass > 0 ? 100 * future / mass : 0.0);
    str_puts(&f->message,
             c->causal == CAUSAL_YES ? "the causal mask was dropped" : "if the model is causal, its mask was dropped");
    str_puts(&f->fix, "load the model with attn_implementation=\"eager\"");
    if (c->causal != CAUSAL_YES)
        str_puts(&f->fix,
                 "; if it is an encoder and looks both ways, say so: metadata causal = false, or --causal off");
}

static void report_misfit(const Doctor *d, Findings *out) {
    const Capture *c = d->c;
    if (!c->offset_misfit || findings_find(out, "offset-rows")) return;
    Finding *f = begin(d, out, "offset-rows", NULL);
    str_puts(&f->where, "metadata");
    str_printf(&f->message, "row_offset = %d does not fit: %d queries from there on end behind the %d keys",
               c->offset_misfit, c->queries, c->keys);
    str_puts(&f->fix, "say the position of the first row among the keys, or leave row_offset out");
}

// ---- patterns that say nothing

static bool report_uniform(const Doctor *d, Findings *out) {
    long flat = 0, rows = 0;
    for (int k = 0; k < heads_of(d); k++) {
        flat += d->head[k].flat;
        rows += d->head[k].long_rows;
    }
    if (rows < 3 || flat * 20 < rows * 19) return false;
    Finding *f = begin(d, out, "uniform", NULL);
    str_printf(&f->where, "all %d heads", heads_of(d));
    str_printf(&f->message,
               "near-uniform everywhere: in %ld of %ld rows no weight is 2.72 times another: the softmax was applied "
               "twice, or "
               "heads were averaged",
               flat, rows);
    if (total(d, count_future) > 0) str_puts(&f->message, " (what was masked has weight again)");
    str_puts(&f->fix, "save the weights as the model gives them, without a second softmax");
    return true;
}

static void report_empty(const Doctor *d, Findings *out) {
    long rows = total(d, count_empty);
    if (rows == 0) return;
    Finding *f = begin(d, out, "empty-rows", count_empty);
    str_printf(&f->message,
               "%ld of %ld rows are 0 everywhere: those queries saw no key (padding), or were never filled in", rows,
               capture_rows(d->c));
    str_puts(&f->fix, "cut the dump to the real tokens");
}

// ---- repeats

static bool same_heads(const Doctor *d, int a, int b) {
    const HeadMeasure *x = &d->head[a], *y = &d->head[b];
    bool measured = x->rows - x->nan - x->inf >= 3;
    return measured && x->print == y->print && x->nan == y->nan && x->inf == y->inf;
}

static void report_repeats(const Doctor *d, Findings *out) {
    const Capture *c = d->c;
    int pairs = 0, first = -1, layers = 0;
    if (c->queries < 3 || c->keys < 3) return;
    for (int l = 0; l < c->layers; l++) {
        for (int h = 1; h < c->heads; h++) {
            bool same = same_heads(d, l * c->heads + h - 1, l * c->heads + h);
            if (same && first < 0) first = l * c->heads + h - 1;
            pairs += same;
        }
        bool layer_same = l > 0;
        for (int h = 0; layer_same && h < c->heads; h++)
            layer_same = same_heads(d, (l - 1) * c->heads + h, l * c->heads + h);
        layers += layer_same;
    }
    if (pairs > 0) {
        Finding *f = begin(d, out, "repeated-heads", NULL);
        str_printf(&f->where, "layer %d heads %d and %d%s", first / c->heads, first % c->heads, first % c->heads + 1,
                   pairs > 1 ? " …" : "");
        str_printf(&f->message,
                   "%d heads are the same as the head before them: the key heads of grouped queries were repeated, or "
                   "one head was "
                   "saved many times",
                   pairs);
        str_puts(&f->fix, "save one pattern for each query head, as output_attentions gives them");
    }
    if (layers > 0) {
        Finding *f = begin(d, out, "repeated-layers", NULL);
        str_printf(&f->where, "%d of %d layers", layers, c->layers);
        str_puts(&f->message,
                 "these layers are the same as the layer before them: one tensor was saved again and again");
        str_puts(&f->fix, "save each layer's own tensor");
    }
}

// ---- tokens and padding

static void report_tokens(const Doctor *d, Findings *out) {
    const Capture *c = d->c;
    if (c->tokens_given == 0 || c->tokens_given == c->keys) return;
    Finding *f = begin(d, out, "token-count", NULL);
    str_puts(&f->where, str_text(&c->tokens_from));
    str_printf(&f->message, "%d tokens for %d keys: %s", c->tokens_given, c->keys,
               c->tokens_given > c->keys
                   ? "the patterns are of a shorter text, or the last token has no row (as in dumps of generate())"
                   : "special tokens or padding are in the patterns but not in the list");
    str_puts(&f->fix, "save the token list that went through the model, special tokens included");
}

static void report_padding(const Doctor *d, Findings *out) {
    const Capture *c = d->c;
    int before = d->first_key, behind = c->keys - 1 - d->last_key;
    bool unseen = d->last_key >= 0 && (before > 0 || behind > 0);
    if (!unseen && !c->padded) return;
    Finding *f = begin(d, out, "padding", NULL);
    if (!unseen) str_puts(&f->where, "tokens");
    else if (before == 0 || behind == 0)
        str_printf(&f->where, "the %s %d keys", before ? "first" : "last", before ? before : behind);
    else str_printf(&f->where, "the first %d and the last %d keys", before, behind);
    str_puts(&f->message, unseen ? "no query gives them any weight: they are padding"
                                 : "padding tokens are among the tokens: their rows mean nothing");
    str_puts(&f->fix, "cut the dump to the real tokens, or run the text alone, without a batch");
}

bool doctor_report(Doctor *d, Findings *out, Error *err) {
    bool transposed = false;
    findings_free(out);
    report_nan(d, out);
    bool scores = report_scores(d, out);
    if (!scores && !report_sums(d, out, &transposed, err)) return false;
    bool uniform = !scores && report_uniform(d, out);
    if (!scores && !transposed && !uniform) report_future(d, out); // each of these has mass there too
    report_misfit(d, out);
    if (!findings_find(out, "dropout")) report_empty(d, out); // it empties rows of one key
    report_repeats(d, out);
    report_tokens(d, out);
    report_padding(d, out);
    return true;
}
