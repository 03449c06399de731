#include "model/train_words.h"

#include "model/recipe_json.h"
#include "model/safetensors.h"

#include <string.h>

void train_words_list(const Words *words, Str *out) {
    for (int k = 0; k < words->count; k++) str_printf(out, "%s%s", k ? " " : "", words->text[k]);
}

static bool check_kind(const Table *table, const char *kind, const Words *words, NetRecipe *recipe, Error *err) {
    const char *said = table_word(table, "lookback"), *text = table_word(table, "recipe"),
               *vocabulary = table_word(table, "words");
    if (!said || strcmp(said, kind) != 0 || !text || !vocabulary)
        return error_set(err, "was not written by lookback train");
    Str own = {0};
    train_words_list(words, &own);
    bool same = strcmp(own.s, vocabulary) == 0;
    str_free(&own);
    if (!same) return error_set(err, "has another vocabulary than this version of lookback trains with");
    return recipe_parse(text, recipe, err);
}

bool train_words_open(Table *table, const char *path, const char *kind, const Words *words, NetRecipe *recipe,
                      Error *err) {
    if (!file_map_open(path, &table->file, err) || !safetensors_read(table, err)) return false;
    return check_kind(table, kind, words, recipe, err) || error_prefix(err, "%s: ", path);
}
