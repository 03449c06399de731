// Any bytes as a lesson: read, checked, composed and drawn. Finds reads beyond the text, endless loops and controls
// on a canvas.
#include "base/text.h"
#include "fuzz.h"
#include "lesson/page.h"

#include <stdlib.h>

static const char SENTENCES[] = "ioi|Mary & John|9|When Mary and John went to the store , John gave a drink to Mary\n"
                                "cat|The cat|7|The cat sat on the mat because the cat was tired .\n";

static void ignore(const char *finding, void *context) {
    (void)finding, (void)context;
}

static void draw(const Prose *page, int width, bool ascii) {
    Canvas c = {0};
    canvas_reset(&c, 12, width, ascii);
    ProseView v = {.count = page->blocks, .find = "a", .ascii = ascii};
    if (prose_draw(&c, page, v) != prose_height(page, v, width)) abort();
    for (int k = 0; k < c.h * c.w; k++) {
        if (c.cell[k].rune != 0 && text_width(c.cell[k].rune) <= 0) abort();
    }
    canvas_free(&c);
}

static void play(const Lesson *l, const Library *lib) {
    Prose page = {0};
    for (int s = 0; s < l->steps && s < 8; s++) {
        Scene scene;
        Error err;
        bool has = l->step[s].has_scene && lesson_scene(l, s, lib, &scene, &err);
        PageState at = {.lib = lib, .now = has ? &scene : NULL, .written = has ? &scene : NULL, .passed = s, .hit = 1,
                        .predict = (PredictState)(s % 3)};
        page_compose(l, s, &at, &page);
        draw(&page, 1 + s * 13, s & 1);
        page_notes(l, s, &page);
        draw(&page, 40, false);
    }
    prose_free(&page);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
    Library lib = {0};
    Lesson l = {0};
    Error err;
    text_init();
    if (!corpus_parse_sentences(&lib.corpus, SENTENCES, sizeof SENTENCES - 1, "s", &err)) abort();
    if (lesson_parse(&l, "f.md", (const char *)data, len, &err)) {
        lesson_check(&l, &lib, ignore, NULL);
        play(&l, &lib);
    }
    lesson_free(&l);
    corpus_free(&lib.corpus);
    return 0;
}
