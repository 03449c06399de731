// A recipe as JSON, as it stands in the metadata of a training's files.
#ifndef LOOKBACK_MODEL_RECIPE_JSON_H
#define LOOKBACK_MODEL_RECIPE_JSON_H

#include "base/str.h"
#include "net/recipe.h"

void recipe_write(const NetRecipe *r, Str *out);

// Everything must be there and pass net_recipe_check.
bool recipe_parse(const char *text, NetRecipe *out, Error *err);

#endif
