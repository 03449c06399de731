#include "attn/heads.h"

static void join(HeadsResult *out, const Heads *heads, int h, bool on, int at) {
    const Matrix *own = worked_matrix(&heads->head[h], &out->head[h], WORKED_OUT);
    const Matrix *block = &heads->head[h].given[WORKED_WO];
    for (int k = 0; k < own->cols; k++) {
        for (int i = 0; i < own->rows; i++) out->concat.at[i][at + k] = on ? own->at[i][k] : 0;
        for (int m = 0; m < block->cols; m++) out->w_o.at[at + k][m] = block->at[k][m];
    }
}

void heads_run(HeadsResult *out, const Heads *heads, unsigned on, AttentionParams p) {
    const Worked *first = &heads->head[0];
    *out = (HeadsResult){.sum = {.rows = first->n, .cols = first->model}};
    int width = 0;
    for (int h = 0; h < heads->count; h++) width += heads->head[h].d;
    out->concat = (Matrix){.rows = first->n, .cols = width};
    out->w_o = (Matrix){.rows = width, .cols = first->model};
    for (int h = 0, at = 0; h < heads->count; at += heads->head[h].d, h++) {
        const Worked *w = &heads->head[h];
        worked_run(&out->head[h], w, p, false);
        matrix_product(&out->part[h], worked_matrix(w, &out->head[h], WORKED_OUT), &w->given[WORKED_WO]);
        if (on >> h & 1) matrix_add(&out->sum, &out->part[h]);
        join(out, heads, h, on >> h & 1, at);
    }
    matrix_product(&out->product, &out->concat, &out->w_o);
    out->difference = matrix_distance(&out->product, &out->sum);
    out->stream = first->given[WORKED_X];
    matrix_add(&out->stream, &out->sum);
}
