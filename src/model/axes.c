#include "model/axes.h"

#include "base/mem.h"
#include "model/labels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 24 };

static const double SUM_SLACK = 0.02; // bfloat16 rows reach 0.01

// Along axis `axis`, how many of SAMPLES lines spread over the tensor sum to 1; −1 if it cannot be read.
static int lines_that_sum_to_1(Table *table, const Family *family, int axis) {
    Tensor *t = &table->at[family->tensor[0]];
    Error ignored;
    int found = 0, n = (int)t->shape[axis];
    if (!table_unpack(table, t, &ignored)) return -1;
    unsigned char *element = mem_new((size_t)n, (size_t)t->item);
    for (int s = 0; s < SAMPLES; s++) {
        uint64_t at = 0;
        for (int k = 0; k < t->rank; k++) {
            int64_t i = k == axis ? 0 : t->shape[k] * (2 * ((s * (7 + 2 * k)) % SAMPLES) + 1) / (2 * SAMPLES);
            at += (uint64_t)(i * t->stride[k]);
        }
        bool straight = t->stride[axis] == t->item, ok = true;
        if (straight) ok = table_read(table, t, at, element, (size_t)n * (size_t)t->item, &ignored);
        for (int j = 0; !straight && ok && j < n; j++) {
            uint64_t from = at + (uint64_t)j * (uint64_t)t->stride[axis];
            ok = table_read(table, t, from, element + (size_t)j * (size_t)t->item, (size_t)t->item, &ignored);
        }
        double sum = 0;
        for (int j = 0; ok && j < n; j++) {
            double v;
            tensor_convert(t, element + (size_t)j * (size_t)t->item, t->item, &v, 1);
            sum += v;
        }
        found += ok && fabs(sum - 1) <= SUM_SLACK;
    }
    free(element);
    return found;
}

static bool sums_to_1(Table *table, const Family *family, const char *axes) {
    int axis = (int)(strchr(axes, AXIS_LETTERS[AXIS_KEY]) - axes);
    return lines_that_sum_to_1(table, family, axis) >= SAMPLES * 3 / 4;
}

// ---- said by the user

static bool take_given(const Tensor *t, const Family *family, const char *given, char out[AXES_TEXT], Error *err) {
    char letters[AXES_TEXT] = "";
    int n = 0;
    size_t len = strlen(given);
    bool extra_layer = len == (size_t)t->rank + 1 && (given[0] == 'L' || given[0] == 'l');
    if (len != (size_t)t->rank && !extra_layer) {
        return error_set(err, "--axes %.20s names %zu axes, %s is %s", given, len, tensor_called(t), tensor_shape(t).text);
    }
    for (const char *p = given + extra_layer; *p; p++) {
        char c = (char)(*p >= 'a' && *p <= 'z' ? *p - 32 : *p);
        if (c == 'S') c = 'B';
        if (!strchr(AXIS_LETTERS, c)) return error_set(err, "--axes %.20s: %c is none of L, B, H, Q, K", given, *p);
        if (strchr(letters, c)) return error_set(err, "--axes %.20s names %c twice", given, c);
        letters[n++] = c;
    }
    if (!strchr(letters, 'Q') || !strchr(letters, 'K')) return error_set(err, "--axes %.20s lacks Q or K", given);
    if (family->count > 1 && strchr(letters, 'L')) {
        return error_set(err, "--axes %.20s: the file has one tensor a layer, so L is not an axis of each", given);
    }
    snprintf(out, AXES_TEXT, "%s", letters);
    return true;
}

// ---- guessed

// What a tensor of this rank is as a rule, then what it may be instead if its rows then sum to 1 and did not before.
// batched: what it is if the first axis is as long as there are texts in the file.
typedef struct Guess {
    int rank;
    bool layered;
    const char *first, *other, *batched;
} Guess;

static const Guess GUESSES[] = {
    {2, false, "QK", NULL, NULL},       {3, false, "HQK", "QKH", "BQK"}, {4, false, "LHQK", "QKLH", "BHQK"},
    {5, false, "LBHQK", NULL, "BLHQK"}, {2, true, "QK", NULL, NULL},     {3, true, "HQK", "QKH", "BQK"},
    {4, true, "BHQK", "QKBH", "BHQK"},
};

// Of five axes the first two are layers and samples. Without texts to tell them apart the shorter one is taken for the
// samples: models have more layers than one looks at texts. Equals stand as in stacked outputs: layers first.
static bool samples_first(const Tensor *t, int texts) {
    int64_t a = t->shape[0], b = t->shape[1];
    if (texts > 1 && (a == texts) != (b == texts)) return a == texts;
    return a < b;
}

static const char *pick_of(Table *table, const Family *family, const Guess *g) {
    const Tensor *t = &table->at[family->tensor[0]];
    int texts = labels_texts(table);
    if (t->rank == 5) return samples_first(t, texts) ? g->batched : g->first;
    bool square = t->rank > 2 && t->shape[0] == t->shape[1] && t->size > 0;
    bool turned = g->other && square && tensor_is_float(t) && !sums_to_1(table, family, g->first) &&
                  sums_to_1(table, family, g->other);
    if (turned) return g->other;
    return g->batched && texts > 1 && t->shape[0] == texts ? g->batched : g->first;
}

bool axes_of(Table *table, const Family *family, const char *given, char out[AXES_TEXT], Error *err) {
    const Tensor *t = &table->at[family->tensor[0]];
    if (given) return take_given(t, family, given, out, err);
    bool layered = family->count > 1 || family->layered;
    for (size_t k = 0; k < sizeof GUESSES / sizeof GUESSES[0]; k++) {
        const Guess *g = &GUESSES[k];
        if (g->rank != t->rank || g->layered != layered) continue;
        snprintf(out, AXES_TEXT, "%s", pick_of(table, family, g));
        return true;
    }
    if (t->type == TENSOR_REFUSED) return error_set(err, "%s %s", tensor_called(t), t->refusal);
    return error_set(err, "%s is %s: patterns have 2 to %d axes%s", tensor_called(t), tensor_shape(t).text,
                     layered ? 4 : 5, layered ? " in each layer" : "");
}

const char *axes_doubt(const Table *table, const Part *p) {
    bool several = strlen(p->axes) == 5 && p->side[AXIS_LAYER] > 1 && p->side[AXIS_BATCH] > 1;
    if (!several || labels_texts(table) == p->side[AXIS_BATCH]) return NULL;
    return strcmp(p->axes, "LBHQK") == 0 ? "BLHQK" : strcmp(p->axes, "BLHQK") == 0 ? "LBHQK" : NULL;
}

void axes_words(const Part *p, Str *out) {
    static const char *const WORDS[AXES] = {"layer", "batch", "head", "query", "key"};
    for (const char *c = p->axes; *c; c++) {
        str_printf(out, "%s%s", c > p->axes ? ", " : "", WORDS[strchr(AXIS_LETTERS, *c) - AXIS_LETTERS]);
    }
}
