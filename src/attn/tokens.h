// A sentence as a list of tokens, with what the rules ask of each token worked out once.
#ifndef LOOKBACK_ATTN_TOKENS_H
#define LOOKBACK_ATTN_TOKENS_H

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

enum { TOKENS_MAX = 1024 }; // of a text; ⟨BOS⟩ comes on top

// A set of words, matched as the rules match tokens: ignoring case and a leading-space marker.
typedef struct WordSet {
    Str words; // the folded words, NUL-separated
    int count;
    int *start; // offsets into words, sorted by what they point at
} WordSet;

// Reads a word list: one or more words a line, `#` starts a comment.
void wordset_parse(WordSet *out, const char *text, size_t len);
void wordset_free(WordSet *set);

typedef struct Token {
    int start, len; // bytes [start, start + len) of Tokens.bytes
    int second;     // where this kind occurs for the second time; n if it never does
    bool name;      // is in the list of names
    bool asks;      // is in the list of words after which a name is due
} Token;

// {0} is valid and empty.
typedef struct Tokens {
    int n;
    Token *at;
    int *kind; // equal for two tokens iff they are the same(i, j); apart, since whole rows are compared with it
    Str bytes; // all texts, back to back
} Tokens;

// Splits text (any bytes) on white space and punctuation: a run of letters, digits, marks and underscores is a token,
// every other sign is one of its own (a flag or a joined emoji is one sign). With bos, a token <BOS> is put at 0. names
// and asking may be empty. Fails on text without a token and on more than TOKENS_MAX; out is then unchanged.
bool tokens_split(Tokens *out, const char *text, size_t len, bool bos, const WordSet *names, const WordSet *asking,
                  Error *err);

// Tokens that somebody else has split: text i is bytes [end[i − 1], end[i]). Any number, any bytes.
void tokens_take(Tokens *out, const char *bytes, const size_t *end, int count, const WordSet *names,
                 const WordSet *asking);
void tokens_free(Tokens *t);

// Borrowed bytes of token i, *len of them, no NUL behind.
const char *tokens_text(const Tokens *t, int i, int *len);

// same(i, j): equal ignoring case and a leading-space marker. False when j is outside 0 … n−1.
bool tokens_same(const Tokens *t, int i, int j);

#endif
