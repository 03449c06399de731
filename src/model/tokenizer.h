// From text to the ids of a model and back: byte-level BPE (GPT-2), or whole words.
#ifndef LOOKBACK_MODEL_TOKENIZER_H
#define LOOKBACK_MODEL_TOKENIZER_H

#include "model/alphabet.h"
#include "model/bpe.h"
#include "model/split.h"
#include "model/texts.h"

typedef enum TokenizerKind {
    TOKENIZER_BPE,
    TOKENIZER_WORDS, // runs without white space (WordLevel, WhitespaceSplit)
    TOKENIZER_SIGNS  // and signs apart from letters (WordLevel, Whitespace)
} TokenizerKind;

// {0} is valid and empty.
typedef struct Tokenizer {
    TokenizerKind kind;
    Vocabulary vocabulary;
    Bpe bpe;
    Split split;
    bool space_first; // a space is put before a text that begins without (add_prefix_space)
    int unknown;      // stands for words that are not in the vocabulary; −1: they are an error
    int bos;          // <|endoftext|>, <BOS>, <bos>, <s> or [BOS], if one of them is a special token; else −1
    bool bos_first;   // the files say that a text begins with it
} Tokenizer;

// Whether special tokens written in the text are those tokens, or text like any other.
typedef enum Specials { SPECIALS_AS_TEXT, SPECIALS_AS_TOKENS } Specials;

// Reads tokenizer.json of the folder, or vocab.json and merges.txt. {0} before; tokenizer_free after, also when it
// failed.
bool tokenizer_open(Tokenizer *t, const char *folder, Error *err);
void tokenizer_free(Tokenizer *t);

// Appends the ids of a text of any bytes. Fails on a word or a byte that the vocabulary has not (out then holds what
// came before it), and on texts above TOKENIZER_TEXT_MAX bytes.
enum { TOKENIZER_TEXT_MAX = 1 << 24 };
bool tokenizer_encode(const Tokenizer *t, const char *text, size_t len, Specials specials, Ids *out, Error *err);

// Appends the bytes of one token; "[17]" for an id without a token.
void tokenizer_text(const Tokenizer *t, int id, Str *out);

// Appends the text that ids stand for: for BPE exactly what was encoded; words are parted by spaces.
void tokenizer_decode(const Tokenizer *t, const int *ids, int n, Str *out);

// The id of a token given as a person types it: " Mary", "Mary" (with the space in front if only that is a token), or
// "#5335". −1 with a message.
int tokenizer_find(const Tokenizer *t, const char *word, size_t len, Error *err);

// ---- for the readers of files

// Finishes a tokenizer whose vocabulary and merges are there.
bool tokenizer_finish(Tokenizer *t, Error *err);

// vocab.json and merges.txt, given as text; the messages do not name the files.
bool tokenizer_parse_vocabulary(Tokenizer *t, const char *json, size_t len, Error *err);
bool tokenizer_parse_merges(Tokenizer *t, const char *text, size_t len, Error *err);

// tokenizer_config.json of a finished tokenizer: bos_token, if it is a token, and add_bos_token.
bool tokenizer_parse_config(Tokenizer *t, const char *json, size_t len, Error *err);

#endif
