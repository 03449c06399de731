// The models that come with the program and how they came to be, for lessons. Each is opened when a scene first names
// it; whoever loads the library says how (app/shelf.c).
#ifndef LOOKBACK_LESSON_SHELF_H
#define LOOKBACK_LESSON_SHELF_H

#include "lesson/scene.h"
#include "net/forward.h"
#include "net/pulse.h"

enum { SHELF_MODELS = 2 };
extern const char *const SHELF_NAMES[SHELF_MODELS];

typedef struct ShelfModel {
    Source *source; // what screens show
    const NetRecipe *recipe;
    const NetShape *shape;
    int moments;
    const int *moment; // [moments] rising: the steps whose states are kept
    int pulses;
    const Pulse *pulse; // [pulses] rising
} ShelfModel;

// A text run through a model: finished, and valid until some more runs were asked for.
typedef struct ShelfRun {
    const NetRun *run;
    NetLevers head; // of the rows of the head looked at
} ShelfRun;

typedef struct Shelf {
    void *of;
    // Model k of SHELF_NAMES; NULL with a message. Borrowed.
    const ShelfModel *(*open)(void *of, int k, Error *err);
    // The view's text under the view's levers, apart from what the source shows: that stays as it is.
    bool (*run)(void *of, int k, const SourceView *v, ShelfRun *out, Error *err);
} Shelf;

// Finds a model by its name and opens it; its number, −1 with a message.
int shelf_find(const Library *lib, const char *name, Error *err);

// A model that was found: it is open.
const ShelfModel *shelf_open(const Library *lib, int k);

// The last step at or before `step` whose state is kept.
int shelf_moment(const ShelfModel *m, int step);

// The one that the scene's screen names; NULL: none.
const ShelfModel *shelf_model(const Scene *s, const Library *lib);

// The pulse of the moment that the scene looks at; NULL: it names no model.
const Pulse *shelf_pulse(const Scene *s, const Library *lib);

// Where the query of a scene that names a model looks most; the first of equals.
int shelf_strongest(const Scene *s, const Library *lib);

// The run of the scene's text. False with a message, also when it names no model.
bool shelf_run(const Scene *s, const Library *lib, ShelfRun *out, Error *err);

#endif
