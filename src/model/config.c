#include "model/config.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

enum { LAYERS_MAX = 512, HEADS_MAX = 1024, WIDTH_MAX = 1 << 16, POSITIONS_MAX = 1 << 20, VOCABULARY_MAX = 1 << 22 };

// ---- members

static bool read_count(const json_t *root, const char *name, int most, int *out, Error *err) {
    const json_t *value = json_object_get(root, name);
    if (!value) return error_set(err, "%s is missing", name);
    if (!json_is_integer(value)) return error_set(err, "%s is not a whole number", name);
    json_int_t n = json_integer_value(value);
    if (n < 1 || n > most) return error_set(err, "%s is %lld; 1 to %d is wanted", name, (long long)n, most);
    *out = (int)n;
    return true;
}

// A member that may be missing or null: *out is then left alone.
static bool read_switch(const json_t *root, const char *name, bool *out, Error *err) {
    const json_t *value = json_object_get(root, name);
    if (!value || json_is_null(value)) return true;
    if (!json_is_boolean(value)) return error_set(err, "%s is neither true nor false", name);
    *out = json_is_true(value);
    return true;
}

static bool is_there(const json_t *root, const char *name) {
    const json_t *value = json_object_get(root, name);
    return value && !json_is_null(value);
}

// ---- is it GPT-2?

static bool check_architecture(const json_t *root, Error *err) {
    static const char SUPPORTED[] = "GPT-2 is supported (model_type \"gpt2\")";
    const char *type = json_string_value(json_object_get(root, "model_type"));
    const char *class = json_string_value(json_array_get(json_object_get(root, "architectures"), 0));
    if (type && strcmp(type, "gpt2") != 0) return error_set(err, "a model of type \"%.80s\"; %s", type, SUPPORTED);
    if (!type && !class) return error_set(err, "names neither model_type nor architectures; %s", SUPPORTED);
    if (!type && strncmp(class, "GPT2", 4) != 0)
        return error_set(err, "a model of architecture \"%.80s\"; %s", class, SUPPORTED);
    return true;
}

static bool check_rest(const json_t *root, Error *err) {
    bool cross = false;
    const json_t *activation = json_object_get(root, "activation_function");
    const char *name = activation ? json_string_value(activation) : "gelu_new";
    if (!name) return error_set(err, "activation_function is no text");
    if (strcmp(name, "gelu_new") != 0 && strcmp(name, "gelu_pytorch_tanh") != 0 && strcmp(name, "gelu_fast") != 0) {
        return error_set(
            err, "activation_function is \"%.80s\"; gelu by tanh is supported (gelu_new, gelu_pytorch_tanh)", name);
    }
    if (!read_switch(root, "add_cross_attention", &cross, err)) return false;
    return !cross || error_set(err, "add_cross_attention is true; cross attention is not supported");
}

static bool read_shape(const json_t *root, NetShape *s, Error *err) {
    const char *positions = json_object_get(root, "n_positions") ? "n_positions" : "n_ctx";
    if (!read_count(root, "n_layer", LAYERS_MAX, &s->layers, err) ||
        !read_count(root, "n_head", HEADS_MAX, &s->heads, err) ||
        !read_count(root, "n_embd", WIDTH_MAX, &s->width, err) ||
        !read_count(root, positions, POSITIONS_MAX, &s->positions, err) ||
        !read_count(root, "vocab_size", VOCABULARY_MAX, &s->vocabulary, err)) {
        return false;
    }
    if (s->width % s->heads != 0) return error_set(err, "n_embd %d is not divisible by n_head %d", s->width, s->heads);
    s->hidden = 4 * s->width;
    if (is_there(root, "n_inner") && !read_count(root, "n_inner", 4 * WIDTH_MAX, &s->hidden, err)) return false;
    const json_t *eps = json_object_get(root, "layer_norm_epsilon");
    double value = eps ? json_number_value(eps) : 1e-5;
    if ((eps && !json_is_number(eps)) || !(value >= 0 && value < 1)) {
        return error_set(err, "layer_norm_epsilon is not a number from 0 to 1");
    }
    s->eps = (float)value;
    s->divide = true;
    return read_switch(root, "scale_attn_weights", &s->divide, err) &&
           read_switch(root, "scale_attn_by_inverse_layer_idx", &s->divide_by_layer, err);
}

static bool read_config(const json_t *root, Config *c, Error *err) {
    if (!json_is_object(root)) return error_set(err, "is no JSON object");
    if (!check_architecture(root, err) || !read_shape(root, &c->shape, err) || !check_rest(root, err)) return false;
    c->tied_said = is_there(root, "tie_word_embeddings");
    if (!read_switch(root, "tie_word_embeddings", &c->tied, err)) return false;
    const json_t *bos = json_object_get(root, "bos_token_id");
    json_int_t id = json_integer_value(bos);
    c->bos = json_is_integer(bos) && id >= 0 && id < c->shape.vocabulary ? (int)id : -1;
    return true;
}

bool config_parse(const char *text, size_t len, Config *out, Error *err) {
    json_error_t bad;
    json_t *root = json_loadb(text, len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &bad);
    if (!root) return error_set(err, "line %d is no JSON: %s", bad.line, bad.text);
    Config c = {0};
    bool ok = read_config(root, &c, err);
    json_decref(root);
    if (ok) *out = c;
    return ok;
}
