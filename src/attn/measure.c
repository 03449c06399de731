#include "attn/measure.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

const char *const MEASURE_NAMES[MEASURE_COUNT] = {
    "previous-token", "duplicate-token", "induction", "first-token", "entropy", "distance",
    "mul-previous-token", "mul-duplicate-token", "mul-induction",
    "stripe-previous-token", "stripe-duplicate-token", "stripe-induction", "active", "js-distance",
};

const char *const MEASURE_FORMULAS[MEASURE_COUNT] = {
    "mean weight on j = i-1",
    "mean weight on the same token, j < i",
    "mean weight on the token after an earlier copy",
    "mean weight on j = 0",
    "mean entropy of a row / log2 of its keys",
    "mean tokens looked back",
    "sum A*D / sum A, D: j = i-1",
    "sum A*D / sum A, D: the same token, j < i",
    "sum A*D / sum A, D: after an earlier copy",
    "mean of the diagonal -1, repeated text",
    "mean of the diagonal -R, block of R repeated",
    "mean of the diagonal 1-R, block of R repeated",
    "1 - A[i,0]: weight not on key 0",
    "sqrt of mean JS divergence of rows (bits); 1: nothing in common",
};

// The class of detect.h a measure is about.
static DetectClass class_of(Measure m) {
    if (m >= MEASURE_STRIPE_PREVIOUS) return (DetectClass)(m - MEASURE_STRIPE_PREVIOUS);
    if (m >= MEASURE_MUL_PREVIOUS) return (DetectClass)(m - MEASURE_MUL_PREVIOUS);
    return (DetectClass)m;
}

bool measure_offered(Measure m, const Source *s) {
    return m != MEASURE_APART || s->compared;
}

double measure_of(Measure m, const Source *s, int k) {
    const DetectHead *h = &s->map.head[k];
    switch (m) {
    case MEASURE_APART: return s->apart ? s->apart[k] : NAN;
    case MEASURE_ACTIVE: return s->active ? s->active[k] : NAN;
    case MEASURE_ENTROPY: return detect_entropy_normalised(h);
    case MEASURE_DISTANCE: return detect_distance(h);
    default: break;
    }
    // no targets
    if (m >= MEASURE_MUL_PREVIOUS && m < MEASURE_STRIPE_PREVIOUS && isnan(detect_score(h, class_of(m)))) return NAN;
    if (m >= MEASURE_STRIPE_PREVIOUS) return detect_stripe(h, class_of(m));
    return m >= MEASURE_MUL_PREVIOUS ? detect_mul(h, class_of(m)) : detect_score(h, class_of(m));
}

int measure_active_heads(const Source *s) {
    int count = 0;
    for (int k = 0; s->active && k < s->layers * s->heads; k++) count += s->active[k] > MEASURE_ACTIVE_FROM;
    return count;
}

double measure_baseline(Measure m, const Source *s) {
    int heads = s->layers * s->heads;
    for (int k = 0; k < heads && m <= MEASURE_FIRST; k++) {
        double baseline = detect_baseline(&s->map.head[k], class_of(m));
        if (!isnan(baseline)) return baseline;
    }
    if (m == MEASURE_ACTIVE && s->active)
        return 1 - 1 / (double)(s->causal && s->related ? s->active_query + 1 : s->keys);
    return m == MEASURE_ENTROPY ? 1 : NAN;
}

double measure_level(Measure m, double value, const Source *s) {
    return m == MEASURE_DISTANCE ? value / s->keys : value;
}

const char *measure_reason(Measure m, const Source *s) {
    bool finite = false;
    for (int k = 0; k < s->layers * s->heads; k++) {
        if (!isnan(measure_of(m, s, k))) return NULL;
        if (m == MEASURE_APART) continue; // the heads need not have been measured
        finite = finite || s->map.head[k].rows > s->map.head[k].bad;
    }
    if (m == MEASURE_APART) return s->compared ? "no row is finite in both" : "there is one dump only";
    if (!finite) return "no row of any head is finite";
    if (m == MEASURE_ACTIVE) return "no head has numbers for this query";
    if (m >= MEASURE_STRIPE_PREVIOUS) return "the text is not one block repeated";
    if (m == MEASURE_ENTROPY) return "no row sees more than one key";
    if (m == MEASURE_DISTANCE) return "queries and keys are not of one text";
    return DETECT_REASONS[class_of(m)];
}

typedef struct Ranked {
    double value;
    int at;
} Ranked;

static int compare(const void *a, const void *b) {
    const Ranked *x = a, *y = b;
    if (isnan(x->value) != isnan(y->value)) return isnan(x->value) ? 1 : -1;
    if (x->value != y->value && !isnan(x->value)) return x->value > y->value ? -1 : 1;
    return x->at - y->at;
}

void measure_sort(Measure m, const Source *s, int *order) {
    int heads = s->layers * s->heads;
    Ranked *list = MEM_NEW(Ranked, (size_t)heads);
    double sign = m == MEASURE_ENTROPY || m == MEASURE_DISTANCE ? -1 : 1;
    for (int k = 0; k < heads; k++) list[k] = (Ranked){sign * measure_of(m, s, k), k};
    qsort(list, (size_t)heads, sizeof *list, compare);
    for (int k = 0; k < heads; k++) order[k] = list[k].at;
    free(list);
}
