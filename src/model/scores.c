#include "model/scores.h"

#include "attn/detect.h"
#include "base/mem.h"
#include "net/pattern.h"

#include <stdlib.h>

typedef struct Probe {
    const NetWeights *w;
    const Blas *blas;
    bool mask;
    int *ids;       // [positions]
    float *weights; // [positions]
    double *row;    // [positions]
} Probe;

static bool start(const Probe *p, NetRun *run, int n) {
    NetLevers levers = net_levers();
    Error ignored;
    levers.mask = p->mask;
    if (!net_run_start(run, p->w, p->blas, p->ids, n, &levers, &ignored)) return false;
    net_run_finish(run);
    return run->bad_layer < 0;
}

static void detect_one(const Probe *p, const NetRun *run, const DetectText *text, int layer, int head,
                       HeadScores *out) {
    DetectHead found = {0};
    for (int i = 0; i < run->n; i++) {
        net_weights_row(run, NULL, layer, head, i, p->weights);
        for (int j = 0; j < run->n; j++) p->row[j] = (double)p->weights[j];
        detect_add(&found, text, i, p->row);
    }
    for (DetectClass c = 0; c < DETECT_CLASSES; c++)
        out->at[c][layer][head] += (float)(detect_score(&found, c) / SCORE_PROBES);
}

static bool probe_words(const Probe *p, const Words *words, int k, HeadScores *out) {
    NetRun run = {0};
    DetectText text = {0};
    int n = net_exam_probe(words, k, p->w->shape.positions, p->ids);
    bool ok = start(p, &run, n);
    detect_text(&text, p->ids, n, n, 0, true, p->mask, true);
    for (int l = 0; ok && l < p->w->shape.layers; l++) {
        for (int h = 0; h < p->w->shape.heads; h++) detect_one(p, &run, &text, l, h, out);
    }
    detect_text_free(&text);
    net_run_free(&run);
    return ok;
}

static bool probe_prompt(const Probe *p, const Words *words, int k, HeadScores *out) {
    NetRun run = {0};
    WordsPrompt prompt;
    net_exam_prompt(words, k, &prompt, p->ids);
    bool ok = start(p, &run, 1 + prompt.n);
    for (int l = 0; ok && l < p->w->shape.layers; l++) {
        for (int h = 0; h < p->w->shape.heads; h++) {
            net_weights_row(&run, NULL, l, h, prompt.n, p->weights);
            out->at[SCORE_NAME][l][h] += p->weights[1 + prompt.right_at] / SCORE_PROMPTS;
        }
    }
    net_run_free(&run);
    return ok;
}

bool head_scores_add(const Words *words, const NetWeights *w, const Blas *blas, bool mask, int k, HeadScores *out) {
    size_t room =
        (size_t)w->shape.positions > 1 + WORDS_SENTENCE_MAX ? (size_t)w->shape.positions : 1 + WORDS_SENTENCE_MAX;
    Probe p = {w, blas, mask, MEM_NEW(int, room), MEM_NEW(float, room), MEM_NEW(double, room)};
    bool ok = k < SCORE_PROBES ? probe_words(&p, words, k, out) : probe_prompt(&p, words, k - SCORE_PROBES, out);
    free(p.ids);
    free(p.weights);
    free(p.row);
    return ok;
}

bool head_scores(const Words *words, const NetWeights *w, const Blas *blas, bool mask, HeadScores *out) {
    bool ok = true;
    *out = (HeadScores){0};
    for (int k = 0; ok && k < SCORE_TEXTS; k++) ok = head_scores_add(words, w, blas, mask, k, out);
    return ok;
}
