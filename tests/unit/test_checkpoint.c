// Small checkpoints made here, whole and damaged.
#include "base/file.h"
#include "base/mem.h"
#include "math/random.h"
#include "model/checkpoint.h"
#include "net/forward.h"
#include "net/readout.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LAYERS = 2, WIDTH = 4, PLACES = 6, WORDS = 5, TENSORS_MAX = 64 };

static const char CONFIG[] =
    "{\"model_type\": \"gpt2\", \"n_layer\": 2, \"n_head\": 2, \"n_embd\": 4, \"n_positions\": 6, \"vocab_size\": 5}";
static const NetShape SHAPE = {LAYERS, 2, WIDTH, 4 * WIDTH, PLACES, WORDS, 1e-5f, true, false};

typedef struct Made {
    char name[80];
    int rows, cols; // rows 0: one axis
    float *numbers; // [rows · cols]
} Made;

typedef struct Maker {
    char folder[64];
    Made tensor[TENSORS_MAX];
    int count;
} Maker;

// ---- making

static size_t size_of(const Made *m) {
    return (size_t)(m->rows ? m->rows : 1) * (size_t)m->cols;
}

static Made *add(Maker *m, const char *name, int rows, int cols) {
    Made *t = &m->tensor[m->count];
    Random r = {(uint64_t)m->count++};
    snprintf(t->name, sizeof t->name, "%s", name);
    t->rows = rows;
    t->cols = cols;
    t->numbers = MEM_NEW(float, size_of(t));
    for (size_t k = 0; k < size_of(t); k++) t->numbers[k] = (float)((double)(random_next(&r) >> 40) / (1 << 24) - 0.5);
    return t;
}

static void add_all(Maker *m, const char *prefix) {
    for (NetPart part = 0; part < NET_PARTS - 1; part++) {
        NetPartInfo info = net_part_info(&SHAPE, part);
        for (int l = 0; l < (part < NET_LAYER_PARTS ? LAYERS : 1); l++) {
            char name[80];
            if (part < NET_LAYER_PARTS) snprintf(name, sizeof name, "%sh.%d.%s", prefix, l, info.name);
            else snprintf(name, sizeof name, "%s%s", prefix, info.name);
            add(m, name, info.rows, info.cols);
        }
    }
}

static Made *find(Maker *m, const char *name) {
    for (int k = 0; k < m->count; k++) {
        if (strcmp(m->tensor[k].name, name) == 0) return &m->tensor[k];
    }
    fail_msg("no %s", name);
    return NULL;
}

static void put_file(const Maker *m, const char *name, const char *bytes, size_t len) {
    Str path = {0};
    Error err;
    str_printf(&path, "%s/%s", m->folder, name);
    if (!file_write(path.s, bytes, len, &err)) fail_msg("%s", err.text);
    str_free(&path);
}

// Tensors [from, to) as a safetensors file; odd: their numbers begin at an address that is no multiple of 4.
static void put_weights(const Maker *m, const char *name, int from, int to, bool odd) {
    Str header = {0}, all = {0};
    size_t at = 0;
    for (int k = from; k < to; k++) {
        const Made *t = &m->tensor[k];
        str_printf(&header, "%s\"%s\":{\"dtype\":\"F32\",\"shape\":[", k > from ? "," : "{", t->name);
        if (t->rows) str_printf(&header, "%d,", t->rows);
        str_printf(&header, "%d],\"data_offsets\":[%zu,%zu]}", t->cols, at, at + 4 * size_of(t));
        at += 4 * size_of(t);
    }
    str_putc(&header, '}');
    while (header.len % 8 != (odd ? 1 : 0)) str_putc(&header, ' ');
    for (int k = 0; k < 8; k++) str_putc(&all, (char)(header.len >> 8 * k & 0xFF));
    str_add(&all, header.s, header.len);
    for (int k = from; k < to; k++) str_add(&all, (const char *)m->tensor[k].numbers, 4 * size_of(&m->tensor[k]));
    put_file(m, name, all.s, all.len);
    str_free(&header);
    str_free(&all);
}

static void put_all(const Maker *m) {
    put_file(m, "config.json", CONFIG, sizeof CONFIG - 1);
    put_weights(m, "model.safetensors", 0, m->count, false);
}

static int setup(void **state) {
    Maker *m = MEM_NEW(Maker, 1);
    snprintf(m->folder, sizeof m->folder,
             "/tmp/lookback-model-XX"
             "XX"
             "XX");
    *state = m;
    add_all(m, "");
    return mkdtemp(m->folder) ? 0 : -1;
}

static int teardown(void **state) {
    static const char *const FILES[] = {"config.json",     "model.safetensors", "model.safetensors.index.json",
                                        "one.safetensors", "two.safetensors",   "pytorch_model.bin"};
    Maker *m = *state;
    for (size_t k = 0; k < sizeof FILES / sizeof FILES[0]; k++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", m->folder, FILES[k]);
        unlink(path);
    }
    rmdir(m->folder);
    for (int k = 0; k < m->count; k++) free(m->tensor[k].numbers);
    free(m);
    return 0;
}

// ---- looking

static void check_weights(const Maker *m, const Checkpoint *c, const char *prefix) {
    int seen = 0;
    for (int k = 0; k < m->count; k++) {
        const Made *t = &m->tensor[k];
        for (NetPart part = 0; part < NET_PARTS; part++) {
            for (int l = 0; l < (part < NET_LAYER_PARTS ? LAYERS : 1); l++) {
                char name[80];
                NetPartInfo info = net_part_info(&SHAPE, part);
                if (part < NET_LAYER_PARTS) snprintf(name, sizeof name, "%sh.%d.%s", prefix, l, info.name);
                else snprintf(name, sizeof name, "%s%s", part == NET_UNEMBED ? "" : prefix, info.name);
                if (strcmp(name, t->name) != 0) continue;
                assert_memory_equal(net_weights_get(&c->weights, part, l), t->numbers, 4 * size_of(t));
                seen++;
            }
        }
    }
    assert_true(seen >= NET_LAYER_PARTS * LAYERS + 4);
}

static void check_refused(const Maker *m, const char *message) {
    Checkpoint c = {0};
    Error err;
    Str want = {0};
    if (checkpoint_load(&c, m->folder, &err)) fail_msg("opened; wanted: %s", message);
    str_puts(&want, m->folder);
    str_puts(&want, message);
    assert_string_equal(err.text, want.s);
    str_free(&want);
    checkpoint_free(&c);
}

static void float32_is_used_where_it_lies(void **state) {
    Maker *m = *state;
    Checkpoint c = {0};
    Error err;
    put_all(m);
    assert_true(checkpoint_is(m->folder));
    assert_false(checkpoint_is("/tmp/no such folder"));
    if (!checkpoint_load(&c, m->folder, &err)) fail_msg("%s", err.text);
    check_weights(m, &c, "");
    assert_true(c.tied);
    assert_ptr_equal(net_weights_get(&c.weights, NET_UNEMBED, 0), net_weights_get(&c.weights, NET_TOKENS, 0));
    const char *file = c.file[0].file.mapped, *at = (const char *)net_weights_get(&c.weights, NET_MLP_IN, 1);
    assert_true(at > file && at < file + c.file[0].file.size);
    checkpoint_free(&c);
    put_weights(m, "model.safetensors", 0, m->count, true); // then it is copied
    if (!checkpoint_load(&c, m->folder, &err)) fail_msg("%s", err.text);
    check_weights(m, &c, "");
    assert_true((uintptr_t)net_weights_get(&c.weights, NET_MLP_IN, 1) % sizeof(float) == 0);
    checkpoint_free(&c);
}

static void names_may_begin_with_transformer_and_masks_are_passed_over(void **state) {
    Maker *m = *state;
    Checkpoint c = {0};
    Error err;
    for (int k = 0; k < m->count; k++) free(m->tensor[k].numbers);
    m->count = 0;
    add_all(m, "transformer.");
    add(m, "transformer.h.0.attn.bias", PLACES, PLACES);
    add(m, "transformer.h.0.attn.masked_bias", 0, 1);
    put_all(m);
    if (!checkpoint_load(&c, m->folder, &err)) fail_msg("%s", err.text);
    check_weights(m, &c, "transformer.");
    checkpoint_free(&c);
}

static void an_unembedding_of_its_own_is_used(void **state) {
    Maker *m = *state;
    Checkpoint c = {0};
    Error err;
    add(m, "lm_head.weight", WORDS, WIDTH);
    put_all(m);
    assert_true(checkpoint_load(&c, m->folder, &err));
    check_weights(m, &c, "");
    assert_false(c.tied);
    checkpoint_free(&c);
    Str tied = {0};
    str_add(&tied, CONFIG, sizeof CONFIG - 2);
    str_puts(&tied, ", \"tie_word_embeddings\": true}");
    put_file(m, "config.json", tied.s, tied.len);
    assert_true(checkpoint_load(&c, m->folder, &err));
    assert_true(c.tied);
    checkpoint_free(&c);
    str_free(&tied);
}

static void several_files_are_one(void **state) {
    Maker *m = *state;
    Checkpoint c = {0};
    Error err;
    static const char INDEX[] = "{\"weight_map\": {\"wte.weight\": \"two.safetensors\", \"x\": \"one.safetensors\"}}";
    put_file(m, "config.json", CONFIG, sizeof CONFIG - 1);
    put_file(m, "model.safetensors.index.json", INDEX, sizeof INDEX - 1);
    put_weights(m, "one.safetensors", 0, 9, false);
    put_weights(m, "two.safetensors", 9, m->count, false);
    if (!checkpoint_load(&c, m->folder, &err)) fail_msg("%s", err.text);
    check_weights(m, &c, "");
    checkpoint_free(&c);
    char path[128];
    snprintf(path, sizeof path, "%s/one.safetensors", m->folder);
    unlink(path);
    check_refused(m, "/one.safetensors: cannot open: No such file or directory");
    put_file(m, "model.safetensors.index.json", "{}", 2);
    check_refused(m, "/model.safetensors.index.json: has no weight_map");
}

static void what_is_missing_or_misshapen_is_named(void **state) {
    Maker *m = *state;
    check_refused(m, "/config.json: cannot open: No such file or directory");
    put_file(m, "config.json", CONFIG, sizeof CONFIG - 1);
    check_refused(m, ": no model.safetensors and no model.safetensors.index.json");
    put_file(m, "pytorch_model.bin", "PK", 2);
    check_refused(m,
                  "/pytorch_model.bin: a pickle, and reading one runs what it contains; save the model as safetensors: "
                  "model.save_pretrained(\"DIR\", safe_serialization=True)");
    put_file(m, "model.safetensors", "x", 1);
    check_refused(m, "/model.safetensors: is shorter than a safetensors header");
    Made *t = find(m, "h.1.attn.c_attn.weight");
    t->name[0] = 'x';
    put_all(m);
    check_refused(m, ": h.1.attn.c_attn.weight [4, 12] is missing");
    t->name[0] = 'h';
    t->rows = 12;
    t->cols = 4;
    put_all(m);
    check_refused(m, "/model.safetensors: h.1.attn.c_attn.weight is float32 [12, 4]; [4, 12] is wanted by config.json");
    t->rows = 4;
    t->cols = 12;
    put_file(m, "config.json", "{\"model_type\": \"bert\"}", 22);
    check_refused(m, "/config.json: a model of type \"bert\"; GPT-2 is supported (model_type \"gpt2\")");
}

static void weights_that_are_not_finite_are_named(void **state) {
    Maker *m = *state;
    Checkpoint c = {0};
    Error err;
    find(m, "h.1.mlp.c_fc.weight")->numbers[17] = NAN;
    put_all(m);
    assert_true(checkpoint_load(&c, m->folder, &err));
    assert_true(checkpoint_check_finite(&c, 0, &err) && checkpoint_check_finite(&c, -1, &err));
    assert_false(checkpoint_check_finite(&c, 1, &err));
    assert_non_null(strstr(err.text, ": h.1.mlp.c_fc.weight holds NaN or infinity"));
    static const int IDS[] = {0, 1, 2};
    NetLevers levers = net_levers();
    NetRun run;
    Blas none = {0};
    assert_true(net_run_start(&run, &c.weights, &none, IDS, 3, &levers, &err));
    net_run_finish(&run);
    assert_int_equal(run.bad_layer, 1);
    net_run_free(&run);
    checkpoint_free(&c);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(float32_is_used_where_it_lies),         TEST(names_may_begin_with_transformer_and_masks_are_passed_over),
        TEST(an_unembedding_of_its_own_is_used),     TEST(several_files_are_one),
        TEST(what_is_missing_or_misshapen_is_named), TEST(weights_that_are_not_finite_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
