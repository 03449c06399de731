#include "net/recipe.h"

#include <math.h>

// Numbers that a forward pass over a batch makes, which is what a step takes time for.
enum {
    MADE_MAX = 1 << 27,
    WARM_UP = 100,
    WIDTH_MAX = 512,
    HIDDEN_MAX = 2048,
    CONTEXT_MIN = 24,
    CONTEXT_MAX = 256,
    BATCH_MAX = 256,
    STEPS_MAX = 1000000
};

NetRecipe net_recipe(void) {
    return (NetRecipe){.layers = 2,
                       .heads = 4,
                       .width = 64,
                       .hidden = 128,
                       .context = 48,
                       .batch = 32,
                       .steps = 6000,
                       .seed = 1,
                       .rate = 4e-3,
                       .repeated = 0.5,
                       .mask = true,
                       .divide = true};
}

static bool check_count(const char *name, int value, int least, int most, Error *err) {
    return (value >= least && value <= most) ||
           error_set(err, "%s is %d; %d to %d is wanted", name, value, least, most);
}

bool net_recipe_check(const NetRecipe *r, Error *err) {
    if (!check_count("steps", r->steps, 1, STEPS_MAX, err) ||
        !check_count("layers", r->layers, 1, NET_RECIPE_LAYERS, err) ||
        !check_count("heads", r->heads, 1, NET_RECIPE_HEADS, err) ||
        !check_count("width", r->width, 1, WIDTH_MAX, err) || !check_count("hidden", r->hidden, 0, HIDDEN_MAX, err) ||
        !check_count("context", r->context, CONTEXT_MIN, CONTEXT_MAX, err) ||
        !check_count("batch", r->batch, 1, BATCH_MAX, err)) {
        return false;
    }
    if (r->width % r->heads != 0) return error_set(err, "width %d is not divisible by %d heads", r->width, r->heads);
    if (!(r->rate > 0 && r->rate <= 1e6))
        return error_set(err, "the learning rate is %g; a number above 0 is wanted, 1e6 at most", r->rate);
    if (!(r->repeated >= 0 && r->repeated <= 1))
        return error_set(err, "the share of repeated words is %g; 0 to 1 is wanted", r->repeated);
    double row = r->layers * (9.0 * r->width + 2.0 * r->hidden + r->heads * (r->context + 1.0));
    if (row * r->batch * (r->context + 1) <= MADE_MAX) return true;
    return error_set(err, "layers, width, context and batch together are too large to train here");
}

NetShape net_recipe_shape(const NetRecipe *r, int vocabulary) {
    return (NetShape){.layers = r->layers,
                      .heads = r->heads,
                      .width = r->width,
                      .hidden = r->hidden ? r->hidden : 1,
                      .positions = 1 + r->context,
                      .vocabulary = vocabulary,
                      .eps = 1e-5f,
                      .divide = r->divide};
}

int net_recipe_warm_up(const NetRecipe *r) {
    int tenth = (r->steps + 9) / 10;
    return tenth < WARM_UP ? tenth : WARM_UP;
}

double net_recipe_rate(const NetRecipe *r, int step) {
    double warm = net_recipe_warm_up(r), half = r->steps / 2.0;
    double up = fmin(1, (step + 1) / warm), down = fmin(1, (r->steps - step) / (r->steps - half));
    return r->rate * up * down;
}
