#include "app/work.h"

#include "app/mini.h"
#include "app/trainer.h"

#include <stdio.h>

enum { SLICE = 1 << 20 }; // weights

static bool measures(const State *s, const Source *src) {
    return s->scene.screen == SCREEN_MAP && src->measure && (!src->map.done || src->batch != s->scene.open.batch);
}

// Which heads are active on the chosen query.
static bool asks(const State *s, const Source *src) {
    const OpenView *o = &s->scene.open;
    bool map = src && s->scene.screen == SCREEN_MAP && o->measure == MEASURE_ACTIVE;
    return map && (!src->active || src->active_query != o->query || src->active_batch != o->batch);
}

static bool examines(const State *s, const Source *src) {
    return s->scene.screen >= SCREEN_OPEN && src->examine && (!src->findings || src->batch != s->scene.open.batch);
}

bool work_wanted(const State *s, const World *w) {
    if (s->scene.screen == SCREEN_TRAIN && !s->tutor.open) return trainer_wanted(w->trainer, s);
    const Source *src = w->library.source;
    if (asks(s, src) && !s->idle && !s->tutor.open) return true;
    return src && !s->idle && !s->tutor.open && (mini_wanted(s, w) || measures(s, src) || examines(s, src));
}

void work_step(State *s, const World *w) {
    if (s->scene.screen == SCREEN_TRAIN) {
        trainer_work(w->trainer, s);
        return;
    }
    Source *src = w->library.source;
    Error err;
    bool ok = source_open_batch(src, s->scene.open.batch, &err);
    if (ok && asks(s, src)) ok = source_ask_query(src, s->scene.open.batch, s->scene.open.query, &err);
    else if (ok && mini_wanted(s, w)) ok = mini_step(s, w, SLICE, &err);
    else if (ok && measures(s, src)) ok = src->measure(src, SLICE, &err);
    else if (ok && examines(s, src)) ok = src->examine(src, SLICE, &err);
    if (ok) return;
    s->idle = true;
    snprintf(s->note, sizeof s->note, "%.*s", NOTE_MAX - 1, err.text);
}
