// What a model of the little language can do: the same questions for every model, none of them asked in training.
#ifndef LOOKBACK_NET_EXAM_H
#define LOOKBACK_NET_EXAM_H

#include "math/random.h"
#include "net/forward.h"
#include "net/words.h"

enum { EXAM_ROWS = 24, EXAM_PROMPTS = 100, EXAM_SEED = 2026 };

typedef struct NetGrades {
    double first, again; // nats a word: random words in their first half, and in the second, which repeats the first
    double sentences;    // nats a word, in sentences with names of all pairs but those held out
    double accuracy; // share of prompts ("… John gave a drink to"), with pairs that were held out, where the right name
                     // has the larger logit
    double difference; // mean of that logit less that of the other name
} NetGrades;

// An exam, question by question: {0} is one at its beginning; NetExam.grades holds when net_exam_more says no.
typedef struct NetExam {
    int asked;
    Random repeated, sentences;
    NetGrades grades;
} NetExam;
bool net_exam_more(const NetExam *e);
bool net_exam_ask(NetExam *e, const Words *words, const NetWeights *w, const Blas *blas, bool mask);

// All of it. mask: as the model is used, whatever it was trained with. False when its numbers are not finite. The model
// must be one of the words' vocabulary, and read at least WORDS_SENTENCE_MAX tokens.
bool net_exam(const Words *words, const NetWeights *w, const Blas *blas, bool mask, NetGrades *out);

// Probe number k for detectors, the same for every model: <BOS> and twice the same words, all different, as many as
// `positions` leave room for. Returns the length.
int net_exam_probe(const Words *words, int k, int positions, int *out);

// Prompt number k: words_prompt behind <BOS>; length out->n + 1.
void net_exam_prompt(const Words *words, int k, WordsPrompt *out, int ids[1 + WORDS_SENTENCE_MAX]);

#endif
