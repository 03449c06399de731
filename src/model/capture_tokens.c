#include "model/capture_open.h"
#include "model/labels.h"

#include <string.h>

static bool is_one_of(const Tokens *t, int i, const char *const *word) {
    int len;
    const char *text = tokens_text(t, i, &len);
    for (; *word; word++) {
        if (strlen(*word) == (size_t)len && memcmp(text, *word, (size_t)len) == 0) return true;
    }
    return false;
}

// Exactly n tokens: what is missing is numbered, what is too much left out.
static void take(Tokens *out, Texts *list, int n) {
    static const WordSet NONE = {0};
    for (int i = list->count; i < n; i++) {
        Str number = {0};
        str_printf(&number, "%d", i);
        texts_add(list, str_text(&number), number.len);
        str_free(&number);
    }
    tokens_take(out, str_text(&list->bytes), list->end, list->count < n ? list->count : n, &NONE, &NONE);
}

// Of lists of all samples, one after the other, as [[…], […]] in JSON is read: leaves that of the batch, or the first
// where they are not as many.
static void take_sample(Texts *list, int batches, int batch) {
    int n = list->each, from = (int64_t)list->count == (int64_t)batches * n ? batch * n : 0;
    if (n == 0) return;
    Texts own = {0};
    for (int i = from; i < from + n; i++) {
        size_t len;
        const char *text = texts_at(list, i, &len);
        texts_add(&own, text, len);
    }
    texts_free(list);
    *list = own;
}

bool capture_read_tokens(Capture *c, Error *err) {
    static const char *const BEGIN[] = {"<|endoftext|>",     "<s>", "[CLS]", "<BOS>", "<bos>", "⟨BOS⟩",
                                        "<|begin_of_text|>", NULL};
    static const char *const PAD[] = {"[PAD]", "<pad>", "<|pad|>", "<PAD>", NULL};
    Texts list = {0}, queries = {0};
    Str from = {0}, ignored = {0};
    bool ok = labels_find(&c->table, "tokens", c->batch, &list, &from, err) &&
              labels_find(&c->table, "query_tokens", c->batch, &queries, &ignored, err);
    if (ok) {
        take_sample(&list, c->batches, c->batch);
        take_sample(&queries, c->batches, c->batch);
        labels_decode(&list, labels_spelling(&c->table));
        labels_decode(&queries, labels_spelling(&c->table));
        c->tokens_given = list.count;
        take(&c->tokens, &list, c->keys);
        tokens_free(&c->query_tokens);
        if (queries.count > 0 || !c->related) take(&c->query_tokens, &queries, c->queries);
        str_clear(&c->tokens_from);
        str_puts(&c->tokens_from, str_text(&from));
        c->bos = c->tokens.n > 0 && c->tokens_given > 0 && is_one_of(&c->tokens, 0, BEGIN);
        c->padded = false;
        for (int i = 0; i < c->tokens.n; i++) c->padded = c->padded || is_one_of(&c->tokens, i, PAD);
    }
    texts_free(&list);
    texts_free(&queries);
    str_free(&from);
    str_free(&ignored);
    return ok;
}
