#include "net/exam.h"

#include "base/mem.h"
#include "net/batch.h"
#include "net/readout.h"

#include <stdlib.h>
#include <string.h>

// Streams of EXAM_SEED.
enum { STREAM_REPEATED = 1, STREAM_SENTENCES, STREAM_PROMPTS, STREAM_PROBES };

static bool start(NetRun *run, const NetWeights *w, const Blas *blas, bool mask, const int *ids, int n) {
    NetLevers levers = net_levers();
    Error ignored;
    levers.mask = mask;
    if (!net_run_start(run, w, blas, ids, n, &levers, &ignored)) return false;
    net_run_finish(run);
    return run->bad_layer < 0;
}

// Adds the mean losses of positions [1, half] and (half, n) of one sequence.
static bool add_losses(const NetWeights *w, const Blas *blas, bool mask, const int *ids, int n, int half, double *early,
                       double *late) {
    NetRun run = {0};
    double *loss = MEM_NEW(double, (size_t)n);
    bool ok = start(&run, w, blas, mask, ids, n);
    if (ok) net_losses(&run, 1, n, loss);
    for (int i = 0; ok && i < n - 1; i++) {
        if (i < half)
            *early += loss[i] / half;
        else
            *late += loss[i] / (n - 1 - half);
    }
    net_run_free(&run);
    free(loss);
    return ok;
}

static bool ask_losses(NetExam *e, const Words *words, const NetWeights *w, const Blas *blas, bool mask) {
    int context = w->shape.positions - 1, half = context / 2;
    int *ids = MEM_NEW(int, (size_t)context + 1);
    NetGrades *out = &e->grades;
    batch_repeated(words, &e->repeated, half, context, ids);
    bool ok = add_losses(w, blas, mask, ids, context + 1, half, &out->first, &out->again);
    batch_sentences(words, &e->sentences, context, ids);
    ok = ok && add_losses(w, blas, mask, ids, context + 1, context, &out->sentences, &out->sentences);
    free(ids);
    return ok;
}

void net_exam_prompt(const Words *words, int k, WordsPrompt *out, int ids[1 + WORDS_SENTENCE_MAX]) {
    Random r = random_stream(EXAM_SEED + (uint64_t)k, STREAM_PROMPTS);
    words_prompt(words, &r, true, out);
    ids[0] = WORDS_BOS;
    memcpy(ids + 1, out->id, (size_t)out->n * sizeof *ids);
}

static bool ask_prompt(NetExam *e, const Words *words, const NetWeights *w, const Blas *blas, bool mask) {
    float *logits = MEM_NEW(float, (size_t)w->shape.vocabulary);
    WordsPrompt prompt;
    NetRun run = {0};
    int ids[1 + WORDS_SENTENCE_MAX];
    net_exam_prompt(words, e->asked - EXAM_ROWS, &prompt, ids);
    bool ok = start(&run, w, blas, mask, ids, 1 + prompt.n);
    if (ok) net_logits(&run, w->shape.layers, prompt.n, logits);
    double difference = (double)logits[prompt.right] - (double)logits[prompt.wrong];
    e->grades.accuracy += (difference > 0) / (double)EXAM_PROMPTS;
    e->grades.difference += difference / EXAM_PROMPTS;
    net_run_free(&run);
    free(logits);
    return ok;
}

bool net_exam_more(const NetExam *e) {
    return e->asked < EXAM_ROWS + EXAM_PROMPTS;
}

bool net_exam_ask(NetExam *e, const Words *words, const NetWeights *w, const Blas *blas, bool mask) {
    if (e->asked == 0) {
        e->repeated = random_stream(EXAM_SEED, STREAM_REPEATED);
        e->sentences = random_stream(EXAM_SEED, STREAM_SENTENCES);
    }
    bool ok = e->asked < EXAM_ROWS ? ask_losses(e, words, w, blas, mask) : ask_prompt(e, words, w, blas, mask);
    if (++e->asked == EXAM_ROWS) {
        e->grades.first /= EXAM_ROWS;
        e->grades.again /= EXAM_ROWS;
        e->grades.sentences /= EXAM_ROWS;
    }
    return ok;
}

bool net_exam(const Words *words, const NetWeights *w, const Blas *blas, bool mask, NetGrades *out) {
    NetExam e = {0};
    bool ok = true;
    while (ok && net_exam_more(&e)) ok = net_exam_ask(&e, words, w, blas, mask);
    *out = e.grades;
    return ok;
}

int net_exam_probe(const Words *words, int k, int positions, int *out) {
    int order[WORDS_MAX], half = (positions - 1) / 2;
    Random r = random_stream(EXAM_SEED + (uint64_t)k, STREAM_PROBES);
    if (half > words->count - 1) half = words->count - 1;
    for (int i = 0; i < words->count; i++) order[i] = i;
    out[0] = WORDS_BOS;
    for (int i = 1; i <= half; i++) {
        int other = i + (int)(random_next(&r) % (uint64_t)(words->count - i)), id = order[other];
        order[other] = order[i];
        out[i] = out[half + i] = id;
    }
    return 1 + 2 * half;
}
