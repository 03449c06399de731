#include "app/work.h"

#include "app/mini.h"
#include "app/open_input.h"
#include "app/predict.h"
#include "app/trainer.h"

#include <math.h>
#include <stdio.h>

// Weights read as floats; a comparison takes a logarithm or two for each.
enum { SLICE = 1 << 20, SLICE_OF_TWO = 1 << 17 };

static long slice_of(const Source *src) {
    if (src->follow) return SLICE / 2; // its patterns are made first
    return src->cost > 1 ? SLICE / src->cost : SLICE;
}

static bool runs(const Source *src) {
    return src->follow && !src->ready;
}

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
    bool shown = s->scene.screen == SCREEN_DIFF || s->scene.screen == SCREEN_MAP;
    return d && shown && (!d->done || d->batch != s->scene.open.batch);
}

// On the map the comparison waits for the measures, unless it is the one that is shown.
static bool compares_first(const State *s, const World *w) {
    return compares(s, w) && (s->scene.screen == SCREEN_DIFF || s->scene.open.measure == MEASURE_APART);
}

static HeadAt head_of(const State *s) {
    return (HeadAt){s->scene.open.layer, s->scene.open.head};
}

// The whole of a large head's difference.
static bool compares_small(const State *s, const World *w) {
    const Difference *d = w->library.difference;
    bool large = d && (d->a->keys >= MINI_FROM || d->a->queries >= MINI_FROM || s->scene.open.zoom < 0);
    return large && s->scene.screen == SCREEN_DIFF && difference_small_wanted(d, s->scene.open.batch, head_of(s));
}

static bool follow(const State *s, const World *w, Error *err) {
    SourceView v = scene_source_view(&s->scene, &w->library);
    return source_follow(scene_opened(&s->scene, &w->library), &v, err);
}

bool work_wanted(const State *s, const World *w) {
    if (s->scene.screen == SCREEN_TRAIN && !s->scene.train.shelf && !s->tutor.open) return trainer_wanted(w->trainer, s);
    const Source *src = scene_opened(&s->scene, &w->library);
    Error ignored; // work_step meets it again
    if (!src || s->idle || (s->tutor.open && !s->scene.open.shelf) || s->scene.screen < SCREEN_OPEN) return false;
    if (src->follow && !follow(s, w, &ignored)) return true;
    return compares(s, w) || compares_small(s, w) || runs(src) || predict_wanted(s, w) || asks(s, src) || mini_wanted(s, w) ||
           measures(s, src) || examines(s, src);
}

// The key goes where the query looks most, now that this is known.
static void seek(State *s, const World *w) {
    if (!s->scene.open.seek || !scene_opened(&s->scene, &w->library)->ready) return;
    s->scene.open.seek = false;
    open_find_strongest(s, w);
}

// A frame may take as long as a slice: it is drawn anew only when the percentage in it changes.
static bool examine(Source *src, bool *seen, Error *err) {
    int before = (int)lround(100 * src->examined);
    bool ok = src->examine(src, slice_of(src), err);
    *seen = src->findings || (int)lround(100 * src->examined) != before;
    return ok;
}

bool work_step(State *s, const World *w) {
    if (s->scene.screen == SCREEN_TRAIN) {
        trainer_work(w->trainer, s);
        return true;
    }
    Source *src = scene_opened(&s->scene, &w->library);
    SourceView v = scene_source_view(&s->scene, &w->library);
    Error err;
    bool ok = source_follow(src, &v, &err), seen = true;
    if (ok && compares_small(s, w))
        ok = difference_small_step(w->library.difference, s->scene.open.batch, head_of(s), SLICE, &err);
    else if (ok && compares_first(s, w))
        ok = difference_step(w->library.difference, s->scene.open.batch, SLICE_OF_TWO, &err);
    else if (ok && runs(src)) ok = src->advance(src, &err), seek(s, w);
    else if (ok && predict_wanted(s, w)) ok = predict_step(s, w, &err);
    else if (ok && asks(s, src)) ok = source_ask_query(src, &v, s->scene.open.query, &err);
    else if (ok && mini_wanted(s, w)) ok = mini_step(s, w, src->follow ? SLICE / 4 : slice_of(src), &err);
    else if (ok && measures(s, src)) ok = src->measure(src, slice_of(src), &err);
    else if (ok && compares(s, w))
        ok = difference_step(w->library.difference, s->scene.open.batch, SLICE_OF_TWO, &err);
    else if (ok && examines(s, src)) ok = examine(src, &seen, &err);
    if (ok) return seen;
    s->idle = true;
    snprintf(s->note, sizeof s->note, "%.*s", NOTE_MAX - 1, err.text);
    return true;
}
