// The little language that `lookback train` teaches: its words, and the sentences they make.
//
// Sentences come from patterns of our own. In a pattern a word beginning with $ stands for one drawn from a list, and
// the same
// $-word stays the same throughout the sentence. Two names that are both in a sentence are drawn as a pair; one pair in
// five is held out: no sentence of the training has both of them, and Mary and John are one of these pairs.
#ifndef LOOKBACK_NET_WORDS_H
#define LOOKBACK_NET_WORDS_H

#include "base/error.h"
#include "base/str.h"
#include "math/random.h"

#include <stdbool.h>
#include <stddef.h>

enum { WORDS_MAX = 192, WORDS_BOS = 0, WORDS_SENTENCE_MAX = 24 };

// The vocabulary: id 0 is <BOS>, which is never drawn.
typedef struct Words {
    int count;
    const char *text[WORDS_MAX];    // NUL-terminated, static
    struct WordsPatterns *patterns; // for words.c
} Words;

void words_init(Words *w);
void words_free(Words *w);

// −1 if there is none.
int words_find(const Words *w, const char *text);

// The ids of a text that is typed, at most `most` of them, and the other way round. Signs are words of their own. Fails
// on a word that is not in the language, on none and on too many.
bool words_read(const Words *w, const char *text, size_t len, int *out, int most, int *n, Error *err);
void words_write(const Words *w, const int *id, int n, Str *out);

// Any word but <BOS>, all alike likely.
int words_draw(const Words *w, Random *r);

// A sentence into out; returns its length. At most WORDS_SENTENCE_MAX words.
int words_sentence(const Words *w, Random *r, int out[WORDS_SENTENCE_MAX]);

// "When Mary and John went to the store , John gave a drink to": a sentence of that kind up to the place where a name
// is due. The names are a pair that was held out (held) or one that was not.
typedef struct WordsPrompt {
    int id[WORDS_SENTENCE_MAX], n;
    int right, wrong; // ids: the name that was said once, and the one said twice
    int right_at;     // where in the prompt the right name stands
} WordsPrompt;
void words_prompt(const Words *w, Random *r, bool held, WordsPrompt *out);

#endif
