// tokenizer.json of Hugging Face's tokenizers: byte-level BPE, or whole words. Anything else is named and refused.
#ifndef LOOKBACK_MODEL_TOKENIZER_JSON_H
#define LOOKBACK_MODEL_TOKENIZER_JSON_H

#include "model/tokenizer.h"

// Reads the text of the file. t: {0} before; tokenizer_free after, also when it failed. The message does not name the
// file.
bool tokenizer_json_parse(Tokenizer *t, const char *json, size_t len, Error *err);

// ---- parts of it

typedef struct json_t TokenizerJson; // jansson's json_t

// Adds {"token": id, …}. bytes: the tokens are written in the alphabet of bytes; those that are not stay as they are.
bool tokenizer_read_vocabulary(Tokenizer *t, const TokenizerJson *object, bool bytes, Error *err);

// Adds the merge "left right", both in the alphabet.
bool tokenizer_add_merge(Tokenizer *t, const Alphabet *alphabet, const char *pair, size_t len, Error *err);

#endif
