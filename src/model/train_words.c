#include "model/train_words.h"

#include "model/recipe_json.h"
#include "model/safetensors.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

void train_words_list(const Words *words, Str *out) {
    for (int k = 0; k < words->count; k++) str_printf(out, "%s%s", k ? " " : "", words->text[k]);
}

void train_words_dump(TrainJson *root, Str *out) {
    char *text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    str_printf(out, "%s\n", text ? text : "");
    free(text);
    json_decref(root);
}

// ⟨BOS⟩ in front of every text, as in training.
static json_t *make_template(const char *bos) {
    json_t *single = json_pack("[{s:{s:s, s:i}}, {s:{s:s, s:i}}]", "SpecialToken", "id", bos, "type_id", 0, "Sequence",
                               "id", "A", "type_id", 0);
    json_t *pair = json_pack("[{s:{s:s, s:i}}, {s:{s:s, s:i}}, {s:{s:s, s:i}}]", "SpecialToken", "id", bos, "type_id",
                             0, "Sequence", "id", "A", "type_id", 0, "Sequence", "id", "B", "type_id", 1);
    return json_pack("{s:s, s:o, s:o, s:{s:{s:s, s:[i], s:[s]}}}", "type", "TemplateProcessing", "single", single,
                     "pair", pair, "special_tokens", bos, "id", bos, "ids", WORDS_BOS, "tokens", bos);
}

void train_words_tokenizer(const Words *words, Str *out) {
    json_t *vocabulary = json_object();
    for (int k = 0; k < words->count; k++) json_object_set_new(vocabulary, words->text[k], json_integer(k));
    json_t *bos = json_pack("{s:i, s:s, s:b, s:b, s:b, s:b, s:b}", "id", WORDS_BOS, "content", words->text[WORDS_BOS],
                            "single_word", 0, "lstrip", 0, "rstrip", 0, "normalized", 0, "special", 1);
    json_t *root = json_pack("{s:s, s:n, s:n, s:[o], s:n, s:{s:s}, s:o, s:n, s:{s:s, s:o, s:s}}", "version", "1.0",
                             "truncation", "padding", "added_tokens", bos, "normalizer", "pre_tokenizer", "type",
                             "Whitespace", "post_processor", make_template(words->text[WORDS_BOS]), "decoder", "model",
                             "type", "WordLevel", "vocab", vocabulary, "unk_token", "<UNK>");
    train_words_dump(root, out);
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
