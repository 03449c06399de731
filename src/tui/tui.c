#include "tui/tui.h"

#include "app/script.h"
#include "tui/input.h"
#include "tui/life.h"
#include "tui/paint.h"
#include "tui/signals.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

// Slices of work between two frames while no key comes: a frame can cost more than a slice.
enum { SLICES_A_FRAME = 4, ROUNDS_A_FRAME = 64, TICKS_MAX = 32767, TEST_TICK = 0x1D };

typedef struct Tui {
    TuiShow show;
    Input input;
    Paint paint;
    const TuiOptions *options;
    void *context;         // of what is the caller's
    int timer;             // readable when an interval has passed; −1: there is none
    int tick_ms;           // that it is set to; 0: stopped
    Str line;              // for record
    bool test;             // LOOKBACK_TEST: tell frames and events in the window title
    unsigned frames, events;
    bool quit;             // the user is done
    bool end;              // a signal or a lost terminal is
} Tui;

static void record_event(Tui *t, Event e) {
    FILE *record = t->options->record;
    if (!record) return;
    str_clear(&t->line);
    script_write(&t->line, e);
    fwrite(str_text(&t->line), 1, t->line.len, record);
}

// ---- what happens

static Event resize_event(Tui *t) {
    int rows, cols;
    life_read_size(&rows, &cols);
    rows = rows > CANVAS_MAX_SIDE ? CANVAS_MAX_SIDE : rows;
    cols = cols > CANVAS_MAX_SIDE ? CANVAS_MAX_SIDE : cols;
    t->input.rows = rows;
    t->input.cols = cols;
    return (Event){.kind = EVENT_RESIZE, .y = rows, .x = cols};
}

static void handle(Tui *t, Event e);

// The terminal may show anything, at any size.
static void start_over(Tui *t) {
    handle(t, resize_event(t));
    paint_forget(&t->paint);
}

static void suspend(Tui *t, bool job) {
    if (t->options->record) fflush(t->options->record);
    if (life_suspend(job)) start_over(t);
    else t->end = true;
}

static void handle(Tui *t, Event e) {
    record_event(t, e);
    Effect effect = t->show.event(t->show.app, e);
    switch (effect) {
    case EFFECT_QUIT: t->quit = true; break;
    case EFFECT_SUSPEND: suspend(t, true); break;
    case EFFECT_REDRAW: paint_forget(&t->paint); break;
    default:
        if (t->options->effect && effect != EFFECT_NONE) t->options->effect(t->context, effect);
    }
}

// Of a row of movements only the last one matters.
static bool outdates(Event newer, Event older) {
    bool moves = newer.kind == EVENT_MOUSE && (newer.mouse == MOUSE_MOVE || newer.mouse == MOUSE_DRAG);
    return moves && older.kind == EVENT_MOUSE && older.mouse == newer.mouse && older.mods == newer.mods;
}

static void handle_input(Tui *t) {
    Event held = {0}, e;
    while (!t->quit && !t->end && input_next(&t->input, &e)) {
        t->events++;
        if (t->test && e.kind == EVENT_KEY && e.key == TEST_TICK) e = (Event){.kind = EVENT_TICK, .y = 1};
        if (held.kind != EVENT_NONE && !outdates(e, held)) handle(t, held);
        held = e;
    }
    if (!t->quit && !t->end && held.kind != EVENT_NONE) handle(t, held);
}

static void handle_signals(Tui *t) {
    unsigned taken = signals_take();
    if (taken & SIGNALS_END) t->end = true;
    if (t->end) return;
    if (taken & SIGNALS_STOP) {
        suspend(t, false);
    } else if (taken & (SIGNALS_RESIZE | SIGNALS_CONTINUE)) {
        if (taken & SIGNALS_CONTINUE) life_reclaim();
        if (taken & SIGNALS_RESIZE) t->events++;
        start_over(t);
    }
}

// ---- time

// Sets the timer to the ticks that are wanted now.
static void set_timer(Tui *t) {
    int pace = t->show.pace ? t->show.pace(t->show.app) : 0, ms = pace > 0 ? pace : t->options->tick_ms;
    if (t->test || ms == t->tick_ms) return;
    if (t->timer < 0) t->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (t->timer < 0) return;
    t->tick_ms = ms;
    struct timespec each = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    struct itimerspec every = {each, each};
    timerfd_settime(t->timer, 0, &every, NULL);
}

static void handle_ticks(Tui *t) {
    uint64_t passed;
    if (read(t->timer, &passed, sizeof passed) != sizeof passed || passed == 0) return;
    t->events++;
    handle(t, (Event){.kind = EVENT_TICK, .y = passed > TICKS_MAX ? TICKS_MAX : (int)passed});
}

// ---- the loop

static void read_keys(Tui *t) {
    char bytes[INPUT_ROOM];
    size_t room = INPUT_ROOM - (t->input.len - t->input.at);
    ssize_t got = read(life_keys_fd(), bytes, room);
    if (got > 0) input_feed(&t->input, bytes, (size_t)got);
    else if (got == 0 || (errno != EINTR && errno != EAGAIN)) t->end = true;
}

// The caller's sources that poll found ready.
static void handle_sources(Tui *t, const struct pollfd *ready) {
    for (int k = 0; k < t->options->sources; k++) {
        TuiSource *s = &t->options->source[k];
        if (!ready[k].revents || s->fd != ready[k].fd) continue;
        t->events++;
        s->ready(s->context);
    }
}

// Waits at most timeout ms (−1: for ever) for keys, signals and all else, and takes them in. False when nothing came.
static bool wait_for_events(Tui *t, int timeout) {
    enum { KEYS, SIGNALS, TIMER, SOURCES };
    struct pollfd ready[SOURCES + TUI_SOURCES_MAX] = {{.fd = life_keys_fd()}, {.fd = signals_fd()}, {.fd = t->timer}};
    int count = SOURCES + t->options->sources;
    for (int k = SOURCES; k < count; k++) ready[k].fd = t->options->source[k - SOURCES].fd;
    for (int k = 0; k < count; k++) ready[k].events = POLLIN;
    int found = poll(ready, (nfds_t)count, timeout);
    if (found < 0 && errno != EINTR) t->end = true;
    if (found <= 0) return found < 0;
    if (ready[SIGNALS].revents) handle_signals(t);
    if (ready[KEYS].revents & POLLIN) {
        read_keys(t);
        handle_input(t);
    } else if (ready[KEYS].revents) {
        t->end = true; // the terminal is gone
    }
    if (t->quit || t->end) return true;
    if (ready[TIMER].revents) handle_ticks(t);
    handle_sources(t, &ready[SOURCES]);
    return true;
}

static void show_frame(Tui *t) {
    const Canvas *frame = t->show.frame(t->show.app);
    Palette palette = t->show.palette(t->show.app);
    bool changed = paint_canvas(&t->paint, frame, &palette);
    t->frames++;
    char title[64] = "";
    if (t->test) snprintf(title, sizeof title, "\033]2;f%u;e%u\a", t->frames, t->events);
    if (changed) life_show(title);
    else life_write(title, strlen(title));
    if (t->options->shown) t->options->shown(t->context);
}

static void run(Tui *t) {
    bool busy = t->show.busy && t->show.busy(t->show.app);
    for (int slices = 0; !t->quit && !t->end; busy = t->show.busy && t->show.busy(t->show.app)) {
        if (slices % SLICES_A_FRAME == 0 || !busy) {
            slices = 0;
            show_frame(t);
            set_timer(t);
        }
        bool works = busy && input_patience(&t->input) < 0;
        if (!wait_for_events(t, works ? 0 : input_patience(&t->input))) {
            if (works) {
                t->quit = t->show.work(t->show.app) == EFFECT_QUIT; // a slice, then keys again
                slices++;
                continue;
            }
            input_expire(&t->input);
            handle_input(t);
        }
        slices = 0;
        // What has come meanwhile belongs to the same frame, within reason.
        for (int k = 0; k < ROUNDS_A_FRAME && !t->quit && !t->end && wait_for_events(t, 0); k++) {}
    }
}

bool tui_run(TuiMake make, void *context, const TuiOptions *options, Error *err) {
    ColorMode mode = options->mode;
    if (!life_start(options->mode_given, &mode, err)) return false;
    Tui t = {.options = options, .context = context, .timer = -1, .test = getenv("LOOKBACK_TEST") != NULL};
    input_init(&t.input, 1, 1);
    paint_init(&t.paint, mode);
    Event size = resize_event(&t);
    record_event(&t, size);
    t.show = make(context, size.y, size.x, options->ascii, mode);
    run(&t);
    if (t.timer >= 0) close(t.timer);
    life_stop();
    paint_free(&t.paint);
    str_free(&t.line);
    if (options->record) fflush(options->record);
    if (t.end) signals_die();
    return true;
}
