#include "notes.h"

#include "app/notes.h"
#include "link/listener.h"
#include "link/place.h"

#include <stdlib.h>

enum { SECOND_MS = 1000 };

typedef struct Follower {
    Listener listener;
    Notes *notes;
    Palette palette;
    bool closed;  // it says that no lesson is open
    Error wrong;  // what it said cannot be read; "": all is well
    TuiSource source[2];
} Follower;

static void say(Follower *f) {
    const Listener *l = &f->listener;
    Str about = {0};
    if (l->fd < 0 && f->wrong.text[0]) str_printf(&about, "lookback %ld: %s", l->pid, f->wrong.text);
    else if (l->fd < 0 && l->pid == 0)
        str_puts(&about, "waiting for a lesson: start one with lookback lesson in another terminal");
    else if (l->fd < 0) str_printf(&about, "lookback %ld has ended: waiting for another", l->pid);
    else if (!l->heard) str_printf(&about, "lookback %ld says nothing yet", l->pid);
    else if (f->closed) str_printf(&about, "lookback %ld has no lesson open", l->pid);
    else str_printf(&about, "follows lookback %ld", l->pid);
    if (l->fd >= 0 && l->tellers > 1) str_printf(&about, ", the newest of %d", l->tellers);
    notes_say(f->notes, str_text(&about));
    str_free(&about);
    f->source[0].fd = l->fd;
    f->source[1].fd = l->watch;
}

static void hear(void *context) {
    Follower *f = context;
    Str packet = {0};
    Cue cue = {0};
    while (listener_read(&f->listener, CUE_PACKET_MAX, &packet)) {
        f->wrong.text[0] = '\0';
        if (!cue_parse(&cue, str_text(&packet), packet.len, &f->wrong)) {
            listener_drop(&f->listener);
            break;
        }
        f->closed = !cue.open;
        notes_take(f->notes, &cue);
    }
    say(f);
    cue_free(&cue);
    str_free(&packet);
}

static void seek(void *context) {
    Follower *f = context;
    listener_seek(&f->listener);
    hear(f);
}

// ---- for the loop

static Effect take_event(void *context, Event e) {
    Follower *f = context;
    if (e.kind == EVENT_TICK && f->listener.fd < 0) seek(f);
    return notes_event(f->notes, e);
}

static const Canvas *show_frame(void *context) {
    return notes_frame(((Follower *)context)->notes);
}

static Palette show_palette(void *context) {
    return notes_palette(((Follower *)context)->notes);
}

static TuiShow make(void *context, int rows, int cols, bool ascii, ColorMode mode) {
    Follower *f = context;
    f->palette.mode = mode;
    f->notes = notes_new(rows, cols, ascii, f->palette);
    hear(f);
    return (TuiShow){f, take_event, show_frame, show_palette, NULL, NULL, NULL};
}

bool notes_run(const TuiOptions *options, Palette palette, bool *terminal, Error *err) {
    Follower f = {.listener = LISTENER_CLOSED, .palette = palette};
    f.source[0] = (TuiSource){-1, hear, &f};
    f.source[1] = (TuiSource){-1, seek, &f};
    Str folder = {0};
    bool ok = place_open(getenv("XDG_RUNTIME_DIR"), &folder, err) && listener_open(&f.listener, str_text(&folder), err);
    *terminal = ok;
    TuiOptions own = {.mode_given = options->mode_given,
                      .mode = options->mode,
                      .ascii = options->ascii,
                      .tick_ms = SECOND_MS,
                      .source = f.source,
                      .sources = 2};
    ok = ok && tui_run(make, &f, &own, err);
    notes_free(f.notes);
    listener_close(&f.listener);
    str_free(&folder);
    return ok;
}
