// Any bytes as a packet of presenter's notes: refused, or read, shown, and the same when written and read again.
#include "app/notes.h"
#include "base/text.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void show(Cue *c) {
    Notes *n = notes_new(12, 40, false, (Palette){THEME_DARK, MAP_VIRIDIS, COLOR_MONO});
    notes_take(n, c);
    const Canvas *frame = notes_frame(n);
    for (int k = 0; k < frame->h * frame->w; k++) {
        uint32_t rune = canvas_glyph(frame, &frame->cell[k]);
        if (rune && text_is_control(rune)) abort();
    }
    notes_free(n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
    text_init();
    Cue c = {0}, again = {0};
    Str first = {0}, second = {0};
    Error err;
    if (cue_parse(&c, (const char *)data, len, &err)) {
        cue_format(&c, &first);
        if (!cue_parse(&again, str_text(&first), first.len, &err)) abort();
        cue_format(&again, &second);
        if (first.len != second.len || memcmp(first.s, second.s, first.len) != 0) abort();
        show(&c);
    }
    cue_free(&c);
    cue_free(&again);
    str_free(&first);
    str_free(&second);
    return 0;
}
