// Any bytes from a terminal: events with known kinds inside the screen, and the same ones however the bytes are cut
// into pieces.
#include "app/script.h"
#include "base/text.h"
#include "fuzz.h"
#include "tui/input.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 24, COLS = 80 };

static void take_events(Input *in, Str *heard) {
    for (Event e; input_next(in, &e);) {
        if (e.kind != EVENT_KEY && e.kind != EVENT_MOUSE) abort();
        if (e.kind == EVENT_MOUSE && (e.y < 0 || e.y >= ROWS || e.x < 0 || e.x >= COLS)) abort();
        script_write(heard, e);
    }
}

// piece: bytes fed at a time.
static Str events_of(const uint8_t *data, size_t len, size_t piece) {
    Str heard = {0};
    Input *in = malloc(sizeof *in);
    input_init(in, ROWS, COLS);
    for (size_t at = 0; at < len;) {
        size_t want = len - at < piece ? len - at : piece;
        size_t fed = input_feed(in, data + at, want);
        take_events(in, &heard);
        if (fed == 0) abort(); // no room though everything was taken: it would wait for ever
        at += fed;
    }
    input_expire(in);
    take_events(in, &heard);
    if (input_patience(in) != -1) abort();
    free(in);
    return heard;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
    text_init();
    Str whole = events_of(data, len, INPUT_ROOM), one = events_of(data, len, 1), seven = events_of(data, len, 7);
    if (strcmp(str_text(&whole), str_text(&one)) != 0 || strcmp(str_text(&whole), str_text(&seven)) != 0) abort();
    str_free(&whole);
    str_free(&one);
    str_free(&seven);
    return 0;
}
