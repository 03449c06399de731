#include "attn/corpus.h"

#include "base/mem.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

const char *corpus_name_at(int i, const void *names) {
    return ((const Corpus *)names)->sentence[i].name;
}

static char *trimmed(const char *from, const char *to) {
    while (from < to && (*from == ' ' || *from == '\t')) from++;
    while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r')) to--;
    return mem_text(from, (size_t)(to - from));
}

static void sentence_free(Sentence *s) {
    free(s->name);
    free(s->title);
    free(s->text);
}

// Reads one line into s; false if it has not four fields, a name, a query inside the text and a text with tokens.
static bool parse_line(Sentence *s, const char *line, const char *end) {
    const char *bar[3];
    const char *at = line;
    for (int k = 0; k < 3; k++) {
        bar[k] = memchr(at, '|', (size_t)(end - at));
        if (!bar[k]) return false;
        at = bar[k] + 1;
    }
    char *query = trimmed(bar[1] + 1, bar[2]), *rest;
    long value = strtol(query, &rest, 10);
    bool ok = *query && !*rest && value >= 0 && value < INT_MAX;
    free(query);
    if (!ok) return false;
    *s = (Sentence){trimmed(line, bar[0]), trimmed(bar[0] + 1, bar[1]), trimmed(bar[2] + 1, end), (int)value};
    Tokens t = {0};
    Error ignored;
    ok = s->name[0] && tokens_split(&t, s->text, strlen(s->text), false, &(WordSet){0}, &(WordSet){0}, &ignored) &&
         s->query < t.n;
    tokens_free(&t);
    if (!ok) sentence_free(s);
    return ok;
}

static bool is_taken(const Corpus *c, const char *name) {
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->sentence[i].name, name) == 0) return true;
    return false;
}

bool corpus_parse_sentences(Corpus *out, const char *text, size_t len, const char *file, Error *err) {
    Corpus c = *out;
    c.sentence = NULL;
    c.count = 0;
    int line_number = 0;
    bool ok = true;
    for (const char *at = text, *stop = text + len; at < stop && ok; line_number++) {
        const char *end = memchr(at, '\n', (size_t)(stop - at));
        if (!end) end = stop;
        if (at < end && *at != '#' && *at != '\r') {
            c.sentence = mem_resize(c.sentence, (size_t)c.count + 1, sizeof *c.sentence);
            Sentence *s = &c.sentence[c.count];
            ok = parse_line(s, at, end);
            if (!ok) {
                error_set(err, "%s:%d: wanted `name | title | query | text`, with the query inside the text", file,
                          line_number + 1);
            } else if (is_taken(&c, s->name)) {
                ok = error_set(err, "%s:%d: a second sentence named %s, wanted a name of its own", file,
                               line_number + 1, s->name);
                sentence_free(s);
            }
            c.count += ok;
        }
        at = end < stop ? end + 1 : stop;
    }
    if (ok && c.count == 0) ok = error_set(err, "%s: no sentence in it", file);
    if (ok) {
        *out = c;
    } else {
        for (int i = 0; i < c.count; i++) sentence_free(&c.sentence[i]);
        free(c.sentence);
    }
    return ok;
}

void corpus_free(Corpus *c) {
    for (int i = 0; i < c->count; i++) sentence_free(&c->sentence[i]);
    free(c->sentence);
    wordset_free(&c->names);
    wordset_free(&c->asking);
    *c = (Corpus){0};
}
