// Which axis is which: guessed from the shape, the name, how many texts the file has, and along which axis the numbers
// sum to 1; or said by --axes.
#ifndef LOOKBACK_MODEL_AXES_H
#define LOOKBACK_MODEL_AXES_H

#include "model/part.h"

// The letters (AXIS_LETTERS) of each tensor of a family of weights or scores. given: what the user said, NULL to guess:
// each letter once, Q and K among them; L may be left out or not where there is a tensor a layer; S is another name for
// B.
bool axes_of(Table *table, const Family *family, const char *given, char out[AXES_TEXT], Error *err);

// The axes that a guess could as well have been, as --axes has them; NULL: none.
const char *axes_doubt(const Table *table, const Part *p);

// "layer, head, query, key".
void axes_words(const Part *p, Str *out);

#endif
