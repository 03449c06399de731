// Naming a measured head: the rules turned into detectors of patterns that come from a model.
//
// For a class with the target set D (D[i][j] = 1 where the rule points), over the queries i that have a target:
//     score = mean_i Σ_j A[i][j]·D[i][j]     baseline = mean_i Σ_j D[i][j] / (keys that i sees)
// The baseline is what a uniform head gets. No query with a target: there is no score, and n/a is shown, never a
// number.
//
// Rows come one by one, in any order, from wherever they are: detect_add takes one, so a whole model can be done in
// slices.
#ifndef LOOKBACK_ATTN_DETECT_H
#define LOOKBACK_ATTN_DETECT_H

#include <stdbool.h>

typedef enum DetectClass {
    DETECT_PREVIOUS,  // j = i − 1
    DETECT_DUPLICATE, // the same token, j < i
    DETECT_INDUCTION, // the token after an earlier copy, j ≤ i
    DETECT_FIRST,     // j = 0: the sink
    DETECT_CLASSES
} DetectClass;

// Names as in rules and JSON, and the formula to show beside the score.
extern const char *const DETECT_NAMES[DETECT_CLASSES];
extern const char *const DETECT_FORMULAS[DETECT_CLASSES];
// Why there is no score: "nothing repeats in this text" …
extern const char *const DETECT_REASONS[DETECT_CLASSES];

// What the text says about targets, worked out once. {0} is valid and empty.
typedef struct DetectText {
    int keys, queries;
    int offset;    // query row i stands at position offset + i of the keys
    bool related;  // both are positions of one text (false: cross attention; DETECT_FIRST alone is defined)
    bool causal;   // query at position p sees keys 0 … p; else all
    bool bos;      // position 0 is a token that begins every text
    int *before;   // [keys] the last earlier position with the same token; −1: none
    double *bits;  // [keys + 1] log2 of that many keys: the ceiling of a row's entropy
} DetectText;

// kind[keys]: equal for equal tokens (Token.kind, or ids). NULL: tokens unknown; nothing repeats then.
void detect_text(DetectText *out, const int *kind, int keys, int queries, int offset, bool related, bool causal,
                 bool bos);
void detect_text_free(DetectText *t);

// Sums over the rows of one head so far. {0} is none.
typedef struct DetectHead {
    int rows;         // given
    int entropy_rows; // of those, with more than one key to see
    int bad;          // of those, with NaN or ∞ in them: left out of all else
    struct {
        double score, baseline;
        int rows;
    } at[DETECT_CLASSES];
    double entropy, ceiling;   // bits, over entropy_rows
    double normalised;         // Σ entropy / ceiling of the row
    double distance, seen;     // Σ_j A·|p − j|, and the mass that was measured
    double future;             // mass beyond the position of the query
    double mass, hits[DETECT_CLASSES]; // Σ A, and Σ A⊙D over all rows: TransformerLens' `mul` is hits / mass
    double stripe[DETECT_CLASSES];     // Σ A[p][p − offset] on a text that is one block repeated (detect_stripes)
    int stripe_rows[DETECT_CLASSES];
} DetectHead;

// Adds row `query`, weights row[keys].
void detect_add(DetectHead *head, const DetectText *t, int query, const double *row);

// The same for floats, many times as fast: entropy is then within 1e-6 bits. Returns how far the row reaches: from there
// on its weights are 0.
int detect_add_floats(DetectHead *head, const DetectText *t, int query, const float *row);

// Results; NaN where there is none.
double detect_score(const DetectHead *h, DetectClass c);
double detect_baseline(const DetectHead *h, DetectClass c);
double detect_entropy(const DetectHead *h);          // bits, mean over rows that see more than one key
double detect_entropy_normalised(const DetectHead *h); // mean of entropy / ceiling
double detect_distance(const DetectHead *h);         // tokens looked back, mean over all mass
double detect_future(const DetectHead *h);           // mean mass beyond the query

// TransformerLens' head_detector with error_measure "mul": Σ A⊙D / Σ A over the whole pattern, row 0 in the
// denominator; for previous, duplicate and induction. Gives a perfect previous-token head (n − 1)/n.
double detect_mul(const DetectHead *h, DetectClass c);

// The length R of the block if the text (from `bos` on) is one block repeated, so that stripe scores mean something;
// else 0.
int detect_period(const DetectText *t, const int *kind);

// Stripe scores on such a text: the mean of the diagonal −1 (previous), −R (duplicate), 1 − R (induction).
void detect_add_stripes(DetectHead *head, const DetectText *t, int period, int query, const double *row);
double detect_stripe(const DetectHead *h, DetectClass c);

// Jensen–Shannon divergence of two rows in bits: 0 the same, 1 nothing in common. Its square root is a distance.
double detect_divergence(const double *p, const double *q, int n);

#endif
