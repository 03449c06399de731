// The token texts of a dump: from the file itself, from a file beside it, or numbers.
#ifndef LOOKBACK_MODEL_LABELS_H
#define LOOKBACK_MODEL_LABELS_H

#include "model/table.h"

// Finds the texts for `batch` under the key `key` ("tokens", "query_tokens"): a list of strings in JSON, an array of
// texts, metadata; and for "tokens" also a side file: PATH without its ending (or with it) + .tokens.json or
// .tokens.txt (one a line), then input_ids as numbers. *from says where they come from; empty out and from: nowhere. A
// side file that is there but broken is an error.
bool labels_find(Table *table, const char *key, int batch, Texts *out, Str *from, Error *err);

// How many texts the file has by its arrays of tokens, [texts, n]; 0: it does not say.
int labels_texts(const Table *table);

// How tokens are spelt: plainly, in the alphabet of bytes (model/alphabet.h), or not said.
typedef enum Spelling { SPELLING_GUESSED, SPELLING_PLAIN, SPELLING_BYTES } Spelling;

// By the metadata word "token_spelling": "plain" or "bytes".
Spelling labels_spelling(const Table *table);

// Undoes the alphabet of bytes (Ġ is a space, Ċ a newline, Ã© the bytes C3 A9), and SentencePiece's ▁ when guessing; a
// guess looks whether Ġ, Ċ or ▁ is in the list. A token may then end inside a character. Returns whether anything was
// undone.
bool labels_decode(Texts *list, Spelling spelling);

#endif
