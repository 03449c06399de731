#include "lesson/shelf.h"

#include "base/mem.h"
#include "base/names.h"
#include "net/pattern.h"

#include <stdlib.h>

const char *const SHELF_NAMES[SHELF_MODELS] = {"words", "cheat"};

int shelf_find(const Library *lib, const char *name, Error *err) {
    int k = names_require("model", name, names_in_array, SHELF_NAMES, SHELF_MODELS, err);
    if (k < 0) return -1;
    if (!lib->shelf) return error_set(err, "no model comes with this program") - 1;
    return lib->shelf->open(lib->shelf->of, k, err) ? k : -1;
}

const ShelfModel *shelf_open(const Library *lib, int k) {
    Error ignored;
    return lib->shelf->open(lib->shelf->of, k, &ignored);
}

int shelf_moment(const ShelfModel *m, int step) {
    int k = m->moments - 1;
    while (k > 0 && m->moment[k] > step) k--;
    return m->moment[k];
}

// The number of the scene's model; −1: none.
static int chosen(const Scene *s, const Library *lib) {
    return lib->shelf ? (s->screen == SCREEN_TRAIN ? s->train.shelf : s->open.shelf) - 1 : -1;
}

const ShelfModel *shelf_model(const Scene *s, const Library *lib) {
    int k = chosen(s, lib);
    return k < 0 ? NULL : shelf_open(lib, k);
}

const Pulse *shelf_pulse(const Scene *s, const Library *lib) {
    const ShelfModel *m = shelf_model(s, lib);
    if (!m) return NULL;
    int step = s->screen == SCREEN_TRAIN ? s->train.step : s->open.past ? s->open.step : m->recipe->steps;
    return pulse_at(m->pulse, m->pulses, step);
}

bool shelf_run(const Scene *s, const Library *lib, ShelfRun *out, Error *err) {
    int k = chosen(s, lib);
    if (k < 0) return error_set(err, "no model of the program is named");
    SourceView v = scene_source_view(s, lib);
    return lib->shelf->run(lib->shelf->of, k, &v, out, err);
}

int shelf_strongest(const Scene *s, const Library *lib) {
    ShelfRun at;
    Error ignored;
    int best = 0;
    if (!shelf_run(s, lib, &at, &ignored)) return 0;
    float *row = MEM_NEW(float, (size_t)at.run->n);
    net_weights_row(at.run, &at.head, s->open.layer, s->open.head, s->open.query, row);
    for (int j = 1; j < at.run->n; j++) best = row[j] > row[best] ? j : best;
    free(row);
    return best;
}
