#include "attn/merge.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Words {
    Source source; // first: a Source * is one of these
    Source *base;
    int *word;     // [keys of base]
    int *start;    // [words + 1]
    Tokens tokens;
    AttentionRow row;
} Words;

static Words *own(const Source *s) {
    return (Words *)s->of;
}

int merge_word_at(const Source *s, int i) {
    return own(s)->word[i];
}

int merge_first_of(const Source *s, int k) {
    return own(s)->start[k];
}

static bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static bool is_between(const char *text, int len, const char *open, const char *close) {
    int a = (int)strlen(open), b = (int)strlen(close);
    return len > a + b && memcmp(text, open, (size_t)a) == 0 && memcmp(text + len - b, close, (size_t)b) == 0;
}

bool merge_is_special(const char *text, int len) {
    static const char *const PAIR[][2] = {{"<", ">"}, {"[", "]"}, {"⟨", "⟩"}};
    bool between = false, letter = false;
    for (int k = 0; k < 3; k++) between = between || is_between(text, len, PAIR[k][0], PAIR[k][1]);
    for (int k = 0; k < len; k++) {
        if (is_blank(text[k])) return false;
        letter = letter || (text[k] >= 'a' && text[k] <= 'z') || (text[k] >= 'A' && text[k] <= 'Z');
    }
    bool byte = len == 6 && memcmp(text, "<0x", 3) == 0; // SentencePiece's spelling of one
    return between && letter && !byte;
}

static bool begins_word(const Tokens *t, int i) {
    int len, before;
    const char *text = tokens_text(t, i, &len);
    if (i == 0 || (len > 0 && is_blank(text[0])) || merge_is_special(text, len)) return true;
    const char *last = tokens_text(t, i - 1, &before);
    return merge_is_special(last, before) || (before > 0 && is_blank(last[before - 1]));
}

static bool tells_words(const Tokens *t) {
    for (int i = 0; i < t->n; i++) {
        int len;
        const char *text = tokens_text(t, i, &len);
        if (len > 1 && text[0] == ' ') return true;
    }
    return false;
}

static void find_words(Words *w) {
    const Tokens *t = w->base->tokens;
    static const WordSet NONE = {0};
    Str bytes = {0};
    int count = 0;
    size_t *end = MEM_NEW(size_t, (size_t)t->n + 1);
    w->word = MEM_NEW(int, (size_t)t->n);
    w->start = MEM_NEW(int, (size_t)t->n + 1);
    for (int i = 0; i < t->n; i++) {
        int len;
        const char *text = tokens_text(t, i, &len);
        if (begins_word(t, i)) w->start[count++] = i;
        str_add(&bytes, text, (size_t)len);
        end[count - 1] = bytes.len;
        w->word[i] = count - 1;
    }
    w->start[count] = t->n;
    tokens_take(&w->tokens, str_text(&bytes), end, count, &NONE, &NONE);
    str_free(&bytes);
    free(end);
}

// Sums over keys of the mean over the word's queries. Scores have no such sum.
static bool row(Source *s, const SourceView *v, HeadAt at, int query, AttentionRow *out, Error *err) {
    Words *w = own(s);
    int first = w->start[query], last = w->start[query + 1], lines = 0;
    SourceView one = *v;
    one.at = at;
    one.marks = 0;
    one.hide_first = false;
    for (int k = 0; k < out->n; k++) out->weight[k] = 0, out->score[k] = out->scaled[k] = NAN;
    for (int i = first; i < last; i++) {
        if (i < w->base->first || i >= w->base->first + w->base->queries) continue;
        if (!source_weights(w->base, &one, i, &w->row, err)) return false;
        lines++;
        for (int j = 0; j < w->row.n; j++) out->weight[w->word[j]] += w->row.weight[j];
    }
    for (int k = 0; k < out->n; k++) out->weight[k] /= lines;
    return true;
}

Source *merge_of(Source *base, Error *err) {
    if (base->words && base->words->batch == base->batch && base->words->version == base->version) return base->words;
    merge_free(base->words);
    base->words = NULL;
    if (!base->named) {
        error_set(err, "the tokens have no texts, so there are no words");
        return NULL;
    }
    if (!base->related || !tells_words(base->tokens)) {
        error_set(err, "the tokens do not tell where words begin");
        return NULL;
    }
    Words *w = MEM_NEW(Words, 1);
    w->base = base;
    find_words(w);
    w->source = *base;
    Source *s = &w->source;
    s->of = w;
    s->row = row;
    s->follow = NULL, s->advance = NULL, s->open_batch = NULL, s->measure = NULL, s->examine = NULL;
    s->active = NULL;
    s->words = NULL;
    s->raw = false;
    s->fixed = "words are means of their tokens' weights: mask and divisor are pulled on tokens (w)";
    s->tokens = &w->tokens;
    s->keys = w->tokens.n;
    s->first = w->word[base->first];
    s->queries = w->word[base->first + base->queries - 1] - s->first + 1;
    base->words = s;
    return s;
}

void merge_free(Source *s) {
    if (!s) return;
    Words *w = own(s);
    attention_row_free(&w->row);
    tokens_free(&w->tokens);
    free(w->word);
    free(w->start);
    free(w);
}
