#include "app/train_look.h"

#include "app/shelf.h"

#include "base/mem.h"
#include "net/pattern.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- the texts

static const char *const IOI[] = {"When",  "Mary", "and",  "John", "went", "to",    "the",
                                  "store", ",",    "John", "gave", "a",    "drink", "to"};
enum { IOI_WORDS = sizeof IOI / sizeof IOI[0], REPEATED = 7, ASKED_FROM = 2 };
static const char *const LIST[REPEATED] = {"tree", "lamp", "Mary", "blue", "cat", "door", "rain"};

static void ioi(const Words *words, TrainText *out) {
    for (int k = 0; k < IOI_WORDS; k++) out->ids[1 + k] = words_find(words, IOI[k]);
    out->n = 1 + IOI_WORDS;
    out->right = words_find(words, "Mary");
    out->wrong = words_find(words, "John");
}

// A list of words, and the list again but for its last word, which is due.
static void repeated(const Words *words, TrainText *out) {
    for (int k = 0; k < 2 * REPEATED - 1; k++) out->ids[1 + k] = words_find(words, LIST[k % REPEATED]);
    out->n = 2 * REPEATED;
    out->right = words_find(words, LIST[REPEATED - 1]);
}

void train_text(const Words *words, const TrainView *v, TrainText *out) {
    int k = v->text;
    *out = (TrainText){.right = -1, .wrong = -1};
    out->ids[0] = WORDS_BOS;
    if (k == TRAIN_OWN) {
        memcpy(out->ids + 1, v->own, (size_t)v->owns * sizeof *v->own);
        out->n = 1 + v->owns;
    } else if (k == 0) {
        ioi(words, out);
    } else if (k < ASKED_FROM) {
        repeated(words, out);
    } else {
        WordsPrompt prompt;
        net_exam_prompt(words, k - ASKED_FROM, &prompt, out->ids);
        out->n = 1 + prompt.n;
        out->right = prompt.right;
        out->wrong = prompt.wrong;
    }
}

// ---- the look

static double probability(const float *logits, int count, int id) {
    double most = -INFINITY, sum = 0;
    for (int k = 0; k < count; k++) most = fmax(most, (double)logits[k]);
    for (int k = 0; k < count; k++) sum += exp((double)logits[k] - most);
    return id < 0 ? NAN : exp((double)logits[id] - most) / sum;
}

static void read_patterns(TrainLook *look, const NetRun *run) {
    int heads = look->shape.heads, n = look->n;
    float *row = MEM_NEW(float, (size_t)n);
    for (int k = 0; k < look->shape.layers * heads; k++) {
        for (int i = 0; i < n; i++) {
            bool known = k / heads < run->done;
            if (known) net_weights_row(run, NULL, k / heads, k % heads, i, row);
            for (int j = 0; j < n; j++)
                look->pattern[((size_t)k * (size_t)n + (size_t)i) * (size_t)n + (size_t)j] =
                    known ? (double)row[j] : NAN;
        }
    }
    free(row);
}

static void read_answer(TrainLook *look, const NetRun *run) {
    int count = look->shape.vocabulary;
    float *logits = MEM_NEW(float, (size_t)count);
    net_logits(run, look->shape.layers, look->n - 1, logits);
    look->top_count = net_top(logits, count, TRAIN_TOP, look->top);
    look->right = probability(logits, count, look->text.right);
    look->wrong = probability(logits, count, look->text.wrong);
    free(logits);
}

void train_look(TrainLook *out, const State *s, const World *w) {
    Trainer *t = shelf_trainer(&s->scene, w);
    *out = (TrainLook){.state = s,
                       .trainer = t,
                       .moment = TRAINER_NOW,
                       .right = NAN,
                       .wrong = NAN,
                       .masked = s->scene.train.recipe.mask};
    if (!trainer_fits(t, s)) return;
    out->moment = trainer_moment(t, s);
    out->step = trainer_step_of(t, out->moment);
    out->pulse = timeline_pulse_at(&t->run.timeline, out->step);
    train_text(&t->run.train.words, &s->scene.train, &out->text);
    out->n = out->text.n;
    const NetWeights *weights = trainer_weights(t, out->moment);
    out->shape = weights->shape;
    if (out->moment != TRAINER_NOW && !t->stored) out->masked = timeline_levers(&t->run.timeline, out->step).mask;
    else out->shape.divide = s->scene.train.recipe.divide;
    NetWeights model = *weights; // borrows the views
    model.shape = out->shape;
    NetRun run = {0};
    NetLevers levers = net_levers();
    Error ignored;
    levers.mask = out->masked;
    out->pattern = MEM_NEW(double, (size_t)(out->shape.layers * out->shape.heads * out->n * out->n));
    if (net_run_start(&run, &model, &t->blas, out->text.ids, out->n, &levers, &ignored)) {
        net_run_finish(&run);
        read_patterns(out, &run);
        if (run.bad_layer < 0) read_answer(out, &run);
        out->ready = true;
    }
    net_run_free(&run);
}

void train_look_free(TrainLook *look) {
    free(look->pattern);
    *look = (TrainLook){0};
}

const double *train_look_pattern(const TrainLook *look, int layer, int head) {
    return look->pattern + (size_t)((layer * look->shape.heads + head) * look->n * look->n);
}

const double *train_look_chosen(const TrainLook *look) {
    return train_look_pattern(look, look->state->scene.train.layer, look->state->scene.train.head);
}

const char *train_look_word(const TrainLook *look, int id) {
    return id == WORDS_BOS ? "⟨BOS⟩" : look->trainer->run.train.words.text[id];
}

ScoreClass train_look_class(const Pulse *p, int layer, int head) {
    int best = 0;
    for (int c = 1; c < SCORE_CLASSES; c++) {
        if (p->scores.at[c][layer][head] > p->scores.at[best][layer][head]) best = c;
    }
    return (ScoreClass)best;
}

double train_look_ahead(const TrainLook *look, int layer, int head) {
    const double *pattern = train_look_pattern(look, layer, head);
    double sum = 0;
    for (int i = 0; i + 1 < look->n; i++) sum += pattern[i * look->n + i + 1];
    return sum / (look->n - 1);
}

int train_look_since(const TrainLook *look, ScoreClass c, int *layer, int *head) {
    const Timeline *line = &look->trainer->run.timeline;
    for (int k = 0; k < line->pulses && line->pulse[k].step <= look->step; k++) {
        if (head_scores_best(&line->pulse[k].scores, c, &look->shape, -1, layer, head) > 0.5f)
            return line->pulse[k].step;
    }
    return -1;
}
