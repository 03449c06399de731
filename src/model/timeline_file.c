#include "model/timeline.h"

#include "base/mem.h"
#include "model/recipe_json.h"
#include "model/safetensors.h"
#include "model/safetensors_write.h"
#include "model/train_words.h"
#include "net/block.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A turn as bits.
enum { LEVER_MASK = 1, LEVER_DIVIDE = 2 };

// A pulse as a row: three losses, five grades, then scores [classes, layers, heads].
enum { ROW_LOSSES = 3, ROW_GRADES = 5, ROW_FIXED = ROW_LOSSES + ROW_GRADES, STATES_MAX = 1024, PULSES_MAX = 1 << 16 };
static const char KIND[] = "timeline";

static size_t row_length(const NetShape *s) {
    return ROW_FIXED + (size_t)(SCORE_CLASSES * s->layers * s->heads);
}

static void put_pulse(const Pulse *p, const NetShape *s, float *row) {
    const double fixed[ROW_FIXED] = {p->loss.first,   p->loss.again,       p->loss.sentences,  p->grades.first,
                                     p->grades.again, p->grades.sentences, p->grades.accuracy, p->grades.difference};
    for (int k = 0; k < ROW_FIXED; k++) *row++ = (float)fixed[k];
    for (int c = 0; c < SCORE_CLASSES; c++) {
        for (int l = 0; l < s->layers; l++, row += s->heads)
            memcpy(row, p->scores.at[c][l], (size_t)s->heads * sizeof *row);
    }
}

static void take_pulse(Pulse *p, const NetShape *s, const float *row) {
    p->loss = (NetLoss){.all = NAN, .first = (double)row[0], .again = (double)row[1], .sentences = (double)row[2]};
    p->grades = (NetGrades){(double)row[3], (double)row[4], (double)row[5], (double)row[6], (double)row[7]};
    row += ROW_FIXED;
    for (int c = 0; c < SCORE_CLASSES; c++) {
        for (int l = 0; l < s->layers; l++, row += s->heads)
            memcpy(p->scores.at[c][l], row, (size_t)s->heads * sizeof *row);
    }
}

bool timeline_write(const Timeline *t, const Words *words, const char *folder, Error *err) {
    size_t length = row_length(&t->shape);
    float *rows = MEM_NEW(float, (size_t)t->pulses *length);
    int *steps = MEM_NEW(int, (size_t)t->pulses);
    for (int k = 0; k < t->pulses; k++) {
        steps[k] = t->pulse[k].step;
        put_pulse(&t->pulse[k], &t->shape, rows + (size_t)k * length);
    }
    int *turns = MEM_NEW(int, (size_t)t->turns), *levers = MEM_NEW(int, (size_t)t->turns);
    for (int k = 0; k < t->turns; k++) {
        turns[k] = t->turn[k].step;
        levers[k] = (t->turn[k].mask ? LEVER_MASK : 0) | (t->turn[k].divide ? LEVER_DIVIDE : 0);
    }
    const OutTensor tensor[] = {
        {"states", TENSOR_F16, 2, {t->states, (int64_t)t->count}, t->numbers},
        {"states.step", TENSOR_INT, 1, {t->states}, t->step},
        {"pulses", TENSOR_F32, 2, {t->pulses, (int64_t)length}, rows},
        {"pulses.step", TENSOR_INT, 1, {t->pulses}, steps},
        {"levers", TENSOR_INT, 1, {t->turns}, levers},
        {"levers.step", TENSOR_INT, 1, {t->turns}, turns},
    };
    Str path = {0}, recipe = {0}, list = {0}, done = {0};
    str_printf(&path, "%s/timeline.safetensors", folder);
    recipe_write(&t->recipe, &recipe);
    train_words_list(words, &list);
    str_printf(&done, "%d", t->done);
    const OutWord word[] = {{"lookback", KIND}, {"recipe", recipe.s}, {"words", list.s}, {"done", done.s}};
    bool ok = safetensors_write(path.s, tensor, sizeof tensor / sizeof tensor[0], word, 4, err);
    free(rows);
    free(steps);
    free(turns);
    free(levers);
    str_free(&done);
    str_free(&path);
    str_free(&recipe);
    str_free(&list);
    return ok;
}

// ---- reading

// A tensor [rows, cols] (cols 0: one axis); *rows is at most `most`.
static Tensor *want(const Table *table, const char *name, TensorType type, int64_t cols, int64_t most, int *rows,
                    Error *err) {
    Tensor *t = table_find(table, name);
    bool fits = t && t->type == type && t->item == (type == TENSOR_F16 ? 2 : 4) && t->rank == (cols ? 2 : 1) &&
                t->shape[0] <= most && (!cols || t->shape[1] == cols);
    if (!fits)
        error_set(err, "%s is not as a training has it", name);
    else
        *rows = (int)t->shape[0];
    return fits ? t : NULL;
}

// Steps must rise and end at or before that of the recipe.
static bool read_steps(const Table *table, const char *name, int most, int *count, int **out, const NetRecipe *recipe,
                       Error *err) {
    const Tensor *t = want(table, name, TENSOR_INT, 0, most, count, err);
    if (!t) return false;
    int32_t *steps = MEM_NEW(int32_t, (size_t)*count);
    *out = steps;
    if (!table_read(table, t, 0, steps, (size_t)*count * sizeof *steps, err)) return false;
    for (int k = 0; k < *count; k++) {
        bool rises = steps[k] >= 0 && steps[k] <= recipe->steps && (k == 0 || steps[k] > steps[k - 1]);
        if (!rises) return error_set(err, "%s does not rise from 0 to %d", name, recipe->steps);
    }
    return true;
}

static bool read_states(Timeline *t, const Table *table, Error *err) {
    int rows;
    if (!read_steps(table, "states.step", STATES_MAX, &t->states, &t->step, &t->recipe, err)) return false;
    const Tensor *states = want(table, "states", TENSOR_F16, (int64_t)t->count, STATES_MAX, &rows, err);
    if (!states) return false;
    if (rows != t->states) return error_set(err, "has %d states and %d steps of states", rows, t->states);
    t->numbers = MEM_NEW(uint16_t, (size_t)rows * t->count);
    return table_read(table, states, 0, t->numbers, (size_t)rows * t->count * sizeof *t->numbers, err);
}

static bool read_pulses(Timeline *t, const Table *table, Error *err) {
    size_t length = row_length(&t->shape);
    int rows, *steps = NULL;
    bool ok = read_steps(table, "pulses.step", PULSES_MAX, &t->pulses, &steps, &t->recipe, err);
    const Tensor *pulses = ok ? want(table, "pulses", TENSOR_F32, (int64_t)length, PULSES_MAX, &rows, err) : NULL;
    ok = pulses && (rows == t->pulses || error_set(err, "has %d pulses and %d steps of pulses", rows, t->pulses));
    float *row = MEM_NEW(float, length);
    if (ok) t->pulse = MEM_NEW(Pulse, (size_t)t->pulses);
    for (int k = 0; ok && k < t->pulses; k++) {
        ok = table_read(table, pulses, (uint64_t)k * length * sizeof *row, row, length * sizeof *row, err);
        t->pulse[k].step = steps[k];
        take_pulse(&t->pulse[k], &t->shape, row);
    }
    free(row);
    free(steps);
    return ok;
}

// Files of old have no turns: the recipe tells then.
static bool read_turns(Timeline *t, const Table *table, Error *err) {
    int rows = 0, *steps = NULL;
    if (!table_find(table, "levers.step")) return true;
    bool ok = read_steps(table, "levers.step", PULSES_MAX, &rows, &steps, &t->recipe, err);
    const Tensor *levers = ok ? want(table, "levers", TENSOR_INT, 0, PULSES_MAX, &(int){0}, err) : NULL;
    ok = levers && ((levers->shape[0] == rows && rows > 0 && steps[0] == 0) ||
                    error_set(err, "levers is not as a training has it"));
    int32_t *bits = MEM_NEW(int32_t, (size_t)rows + 1);
    ok = ok && table_read(table, levers, 0, bits, (size_t)rows * sizeof *bits, err);
    for (int k = 0; ok && k < rows; k++) timeline_turn(t, steps[k], bits[k] & LEVER_MASK, bits[k] & LEVER_DIVIDE);
    free(bits);
    free(steps);
    return ok;
}

// How far the training was: of old files the last state tells.
static bool read_done(Timeline *t, const Table *table, Error *err) {
    const char *said = table_word(table, "done");
    int last = t->states > 0 ? t->step[t->states - 1] : 0;
    if (t->pulses > 0 && t->pulse[t->pulses - 1].step > last) last = t->pulse[t->pulses - 1].step;
    char *end = NULL;
    long done = said ? strtol(said, &end, 10) : last;
    if (done < last || done > t->recipe.steps || (said && (end == said || *end)))
        return error_set(err, "done is %.20s, after step %d of %d", said, last, t->recipe.steps);
    t->done = (int)done;
    return true;
}

bool timeline_open(Timeline *out, const Words *words, const char *folder, Error *err) {
    Table table = {0};
    Str path = {0};
    NetRecipe recipe;
    str_printf(&path, "%s/timeline.safetensors", folder);
    bool ok = train_words_open(&table, path.s, KIND, words, &recipe, err);
    if (ok) {
        NetShape shape = net_recipe_shape(&recipe, words->count);
        timeline_init(out, &recipe, &shape);
        ok = (read_states(out, &table, err) && read_pulses(out, &table, err) && read_turns(out, &table, err) &&
              read_done(out, &table, err)) ||
             error_prefix(err, "%s: ", path.s);
    }
    if (!ok) timeline_free(out);
    table_free(&table);
    str_free(&path);
    return ok;
}
