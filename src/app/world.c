#include "app/world.h"

#include "app/mini.h"
#include "app/shelf.h"
#include "app/trainer.h"
#include "app/wording.h"
#include "attn/worked_parse.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { DATA_MAX = 1 << 20 };

static bool read_part(const char *folder, const char *name, Str *path, Str *out, Error *err) {
    str_clear(path);
    str_printf(path, "%s/%s", folder, name);
    return file_read(str_text(path), DATA_MAX, out, err);
}

// A byte that is no UTF-8 would make a word that no text can match.
static bool check_words(const Str *text, const char *path, Error *err) {
    int line = 1;
    for (size_t at = 0; at < text->len;) {
        int used;
        uint32_t rune = text_decode(text->s + at, text->len - at, &used);
        if (rune >= TEXT_BAD)
            return error_set(err, "%s:%d: byte \\x%02X, wanted UTF-8", path, line, (unsigned)(rune - TEXT_BAD));
        line += rune == '\n';
        at += (size_t)used;
    }
    return true;
}

static bool read_words(const char *folder, const char *name, WordSet *out, Error *err) {
    Str path = {0}, text = {0};
    bool ok = read_part(folder, name, &path, &text, err) && check_words(&text, str_text(&path), err);
    if (ok) wordset_parse(out, str_text(&text), text.len);
    if (ok && out->count == 0) ok = error_set(err, "%s: no word in it", str_text(&path));
    str_free(&path);
    str_free(&text);
    return ok;
}

static const char *const EXAMPLES[] = {"the-cat-sat", "a-dog-barks"};
enum { EXAMPLE_COUNT = sizeof EXAMPLES / sizeof EXAMPLES[0] };

static bool read_examples(const char *folder, Library *lib, Error *err) {
    Str path = {0}, text = {0};
    bool ok = true;
    lib->example = MEM_NEW(Example, EXAMPLE_COUNT);
    for (int k = 0; k < EXAMPLE_COUNT && ok; k++) {
        char name[64];
        Example *e = &lib->example[lib->examples];
        snprintf(e->name, sizeof e->name, "%s", EXAMPLES[k]);
        snprintf(name, sizeof name, "worked/%s.txt", EXAMPLES[k]);
        ok = read_part(folder, name, &path, &text, err) &&
             worked_parse(str_text(&text), text.len, str_text(&path), &e->worked, err);
        lib->examples += ok;
    }
    ok = ok && read_part(folder, "worked/heads.txt", &path, &text, err) &&
         heads_parse(str_text(&text), text.len, str_text(&path), &lib->heads, err);
    str_free(&path);
    str_free(&text);
    return ok;
}

bool world_add_example(World *w, const char *file, Error *err) {
    Library *lib = &w->library;
    Str text = {0};
    Example e = {.name = "file", .file = file};
    bool ok = file_read(file, DATA_MAX, &text, err) && worked_parse(str_text(&text), text.len, file, &e.worked, err);
    str_free(&text);
    if (!ok) return false;
    lib->example = mem_resize(lib->example, (size_t)lib->examples + 1, sizeof e);
    lib->example[lib->examples++] = e;
    return true;
}

static void close_two(World *w) {
    Difference *d = w->library.difference;
    if (!d) return;
    capture_source_free(d->b);
    difference_free(d);
    free(d);
    w->library.difference = NULL;
}

void world_close_source(World *w) {
    close_two(w); // a comparison refers to it
    Source *s = w->library.source;
    close_two(w); // it compares this one
    if (s && net_source_is(s)) net_source_free(s);
    else capture_source_free(s);
    w->library.source = NULL;
}

void world_take_source(World *w, Source *source) {
    world_close_source(w);
    w->library.source = source;
    for (int k = WORDING_KEYS; k < WORDINGS; k++) wording_free(&w->wording[k]); // of what was open before
    *w->mini = (Mini){0};
}

Source *world_begin_model(const World *w, const char *folder, NetSourceText begin, Error *err) {
    const Corpus *c = &w->library.corpus;
    return net_source_begin(folder, begin, &c->names, &c->asking, err);
}

bool world_open_model(World *w, const char *folder, NetSourceText begin, Error *err) {
    const Corpus *c = &w->library.corpus;
    Source *source = net_source_open(folder, begin, &c->names, &c->asking, err);
    if (!source) return false;
    world_take_source(w, source);
    return true;
}

bool world_open_dump(World *w, const char *path, const CaptureOptions *options, Error *err) {
    Source *source = capture_source_open(path, options, err);
    if (!source) return false;
    world_take_source(w, source);
    return true;
}

bool world_open_two(World *w, const char *a, const char *b, const CaptureOptions *options, Error *err) {
    if (!world_open_dump(w, a, options, err)) return false;
    Source *other = capture_source_open(b, options, err);
    if (!other) return false;
    Difference *d = w->library.difference = MEM_NEW(Difference, 1);
    if (difference_init(d, w->library.source, other, err)) return true;
    d->b = other;
    close_two(w);
    return false;
}

bool world_resume(World *w, const char *folder, NetRecipe *recipe, Error *err) {
    return trainer_resume(w->trainer, folder, recipe, err);
}

void world_train_into(World *w, const char *folder) {
    w->trainer->folder = folder;
}

static bool read_corpus(const char *folder, Corpus *out, Error *err) {
    Str path = {0}, text = {0};
    bool ok = read_part(folder, "sentences.txt", &path, &text, err) &&
              corpus_parse_sentences(out, str_text(&text), text.len, str_text(&path), err) &&
              read_words(folder, "names.txt", &out->names, err) && read_words(folder, "asking.txt", &out->asking, err);
    str_free(&path);
    str_free(&text);
    return ok;
}

// Lessons lie in the data folder (installed) or beside it (source tree).
static bool list_course(const char *folder, Course *out, Error *err) {
    Str path = {0};
    str_printf(&path, "%s/lessons", folder);
    struct stat st;
    if (stat(str_text(&path), &st) != 0) {
        str_clear(&path);
        str_printf(&path, "%s/../lessons", folder);
    }
    bool ok = course_list(out, str_text(&path), err);
    str_free(&path);
    return ok;
}

bool world_open(const char *folder, World *out, Error *err) {
    World w = {.wording = MEM_NEW(Wording, WORDINGS), .trainer = trainer_new(), .mini = MEM_NEW(Mini, 1)};
    bool ok = read_corpus(folder, &w.library.corpus, err) && read_examples(folder, &w.library, err) &&
              list_course(folder, &w.course, err);
    if (ok) {
        w.shelf = shelf_new(folder, w.library.corpus.names, w.library.corpus.asking);
        w.library.shelf = shelf_face(w.shelf);
        *out = w;
        out->library.training =
            net_source_of_training("training", &out->library.corpus.names, &out->library.corpus.asking);
    } else {
        world_free(&w);
    }
    return ok;
}

bool world_load(const char *folder, World *out, Error *err) {
    if (!world_open(folder, out, err)) return false;
    course_parse_all(&out->course);
    return true;
}

void world_free(World *w) {
    shelf_delete(w->shelf);
    corpus_free(&w->library.corpus);
    free(w->library.example);
    course_free(&w->course);
    world_close_source(w);
    net_source_free(w->library.training);
    for (int k = 0; k < WORDINGS && w->wording; k++) wording_free(&w->wording[k]);
    free(w->wording);
    trainer_delete(w->trainer);
    free(w->mini);
    *w = (World){0};
}
