#include "model/recipe_json.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

// As short as a number can be that is read back as the same.
static void put_number(Str *out, double value) {
    char text[32];
    int digits = 1;
    do snprintf(text, sizeof text, "%.*g", digits, value);
    while (strtod(text, NULL) != value && ++digits <= 17);
    str_puts(out, text);
}

void recipe_write(const NetRecipe *r, Str *out) {
    str_printf(out, "{\"layers\": %d, \"heads\": %d, \"width\": %d, \"hidden\": %d, \"context\": %d, ", r->layers,
               r->heads, r->width, r->hidden, r->context);
    str_printf(out, "\"batch\": %d, \"steps\": %d, \"seed\": %lld, \"rate\": ", r->batch, r->steps, (long long)r->seed);
    put_number(out, r->rate);
    str_puts(out, ", \"repeated\": ");
    put_number(out, r->repeated);
    str_printf(out, ", \"mask\": %s, \"divide\": %s}", r->mask ? "true" : "false", r->divide ? "true" : "false");
}

bool recipe_parse(const char *text, NetRecipe *out, Error *err) {
    static const char *const COUNTS[] = {"layers", "heads", "width", "hidden", "context", "batch", "steps"};
    json_error_t bad;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &bad);
    json_int_t count[7], seed;
    int mask, divide;
    NetRecipe r = {0};
    bool ok = root && json_unpack(root, "{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:F, s:F, s:b, s:b}", COUNTS[0],
                                  &count[0], COUNTS[1], &count[1], COUNTS[2], &count[2], COUNTS[3], &count[3],
                                  COUNTS[4], &count[4], COUNTS[5], &count[5], COUNTS[6], &count[6], "seed", &seed,
                                  "rate", &r.rate, "repeated", &r.repeated, "mask", &mask, "divide", &divide) == 0;
    json_decref(root);
    for (int k = 0; ok && k < 7; k++) ok = count[k] >= 0 && count[k] <= INT_MAX;
    if (!ok) return error_set(err, "its recipe is not one of this program");
    int *const PLACE[] = {&r.layers, &r.heads, &r.width, &r.hidden, &r.context, &r.batch, &r.steps};
    for (int k = 0; k < 7; k++) *PLACE[k] = (int)count[k];
    r.seed = (uint64_t)seed;
    r.mask = mask;
    r.divide = divide;
    if (!net_recipe_check(&r, err)) return error_prefix(err, "its recipe: ");
    *out = r;
    return true;
}
