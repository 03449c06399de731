// Made-up attention for tests: rows that look like a model's, and files that hold them in any order of axes.
#ifndef LOOKBACK_TESTS_PATTERNS_H
#define LOOKBACK_TESTS_PATTERNS_H

#include "dumpfile.h"

#include "model/capture.h"

// A weight of a made-up causal head: positive up to the diagonal, every row sums to 1, all rows of all heads differ.
static inline double pattern_weight(int l, int h, int i, int j) {
    double sum = 0, own = 0;
    for (int k = 0; k <= i; k++) {
        double w = exp(3 * sin(1 + 7.1 * l + 3.3 * h + 1.7 * i + 2.3 * k * (1 + h % 3)));
        sum += w;
        own = k == j ? w : own;
    }
    return own / sum;
}

typedef double (*PatternWeight)(int l, int h, int i, int j);

// A safetensors file of one float32 tensor. axes: its letters; side: of L, B, H, Q, K. Batches are all alike but for
// the layer, which is l + 10·b.
static inline void put_pattern(Str *out, const char *name, const char *axes, const int side[AXES], PatternWeight weight,
                               const char *metadata) {
    int rank = (int)strlen(axes), at[AXES] = {0}, n = 1;
    Str header = {0}, data = {0}, shape = {0};
    for (int k = 0; k < rank; k++) {
        int s = side[strchr(AXIS_LETTERS, axes[k]) - AXIS_LETTERS];
        n *= s;
        str_printf(&shape, "%s%d", k ? ", " : "", s);
    }
    for (int e = 0; e < n; e++) {
        int rest = e;
        for (int k = rank; k-- > 0;) {
            int a = (int)(strchr(AXIS_LETTERS, axes[k]) - AXIS_LETTERS);
            at[a] = rest % side[a];
            rest /= side[a];
        }
        float f = (float)weight(at[AXIS_LAYER] + 10 * at[AXIS_BATCH], at[AXIS_HEAD], at[AXIS_QUERY], at[AXIS_KEY]);
        put_floats(&data, &f, 1);
    }
    str_printf(&header, "{\"%s\": {\"dtype\": \"F32\", \"shape\": [%s], \"data_offsets\": [0, %d]}%s%s}", name,
               str_text(&shape), n * 4, metadata ? ", \"__metadata__\": " : "", metadata ? metadata : "");
    put_safetensors(out, str_text(&header), data.s, data.len);
    str_free(&header);
    str_free(&data);
    str_free(&shape);
}

static inline bool open_pattern(Capture *c, DumpFile *f, const char *name, const char *axes, const int side[AXES],
                                PatternWeight weight, const char *metadata, const CaptureOptions *o, Error *err) {
    Str file = {0};
    put_pattern(&file, name, axes, side, weight, metadata);
    dumpfile_write(f, "a.safetensors", file.s, file.len);
    str_free(&file);
    return capture_open(c, f->path, o ? o : &(CaptureOptions){0}, err);
}

#endif
