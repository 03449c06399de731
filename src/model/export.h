// A run as a dump: one safetensors file that `lookback open` and any other reader of the format reads.
//     attentions [L, H, n, n]   scores [L, H, n, n]   q, k [L, H, n, D]   input_ids [n]
// scores are q·k before divisor and mask. Metadata: tokens (a list in JSON) and token_spelling (plain, or bytes: GPT-2's
// alphabet), divisor (of layer 0), divisor_grows (true where layer l divides by l + 1 as well), causal.
#ifndef LOOKBACK_MODEL_EXPORT_H
#define LOOKBACK_MODEL_EXPORT_H

#include "model/tokenizer.h"
#include "net/forward.h"

// Writes a finished run. tokenizer NULL: without texts. The file is there whole or not at all.
bool export_write(const NetRun *run, const Tokenizer *tokenizer, const char *path, Error *err);

#endif
