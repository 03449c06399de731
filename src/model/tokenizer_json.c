#include "model/tokenizer_json.h"

#include <jansson.h>
#include <string.h>

// ---- vocabulary and merges

bool tokenizer_read_vocabulary(Tokenizer *t, const TokenizerJson *object, bool bytes, Error *err) {
    const char *key;
    json_t *id;
    Alphabet alphabet;
    Str text = {0};
    bool ok = json_is_object(object) || error_set(err, "the vocabulary is no JSON object");
    alphabet_make(&alphabet);
    if (!ok) return false;
    json_object_foreach((json_t *)object, key, id) {
        size_t len = strlen(key);
        str_clear(&text);
        if (!bytes || !alphabet_decode(&alphabet, key, len, &text)) str_add(&text, key, len);
        if (!json_is_integer(id)) ok = error_set(err, "token \"%.80s\" has no whole number as its id", key);
        ok = ok && vocabulary_add(&t->vocabulary, json_integer_value(id), str_text(&text), text.len, false, err);
        if (!ok) break;
    }
    str_free(&text);
    return ok;
}

static bool add_pair(Tokenizer *t, const Alphabet *alphabet, const char *left, size_t left_len, const char *right,
                     size_t right_len, Error *err) {
    Str a = {0}, b = {0};
    bool ok = left_len > 0 && right_len > 0;
    if (!ok) error_set(err, "a merge is two tokens with a space between them");
    if (ok && (!alphabet_decode(alphabet, left, left_len, &a) || !alphabet_decode(alphabet, right, right_len, &b))) {
        ok = error_set(err, "\"%.*s\" + \"%.*s\": not written in the alphabet of bytes",
                       (int)(left_len < 80 ? left_len : 80), left, (int)(right_len < 80 ? right_len : 80), right);
    }
    if (ok && !bpe_add(&t->bpe, &t->vocabulary, str_text(&a), a.len, str_text(&b), b.len, err)) {
        ok = error_prefix(err, "\"%.*s\" + \"%.*s\": ", (int)(left_len < 80 ? left_len : 80), left,
                          (int)(right_len < 80 ? right_len : 80), right);
    }
    str_free(&a);
    str_free(&b);
    return ok;
}

bool tokenizer_add_merge(Tokenizer *t, const Alphabet *alphabet, const char *pair, size_t len, Error *err) {
    const char *space = memchr(pair, ' ', len);
    if (!space || memchr(space + 1, ' ', len - (size_t)(space - pair) - 1)) {
        return error_set(err, "\"%.*s\": a merge is two tokens with a space between them", (int)(len < 80 ? len : 80),
                         pair);
    }
    size_t left = (size_t)(space - pair);
    return add_pair(t, alphabet, pair, left, space + 1, len - left - 1, err);
}

// Each "left right" or ["left", "right"].
static bool read_merges(Tokenizer *t, const json_t *list, Error *err) {
    size_t k;
    json_t *merge;
    Alphabet alphabet;
    alphabet_make(&alphabet);
    if (!json_is_array(list)) return error_set(err, "model.merges is no list");
    json_array_foreach((json_t *)list, k, merge) {
        const json_t *left = json_array_get(merge, 0), *right = json_array_get(merge, 1);
        bool pair = json_array_size(merge) == 2 && json_is_string(left) && json_is_string(right);
        bool ok = pair || json_is_string(merge) || error_set(err, "is neither a text nor two");
        if (pair)
            ok = add_pair(t, &alphabet, json_string_value(left), json_string_length(left), json_string_value(right),
                          json_string_length(right), err);
        else if (ok) ok = tokenizer_add_merge(t, &alphabet, json_string_value(merge), json_string_length(merge), err);
        if (!ok) return error_prefix(err, "merge %zu: ", k);
    }
    return true;
}

// ---- what is not supported

static bool is_set(const json_t *value) {
    if (json_is_string(value)) return json_string_length(value) > 0;
    return json_is_true(value) || (json_is_number(value) && json_number_value(value) != 0);
}

static const char *type_of(const json_t *object) {
    const char *type = json_string_value(json_object_get(object, "type"));
    return type ? type : "?";
}

// A sequence of one is that one; an empty one is nothing.
static const json_t *unwrap(const json_t *part, const char *list) {
    if (!json_is_object(part) || strcmp(type_of(part), "Sequence") != 0) return json_is_null(part) ? NULL : part;
    const json_t *inside = json_object_get(part, list);
    if (json_array_size(inside) == 0) return NULL;
    return json_array_size(inside) == 1 ? json_array_get(inside, 0) : part;
}

static bool check_model(const json_t *model, Error *err) {
    static const char *const REFUSED[] = {"dropout", "continuing_subword_prefix", "end_of_word_suffix", "byte_fallback",
                                          "ignore_merges"};
    for (size_t k = 0; k < sizeof REFUSED / sizeof REFUSED[0]; k++) {
        if (is_set(json_object_get(model, REFUSED[k]))) return error_set(err, "model.%s is not supported", REFUSED[k]);
    }
    return true;
}

// ---- the parts

static bool read_bpe(Tokenizer *t, const json_t *root, const json_t *model, Error *err) {
    const json_t *before = unwrap(json_object_get(root, "pre_tokenizer"), "pretokenizers");
    if (!check_model(model, err)) return false;
    if (!before || strcmp(type_of(before), "ByteLevel") != 0) {
        return error_set(err, "pre_tokenizer is %.80s; for BPE, ByteLevel is supported",
                         before ? type_of(before) : "missing");
    }
    const json_t *pattern = json_object_get(before, "use_regex");
    if (pattern && !json_is_true(pattern))
        return error_set(err, "pre_tokenizer.use_regex is not true; only GPT-2's own splitting is supported");
    t->kind = TOKENIZER_BPE;
    t->unknown = -1;
    t->space_first = json_is_true(json_object_get(before, "add_prefix_space"));
    if (!tokenizer_read_vocabulary(t, json_object_get(model, "vocab"), true, err))
        return error_prefix(err, "model.vocab: ");
    bpe_start(&t->bpe, &t->vocabulary);
    return read_merges(t, json_object_get(model, "merges"), err);
}

static bool read_words(Tokenizer *t, const json_t *root, const json_t *model, Error *err) {
    const json_t *before = unwrap(json_object_get(root, "pre_tokenizer"), "pretokenizers");
    const char *type = before ? type_of(before) : "missing";
    bool signs = strcmp(type, "Whitespace") == 0;
    if (!signs && strcmp(type, "WhitespaceSplit") != 0) {
        return error_set(err, "pre_tokenizer is %.80s; for WordLevel, WhitespaceSplit and Whitespace are supported",
                         type);
    }
    t->kind = signs ? TOKENIZER_SIGNS : TOKENIZER_WORDS;
    if (!tokenizer_read_vocabulary(t, json_object_get(model, "vocab"), false, err))
        return error_prefix(err, "model.vocab: ");
    const json_t *unknown = json_object_get(model, "unk_token");
    t->unknown = json_is_string(unknown)
                     ? vocabulary_find(&t->vocabulary, json_string_value(unknown), json_string_length(unknown))
                     : -1;
    return true;
}

static bool read_added(Tokenizer *t, const json_t *list, Error *err) {
    size_t k;
    json_t *token;
    if (list && !json_is_null(list) && !json_is_array(list)) return error_set(err, "added_tokens is no list");
    json_array_foreach((json_t *)list, k, token) {
        const json_t *id = json_object_get(token, "id"), *text = json_object_get(token, "content");
        bool ok = (json_is_integer(id) && json_is_string(text)) || error_set(err, "has no id or no content");
        ok = ok && vocabulary_add(&t->vocabulary, json_integer_value(id), json_string_value(text),
                                  json_string_length(text), true, err);
        if (!ok) return error_prefix(err, "added_tokens[%zu]: ", k);
    }
    return true;
}

// The first step of a template: a special token there stands in front of every text.
static void read_template(Tokenizer *t, const json_t *part) {
    const json_t *first = json_array_get(json_object_get(part, "single"), 0);
    const json_t *id = json_object_get(json_object_get(first, "SpecialToken"), "id");
    int bos = json_is_string(id) ? vocabulary_find(&t->vocabulary, json_string_value(id), json_string_length(id)) : -1;
    if (bos < 0) return;
    t->bos = bos;
    t->bos_first = true;
}

static void read_post(Tokenizer *t, const json_t *part) {
    size_t k;
    json_t *one;
    if (!json_is_object(part)) return;
    if (strcmp(type_of(part), "TemplateProcessing") == 0) read_template(t, part);
    if (strcmp(type_of(part), "Sequence") != 0) return;
    json_array_foreach(json_object_get(part, "processors"), k, one) {
        if (json_is_object(one) && strcmp(type_of(one), "TemplateProcessing") == 0) read_template(t, one);
    }
}

static bool read_root(Tokenizer *t, const json_t *root, Error *err) {
    const json_t *model = json_object_get(root, "model"),
                 *normalizer = unwrap(json_object_get(root, "normalizer"), "normalizers");
    if (!json_is_object(model)) return error_set(err, "has no model");
    const char *type = json_object_get(model, "type") ? type_of(model) : json_object_get(model, "merges") ? "BPE" : "?";
    bool bpe = strcmp(type, "BPE") == 0;
    if (!bpe && strcmp(type, "WordLevel") != 0)
        return error_set(err, "model.type is %.80s; BPE and WordLevel are supported", type);
    if (normalizer) return error_set(err, "normalizer is %.80s; only none is supported", type_of(normalizer));
    if (!(bpe ? read_bpe(t, root, model, err) : read_words(t, root, model, err))) return false;
    bool ok = read_added(t, json_object_get(root, "added_tokens"), err) && tokenizer_finish(t, err);
    if (ok) read_post(t, json_object_get(root, "post_processor"));
    return ok;
}

bool tokenizer_json_parse(Tokenizer *t, const char *json, size_t len, Error *err) {
    json_error_t bad;
    json_t *root = json_loadb(json, len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &bad);
    if (!root) return error_set(err, "line %d is no JSON: %s", bad.line, bad.text);
    bool ok = read_root(t, root, err);
    json_decref(root);
    return ok;
}
