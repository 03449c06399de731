#include "net/words.h"

#include "base/mem.h"
#include "base/names.h"

#include <stdlib.h>
#include <string.h>

enum { LIST_MAX = 20, LISTS = 6, PATTERNS_MAX = 48, SLOTS = 8 };

// ---- the language

// Lists by the letter of their $-word. A second of the same list ($m beside $n) is another word of it.
typedef struct List {
    char first, second;
    const char *word[LIST_MAX]; // NULL behind the last
} List;

static const List LIST[LISTS] = {
    {'n',
     'm',
     {"Mary", "John", "Tom", "Anna", "James", "Emma", "Paul", "Lucy", "David", "Sarah", "Peter", "Alice", "George",
      "Nora"}},
    {'p', 'q', {"store", "park", "school", "garden", "office", "station", "river", "house", "market", "library"}},
    {'t', 'u', {"drink", "book", "ball", "letter", "key", "lamp", "story", "map", "ring", "cake"}},
    {'a', 'b', {"cat", "dog", "fox", "bird", "horse", "mouse"}},
    {'c', 'd', {"quick", "lazy", "brown", "small", "old", "red", "blue", "happy"}},
    {'w', 'v', {"mat", "door", "stone", "wall", "chair", "table", "bed", "roof"}},
};

// Sentences in which a name is due, and it is the one that was said once. The names come in either order.
static const char *const ASKING[] = {
    "When $n and $m went to the $p , $m gave a $t to $n .",
    "When $n and $m went to the $p , $n gave a $t to $m .",
    "When $n and $m were at the $p , $m showed the $t to $n .",
    "When $n and $m were at the $p , $n showed the $t to $m .",
    "After $n and $m left the $p , $m told a $t to $n .",
    "After $n and $m left the $p , $n told a $t to $m .",
    "Then $n and $m came to the $p and $m gave the $t to $n .",
    "Then $n and $m came to the $p and $n gave the $t to $m .",
    "$n and $m sat in the $p and $m read the $t to $n .",
    "$n and $m sat in the $p and $n read the $t to $m .",
    "While $n and $m played in the $p , $m threw a $t to $n .",
    "While $n and $m played in the $p , $n threw a $t to $m .",
};

static const char *const TELLING[] = {
    "The $a sat on the $w because the $a was tired .",
    "The $a sat on the $w because it was $c .",
    "A $c $d $a jumps over the $v .",
    "A $c brown $a jumps over the $d $b .",
    "The $a ran to the $p and the $b ran after the $a .",
    "One day the $c $a saw a $d $b in the $p .",
    "$n lost the $t in the $p and $n was not happy .",
    "$n found the $t under the $w and took the $t home .",
    "There was a $t on the $w and a $u under the $w .",
    "The $t was $c but the $u was $d .",
    "$n has a $c $a and the $a sleeps on the $w .",
    "$n likes the $a but the $a likes the $b .",
    "Every day $n goes from the $p to the $q with a $t .",
    "The $c $a and the $d $b live in the $p .",
    "It was night and the $a slept by the $w .",
    "$n went home and the $a went with $n .",
    "The $a has seven $c friends in the $p .",
};

// In no sentence: for lists of words, as in the sentence of that name.
static const char *const ALONE[] = {"cloud", "tree", "star", "sun", "moon", "rain"};

// ---- patterns of ids

typedef struct Pattern {
    int item[WORDS_SENTENCE_MAX], n; // an id; or −1 − (2·list + second)
} Pattern;

struct WordsPatterns {
    Pattern asking[PATTERNS_MAX], telling[PATTERNS_MAX];
    int list[LISTS][LIST_MAX], len[LISTS]; // ids
};

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

int words_find(const Words *w, const char *text) {
    for (int k = 0; k < w->count; k++) {
        if (strcmp(w->text[k], text) == 0) return k;
    }
    return -1;
}

static int add(Words *w, const char *text) {
    int at = words_find(w, text);
    if (at < 0) w->text[at = w->count++] = text;
    return at;
}

static int slot_of(char letter) {
    for (int k = 0; k < LISTS; k++) {
        if (LIST[k].first == letter) return -1 - 2 * k;
        if (LIST[k].second == letter) return -2 - 2 * k;
    }
    abort();
}

// The words of patterns that are in no list; each must outlive the Words.
static const char *const PLAIN[] = {
    ".",     ",",       "When", "and",   "went",  "to",   "the",   "gave",  "a",     "were",   "at",      "showed",
    "After", "left",    "told", "Then",  "came",  "sat",  "in",    "read",  "While", "played", "threw",   "The",
    "on",    "because", "was",  "tired", "it",    "A",    "jumps", "over",  "ran",   "after",  "One",     "day",
    "saw",   "lost",    "not",  "found", "under", "took", "home",  "There", "but",   "has",    "sleeps",  "likes",
    "Every", "goes",    "from", "with",  "live",  "It",   "night", "slept", "by",    "seven",  "friends",
};

static void read_pattern(Words *w, const char *text, Pattern *out) {
    while (*text) {
        char word[16] = "";
        size_t len = strcspn(text, " ");
        memcpy(word, text, len);
        out->item[out->n++] = *word == '$' ? slot_of(word[1]) : words_find(w, word);
        text += len + (text[len] == ' ');
    }
}

void words_init(Words *w) {
    *w = (Words){.patterns = MEM_NEW(struct WordsPatterns, 1)};
    struct WordsPatterns *p = w->patterns;
    add(w, "<BOS>");
    for (int k = 0; k < COUNT(PLAIN); k++) add(w, PLAIN[k]);
    for (int k = 0; k < LISTS; k++) {
        for (; p->len[k] < LIST_MAX && LIST[k].word[p->len[k]]; p->len[k]++)
            p->list[k][p->len[k]] = add(w, LIST[k].word[p->len[k]]);
    }
    for (int k = 0; k < COUNT(ALONE); k++) add(w, ALONE[k]);
    for (int k = 0; k < COUNT(ASKING); k++) read_pattern(w, ASKING[k], &p->asking[k]);
    for (int k = 0; k < COUNT(TELLING); k++) read_pattern(w, TELLING[k], &p->telling[k]);
}

void words_free(Words *w) {
    free(w->patterns);
    *w = (Words){0};
}

// ---- drawing

static int below(Random *r, int n) {
    return (int)(random_next(r) % (uint64_t)n);
}

int words_draw(const Words *w, Random *r) {
    return 1 + below(r, w->count - 1);
}

// Of the names number a and b (counted in their list): 0 and 1 are Mary and John.
static bool is_held_out(int a, int b) {
    return (a + b) % 5 == 1;
}

// Two different places of a list.
static void draw_two(Random *r, int n, int *a, int *b) {
    *a = below(r, n);
    *b = (*a + 1 + below(r, n - 1)) % n;
}

static void draw_slots(const Words *w, Random *r, bool held, int slot[2 * LISTS]) {
    const struct WordsPatterns *p = w->patterns;
    for (int k = 0; k < LISTS; k++) {
        int a, b;
        do draw_two(r, p->len[k], &a, &b);
        while (k == 0 && is_held_out(a, b) != held);
        slot[2 * k] = p->list[k][a];
        slot[2 * k + 1] = p->list[k][b];
    }
}

static int fill_pattern(const Pattern *p, const int slot[2 * LISTS], int *out) {
    for (int k = 0; k < p->n; k++) out[k] = p->item[k] < 0 ? slot[-1 - p->item[k]] : p->item[k];
    return p->n;
}

int words_sentence(const Words *w, Random *r, int out[WORDS_SENTENCE_MAX]) {
    int slot[2 * LISTS];
    draw_slots(w, r, false, slot);
    bool asking = below(r, 2) == 0;
    const Pattern *p =
        asking ? &w->patterns->asking[below(r, COUNT(ASKING))] : &w->patterns->telling[below(r, COUNT(TELLING))];
    return fill_pattern(p, slot, out);
}

void words_prompt(const Words *w, Random *r, bool held, WordsPrompt *out) {
    int slot[2 * LISTS], asking = below(r, COUNT(ASKING));
    draw_slots(w, r, held, slot);
    out->n = fill_pattern(&w->patterns->asking[asking], slot, out->id) - 2; // without the name and the full stop
    out->right = out->id[out->n];
    out->wrong = out->right == slot[0] ? slot[1] : slot[0];
    for (out->right_at = 0; out->id[out->right_at] != out->right;) out->right_at++;
}

// ---- typed texts

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80);
}

static const char *word_at(int k, const void *words) {
    return ((const Words *)words)->text[k + 1]; // <BOS> is not for typing
}

static int read_word(const Words *w, const char *bytes, size_t len, Error *err) {
    char word[64];
    if (len >= sizeof word) len = sizeof word - 1;
    memcpy(word, bytes, len);
    word[len] = '\0';
    int id = words_find(w, word);
    if (id > WORDS_BOS) return id;
    const char *near = names_nearest(word, word_at, w, w->count - 1);
    error_set(err, "\"%s\" is not among the %d words of this language%s%s%s", word, w->count - 1,
              near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
    return -1;
}

bool words_read(const Words *w, const char *text, size_t len, int *out, int most, int *n, Error *err) {
    int count = 0;
    for (size_t at = 0; at < len;) {
        size_t end = at + 1;
        while (is_letter(text[at]) && end < len && is_letter(text[end])) end++;
        bool blank = text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r';
        int id = blank ? 0 : read_word(w, text + at, end - at, err);
        if (id < 0) return false;
        if (!blank && count == most) return error_set(err, "a text has at most %d words and signs", most);
        if (!blank) out[count++] = id;
        at = end;
    }
    *n = count;
    return count > 0 || error_set(err, "the text has no word");
}

void words_write(const Words *w, const int *id, int n, Str *out) {
    for (int k = 0; k < n; k++) {
        const char *word = w->text[id[k]];
        str_printf(out, "%s%s", k > 0 && is_letter(word[0]) ? " " : "", word);
    }
}
