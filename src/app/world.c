#include "app/world.h"

#include "base/file.h"

enum { DATA_MAX = 1 << 20 };

static bool read_part(const char *folder, const char *name, Str *path, Str *out, Error *err) {
    str_clear(path);
    str_printf(path, "%s/%s", folder, name);
    return file_read(str_text(path), DATA_MAX, out, err);
}

static bool read_words(const char *folder, const char *name, WordSet *out, Error *err) {
    Str path = {0}, text = {0};
    bool ok = read_part(folder, name, &path, &text, err);
    if (ok) words_parse(out, str_text(&text), text.len);
    if (ok && out->count == 0) ok = error_set(err, "%s: no word in it", str_text(&path));
    str_free(&path);
    str_free(&text);
    return ok;
}

bool world_load(const char *folder, World *out, Error *err) {
    Str path = {0}, text = {0};
    Corpus c = {0};
    bool ok = read_part(folder, "sentences.txt", &path, &text, err) &&
              corpus_parse_sentences(&c, str_text(&text), text.len, str_text(&path), err) &&
              read_words(folder, "names.txt", &c.names, err) && read_words(folder, "asking.txt", &c.asking, err);
    if (ok) *out = (World){.library.corpus = c};
    else corpus_free(&c);
    str_free(&path);
    str_free(&text);
    return ok;
}

void world_free(World *w) {
    corpus_free(&w->library.corpus);
}
