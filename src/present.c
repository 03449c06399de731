#include "present.h"

#include "app/cue.h"
#include "link/place.h"

#include <stdlib.h>
#include <string.h>

static void accept_listeners(void *context) {
    Present *p = context;
    teller_accept(&p->teller);
}

static void read_again(void *context) {
    Present *p = context;
    Lesson before;
    Error err;
    if (!watch_take(&p->watch)) return;
    if (!course_reload(&p->world->course, p->watched, &p->world->library, &before, &err)) {
        app_note(p->app, error_brief(err.text));
        return;
    }
    app_lesson_changed(p->app, p->watched, &before);
    app_note(p->app, "read again");
    lesson_free(&before);
}

void present_init(Present *p, World *world) {
    *p = (Present){.world = world, .teller = TELLER_CLOSED, .watch = WATCH_CLOSED};
    p->source[0] = (TuiSource){-1, accept_listeners, p};
    p->source[1] = (TuiSource){-1, read_again, p};
}

void present_free(Present *p) {
    teller_close(&p->teller);
    watch_close(&p->watch);
}

bool present_watch(Present *p, int lesson, Error *err) {
    p->watched = lesson;
    if (!watch_open(&p->watch, p->world->course.entry[lesson].path, err)) return false;
    p->source[1].fd = p->watch.fd;
    return true;
}

// Where there is no place to be found at, the lesson is played all the same: `lookback notes` says what is wrong with
// it.
static void open_teller(Present *p) {
    Str folder = {0};
    Error ignored;
    p->tried = true;
    if (place_open(getenv("XDG_RUNTIME_DIR"), &folder, &ignored)) teller_open(&p->teller, str_text(&folder), &ignored);
    p->source[0].fd = p->teller.fd;
    str_free(&folder);
}

void present_shown(Present *p) {
    const State *s = app_state(p->app);
    if (!p->tried && s->tutor.open) open_teller(p);
    if (p->teller.listeners == 0) return;
    Cue cue = {0};
    Str packet = {0};
    cue_of(s, p->world, &cue);
    cue_format(&cue, &packet);
    teller_tell(&p->teller, str_text(&packet), packet.len);
    str_free(&packet);
    cue_free(&cue);
}
