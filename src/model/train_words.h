// What marks the files of a training: their kind, the recipe and the vocabulary, in the metadata.
#ifndef LOOKBACK_MODEL_TRAIN_WORDS_H
#define LOOKBACK_MODEL_TRAIN_WORDS_H

#include "model/table.h"
#include "net/recipe.h"
#include "net/words.h"

// Appends all words, parted by spaces.
void train_words_list(const Words *words, Str *out);

// Appends tokenizer.json of a model of these words.
void train_words_tokenizer(const Words *words, Str *out);

// Appends JSON (jansson's json_t, which is taken) as the files of a training have it.
typedef struct json_t TrainJson;
void train_words_dump(TrainJson *root, Str *out);

// Opens a safetensors file; fails if it is not of this kind, or of another vocabulary. The file is named in the
// message.
bool train_words_open(Table *table, const char *path, const char *kind, const Words *words, NetRecipe *recipe,
                      Error *err);

#endif
