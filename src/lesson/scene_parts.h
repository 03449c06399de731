// How scene.c is put together: each screen brings a SceneKind, a table of its settings. Private to lesson/.
#ifndef LOOKBACK_LESSON_SCENE_PARTS_H
#define LOOKBACK_LESSON_SCENE_PARTS_H

#include "lesson/scene.h"

// One `name: value` to be put into a scene.
typedef struct Setting {
    Scene *scene;
    const Library *lib;
    const char *name, *value;
    Error *err;
} Setting;

typedef struct Property {
    const char *name;
    bool (*set)(Setting a); // on an error the scene is unchanged
} Property;

typedef struct SceneKind {
    const Property *property; // besides theme and map, which every screen has
    int count;
    void (*init)(Scene *s, const Library *lib);
    // Checks and fills in what only the whole scene can tell. NULL: nothing to check.
    bool (*finish)(Scene *s, const Library *lib, Error *err);
    // Appends ` --name value` for what differs from a scene just opened.
    void (*command)(const Scene *s, const Library *lib, Str *out);
} SceneKind;

extern const SceneKind SCENE_EXPLORER, SCENE_PLAY, SCENE_WORKED, SCENE_LAB, SCENE_ROW, SCENE_SUM, SCENE_TRAIN,
    SCENE_OPEN, SCENE_MAP, SCENE_PREDICT, SCENE_TRACE, SCENE_DIFF;

// Readers of values; the error says what was found and what is wanted.
bool scene_read_switch(Setting a, bool *out);
bool scene_read_int(Setting a, int *out, int least, int most);
bool scene_read_number(Setting a, double *out, double least, double most);
bool scene_read_seed(Setting a, uint64_t *out);
// A divisor: a number or a root, √64 or sqrt64. words: what else may be written, for the error.
bool scene_read_divisor(Setting a, double *out, const char *words);
bool scene_read_choice(Setting a, int *out, const char *what, const char *const *names, int count);

// Two places with a sign between, as 3.1 or 14>3, at *at, which then stands behind them; it stays where there are none.
enum { SCENE_SIDE_MOST = 1 << 20 }; // of layers, heads, positions
bool scene_read_places(const char **at, char sign, int *first, int *second);

// The error for a number that lies outside first … last: `layer 3: a number from 0 to 1 is wanted`. False.
bool scene_outside(const char *what, int value, int first, int last, Error *err);

// The properties `mask` and `divisor`, and ` --mask off --divisor N` where they are not as usual.
bool scene_set_mask(Setting a);
bool scene_set_divisor(Setting a);
void scene_add_levers(const Scene *s, Str *out);

// The properties `example` and `set` of the screens that show matrices, and what of a command line brings the example
// back: ` FILE` or ` --example NAME`, ` --set 'X:0,1=2 W_Q:0,0=3'`.
bool scene_set_example(Setting a);
bool scene_set_numbers(Setting a);
void scene_add_example(const Scene *s, const Library *lib, Str *out);
void scene_add_numbers(const Scene *s, const Library *lib, Str *out);

// The properties `model` (one of the shelf), `cuts` and `tokens` of a model; whether all that is cut out is there, in a
// text of so many tokens; and what of a command line
// brings text, ⟨BOS⟩, scope, cuts and tokens back.
bool scene_set_model(Setting a);
bool scene_set_cuts(Setting a);
bool scene_set_tokens(Setting a);
bool scene_check_cuts(const OpenView *o, const Source *src, int keys, Error *err);
void scene_add_model(const OpenView *o, const Source *src, Str *out);

// The property `cell` of a model's row, as q:13; whether it is one the source has; and ` --cell q:13`.
bool scene_set_trace_cell(Setting a);
bool scene_check_trace(const Scene *s, const Source *src, Error *err);
void scene_add_trace(const Scene *s, Str *out);

// Appends bytes as one shell word in quotes.
void scene_quote(Str *out, const char *bytes, int len);

#endif
