// The sentences and word lists that come with the program, as read from data/.
#ifndef LOOKBACK_ATTN_CORPUS_H
#define LOOKBACK_ATTN_CORPUS_H

#include "attn/tokens.h"

typedef struct Sentence {
    char *name;  // as on the command line
    char *title; // as on screen
    char *text;
    int query;   // where to stand first
} Sentence;

// {0} is valid and empty.
typedef struct Corpus {
    Sentence *sentence;
    int count;
    WordSet names;  // first names
    WordSet asking; // words after which a name is due
} Corpus;

// Reads data/sentences.txt: `name | title | query | text` a line, `#` starts a comment. file names it in errors.
bool corpus_parse_sentences(Corpus *out, const char *text, size_t len, const char *file, Error *err);
void corpus_free(Corpus *c);

// NameAt over the sentences (names is a const Corpus *).
const char *corpus_name_at(int i, const void *names);

#endif
