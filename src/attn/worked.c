#include "attn/worked.h"

#include "math/nn.h"

#include <math.h>

const char *const WORKED_NAMES[WORKED_PARTS] = {
    [WORKED_X] = "X",   [WORKED_WQ] = "W_Q",        [WORKED_WK] = "W_K",        [WORKED_WV] = "W_V",
    [WORKED_WO] = "W_O", [WORKED_Q] = "Q",          [WORKED_K] = "K",           [WORKED_V] = "V",
    [WORKED_S] = "S",   [WORKED_SCALED] = "scaled", [WORKED_MASKED] = "masked", [WORKED_A] = "A",
    [WORKED_OUT] = "out",
};

static Matrix *following(WorkedResult *r, WorkedPart part) {
    return &r->follows[part - WORKED_GIVEN];
}

const Matrix *worked_matrix(const Worked *w, const WorkedResult *r, WorkedPart part) {
    return part < WORKED_GIVEN ? &w->given[part] : &r->follows[part - WORKED_GIVEN];
}

void worked_shape(const Worked *w, WorkedPart part, int *rows, int *cols) {
    bool square = part >= WORKED_S && part <= WORKED_A;
    *rows = part >= WORKED_WQ && part <= WORKED_WV ? w->model : part == WORKED_WO ? w->d : w->n;
    *cols = part == WORKED_X || part == WORKED_WO ? w->model : square ? w->n : w->d;
}

double worked_divisor(const Worked *w) {
    return sqrt(w->d);
}

void worked_default_wo(Worked *w) {
    Matrix *m = &w->given[WORKED_WO];
    *m = (Matrix){.rows = w->d, .cols = w->model};
    for (int k = 0; k < w->d; k++) m->at[k][k % w->model] = 1;
}

// Row i of scaled, masked and A, its sum and its entropy.
static void finish_row(WorkedResult *r, int i, int n) {
    const double *score = following(r, WORKED_S)->at[i];
    double *scaled = following(r, WORKED_SCALED)->at[i];
    double *masked = following(r, WORKED_MASKED)->at[i];
    double *weight = following(r, WORKED_A)->at[i];
    int visible = r->params.mask ? i + 1 : n;
    for (int j = 0; j < n; j++) {
        scaled[j] = score[j] / r->params.divisor;
        masked[j] = j < visible || r->zero_after ? scaled[j] : -INFINITY;
    }
    nn_softmax(masked, weight, n);
    for (int j = visible; j < n; j++) weight[j] = 0;
    r->row_sum[i] = 0;
    for (int j = 0; j < n; j++) r->row_sum[i] += weight[j];
    r->entropy[i] = r->zero_after && visible < n ? NAN : nn_entropy_bits(weight, n);
    r->ceiling[i] = log2(visible);
}

void worked_run(WorkedResult *out, const Worked *w, AttentionParams p, bool zero_after) {
    *out = (WorkedResult){.params = p, .zero_after = zero_after && p.mask};
    for (int k = 0; k < 3; k++) {
        matrix_product(&out->follows[k], &w->given[WORKED_X], &w->given[WORKED_WQ + k]); // Q, K, V
    }
    matrix_product_rows(following(out, WORKED_S), following(out, WORKED_Q), following(out, WORKED_K));
    for (WorkedPart part = WORKED_SCALED; part <= WORKED_A; part++) {
        *following(out, part) = (Matrix){.rows = w->n, .cols = w->n};
    }
    for (int i = 0; i < w->n; i++) finish_row(out, i, w->n);
    matrix_product(following(out, WORKED_OUT), following(out, WORKED_A), following(out, WORKED_V));
}

// Row y of `left` times row or column `index` of `right`.
static void take_products(WorkedSum *sum, const Worked *w, const WorkedResult *r, WorkedLine left, WorkedLine right) {
    const Matrix *a = worked_matrix(w, r, left.part), *b = worked_matrix(w, r, right.part);
    sum->form = WORKED_PRODUCTS;
    sum->from[0] = left;
    sum->from[1] = right;
    sum->count = a->cols;
    for (int k = 0; k < a->cols; k++) {
        sum->left[k] = a->at[left.index][k];
        sum->right[k] = right.column ? b->at[k][right.index] : b->at[right.index][k];
    }
}

static void take_softmax(WorkedSum *sum, const WorkedResult *r, int y, int x) {
    const Matrix *masked = &r->follows[WORKED_MASKED - WORKED_GIVEN];
    double most = -INFINITY;
    sum->form = WORKED_SOFTMAX;
    sum->count = masked->cols;
    sum->own = x;
    sum->from[0] = (WorkedLine){WORKED_MASKED, false, y};
    for (int j = 0; j < masked->cols; j++) most = fmax(most, masked->at[y][j]);
    for (int j = 0; j < masked->cols; j++) {
        sum->left[j] = masked->at[y][j] - most;
        sum->right[j] = exp(sum->left[j]);
        sum->below += sum->right[j];
    }
    if (r->zero_after && x > y) {
        sum->form = WORKED_ZEROED;
        sum->left[0] = sum->right[x] / sum->below;
        sum->count = 1;
    }
}

// The one cell in front of (y, x), in `part`.
static void take_one(WorkedSum *sum, const WorkedResult *r, WorkedForm form, WorkedPart part, int y, int x) {
    sum->form = form;
    sum->count = 1;
    sum->from[0] = (WorkedLine){part, false, y};
    sum->left[0] = r->follows[part - WORKED_GIVEN].at[y][x];
    sum->right[0] = r->params.divisor;
}

WorkedSum worked_sum(const Worked *w, const WorkedResult *r, WorkedPart part, int y, int x) {
    WorkedSum sum = {.form = WORKED_ENTERED, .value = worked_matrix(w, r, part)->at[y][x]};
    switch (part) {
    case WORKED_Q:
    case WORKED_K:
    case WORKED_V:
        take_products(&sum, w, r, (WorkedLine){WORKED_X, false, y}, (WorkedLine){part - WORKED_Q + WORKED_WQ, true, x});
        break;
    case WORKED_S:
        take_products(&sum, w, r, (WorkedLine){WORKED_Q, false, y}, (WorkedLine){WORKED_K, false, x});
        break;
    case WORKED_SCALED: take_one(&sum, r, WORKED_DIVIDED, WORKED_S, y, x); break;
    case WORKED_MASKED:
        take_one(&sum, r, sum.value == -INFINITY ? WORKED_HIDDEN : WORKED_KEPT, WORKED_SCALED, y, x);
        break;
    case WORKED_A: take_softmax(&sum, r, y, x); break;
    case WORKED_OUT:
        take_products(&sum, w, r, (WorkedLine){WORKED_A, false, y}, (WorkedLine){WORKED_V, true, x});
        break;
    default: break;
    }
    return sum;
}
