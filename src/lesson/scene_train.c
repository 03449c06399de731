// The scene of a training: its recipe, and the head and the text looked at.
#include "lesson/scene_parts.h"

#include "lesson/shelf.h"
#include "net/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const SCENE_TRAIN_TEXTS[TRAIN_TEXTS + 1] = {"ioi", "repeated", "asking-1", "asking-2", "asking-3", "own text"};

enum { COUNT_MAX = 1000000 };

// Number by number: scenes are compared as bytes, and a struct that is copied need not take its padding along.
void scene_train_again(Scene *s, const NetRecipe *from) {
    NetRecipe *r = &s->train.recipe;
    r->layers = from->layers, r->heads = from->heads, r->width = from->width, r->hidden = from->hidden;
    r->context = from->context, r->batch = from->batch, r->steps = from->steps, r->seed = from->seed;
    r->rate = from->rate, r->repeated = from->repeated, r->mask = from->mask, r->divide = from->divide;
}

static void init(Scene *s, const Library *lib) {
    (void)lib;
    NetRecipe usual = net_recipe();
    scene_train_again(s, &usual);
}

static bool set_layers(Setting a) {
    return scene_read_int(a, &a.scene->train.recipe.layers, 1, NET_RECIPE_LAYERS);
}

static bool set_heads(Setting a) {
    return scene_read_int(a, &a.scene->train.recipe.heads, 1, NET_RECIPE_HEADS);
}

static bool set_width(Setting a) {
    return scene_read_int(a, &a.scene->train.recipe.width, 1, COUNT_MAX); // what is too much, net_recipe_check says
}

static bool set_hidden(Setting a) {
    return scene_read_int(a, &a.scene->train.recipe.hidden, 0, COUNT_MAX);
}

static bool set_steps(Setting a) {
    return scene_read_int(a, &a.scene->train.recipe.steps, 1, COUNT_MAX);
}

static bool set_seed(Setting a) {
    return scene_read_seed(a, &a.scene->train.recipe.seed);
}

static bool set_rate(Setting a) {
    return scene_read_number(a, &a.scene->train.recipe.rate, 0, 1e6);
}

static bool set_repeated(Setting a) {
    return scene_read_number(a, &a.scene->train.recipe.repeated, 0, 1);
}

static bool set_mask(Setting a) {
    return scene_read_switch(a, &a.scene->train.recipe.mask);
}

static bool set_divide(Setting a) {
    return scene_read_switch(a, &a.scene->train.recipe.divide);
}

static bool set_layer(Setting a) {
    return scene_read_int(a, &a.scene->train.layer, 0, NET_RECIPE_LAYERS - 1);
}

static bool set_head(Setting a) {
    return scene_read_int(a, &a.scene->train.head, 0, NET_RECIPE_HEADS - 1);
}

static bool set_run(Setting a) {
    int k = shelf_find(a.lib, a.value, a.err);
    if (k < 0) return false;
    const NetRecipe *recipe = shelf_open(a.lib, k)->recipe;
    scene_train_again(a.scene, recipe);
    a.scene->train.shelf = k + 1;
    a.scene->train.step = recipe->steps;
    return true;
}

static bool set_step(Setting a) {
    TrainView *t = &a.scene->train;
    if (!t->shelf) return error_set(a.err, "step is a moment of a stored run: run: words goes before it");
    if (!scene_read_int(a, &t->step, 0, t->recipe.steps)) return false;
    t->step = shelf_moment(shelf_open(a.lib, t->shelf - 1), t->step);
    return true;
}

static bool set_text(Setting a) {
    return scene_read_choice(a, &a.scene->train.text, a.name, SCENE_TRAIN_TEXTS, TRAIN_TEXTS);
}

static bool set_own(Setting a) {
    Words words;
    int id[TRAIN_OWN_MAX] = {0}, n;
    words_init(&words);
    bool ok = words_read(&words, a.value, strlen(a.value), id, TRAIN_OWN_MAX, &n, a.err);
    words_free(&words);
    if (!ok) return false;
    a.scene->train.text = TRAIN_OWN;
    a.scene->train.owns = n;
    memcpy(a.scene->train.own, id, sizeof id);
    return true;
}

static const Property PROPERTIES[] = {
    {"layers", set_layers}, {"heads", set_heads},    {"width", set_width}, {"mlp", set_hidden},
    {"steps", set_steps},   {"seed", set_seed},      {"rate", set_rate},   {"repeated", set_repeated},
    {"mask", set_mask},     {"divisor", set_divide}, {"layer", set_layer}, {"head-index", set_head},
    {"sentence", set_text}, {"text", set_own},       {"run", set_run},     {"step", set_step},
};

// What was trained is as it was: only the levers of the view may differ.
static bool is_recipe_of(const NetRecipe *a, const NetRecipe *b) {
    return a->layers == b->layers && a->heads == b->heads && a->width == b->width && a->hidden == b->hidden &&
           a->steps == b->steps && a->seed == b->seed && a->rate == b->rate && a->repeated == b->repeated;
}

static bool finish(Scene *s, const Library *lib, Error *err) {
    const TrainView *t = &s->train;
    const ShelfModel *stored = s->screen == SCREEN_TRAIN ? shelf_model(s, lib) : NULL;
    if (stored && !is_recipe_of(&t->recipe, stored->recipe))
        return error_set(err, "the recipe of a stored run is what it is: only mask and divisor can be changed");
    if (!net_recipe_check(&t->recipe, err)) return false;
    if (t->layer >= t->recipe.layers)
        return error_set(err, "layer %d: the layers are 0 to %d", t->layer, t->recipe.layers - 1);
    return t->head < t->recipe.heads ||
           error_set(err, "head-index %d: the heads of a layer are 0 to %d", t->head, t->recipe.heads - 1);
}

// As few digits as give the same number again.
static void add_number(Str *out, const char *name, double value) {
    char text[32] = "";
    for (int digits = 3; digits <= 17 && (digits == 3 || strtod(text, NULL) != value); digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
    }
    str_printf(out, " --%s %s", name, text);
}

static void add_own(const TrainView *t, Str *out) {
    Words words;
    Str text = {0};
    words_init(&words);
    words_write(&words, t->own, t->owns, &text);
    str_puts(out, " --text ");
    scene_quote(out, str_text(&text), (int)text.len);
    str_free(&text);
    words_free(&words);
}

static void command(const Scene *s, const Library *lib, Str *out) {
    const ShelfModel *stored = shelf_model(s, lib);
    const NetRecipe usual = stored ? *stored->recipe : net_recipe(), *r = &s->train.recipe;
    if (stored) str_printf(out, " --run %s", SHELF_NAMES[s->train.shelf - 1]);
    if (stored && s->train.step != r->steps) str_printf(out, " --step %d", s->train.step);
    if (r->layers != usual.layers) str_printf(out, " --layers %d", r->layers);
    if (r->heads != usual.heads) str_printf(out, " --heads %d", r->heads);
    if (r->width != usual.width) str_printf(out, " --width %d", r->width);
    if (r->hidden != usual.hidden) str_printf(out, " --mlp %d", r->hidden);
    if (r->steps != usual.steps) str_printf(out, " --steps %d", r->steps);
    if (r->seed != usual.seed) str_printf(out, " --seed %" PRIu64, r->seed);
    if (r->rate != usual.rate) add_number(out, "rate", r->rate);
    if (r->repeated != usual.repeated) add_number(out, "repeated", r->repeated);
    if (r->mask != usual.mask) str_printf(out, " --mask %s", r->mask ? "on" : "off");
    if (r->divide != usual.divide) str_printf(out, " --divisor %s", r->divide ? "on" : "off");
    if (s->train.layer) str_printf(out, " --layer %d", s->train.layer);
    if (s->train.head) str_printf(out, " --head-index %d", s->train.head);
    if (s->train.text == TRAIN_OWN) add_own(&s->train, out);
    else if (s->train.text) str_printf(out, " --sentence %s", SCENE_TRAIN_TEXTS[s->train.text]);
}

const SceneKind SCENE_TRAIN = {PROPERTIES, sizeof PROPERTIES / sizeof PROPERTIES[0], init, finish, command};
