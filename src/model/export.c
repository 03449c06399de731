#include "model/export.h"

#include "base/file_sink.h"
#include "base/mem.h"
#include "base/pages.h"
#include "base/text.h"
#include "net/pattern.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

// ---- the header

static bool is_utf8(const char *text, size_t len) {
    for (size_t at = 0; at < len;) {
        int used;
        if (text_decode(text + at, len - at, &used) >= TEXT_BAD) return false;
        at += (size_t)used;
    }
    return true;
}

static Texts token_texts(const NetRun *run, const Tokenizer *t) {
    Texts list = {0};
    Str text = {0};
    for (int i = 0; i < run->n; i++) {
        str_clear(&text);
        tokenizer_text(t, run->ids[i], &text);
        texts_add(&list, str_text(&text), text.len);
    }
    str_free(&text);
    return list;
}

// Whether JSON can hold the texts as they are.
static bool are_plain(const Texts *list) {
    bool plain = true;
    for (int i = 0; i < list->count; i++) {
        size_t len;
        const char *text = texts_at(list, i, &len);
        plain = plain && is_utf8(text, len) && !memchr(text, '\0', len);
    }
    return plain;
}

static void set_tokens(json_t *words, const NetRun *run, const Tokenizer *t) {
    Alphabet alphabet;
    Texts list = token_texts(run, t);
    bool plain = are_plain(&list);
    json_t *out = json_array();
    alphabet_make(&alphabet);
    for (int i = 0; i < list.count; i++) {
        size_t len;
        const char *text = texts_at(&list, i, &len);
        Str spelt = {0};
        if (plain) str_add(&spelt, text, len);
        else alphabet_encode(&alphabet, text, len, &spelt);
        json_array_append_new(out, json_stringn(str_text(&spelt), spelt.len));
        str_free(&spelt);
    }
    char *made = json_dumps(out, JSON_COMPACT);
    json_object_set_new(words, "tokens", json_string(made ? made : "[]"));
    json_object_set_new(words, "token_spelling", json_string(plain ? "plain" : "bytes"));
    free(made);
    json_decref(out);
    texts_free(&list);
}

// The divisor of layer 0, and whether layer l divides by l + 1 as well.
static double first_divisor(const NetRun *run, bool *grows) {
    *grows = run->levers.divisor <= 0 && run->w->shape.divide_by_layer;
    return run->levers.divisor > 0 ? run->levers.divisor : net_divisor(&run->w->shape, 0);
}

static json_t *metadata(const NetRun *run, const Tokenizer *t) {
    json_t *words = json_object();
    Str number = {0};
    bool grows;
    json_object_set_new(words, "causal", json_string(run->levers.mask ? "true" : "false"));
    str_printf(&number, "%.9g", first_divisor(run, &grows));
    json_object_set_new(words, "divisor", json_string(number.s));
    if (grows) json_object_set_new(words, "divisor_grows", json_string("true"));
    if (t) set_tokens(words, run, t);
    str_free(&number);
    return words;
}

static void add_tensor(json_t *header, const char *name, const char *type, json_t *shape, uint64_t size, uint64_t *at) {
    json_t *entry = json_pack("{s:s, s:o, s:[I, I]}", "dtype", type, "shape", shape, "data_offsets", (json_int_t)*at,
                              (json_int_t)(*at + size));
    json_object_set_new(header, name, entry);
    *at += size;
}

static json_t *make_header(const NetRun *run, const Tokenizer *t) {
    const NetShape *s = &run->w->shape;
    int l = s->layers, h = s->heads, n = run->n, d = s->width / s->heads;
    uint64_t at = 0, heads = (uint64_t)l * (uint64_t)h, patterns = heads * (uint64_t)n * (uint64_t)n * 4,
             vectors = heads * (uint64_t)n * (uint64_t)d * 4;
    json_t *header = json_object();
    json_object_set_new(header, "__metadata__", metadata(run, t));
    add_tensor(header, "attentions", "F32", json_pack("[i, i, i, i]", l, h, n, n), patterns, &at);
    add_tensor(header, "scores", "F32", json_pack("[i, i, i, i]", l, h, n, n), patterns, &at);
    add_tensor(header, "q", "F32", json_pack("[i, i, i, i]", l, h, n, d), vectors, &at);
    add_tensor(header, "k", "F32", json_pack("[i, i, i, i]", l, h, n, d), vectors, &at);
    add_tensor(header, "input_ids", "I32", json_pack("[i]", n), (uint64_t)n * 4, &at);
    return header;
}

static bool write_header(FileSink *sink, const NetRun *run, const Tokenizer *t, Error *err) {
    json_t *header = make_header(run, t);
    char *json = json_dumps(header, JSON_COMPACT | JSON_ENSURE_ASCII);
    json_decref(header);
    if (!json) return error_set(err, "%s: the header cannot be written", sink->path);
    Str text = {0};
    str_puts(&text, json);
    free(json);
    while (text.len % 8) str_putc(&text, ' ');
    unsigned char prefix[8];
    for (int k = 0; k < 8; k++) prefix[k] = (unsigned char)((uint64_t)text.len >> 8 * k & 0xFF);
    bool ok = file_sink_add(sink, prefix, sizeof prefix, err) && file_sink_add(sink, text.s, text.len, err);
    str_free(&text);
    return ok;
}

// ---- the numbers, all of 32 bits, least significant byte first

static bool write_words(FileSink *sink, void *words, size_t count, Error *err) {
    uint32_t *word = words;
    for (size_t k = 0; __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ && k < count; k++) word[k] = __builtin_bswap32(word[k]);
    return file_sink_add(sink, words, count * 4, err);
}

typedef void (*MakeHead)(const NetRun *run, int layer, int head, float *out);

static void make_pattern(const NetRun *run, int layer, int head, float *out) {
    net_pattern(run, NULL, layer, head, out);
}

static void make_scores(const NetRun *run, int layer, int head, float *out) {
    net_scores(run, layer, head, out);
}

static void make_q(const NetRun *run, int layer, int head, float *out) {
    size_t d = (size_t)(run->w->shape.width / run->w->shape.heads);
    for (int i = 0; i < run->n; i++) memcpy(out + (size_t)i * d, net_query(run, layer, head, i), d * sizeof *out);
}

static void make_k(const NetRun *run, int layer, int head, float *out) {
    size_t d = (size_t)(run->w->shape.width / run->w->shape.heads);
    for (int i = 0; i < run->n; i++) memcpy(out + (size_t)i * d, net_key(run, layer, head, i), d * sizeof *out);
}

static bool write_numbers(FileSink *sink, const NetRun *run, Error *err) {
    const NetShape *s = &run->w->shape;
    size_t n = (size_t)run->n, d = (size_t)(s->width / s->heads), most = n * (n > d ? n : d);
    const struct {
        MakeHead make;
        size_t count;
    } TENSORS[] = {{make_pattern, n * n}, {make_scores, n * n}, {make_q, n * d}, {make_k, n * d}};
    float *block = pages_new(most, sizeof *block);
    bool ok = true;
    for (size_t t = 0; t < sizeof TENSORS / sizeof TENSORS[0]; t++) {
        for (int head = 0; ok && head < s->layers * s->heads; head++) {
            TENSORS[t].make(run, head / s->heads, head % s->heads, block);
            ok = write_words(sink, block, TENSORS[t].count, err);
        }
    }
    int32_t *ids = mem_new(n, sizeof *ids);
    for (size_t i = 0; i < n; i++) ids[i] = run->ids[i];
    ok = ok && write_words(sink, ids, n, err);
    free(ids);
    pages_free(block, most, sizeof *block);
    return ok;
}

bool export_write(const NetRun *run, const Tokenizer *tokenizer, const char *path, Error *err) {
    FileSink sink;
    if (!file_sink_open(&sink, path, err)) return false;
    bool ok =
        write_header(&sink, run, tokenizer, err) && write_numbers(&sink, run, err) && file_sink_finish(&sink, err);
    file_sink_close(&sink);
    return ok;
}
