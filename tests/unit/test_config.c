#include "model/config.h"
#include "model/shards.h"

#include "check.h"

#include <stdio.h>

static const char GOOD[] = "{\"model_type\": \"gpt2\", \"n_layer\": 12, \"n_head\": 12, \"n_embd\": 768, "
                           "\"n_positions\": 1024, \"vocab_size\": 50257";

static Config parsed(const char *more) {
    Config c;
    Error err;
    char text[1024];
    snprintf(text, sizeof text, "%s%s}", GOOD, more);
    if (!config_parse(text, strlen(text), &c, &err)) fail_msg("%s", err.text);
    return c;
}

static void check_refused(const char *text, const char *message) {
    Config c;
    Error err;
    if (config_parse(text, strlen(text), &c, &err)) fail_msg("taken: %s", text);
    assert_string_equal(err.text, message);
}

static void check_refused_member(const char *more, const char *message) {
    char text[1024];
    snprintf(text, sizeof text, "%s%s}", GOOD, more);
    check_refused(text, message);
}

static void what_is_not_said_is_as_in_gpt2(void **state) {
    (void)state;
    Config c = parsed("");
    assert_int_equal(c.shape.layers, 12);
    assert_int_equal(c.shape.hidden, 3072);
    assert_int_equal(c.shape.positions, 1024);
    assert_int_equal(c.shape.vocabulary, 50257);
    assert_true(c.shape.divide && !c.shape.divide_by_layer && !c.tied_said && c.bos == -1);
    CHECK_NEAR((double)c.shape.eps, 1e-5, 1e-10);
    CHECK_NEAR(net_divisor(&c.shape, 3), 8, 0);
}

static void what_is_said_counts(void **state) {
    (void)state;
    Config c = parsed(", \"n_inner\": 100, \"layer_norm_epsilon\": 1e-6, \"scale_attn_weights\": false, "
                      "\"scale_attn_by_inverse_layer_idx\": true, "
                      "\"tie_word_embeddings\": false, \"bos_token_id\": 50256, \"activation_function\": "
                      "\"gelu_pytorch_tanh\", \"n_ctx\": 7");
    assert_int_equal(c.shape.hidden, 100);
    assert_int_equal(c.shape.positions, 1024);
    assert_true(!c.shape.divide && c.shape.divide_by_layer && c.tied_said && !c.tied);
    assert_int_equal(c.bos, 50256);
    CHECK_NEAR((double)c.shape.eps, 1e-6, 1e-12);
    CHECK_NEAR(net_divisor(&c.shape, 3), 4, 0);
    c = parsed(", \"n_inner\": null, \"tie_word_embeddings\": null, \"bos_token_id\": 50257");
    assert_int_equal(c.shape.hidden, 3072);
    assert_true(!c.tied_said && c.bos == -1);
}

static void another_architecture_is_named(void **state) {
    (void)state;
    check_refused("{\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"]}",
                  "a model of type \"llama\"; GPT-2 is supported (model_type \"gpt2\")");
    check_refused("{\"architectures\": [\"BertModel\"]}",
                  "a model of architecture \"BertModel\"; GPT-2 is supported (model_type \"gpt2\")");
    check_refused("{}", "names neither model_type nor architectures; GPT-2 is supported (model_type \"gpt2\")");
    check_refused("[]", "is no JSON object");
    check_refused("", "line 1 is no JSON: '[' or '{' expected near end of file");
    check_refused("{\n\"model_type\": gpt2}", "line 2 is no JSON: invalid token near 'gpt'");
    Config c;
    Error err;
    static const char CLASS_ALONE[] = "{\"architectures\": [\"GPT2LMHeadModel\"], \"n_layer\": 1, \"n_head\": 1, "
                                      "\"n_embd\": 1, \"n_ctx\": 1, \"vocab_size\": 1}";
    assert_true(config_parse(CLASS_ALONE, sizeof CLASS_ALONE - 1, &c, &err));
}

static void sizes_that_cannot_be_are_refused(void **state) {
    (void)state;
    check_refused("{\"model_type\": \"gpt2\"}", "n_layer is missing");
    check_refused("{\"model_type\": \"gpt2\", \"n_layer\": 0}", "n_layer is 0; 1 to 512 is wanted");
    check_refused("{\"model_type\": \"gpt2\", \"n_layer\": 1.5}", "n_layer is not a whole number");
    check_refused("{\"model_type\": \"gpt2\", \"n_layer\": 1, \"n_head\": -4}", "n_head is -4; 1 to 1024 is wanted");
    check_refused("{\"model_type\": \"gpt2\", \"n_layer\": 1, \"n_head\": 1, \"n_embd\": 99999999999}",
                  "n_embd is 99999999999; 1 to 65536 is wanted");
    check_refused("{\"model_type\": \"gpt2\", \"n_layer\": 1, \"n_head\": 5, \"n_embd\": 768, \"n_positions\": 10, "
                  "\"vocab_size\": 10}",
                  "n_embd 768 is not divisible by n_head 5");
    check_refused_member(", \"n_inner\": 0", "n_inner is 0; 1 to 262144 is wanted");
    check_refused_member(", \"layer_norm_epsilon\": -1", "layer_norm_epsilon is not a number from 0 to 1");
    check_refused_member(", \"layer_norm_epsilon\": \"x\"", "layer_norm_epsilon is not a number from 0 to 1");
}

static void parts_that_are_not_supported_are_named(void **state) {
    (void)state;
    check_refused_member(", \"activation_function\": \"relu\"",
                         "activation_function is \"relu\"; gelu by tanh is supported (gelu_new, gelu_pytorch_tanh)");
    check_refused_member(", \"activation_function\": 3", "activation_function is no text");
    check_refused_member(", \"add_cross_attention\": true",
                         "add_cross_attention is true; cross attention is not supported");
    check_refused_member(", \"scale_attn_weights\": 1", "scale_attn_weights is neither true nor false");
    check_refused_member(", \"n_layer\": 2", "line 1 is no JSON: duplicate object key near '\"n_layer\"'");
}

static void shards_are_listed_once_and_stay_in_their_folder(void **state) {
    (void)state;
    Texts list = {0};
    Error err;
    size_t len;
    static const char INDEX[] = "{\"metadata\": {}, \"weight_map\": {\"a\": \"m-1.safetensors\", \"b\": "
                                "\"m-2.safetensors\", \"c\": \"m-1.safetensors\"}}";
    assert_true(shards_parse(INDEX, sizeof INDEX - 1, &list, &err));
    assert_int_equal(list.count, 2);
    assert_memory_equal(texts_at(&list, 1, &len), "m-2.safetensors", 15);
    static const char *const BAD[][2] = {
        {"{}", "has no weight_map"},
        {"{\"weight_map\": {}}", "has no weight_map"},
        {"{\"weight_map\": {\"a\": 3}}", "weight_map: \"a\" names no file"},
        {"{\"weight_map\": {\"a\": \"../x\"}}", "weight_map: \"../x\" is not the name of a file in this folder"},
        {"{\"weight_map\": {\"a\": \"/etc/passwd\"}}",
         "weight_map: \"/etc/passwd\" is not the name of a file in this folder"},
        {"{\"weight_map\": {\"a\": \"\"}}", "weight_map: \"\" is not the name of a file in this folder"},
        {"x", "line 1 is no JSON: '[' or '{' expected near 'x'"},
    };
    for (size_t k = 0; k < sizeof BAD / sizeof BAD[0]; k++) {
        assert_false(shards_parse(BAD[k][0], strlen(BAD[k][0]), &list, &err));
        assert_string_equal(err.text, BAD[k][1]);
        assert_int_equal(list.count, 2); // left alone
    }
    texts_free(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_said_is_as_in_gpt2),
        cmocka_unit_test(what_is_said_counts),
        cmocka_unit_test(another_architecture_is_named),
        cmocka_unit_test(sizes_that_cannot_be_are_refused),
        cmocka_unit_test(parts_that_are_not_supported_are_named),
        cmocka_unit_test(shards_are_listed_once_and_stay_in_their_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
