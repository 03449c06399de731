#include "model/tokenizer.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

void tokenizer_free(Tokenizer *t) {
    vocabulary_free(&t->vocabulary);
    bpe_free(&t->bpe);
    split_close(&t->split);
    *t = (Tokenizer){0};
}

bool tokenizer_finish(Tokenizer *t, Error *err) {
    static const char *const NAMES[] = {"<|endoftext|>", "<BOS>", "<bos>", "<s>", "[BOS]"};
    t->bos = -1;
    for (size_t k = 0; k < sizeof NAMES / sizeof NAMES[0] && t->bos < 0; k++) {
        int id = vocabulary_find(&t->vocabulary, NAMES[k], strlen(NAMES[k]));
        if (id >= 0 && t->vocabulary.entry[id].special) t->bos = id;
    }
    if (t->vocabulary.used == 0) return error_set(err, "the vocabulary is empty");
    return t->kind != TOKENIZER_BPE || t->split.code || split_open(&t->split, err);
}

// ---- encode

static bool encode_bpe(const Tokenizer *t, const char *text, size_t len, Ids *out, Error *err) {
    for (size_t at = 0; at < len;) {
        size_t piece = split_piece(&t->split, text, len, at);
        if (!bpe_encode(&t->bpe, text + at, piece, out, err)) return false;
        at += piece;
    }
    return true;
}

// Whether the rune belongs to the kind of piece that began with first.
static bool joins(const Tokenizer *t, uint32_t first, uint32_t rune) {
    if (text_is_space(rune)) return false;
    return t->kind == TOKENIZER_WORDS || text_is_word(first) == text_is_word(rune);
}

static bool encode_words(const Tokenizer *t, const char *text, size_t len, Ids *out, Error *err) {
    for (size_t at = 0; at < len;) {
        int used;
        uint32_t first = text_decode(text + at, len - at, &used);
        size_t end = at + (size_t)used;
        for (; !text_is_space(first) && end < len; end += (size_t)used) {
            if (!joins(t, first, text_decode(text + end, len - end, &used))) break;
        }
        if (!text_is_space(first)) {
            int id = vocabulary_find(&t->vocabulary, text + at, end - at);
            if (id < 0) id = t->unknown;
            if (id < 0)
                return error_set(err, "\"%.*s\" is not among the words of this model",
                                 (int)(end - at < 80 ? end - at : 80), text + at);
            ids_add(out, id);
        }
        at = end;
    }
    return true;
}

static bool encode_plain(const Tokenizer *t, const char *text, size_t len, Ids *out, Error *err) {
    if (len == 0) return true;
    if (t->kind != TOKENIZER_BPE) return encode_words(t, text, len, out, err);
    if (!t->space_first || *text == ' ') return encode_bpe(t, text, len, out, err);
    Str spaced = {0};
    str_putc(&spaced, ' ');
    str_add(&spaced, text, len);
    bool ok = encode_bpe(t, spaced.s, spaced.len, out, err);
    str_free(&spaced);
    return ok;
}

// Where name begins in text; len if nowhere.
static size_t find_text(const char *text, size_t len, const char *name, size_t name_len) {
    for (size_t at = 0; name_len > 0 && at + name_len <= len; at++) {
        const char *first = memchr(text + at, *name, len - name_len - at + 1);
        if (!first) break;
        at = (size_t)(first - text);
        if (memcmp(first, name, name_len) == 0) return at;
    }
    return len;
}

// The first special token in the text, the longest of those that begin there: its place, len if there is none.
static size_t find_special(const Vocabulary *v, const int *special, int count, const char *text, size_t len, int *id,
                           size_t *id_len) {
    size_t found = len;
    for (int k = 0; k < count; k++) {
        size_t size;
        const char *name = vocabulary_text(v, special[k], &size);
        size_t place = find_text(text, len, name, size);
        if (place > found || place == len || (place == found && size <= *id_len)) continue;
        found = place;
        *id = special[k];
        *id_len = size;
    }
    return found;
}

static bool encode_specials(const Tokenizer *t, const char *text, size_t len, Ids *out, Error *err) {
    Ids special = {0};
    bool ok = true;
    for (int id = 0; id < t->vocabulary.count; id++) {
        if (t->vocabulary.entry[id].special) ids_add(&special, id);
    }
    while (ok && len > 0) {
        int id = -1;
        size_t id_len = 0, at = find_special(&t->vocabulary, special.at, special.count, text, len, &id, &id_len);
        ok = encode_plain(t, text, at, out, err);
        if (ok && id >= 0) ids_add(out, id);
        text += at + id_len;
        len -= at + id_len;
    }
    ids_free(&special);
    return ok;
}

bool tokenizer_encode(const Tokenizer *t, const char *text, size_t len, Specials specials, Ids *out, Error *err) {
    if (len > TOKENIZER_TEXT_MAX) return error_set(err, "the text has more than %d bytes", TOKENIZER_TEXT_MAX);
    return specials == SPECIALS_AS_TOKENS ? encode_specials(t, text, len, out, err)
                                          : encode_plain(t, text, len, out, err);
}

// ---- decode

void tokenizer_text(const Tokenizer *t, int id, Str *out) {
    size_t len;
    const char *text = vocabulary_text(&t->vocabulary, id, &len);
    if (text) str_add(out, text, len);
    else str_printf(out, "[%d]", id);
}

void tokenizer_decode(const Tokenizer *t, const int *ids, int n, Str *out) {
    for (int i = 0; i < n; i++) {
        if (t->kind != TOKENIZER_BPE && i > 0) str_putc(out, ' ');
        tokenizer_text(t, ids[i], out);
    }
}

int tokenizer_find(const Tokenizer *t, const char *word, size_t len, Error *err) {
    if (len > 1 && *word == '#' && strspn(word + 1, "0123456789") == len - 1 && len < 10) {
        int id = (int)strtol(word + 1, NULL, 10);
        if (vocabulary_text(&t->vocabulary, id, &(size_t){0})) return id;
        error_set(err, "no token has the id %d", id);
        return -1;
    }
    int id = -1;
    if (t->kind == TOKENIZER_BPE) {
        Str spaced = {0};
        str_putc(&spaced, ' ');
        str_add(&spaced, word, len);
        id = vocabulary_find(&t->vocabulary, spaced.s, spaced.len);
        str_free(&spaced);
    }
    if (id < 0) id = vocabulary_find(&t->vocabulary, word, len);
    if (id < 0) error_set(err, "\"%.*s\" is not one token of this model", (int)(len < 80 ? len : 80), word);
    return id;
}
