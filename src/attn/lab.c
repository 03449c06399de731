#include "attn/lab.h"

#include "math/nn.h"
#include "math/random.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

void lab_init(Lab *lab) {
    *lab = (Lab){.d = 64, .keys = LAB_KEYS_MAX, .seed = 1};
}

// q·k of pair `stream`. Whole numbers up to 1024·510² < 2³¹.
static double sample_dot(uint64_t seed, uint64_t stream, int d) {
    Random r = random_stream(seed, stream);
    int sum = 0;
    for (int k = 0; k < d; k++) {
        int q, key;
        random_bells(&r, &q, &key);
        sum += q * key;
    }
    return (double)sum / RANDOM_BELL_VARIANCE; // each entry is a bell / √variance
}

static double sample_variance(const double *x, int n) {
    double mean = 0, sum = 0;
    for (int k = 0; k < n; k++) mean += x[k] / n;
    for (int k = 0; k < n; k++) sum += (x[k] - mean) * (x[k] - mean);
    return sum / (n - 1);
}

static void finish_row(LabRow *row, const int *sum, int keys, double divisor) {
    *row = (LabRow){0};
    for (int j = 0; j < keys; j++) row->score[j] = (double)sum[j] / RANDOM_BELL_VARIANCE / divisor;
    nn_softmax(row->score, row->weight, keys);
    row->entropy = nn_entropy_bits(row->weight, keys);
    row->gradient = nn_softmax_slope(row->weight, keys);
}

// The row `sum` at width d, without and with the divisor, into the means.
static void take_row(LabResult *out, const Lab *lab, const int *sum, int d, int number) {
    bool power = (d & (d - 1)) == 0;
    int point = 0;
    while (1 << point < d) point++;
    for (int divided = 0; divided < 2; divided++) {
        LabRow row;
        finish_row(&row, sum, lab->keys, divided ? sqrt(d) : 1);
        if (power) out->curve[divided][point] += row.entropy / LAB_ROWS;
        if (d != lab->d) continue;
        out->entropy[divided] += row.entropy / LAB_ROWS;
        out->gradient[divided] += row.gradient / LAB_ROWS;
        if (number == 0) out->row[divided] = row;
    }
}

// One query against all its keys, wider and wider.
static void grow_row(LabResult *out, const Lab *lab, int number) {
    Random r = random_stream(lab->seed, (uint64_t)LAB_SAMPLES + (uint64_t)number);
    int sum[LAB_KEYS_MAX] = {0};
    for (int d = 1; d <= LAB_WIDTH_MAX; d++) {
        int q, unused;
        random_bells(&r, &q, &unused);
        for (int j = 0; j < LAB_KEYS_MAX; j += 2) { // all of them: fewer keys leave the others as they were
            int a, b;
            random_bells(&r, &a, &b);
            sum[j] += q * a;
            sum[j + 1] += q * b;
        }
        if (d == lab->d || (d & (d - 1)) == 0) take_row(out, lab, sum, d, number);
    }
}

void lab_run(LabResult *out, const Lab *lab) {
    assert(lab->d >= 1 && lab->d <= LAB_WIDTH_MAX && lab->keys >= LAB_KEYS_MIN && lab->keys <= LAB_KEYS_MAX);
    memset(out, 0, sizeof *out);
    for (int s = 0; s < LAB_SAMPLES; s++) out->dot[s] = sample_dot(lab->seed, (uint64_t)s, lab->d);
    out->variance = sample_variance(out->dot, LAB_SAMPLES);
    out->ceiling = log2(lab->keys);
    for (int number = 0; number < LAB_ROWS; number++) grow_row(out, lab, number);
}

void lab_histogram(const LabResult *r, double reach, int bins, int *count, int beyond[2]) {
    assert(reach > 0 && bins > 0);
    memset(count, 0, (size_t)bins * sizeof *count);
    beyond[0] = beyond[1] = 0;
    for (int s = 0; s < LAB_SAMPLES; s++) {
        double place = (r->dot[s] + reach) / (2 * reach) * bins;
        if (place < 0) beyond[0]++;
        else if (place > bins) beyond[1]++;
        else count[place < bins ? (int)place : bins - 1]++;
    }
}

LabGap lab_gap(double gap) {
    LabGap g = {.odds = exp(gap)};
    double score[2] = {gap, 0};
    nn_softmax(score, g.weight, 2);
    g.entropy = nn_entropy_bits(g.weight, 2);
    g.gradient = nn_softmax_slope(g.weight, 2);
    return g;
}
