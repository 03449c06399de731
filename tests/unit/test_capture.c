// What a dump is taken for: axes, names, offsets, tokens; and its rows.
#include "patterns.h"
#include "zipfile.h"

#include <math.h>

static DumpFile made;
static Capture c;

static int clean(void **state) {
    (void)state;
    const char *const names[] = {"a.safetensors", "a.npy",        "a.npz", "a.json", "a.pt",
                                 "a.tokens.json", "a.tokens.txt", "b.npy", NULL};
    capture_free(&c);
    if (made.folder[0]) dumpfile_remove(&made, names);
    return 0;
}

static const int SIDES[AXES] = {3, 1, 4, 6, 6};

static void open_as(const char *name, const char *axes, const int side[AXES], const char *metadata,
                    const CaptureOptions *o) {
    Error err;
    capture_free(&c);
    if (!open_pattern(&c, &made, name, axes, side, pattern_weight, metadata, o, &err)) fail_msg("%s", err.text);
}

static void check_rows(int batch) {
    Error err;
    double row[64];
    for (int l = 0; l < c.layers; l++)
        for (int h = 0; h < c.heads; h++)
            for (int i = 0; i < c.queries; i++) {
                if (!capture_weights(&c, l, h, i, row, &err)) fail_msg("%s", err.text);
                for (int j = 0; j < c.keys; j++) CHECK_NEAR(row[j], pattern_weight(l + 10 * batch, h, i, j), 1e-6);
            }
}

// ---- axes

static void axes_are_guessed(void **state) {
    (void)state;
    const struct {
        const char *name, *axes, *said;
        int side[AXES];
    } forms[] = {
        {"attn", "QK", "query, key", {1, 1, 1, 6, 6}},
        {"attn", "HQK", "head, query, key", {1, 1, 4, 6, 6}},
        {"attn", "QKH", "query, key, head", {1, 1, 4, 6, 6}},
        {"attn", "LHQK", "layer, head, query, key", {3, 1, 4, 6, 6}},
        {"attn", "QKLH", "query, key, layer, head", {3, 1, 4, 6, 6}},
        {"attn", "LBHQK", "layer, batch, head, query, key", {3, 2, 4, 6, 6}},
        {"attn", "BLHQK", "batch, layer, head, query, key", {3, 1, 4, 6, 6}},
        {"layer_0", "BHQK", "batch, head, query, key", {1, 2, 4, 6, 6}},
        {"attn", "HQK", "head, query, key", {1, 1, 6, 6, 6}}, // a cube
        {"attn", "LHQK", "layer, head, query, key", {4, 1, 4, 6, 6}},
        {"attn", "LBHQK", "layer, batch, head, query, key;", {12, 1, 8, 4, 4}}, // a tuple of layers, stacked
        {"attn", "LBHQK", "layer, batch, head, query, key (if not: --axes BLHQK)", {12, 2, 12, 4, 4}},
        {"attn", "BLHQK", "batch, layer, head, query, key (if not: --axes LBHQK)", {12, 2, 12, 4, 4}},
        {"attn", "LBHQK", "layer, batch, head, query, key (if not: --axes BLHQK)", {3, 3, 4, 6, 6}},
        {"attn", "LBHQK", "layer, batch, head, query, key;", {1, 1, 4, 6, 6}},
    };
    for (size_t k = 0; k < sizeof forms / sizeof forms[0]; k++) {
        open_as(forms[k].name, forms[k].axes, forms[k].side, NULL, NULL);
        if (!strstr(str_text(&c.guess), forms[k].said)) fail_msg("%s: %s", forms[k].axes, str_text(&c.guess));
        assert_int_equal(c.layers, forms[k].side[AXIS_LAYER]);
        assert_int_equal(c.batches, forms[k].side[AXIS_BATCH]);
        assert_int_equal(c.heads, forms[k].side[AXIS_HEAD]);
        check_rows(0);
    }
}

static void axes_can_be_said(void **state) {
    (void)state;
    Error err;
    const int side[AXES] = {3, 2, 4, 6, 6};
    open_as("attn", "KHLQ", SIDES, NULL, &(CaptureOptions){.axes = "khlq"});
    check_rows(0);
    open_as("attn", "BLHQK", side, NULL, &(CaptureOptions){.axes = "SLHQK"});
    check_rows(0);
    assert_true(capture_set_batch(&c, 1, &err));
    check_rows(1);
    assert_non_null(strstr(str_text(&c.guess), "sample 1 of 2"));
    assert_false(capture_set_batch(&c, 2, &err));
    assert_false(capture_set_batch(&c, -1, &err));
    const struct {
        const char *axes, *said;
    } wrong[] = {{"LHQ", "names 3 axes"},
                 {"LHQQ", "names Q twice"},
                 {"LHQX", "X is none of"},
                 {"LHBQ", "lacks Q or K"},
                 {"LHQKQKQKQKQKQKQK", "names 16 axes"},
                 {"", "names 0 axes"}};
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        capture_free(&c);
        assert_false(open_pattern(&c, &made, "attn", "LHQK", SIDES, pattern_weight, NULL,
                                  &(CaptureOptions){.axes = wrong[k].axes}, &err));
        if (!strstr(err.text, wrong[k].said)) fail_msg("%s: %s", wrong[k].axes, err.text);
    }
}

// With token ids [texts, n] beside the weights the axis of the samples is known.
static void texts_tell_the_samples(void **state) {
    (void)state;
    Error err;
    const struct {
        const char *shape, *said;
        int layers, batches, heads;
    } forms[] = {
        {"2, 8, 3, 2, 2", "layer, batch, head, query, key;", 2, 8, 3}, // two layers, eight texts
        {"8, 2, 3, 2, 2", "batch, layer, head, query, key;", 2, 8, 3},
        {"8, 6, 2, 2", "batch, head, query, key;", 1, 8, 6},
        {"24, 2, 2, 2", "layer, head, query, key;", 24, 1, 2},
        {"8, 12, 1, 2, 2", "batch, layer, head", 12, 8, 1},
    };
    for (size_t k = 0; k < sizeof forms / sizeof forms[0]; k++) {
        Str header = {0}, data = {0}, file = {0};
        int n = 1;
        for (const char *p = forms[k].shape; *p; p += strcspn(p, " ") + (strchr(p, ' ') != NULL)) n *= (int)strtol(p, NULL, 10);
        for (int e = 0; e < n / 2; e++) put_floats(&data, (float[]){1, 0}, 2);
        for (int e = 0; e < 16; e++) put_floats(&data, (float[]){0}, 1);
        str_printf(&header,
                   "{\"attn\": {\"dtype\": \"F32\", \"shape\": [%s], \"data_offsets\": [0, %d]}, \"input_ids\": "
                   "{\"dtype\": \"I32\", \"shape\": [8, 2], \"data_offsets\": [%d, %d]}}",
                   forms[k].shape, 4 * n, 4 * n, 4 * n + 64);
        put_safetensors(&file, str_text(&header), data.s, data.len);
        dumpfile_write(&made, "a.safetensors", file.s, file.len);
        capture_free(&c);
        if (!capture_open(&c, made.path, &(CaptureOptions){0}, &err)) fail_msg("%s", err.text);
        if (!strstr(str_text(&c.guess), forms[k].said)) fail_msg("%s: %s", forms[k].shape, str_text(&c.guess));
        assert_int_equal(c.layers, forms[k].layers);
        assert_int_equal(c.batches, forms[k].batches);
        assert_int_equal(c.heads, forms[k].heads);
        str_free(&header);
        str_free(&data);
        str_free(&file);
    }
}

// Where the last query would stand behind the last key, nothing on the screen has a name for it.
static void an_offset_that_does_not_fit_is_left_aside(void **state) {
    (void)state;
    open_as("attn", "LHQK", SIDES, "{\"row_offset\": \"1000000\"}", NULL);
    assert_int_equal(c.offset, 0);
    assert_non_null(strstr(str_text(&c.guess), "row_offset 1000000 does not fit"));
    open_as("attn", "LHQK", SIDES, "{\"row_offset\": \"1\"}", NULL);
    assert_int_equal(c.offset, 0);
    open_as("attn", "LHQK", SIDES, "{\"row_offset\": \"0\"}", NULL);
    assert_null(strstr(str_text(&c.guess), "does not fit"));
    open_as("cross_attentions", "LHQK", (const int[AXES]){1, 1, 2, 7, 3}, NULL, NULL); // nobody named an offset
    assert_null(strstr(str_text(&c.guess), "does not fit"));
    assert_int_equal(c.offset_misfit, 0);
}

static void lists_of_lists_are_the_texts_of_the_samples(void **state) {
    (void)state;
    Error err;
    static const char JSON[] = "{\"attn\": [[[[1, 0], [0.5, 0.5]]], [[[1, 0], [0.25, 0.75]]]], "
                               "\"tokens\": [[\"a\", \"b\"], [\"c\", \"d\"]]}";
    dumpfile_write(&made, "a.json", JSON, sizeof JSON - 1);
    capture_free(&c);
    if (!capture_open(&c, made.path, &(CaptureOptions){.axes = "BHQK"}, &err)) fail_msg("%s", err.text);
    int len;
    assert_int_equal(c.tokens_given, 2);
    assert_memory_equal(tokens_text(&c.tokens, 1, &len), "b", 1);
    assert_true(capture_set_batch(&c, 1, &err));
    assert_memory_equal(tokens_text(&c.tokens, 0, &len), "c", 1);
    assert_int_equal(c.tokens_given, 2);
    static const char ONE[] = "{\"attn\": [[1, 0], [0.5, 0.5]], \"tokens\": [[\"a\", \"b\"], [\"c\", \"d\"]]}";
    dumpfile_write(&made, "a.json", ONE, sizeof ONE - 1);
    capture_free(&c);
    if (!capture_open(&c, made.path, &(CaptureOptions){0}, &err)) fail_msg("%s", err.text);
    assert_int_equal(c.tokens_given, 2); // the first, where there is one sample
}

// Each sample has its own; numbers stand in for what a list lacks, and it is said which list that is.
static void lists_of_different_lengths_are_taken(void **state) {
    (void)state;
    Error err;
    int len;
    static const char JSON[] = "{\"attn\": [[[[1, 0], [0.5, 0.5]]], [[[1, 0], [0.25, 0.75]]]], "
                               "\"tokens\": [[\"a\"], [\"c\", \"d\"]]}";
    dumpfile_write(&made, "a.json", JSON, sizeof JSON - 1);
    capture_free(&c);
    if (!capture_open(&c, made.path, &(CaptureOptions){.axes = "BHQK"}, &err)) fail_msg("%s", err.text);
    assert_int_equal(c.tokens_given, 1);
    assert_memory_equal(tokens_text(&c.tokens, 0, &len), "a", 1);
    assert_memory_equal(tokens_text(&c.tokens, 1, &len), "1", 1);
    assert_string_equal(str_text(&c.tokens_from), "the file, list 0 of 2");
    assert_true(capture_set_batch(&c, 1, &err));
    assert_int_equal(c.tokens_given, 2);
    assert_memory_equal(tokens_text(&c.tokens, 1, &len), "d", 1);
    assert_string_equal(str_text(&c.tokens_from), "the file, list 1 of 2");
    static const char EMPTY[] = "{\"attn\": [[[[1, 0], [0.5, 0.5]]], [[[1, 0], [0.25, 0.75]]]], "
                                "\"tokens\": [[], [\"c\", \"d\", \"e\"]]}";
    dumpfile_write(&made, "a.json", EMPTY, sizeof EMPTY - 1);
    capture_free(&c);
    if (!capture_open(&c, made.path, &(CaptureOptions){.axes = "BHQK"}, &err)) fail_msg("%s", err.text);
    assert_int_equal(c.tokens_given, 0);
    assert_true(capture_set_batch(&c, 1, &err));
    assert_int_equal(c.tokens_given, 3);
}

// ---- names

// An .npz of members of 1 × 1 × 2 × 2 numbers that hold their own index.
static void open_members(const char *const *names, int count, const CaptureOptions *o) {
    Error err;
    Str file = {0};
    ZipEntry e[16];
    for (int k = 0; k < count; k++) {
        Str npy = {0};
        const float f[] = {1, 0, (float)k / 16, 1 - (float)k / 16};
        bool objects = strcmp(names[k], "tokens.npy") == 0; // as np.array of texts of dtype object
        put_npy(&npy, objects ? "{'descr': '|O', 'fortran_order': False, 'shape': (2,), }"
                              : "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 2, 2), }", f, sizeof f);
        e[k] = zip_entry(names[k], npy.s, npy.len, 0);
        str_free(&npy);
    }
    put_zip(&file, e, count);
    for (int k = 0; k < count; k++) str_free(&e[k].packed);
    dumpfile_write(&made, "a.npz", file.s, file.len);
    str_free(&file);
    capture_free(&c);
    if (!capture_open(&c, made.path, o, &err)) fail_msg("%s", err.text);
}

static double member_of_layer(int layer) {
    Error err;
    double row[2];
    assert_true(capture_weights(&c, layer, 0, 1, row, &err));
    return row[0] * 16;
}

static void layers_are_in_the_order_of_their_numbers(void **state) {
    (void)state;
    const char *const wild[][4] = {
        {"layer_10.npy", "layer_2.npy", "layer_1.npy", "layer_0.npy"},
        {"arr_10.npy", "arr_2.npy", "arr_1.npy", "arr_0.npy"},
        {"blocks.11.attn.hook_pattern.npy", "blocks.9.attn.hook_pattern.npy", "blocks.1.attn.hook_pattern.npy",
         "blocks.0.attn.hook_pattern.npy"},
        {"layer.10.npy", "layer.2.npy", "layer.1.npy", "layer.0.npy"},
    };
    for (size_t k = 0; k < sizeof wild / sizeof wild[0]; k++) {
        open_members(wild[k], 4, &(CaptureOptions){0});
        assert_int_equal(c.layers, 4);
        for (int l = 0; l < 4; l++) CHECK_NEAR(member_of_layer(l), 3 - l, 0);
    }
}

static void the_likeliest_name_is_taken(void **state) {
    (void)state;
    const char *const names[] = {"cross_attentions.npy", "encoder_attentions.npy", "decoder_attentions.npy",
                                 "hidden.npy"};
    open_members(names, 4, &(CaptureOptions){0});
    assert_string_equal(str_text(&c.name), "decoder_attentions");
    assert_string_equal(str_text(&c.others), "encoder_attentions, cross_attentions, hidden");
    CHECK_NEAR(member_of_layer(0), 2, 0);
    open_members(names, 4, &(CaptureOptions){.tensor = "cross_attentions"});
    CHECK_NEAR(member_of_layer(0), 0, 0);
    assert_false(c.related);
    Error err;
    capture_free(&c);
    assert_false(capture_open(&c, made.path, &(CaptureOptions){.tensor = "nothing"}, &err));
    assert_non_null(strstr(err.text, "unknown tensor \"nothing\" (one of: decoder_attentions, encoder_attentions"));
    capture_free(&c);
    assert_false(capture_open(&c, made.path, &(CaptureOptions){.tensor = "cros_attentions"}, &err));
    assert_non_null(strstr(err.text, "did you mean \"cross_attentions\"?"));
    const char *const cache[] = {"blocks.0.attn.hook_v.npy", "blocks.0.attn.hook_z.npy", "blocks.0.hook_attn_out.npy",
                                 "blocks.0.attn.hook_pattern.npy"};
    open_members(cache, 4, &(CaptureOptions){0});
    CHECK_NEAR(member_of_layer(0), 3, 0);
}

static void tokens_that_cannot_be_read_are_spoken_of(void **state) {
    (void)state;
    const char *const names[] = {"attn.npy", "tokens.npy"};
    open_members(names, 2, &(CaptureOptions){0});
    assert_int_equal(c.tokens_given, 0);
    assert_non_null(strstr(str_text(&c.guess), "its tokens are of type |O, which is not read: they are numbered"));
    open_members(names, 1, &(CaptureOptions){0});
    assert_non_null(strstr(str_text(&c.guess), "no tokens: they are numbered"));
}

static void names_compare_as_people_count(void **state) {
    (void)state;
    assert_true(family_natural_order("layer_2", "layer_10") < 0);
    assert_true(family_natural_order("layer_02", "layer_2") == 0);
    assert_true(family_natural_order("a.2.b", "a.2.c") < 0);
    assert_true(family_natural_order("a", "a1") < 0);
    assert_true(family_natural_order("a99999999999999999999999998", "a99999999999999999999999999") < 0);
}

// ---- rectangles and what is causal

static double shifted(int l, int h, int i, int j) {
    return pattern_weight(l, h, i + 3, j);
}

static double both_ways(int l, int h, int i, int j) {
    (void)l;
    return (1 + ((i + j + h) % 3)) / (8.0 + 1e-9); // 8 keys: not all rows sum to 1, which does not matter here
}

static void rows_may_start_later(void **state) {
    (void)state;
    Error err;
    const int side[AXES] = {2, 1, 2, 3, 6};
    capture_free(&c);
    assert_true(open_pattern(&c, &made, "attn", "LHQK", side, shifted, NULL, NULL, &err));
    assert_int_equal(c.offset, 3);
    assert_true(c.related && c.masked);
    assert_non_null(strstr(str_text(&c.guess), "row 0 is position 3"));
    capture_free(&c);
    assert_true(
        open_pattern(&c, &made, "attn", "LHQK", side, both_ways, NULL, NULL, &err)); // nothing masked: another text
    assert_false(c.related);
    assert_int_equal(c.query_tokens.n, 3);
    assert_non_null(strstr(str_text(&c.guess), "cross attention"));
    capture_free(&c);
    assert_true(open_pattern(&c, &made, "attn", "LHQK", side, both_ways,
                             "{\"row_offset\": \"2\", \"causal\": \"false\"}", NULL, &err));
    assert_true(c.related);
    assert_int_equal(c.offset, 2);
    assert_int_equal(c.causal, CAUSAL_NO);
}

static void what_is_causal_is_seen_or_said(void **state) {
    (void)state;
    Error err;
    const int side[AXES] = {1, 1, 2, 6, 6};
    open_as("attn", "HQK", side, NULL, NULL);
    assert_true(c.causal == CAUSAL_YES && !c.causal_said && c.masked);
    capture_free(&c);
    assert_true(open_pattern(&c, &made, "attn", "HQK", side, both_ways, NULL, NULL, &err));
    assert_true(c.causal == CAUSAL_UNKNOWN && !c.masked);
    capture_free(&c);
    assert_true(open_pattern(&c, &made, "attn", "HQK", side, both_ways, "{\"causal\": \"true\"}", NULL, &err));
    assert_true(c.causal == CAUSAL_YES && c.causal_said && !c.masked);
    capture_free(&c);
    assert_true(
        open_pattern(&c, &made, "attn", "HQK", side, both_ways, NULL, &(CaptureOptions){.causal = CAUSAL_NO}, &err));
    assert_true(c.causal == CAUSAL_NO);
    capture_free(&c);
    assert_true(open_pattern(&c, &made, "attn", "HQK", side, both_ways, "{\"tokens\": \"[\\\"[CLS]\\\",\\\"a\\\"]\"}",
                             NULL, &err));
    assert_true(c.causal == CAUSAL_NO && c.bos);
    capture_free(&c);
    assert_true(open_pattern(&c, &made, "encoder_attentions", "HQK", side, both_ways, NULL, NULL, &err));
    assert_true(c.causal == CAUSAL_NO);
}

// ---- tokens

static void check_token(int i, const char *want) {
    int len;
    const char *text = tokens_text(&c.tokens, i, &len);
    if ((size_t)len != strlen(want) || memcmp(text, want, (size_t)len) != 0)
        fail_msg("token %d is \"%.*s\", wanted \"%s\"", i, len, text, want);
}

static void tokens_come_from_many_places(void **state) {
    (void)state;
    const int side[AXES] = {1, 1, 1, 3, 3};
    open_as("attn", "QK", side, NULL, NULL);
    check_token(2, "2");
    assert_int_equal(c.tokens_given, 0);
    DumpFile beside = made;
    dumpfile_write(&beside, "a.tokens.txt", "a\r\n b\n\n", 7);
    open_as("attn", "QK", side, NULL, NULL);
    check_token(0, "a");
    check_token(1, " b");
    check_token(2, "");
    dumpfile_write(&beside, "a.tokens.txt", "\xEF\xBB\xBF" "a\nb\nc", 8); // as some editors save it
    open_as("attn", "QK", side, NULL, NULL);
    check_token(0, "a");
    const char list[] = "\xEF\xBB\xBF[\"x\", \"\\u0120y\", \"\\u00e4\\u00b8\\u0143\"]";
    dumpfile_write(&beside, "a.tokens.json", list, sizeof list - 1);
    open_as("attn", "QK", side, NULL, NULL);
    assert_non_null(strstr(str_text(&c.tokens_from), "a.tokens.json"));
    check_token(1, " y");
    check_token(2, "\xE4\xB8\xAD"); // bytes of 中 in GPT-2's alphabet, AD among them
    open_as("attn", "QK", side, "{\"tokens\": \"[\\\"m\\\", \\\"\\u2581n\\\"]\"}", NULL);
    check_token(0, "m");
    check_token(1, " n");
    check_token(2, "2"); // two given, three wanted
    assert_int_equal(c.tokens_given, 2);
    open_as("attn", "QK", side, "{\"tokens\": \"\\u001b[2J\\nb\\nc\\nd\"}", NULL);
    check_token(0, "\x1b[2J"); // kept as it is: what is shown goes through text_display
    assert_int_equal(c.tokens.n, 3);
    dumpfile_write(&beside, "a.tokens.json", "[1, 2]", 6);
    Error err;
    capture_free(&c);
    assert_false(open_pattern(&c, &made, "attn", "QK", side, pattern_weight, NULL, NULL, &err));
    assert_non_null(strstr(err.text, "a.tokens.json: line 1: a list of strings is wanted"));
}

static void arrays_of_text_and_ids_are_tokens(void **state) {
    (void)state;
    Error err;
    const float f[] = {1, 0, 0.5f, 0.5f};
    Str npy[3] = {{0}}, file = {0};
    put_npy(&npy[0], "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }", f, sizeof f);
    put_npy(&npy[1], "{'descr': '<U2', 'fortran_order': False, 'shape': (2,), }", "a\0\0\0b\0\0\0\x2D\x4E\0\0\0\0\0\0",
            16);
    put_npy(&npy[2], "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 2), }",
            "\7\0\0\0\x10\x27\0\0\x08\0\0\0\x09\0\0\0", 16);
    ZipEntry e[] = {zip_entry("attention.npy", npy[0].s, npy[0].len, 8),
                    zip_entry("tokens.npy", npy[1].s, npy[1].len, 8),
                    zip_entry("input_ids.npy", npy[2].s, npy[2].len, 8)};
    put_zip(&file, e, 3);
    dumpfile_write(&made, "a.npz", file.s, file.len);
    if (!capture_open(&c, made.path, &(CaptureOptions){0}, &err)) fail_msg("%s", err.text);
    check_token(0, "ab");
    check_token(1, "\xE4\xB8\xAD");
    capture_free(&c);
    file.len = 0;
    str_free(&e[1].packed);
    e[1] = e[2];
    put_zip(&file, e, 2);
    dumpfile_write(&made, "a.npz", file.s, file.len);
    if (!capture_open(&c, made.path, &(CaptureOptions){0}, &err)) fail_msg("%s", err.text);
    check_token(1, "10000");
    str_free(&e[0].packed);
    str_free(&e[2].packed);
    for (int k = 0; k < 3; k++) str_free(&npy[k]);
    str_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(axes_are_guessed, clean),
        cmocka_unit_test_teardown(axes_can_be_said, clean),
        cmocka_unit_test_teardown(texts_tell_the_samples, clean),
        cmocka_unit_test_teardown(lists_of_lists_are_the_texts_of_the_samples, clean),
        cmocka_unit_test_teardown(lists_of_different_lengths_are_taken, clean),
        cmocka_unit_test_teardown(an_offset_that_does_not_fit_is_left_aside, clean),
        cmocka_unit_test_teardown(layers_are_in_the_order_of_their_numbers, clean),
        cmocka_unit_test_teardown(the_likeliest_name_is_taken, clean),
        cmocka_unit_test_teardown(tokens_that_cannot_be_read_are_spoken_of, clean),
        cmocka_unit_test(names_compare_as_people_count),
        cmocka_unit_test_teardown(rows_may_start_later, clean),
        cmocka_unit_test_teardown(what_is_causal_is_seen_or_said, clean),
        cmocka_unit_test_teardown(tokens_come_from_many_places, clean),
        cmocka_unit_test_teardown(arrays_of_text_and_ids_are_tokens, clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
