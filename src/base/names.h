// Finding the name that was meant.
#ifndef LOOKBACK_BASE_NAMES_H
#define LOOKBACK_BASE_NAMES_H

#include "base/error.h"

// The index of word among count names, exactly; -1 if absent. at(i, names) gives the i-th name.
typedef const char *(*NameAt)(int i, const void *names);
int names_find(const char *word, NameAt at, const void *names, int count);

// The name that is nearest to word, if one is near enough to have been meant; NULL if none is.
const char *names_nearest(const char *word, NameAt at, const void *names, int count);

// Like names_find, but on a miss sets err: `unknown head "inducton" (did you mean "induction"?)`,
// or, when nothing is near, lists the first few valid names.
int names_require(const char *what, const char *word, NameAt at, const void *names, int count, Error *err);

// NameAt for a plain array of strings (const char *const *).
const char *names_in_array(int i, const void *names);

#endif
