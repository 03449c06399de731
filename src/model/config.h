// config.json of a checkpoint in Hugging Face's layout.
#ifndef LOOKBACK_MODEL_CONFIG_H
#define LOOKBACK_MODEL_CONFIG_H

#include "base/error.h"
#include "net/weights.h"

#include <stddef.h>

typedef struct Config {
    NetShape shape;
    bool tied_said, tied; // tie_word_embeddings, if it is there
    int bos;              // bos_token_id; −1: not there
} Config;

// Reads the text of a config.json. The message does not name the file. What is wrong: no JSON, another architecture
// (named), a member missing or out of bounds, widths that do not divide, a part of GPT-2 that is not supported.
bool config_parse(const char *text, size_t len, Config *out, Error *err);

#endif
