#include "app/work.h"

#include "app/mini.h"

#include <stdio.h>

enum { SLICE = 1 << 20, SLICE_OF_TWO = 1 << 17 }; // weights; a comparison takes a logarithm or two for each

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
    bool one = s->scene.screen == SCREEN_OPEN || s->scene.screen == SCREEN_MAP;
    return one && src->examine && (!src->findings || src->batch != s->scene.open.batch);
}

static bool compares(const State *s, const World *w) {
    const Difference *d = w->library.difference;
    return d && s->scene.screen == SCREEN_DIFF && (!d->done || d->batch != s->scene.open.batch);
}

bool work_wanted(const State *s, const World *w) {
    const Source *src = w->library.source;
    if (asks(s, src) && !s->idle && !s->tutor.open) return true;
    return src && !s->idle && !s->tutor.open && (compares(s, w) || mini_wanted(s, w) || measures(s, src) || examines(s, src));
}

void work_step(State *s, const World *w) {
    Source *src = w->library.source;
    Error err;
    bool ok = source_open_batch(src, s->scene.open.batch, &err);
    if (ok && compares(s, w)) ok = difference_step(w->library.difference, s->scene.open.batch, SLICE_OF_TWO, &err);
    else if (ok && asks(s, src)) ok = source_ask_query(src, s->scene.open.batch, s->scene.open.query, &err);
    else if (ok && mini_wanted(s, w)) ok = mini_step(s, w, SLICE, &err);
    else if (ok && measures(s, src)) ok = src->measure(src, SLICE, &err);
    else if (ok && examines(s, src)) ok = src->examine(src, SLICE, &err);
    if (ok) return;
    s->idle = true;
    snprintf(s->note, sizeof s->note, "%.*s", NOTE_MAX - 1, err.text);
}
