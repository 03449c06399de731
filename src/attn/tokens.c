#include "attn/tokens.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char BOS[] = "<BOS>";
enum { ZERO_WIDTH_JOINER = 0x200D };

// Appends the form in which tokens are compared: no leading-space marker (space, Ġ, ▁), every letter folded.
static void fold(Str *out, const char *bytes, size_t len) {
    for (size_t at = 0; at < len;) {
        int used;
        uint32_t rune = text_decode(bytes + at, len - at, &used);
        bool marker = at == 0 && (size_t)used < len && (rune == ' ' || rune == 0x120 || rune == 0x2581);
        char utf8[4];
        if (rune >= TEXT_BAD) str_add(out, bytes + at, 1);
        else if (!marker) str_add(out, utf8, (size_t)text_encode(text_fold(rune), utf8));
        at += (size_t)used;
    }
}

// ---- word lists

static int compare_words(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// Turns offsets in order of reading into offsets in order of words.
static void sort_words(WordSet *set) {
    const char **word = MEM_NEW(const char *, (size_t)set->count);
    for (int k = 0; k < set->count; k++) word[k] = set->words.s + set->start[k];
    qsort(word, (size_t)set->count, sizeof *word, compare_words);
    for (int k = 0; k < set->count; k++) set->start[k] = (int)(word[k] - set->words.s);
    free(word);
}

void wordset_parse(WordSet *out, const char *text, size_t len) {
    wordset_free(out);
    for (size_t at = 0; at < len;) {
        if (text[at] == '#') {
            while (at < len && text[at] != '\n') at++;
        }
        size_t end = at;
        while (end < len && (unsigned char)text[end] > ' ' && text[end] != '#') end++;
        if (end > at) {
            out->start = mem_resize(out->start, (size_t)out->count + 1, sizeof *out->start);
            out->start[out->count++] = (int)out->words.len;
            fold(&out->words, text + at, end - at);
            str_putc(&out->words, '\0');
        }
        at = end + (end < len && text[end] != '#');
    }
    sort_words(out);
}

void wordset_free(WordSet *set) {
    str_free(&set->words);
    free(set->start);
    *set = (WordSet){0};
}

static bool has_folded(const WordSet *set, const char *word) {
    int low = 0, high = set->count;
    while (low < high) {
        int mid = (low + high) / 2, order = strcmp(word, set->words.s + set->start[mid]);
        if (order == 0) return true;
        if (order < 0) high = mid;
        else low = mid + 1;
    }
    return false;
}

// ---- splitting

static void add_token(Tokens *t, const char *bytes, size_t len) {
    t->at[t->n++] = (Token){.start = (int)t->bytes.len, .len = (int)len};
    str_add(&t->bytes, bytes, len);
}

static bool is_flag_letter(uint32_t rune) {
    return rune >= 0x1F1E6 && rune <= 0x1F1FF;
}

// Whether a rune belongs to the sign before it: a mark, a skin tone, the second letter of a flag, what a joiner joins.
static bool joins_sign(uint32_t rune, uint32_t before, bool second) {
    bool tone = rune >= 0x1F3FB && rune <= 0x1F3FF, flag = second && is_flag_letter(rune) && is_flag_letter(before);
    return text_width(rune) == 0 || tone || flag || (before == ZERO_WIDTH_JOINER && !text_is_space(rune));
}

// The bytes of the token that starts at text[at]: a run of word characters, or one other sign and what belongs to it.
static size_t token_length(const char *text, size_t len, size_t at) {
    int used;
    uint32_t before = text_decode(text + at, len - at, &used);
    bool word = text_is_word(before);
    size_t first = at + (size_t)used, end = first;
    while (end < len) {
        uint32_t rune = text_decode(text + end, len - end, &used);
        if (word ? !text_is_word(rune) : !joins_sign(rune, before, end == first)) break;
        before = rune;
        end += (size_t)used;
    }
    return end - at;
}

static bool split(Tokens *t, const char *text, size_t len, Error *err) {
    int before = t->n;
    for (size_t at = 0; at < len;) {
        int used;
        if (text_is_space(text_decode(text + at, len - at, &used))) {
            at += (size_t)used;
            continue;
        }
        if (t->n - before == TOKENS_MAX)
            return error_set(err, "the text has more than %d tokens, the most a text may have", TOKENS_MAX);
        size_t token = token_length(text, len, at);
        add_token(t, text + at, token);
        at += token;
    }
    return t->n > before || error_set(err, "the text is blank: at least one word is wanted");
}

// ---- what the rules ask

static uint32_t hash(const char *bytes, size_t len) {
    uint32_t h = 2166136261u; // FNV-1a
    for (size_t k = 0; k < len; k++) h = (h ^ (unsigned char)bytes[k]) * 16777619u;
    return h;
}

// Gives equal tokens one kind, by open addressing over the folded texts; fills second, name and asks.
static void classify(Tokens *t, bool bos, const WordSet *names, const WordSet *asking) {
    Str folded = {0};
    t->kind = MEM_NEW(int, (size_t)t->n);
    int *start = MEM_NEW(int, (size_t)t->n + 1), *count = MEM_NEW(int, (size_t)t->n);
    uint32_t slots = 64; // a power of two, at most a quarter full
    while (slots < 4 * (uint32_t)t->n) slots *= 2;
    int *bucket = MEM_NEW(int, slots);
    for (uint32_t k = 0; k < slots; k++) bucket[k] = -1;
    for (int i = 0; i < t->n; i++) {
        Token *token = &t->at[i];
        fold(&folded, t->bytes.s + token->start, (size_t)token->len);
        str_putc(&folded, '\0');
        start[i + 1] = (int)folded.len;
        const char *text = folded.s + start[i];
        size_t len = (size_t)(start[i + 1] - start[i]);
        uint32_t slot = hash(text, len) % slots;
        t->kind[i] = i;
        for (int first; (first = bucket[slot]) >= 0; slot = (slot + 1) % slots) {
            bool same =
                (size_t)(start[first + 1] - start[first]) == len && memcmp(folded.s + start[first], text, len) == 0;
            if (!same) continue;
            t->kind[i] = first;
            break;
        }
        if (t->kind[i] == i) bucket[slot] = i;
        if (++count[t->kind[i]] == 2) t->at[t->kind[i]].second = i;
        else if (count[t->kind[i]] == 1) token->second = t->n;
        bool plain = !(bos && i == 0);
        token->name = plain && has_folded(names, text);
        token->asks = plain && has_folded(asking, text);
    }
    for (int i = 0; i < t->n; i++) t->at[i].second = t->at[t->kind[i]].second;
    free(bucket);
    free(start);
    free(count);
    str_free(&folded);
}

bool tokens_split(Tokens *out, const char *text, size_t len, bool bos, const WordSet *names, const WordSet *asking,
                  Error *err) {
    Tokens t = {.at = MEM_NEW(Token, (len < TOKENS_MAX ? len : TOKENS_MAX) + 1)};
    if (bos) add_token(&t, BOS, sizeof BOS - 1);
    if (!split(&t, text, len, err)) {
        tokens_free(&t);
        return false;
    }
    classify(&t, bos, names, asking);
    tokens_free(out);
    *out = t;
    return true;
}

void tokens_take(Tokens *out, const char *bytes, const size_t *end, int count, const WordSet *names,
                 const WordSet *asking) {
    Tokens t = {.at = MEM_NEW(Token, (size_t)count)};
    for (int i = 0; i < count; i++) {
        size_t start = i > 0 ? end[i - 1] : 0;
        add_token(&t, bytes + start, end[i] - start);
    }
    classify(&t, false, names, asking);
    tokens_free(out);
    *out = t;
}

void tokens_free(Tokens *t) {
    free(t->at);
    free(t->kind);
    str_free(&t->bytes);
    *t = (Tokens){0};
}

const char *tokens_text(const Tokens *t, int i, int *len) {
    *len = t->at[i].len;
    return t->bytes.s + t->at[i].start;
}

bool tokens_same(const Tokens *t, int i, int j) {
    return j >= 0 && j < t->n && t->kind[i] == t->kind[j];
}
