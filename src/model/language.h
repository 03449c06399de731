// A model that reads text: a checkpoint, its tokenizer if the folder has one, and a library for its products.
#ifndef LOOKBACK_MODEL_LANGUAGE_H
#define LOOKBACK_MODEL_LANGUAGE_H

#include "attn/tokens.h"
#include "math/blas.h"
#include "model/checkpoint.h"
#include "model/tokenizer.h"

// {0} is valid and empty. Not to be copied.
typedef struct Language {
    Checkpoint checkpoint;
    Tokenizer tokenizer;
    bool has_tokenizer; // false: ids alone
    Blas blas;
    int bos; // −1: it has none
    bool bos_first; // a text is meant to begin with it
    int threads;
    bool opened; // tokenizer and library are
} Language;

// Looks whether the folder holds a model, which takes no time; language_step then reads the tokenizer and makes the
// weights ready, a slice a call, until *more is false (or language_load does all). threads: as in blas_open. A folder
// without tokenizer files is a model of ids; broken ones are an error. {0} before; language_free after, also when it
// failed.
bool language_begin(Language *m, const char *folder, int threads, Error *err);
bool language_step(Language *m, bool *more, Error *err);
bool language_load(Language *m, const char *folder, int threads, Error *err);
void language_free(Language *m);

// Appends the ids of a text, with the model's BOS in front if wanted; special tokens in the text are those tokens.
bool language_encode(const Language *m, const char *text, size_t len, bool bos, Ids *out, Error *err);

// Appends the ids of a list like "464 3797, 3332".
bool language_read_ids(const char *list, Ids *out, Error *err);

// Appends the ids of a text to begin with: a sentence with two names if the model can read it, else ids from all over
// its vocabulary, always the same. *text: the sentence; NULL: it is ids.
void language_usual(const Language *m, Ids *out, const char **text);

// Makes tokens of ids, as the explorer shows them; "[17]" for an id without text. n ≥ 1.
void language_tokens(const Language *m, const int *ids, int n, const WordSet *names, const WordSet *asking,
                     Tokens *out);

#endif
