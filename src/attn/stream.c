#include "attn/stream.h"

#include "math/nn.h"

#include <assert.h>
#include <string.h>

static void copy_row(double *out, const Worked *w, const WorkedResult *r, WorkedPart part, int y) {
    const Matrix *m = worked_matrix(w, r, part);
    memcpy(out, m->at[y], (size_t)m->cols * sizeof *out);
}

static void mix(Stream *out, const Worked *w, const WorkedResult *r) {
    const Matrix *v = worked_matrix(w, r, WORKED_V);
    for (int j = 0; j < w->n; j++) {
        for (int k = 0; k < w->d; k++) out->term[j][k] = out->weight[j] * v->at[j][k];
    }
    for (int m = 0; m < w->model; m++) {
        for (int k = 0; k < w->d; k++) out->widened[m] += out->blend[k] * w->given[WORKED_WO].at[k][m];
        out->added[m] = out->row[m] + out->widened[m];
    }
}

void stream_run(Stream *out, const Worked *w, int position, AttentionParams p, bool normalise) {
    assert(position >= 0 && position < w->n);
    Worked read = *w;
    Matrix *x = &read.given[WORKED_X];
    for (int i = 0; normalise && i < w->n; i++) nn_layernorm(x->at[i], x->at[i], w->model, STREAM_EPSILON);
    WorkedResult r;
    worked_run(&r, &read, p, false);
    *out = (Stream){.n = w->n, .model = w->model, .d = w->d, .position = position, .normalised = normalise};
    copy_row(out->row, w, &r, WORKED_X, position);
    copy_row(out->normal, &read, &r, WORKED_X, position);
    copy_row(out->q, w, &r, WORKED_Q, position);
    copy_row(out->k, w, &r, WORKED_K, position);
    copy_row(out->v, w, &r, WORKED_V, position);
    copy_row(out->score, w, &r, WORKED_S, position);
    copy_row(out->scaled, w, &r, WORKED_SCALED, position);
    copy_row(out->masked, w, &r, WORKED_MASKED, position);
    copy_row(out->weight, w, &r, WORKED_A, position);
    copy_row(out->blend, w, &r, WORKED_OUT, position);
    const Matrix *score = worked_matrix(w, &r, WORKED_S);
    for (int j = 0; j < w->n; j++) out->back[j] = score->at[j][position];
    out->entropy = r.entropy[position];
    out->ceiling = r.ceiling[position];
    mix(out, w, &r);
}
