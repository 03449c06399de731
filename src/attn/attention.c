#include "attn/attention.h"

#include "base/mem.h"
#include "math/nn.h"

#include <math.h>
#include <stdlib.h>

void attention_row_resize(AttentionRow *row, int n) {
    if (row->n == n) return;
    size_t bytes = (size_t)n * 4;
    row->score = mem_resize(row->score, bytes, sizeof(double)); // one block, four arrays
    row->scaled = row->score + n;
    row->masked = row->scaled + n;
    row->weight = row->masked + n;
    row->n = n;
}

void attention_row_finish(AttentionRow *row, AttentionParams p) {
    row->visible = p.mask ? row->query + 1 : row->n;
    for (int j = 0; j < row->n; j++) {
        row->scaled[j] = row->score[j] / p.divisor;
        row->masked[j] = j < row->visible ? row->scaled[j] : -INFINITY;
    }
    nn_softmax(row->masked, row->weight, row->n);
    row->entropy = nn_entropy_bits(row->weight, row->n);
    row->ceiling = log2(row->visible);
    row->future = 0;
    for (int j = row->query + 1; j < row->n; j++) row->future += row->weight[j];
}

static void score(AttentionRow *out, const Rule *rule, const Tokens *t, int query) {
    attention_row_resize(out, t->n);
    out->query = query;
    rule->score(t, query, out->score);
}

void attention_row_weights(AttentionRow *out, const Rule *rule, const Tokens *t, int query, AttentionParams p, int from,
                           int count) {
    score(out, rule, t, query);
    out->visible = p.mask ? query + 1 : t->n;
    double max, sum = nn_power_sum(out->score, out->visible, p.divisor, &max), last = NAN, weight = 0;
    for (int j = from; j < from + count; j++) {
        if (out->score[j] != last) last = out->score[j], weight = exp((last - max) / p.divisor) / sum;
        out->weight[j] = j < out->visible ? weight : 0;
    }
}

void attention_row(AttentionRow *out, const Rule *rule, const Tokens *t, int query, AttentionParams p) {
    score(out, rule, t, query);
    attention_row_finish(out, p);
}

void attention_row_free(AttentionRow *row) {
    free(row->score);
    *row = (AttentionRow){0};
}

void attention_run(Attention *out, const Rule *rule, const Tokens *t, AttentionParams p) {
    attention_free(out);
    out->n = t->n;
    out->row = MEM_NEW(AttentionRow, (size_t)t->n);
    for (int i = 0; i < t->n; i++) attention_row(&out->row[i], rule, t, i, p);
}

void attention_free(Attention *a) {
    for (int i = 0; i < a->n; i++) attention_row_free(&a->row[i]);
    free(a->row);
    *a = (Attention){0};
}
