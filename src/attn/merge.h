// The tokens of a source merged into words: a key word gets the sum over its tokens, a query word the mean over its
// tokens, so that rows still sum to 1. A word begins at a token that begins with a blank, behind one that ends with a
// blank, and at a special token.
#ifndef LOOKBACK_ATTN_MERGE_H
#define LOOKBACK_ATTN_MERGE_H

#include "attn/source.h"

// The words of the batch that is open in base, made once and kept with it (Source.words). NULL with a message where the
// tokens do not tell words: they are numbers, none begins with a blank, or queries are not among the keys.
Source *merge_of(Source *base, Error *err);
void merge_free(Source *s); // NULL is nothing

// The word that token i is in, and the first token of word k.
int merge_word_at(const Source *s, int i);
int merge_first_of(const Source *s, int k);

// Whether a token is one of a model's own signs: <s>, <|endoftext|>, [CLS], [PAD], ⟨BOS⟩; not [1], <=>, <0x0A>.
bool merge_is_special(const char *text, int len);

#endif
