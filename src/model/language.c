#include "model/language.h"

#include "base/file.h"
#include "math/random.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool language_begin(Language *m, const char *folder, int threads, Error *err) {
    m->threads = threads;
    return checkpoint_open(&m->checkpoint, folder, err);
}

static bool open_rest(Language *m, Error *err) {
    const char *folder = m->checkpoint.folder;
    m->bos = m->checkpoint.config.bos;
    m->has_tokenizer = file_in_folder(folder, "tokenizer.json") || file_in_folder(folder, "vocab.json");
    if (m->has_tokenizer && !tokenizer_open(&m->tokenizer, folder, err)) return false;
    if (m->has_tokenizer && m->tokenizer.bos >= 0) m->bos = m->tokenizer.bos;
    m->bos_first =
        m->has_tokenizer && m->tokenizer.bos_first && m->bos >= 0 && m->bos < m->checkpoint.config.shape.vocabulary;
    blas_open(&m->blas, m->threads);
    return true;
}

bool language_step(Language *m, bool *more, Error *err) {
    if (m->opened) return checkpoint_step(&m->checkpoint, more, err);
    *more = m->opened = true;
    return open_rest(m, err);
}

bool language_load(Language *m, const char *folder, int threads, Error *err) {
    bool more = true;
    if (!language_begin(m, folder, threads, err)) return false;
    while (more) {
        if (!language_step(m, &more, err)) return false;
    }
    return true;
}

void language_free(Language *m) {
    checkpoint_free(&m->checkpoint);
    tokenizer_free(&m->tokenizer);
    blas_close(&m->blas);
    *m = (Language){0};
}

bool language_encode(const Language *m, const char *text, size_t len, bool bos, Ids *out, Error *err) {
    if (!m->has_tokenizer) {
        return error_set(err, "%s: no tokenizer.json and no vocab.json, so only ids can be read (--ids)",
                         m->checkpoint.folder);
    }
    if (bos && m->bos < 0) return error_set(err, "%s: the model has no ⟨BOS⟩ token", m->checkpoint.folder);
    if (bos) ids_add(out, m->bos);
    return tokenizer_encode(&m->tokenizer, text, len, SPECIALS_AS_TOKENS, out, err);
}

bool language_read_ids(const char *list, Ids *out, Error *err) {
    for (const char *at = list + strspn(list, " ,"); *at; at += strspn(at, " ,")) {
        char *end;
        long id = strtol(at, &end, 10);
        if (*at < '0' || *at > '9' || id > INT_MAX || (*end && !strchr(" ,", *end))) {
            return error_set(err, "\"%.40s\" is no list of ids: whole numbers with spaces or commas are wanted", at);
        }
        ids_add(out, (int)id);
        at = end;
    }
    return true;
}

void language_usual(const Language *m, Ids *out, const char **text) {
    static const char USUAL[] = "When Mary and John went to the store, John gave a drink to";
    const NetShape *s = &m->checkpoint.config.shape;
    Error ignored;
    bool usual = m->has_tokenizer && language_encode(m, USUAL, sizeof USUAL - 1, false, out, &ignored) &&
                 out->count > 0 && out->count <= s->positions;
    for (int i = 0; i < out->count; i++) usual = usual && out->at[i] < s->vocabulary;
    *text = usual ? USUAL : NULL;
    if (usual) return;
    Random r = {1};
    out->count = 0;
    for (int i = 0; i < 24 && i < s->positions; i++) ids_add(out, (int)(random_next(&r) % (uint64_t)s->vocabulary));
}

void language_tokens(const Language *m, const int *ids, int n, const WordSet *names, const WordSet *asking,
                     Tokens *out) {
    Texts list = {0};
    Str text = {0};
    for (int i = 0; i < n; i++) {
        str_clear(&text);
        if (m->has_tokenizer)
            tokenizer_text(&m->tokenizer, ids[i], &text);
        else
            str_printf(&text, "[%d]", ids[i]);
        texts_add(&list, str_text(&text), text.len);
    }
    tokens_take(out, str_text(&list.bytes), list.end, list.count, names, asking);
    str_free(&text);
    texts_free(&list);
}
