// One head small enough to do by hand: X → Q, K, V → scores → scaled → masked → weights → out, every matrix kept.
// Everything is held by value, so that it can live in the state of the program and be undone by copying.
#ifndef LOOKBACK_ATTN_WORKED_H
#define LOOKBACK_ATTN_WORKED_H

#include "attn/attention.h"
#include "math/matrix.h"

enum { WORKED_TOKENS_MAX = 12, WORKED_MODEL_MAX = 12, WORKED_HEAD_MAX = 8, WORKED_LABEL_MAX = 64 };

// Every matrix of the example. The first five are given, the others follow.
typedef enum WorkedPart {
    WORKED_X,  // n × d_model
    WORKED_WQ, // d_model × d
    WORKED_WK,
    WORKED_WV,
    WORKED_WO, // d × d_model: widens a head's output again
    WORKED_GIVEN,
    WORKED_Q = WORKED_GIVEN, // n × d
    WORKED_K,
    WORKED_V,
    WORKED_S, // n × n, and so on to A
    WORKED_SCALED,
    WORKED_MASKED,
    WORKED_A,
    WORKED_OUT, // n × d
    WORKED_PARTS
} WorkedPart;

// X, W_Q … out: as in files, JSON and on screen.
extern const char *const WORKED_NAMES[WORKED_PARTS];

typedef struct Worked {
    int n, model, d; // tokens, d_model, head width
    struct {
        int len;
        char bytes[WORKED_LABEL_MAX]; // any bytes, no NUL behind
    } token[WORKED_TOKENS_MAX];
    Matrix given[WORKED_GIVEN];
} Worked;

typedef struct WorkedResult {
    AttentionParams params;
    bool zero_after; // weights above the diagonal set to 0 after the softmax, instead of masking before it
    Matrix follows[WORKED_PARTS - WORKED_GIVEN];
    double row_sum[WORKED_TOKENS_MAX]; // of A: 1, but for zero_after
    double entropy[WORKED_TOKENS_MAX]; // bits; NaN for a row that was zeroed: it is no distribution
    double ceiling[WORKED_TOKENS_MAX]; // log2 of the keys the query may see
} WorkedResult;

// Computes everything. zero_after counts only while p.mask is on. A few thousand multiplications at most.
void worked_run(WorkedResult *out, const Worked *w, AttentionParams p, bool zero_after);

// Any matrix by name, borrowed from w or r.
const Matrix *worked_matrix(const Worked *w, const WorkedResult *r, WorkedPart part);

// The shape of any matrix, without computing it.
void worked_shape(const Worked *w, WorkedPart part, int *rows, int *cols);

// √d, what scores are divided by unless told otherwise.
double worked_divisor(const Worked *w);

// W_O of an example that brings none: number k of the head's output goes to column k (modulo d_model).
void worked_default_wo(Worked *w);

// How a cell came about.
typedef enum WorkedForm {
    WORKED_ENTERED,  // given
    WORKED_PRODUCTS, // Σ left[k]·right[k]
    WORKED_DIVIDED,  // left[0] / right[0]
    WORKED_KEPT,     // masked: left[0], seen
    WORKED_HIDDEN,   // masked: −∞ instead of left[0]
    WORKED_SOFTMAX,  // e^left[own] / Σ e^left[k]; left[k] = masked − the row's largest, right[k] = e^left[k]
    WORKED_ZEROED,   // the softmax's left[0], set to 0 afterwards
} WorkedForm;

// A row or a column of a matrix, to be lit.
typedef struct WorkedLine {
    WorkedPart part;
    bool column;
    int index;
} WorkedLine;

// The terms of one cell. With WORKED_PRODUCTS from holds both factors; else only from[0] counts (a single cell of that
// row for DIVIDED and KEPT: the one in the same column).
typedef struct WorkedSum {
    WorkedForm form;
    int count, own; // terms; which of them is the cell's own (WORKED_SOFTMAX)
    double left[MATRIX_SIDE], right[MATRIX_SIDE];
    double below; // WORKED_SOFTMAX: the denominator Σ right
    double value; // of the cell
    WorkedLine from[2];
} WorkedSum;

// The terms of cell (y, x) of any matrix; y and x inside it.
WorkedSum worked_sum(const Worked *w, const WorkedResult *r, WorkedPart part, int y, int x);

#endif
