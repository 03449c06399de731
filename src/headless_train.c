// `lookback train --headless`.
#include "headless.h"

#include "base/number.h"
#include "model/train_run.h"

#include <stdio.h>
#include <string.h>

static bool read_number(const SettingArg *s, double *out, Error *err) {
    int decimals;
    if (number_parse(s->value, strlen(s->value), out, &decimals)) return true;
    return error_set(err, "--%s is \"%.80s\": a number is wanted", s->name, s->value);
}

// most is exact in a double.
static bool read_count(const SettingArg *s, double most, double *out, Error *err) {
    if (!read_number(s, out, err)) return false;
    if (*out >= 0 && *out <= most && *out == (double)(long long)*out) return true;
    return error_set(err, "--%s is \"%.80s\": a whole number from 0 to %.0f is wanted", s->name, s->value, most);
}

static bool read_switch(const SettingArg *s, bool *out, Error *err) {
    *out = strcmp(s->value, "on") == 0;
    return *out || strcmp(s->value, "off") == 0 ||
           error_set(err, "--%s is \"%.80s\": on or off is wanted", s->name, s->value);
}

static bool read_setting(const SettingArg *s, NetRecipe *r, Error *err) {
    static const double COUNT_MAX = 1e9, SEED_MAX = 0x1p53;
    const struct {
        const char *name;
        int *count;
    } COUNTS[] = {
        {"steps", &r->steps}, {"layers", &r->layers}, {"heads", &r->heads}, {"width", &r->width}, {"mlp", &r->hidden}};
    double number;
    if (strcmp(s->name, "mask") == 0) return read_switch(s, &r->mask, err);
    if (strcmp(s->name, "divisor") == 0) return read_switch(s, &r->divide, err);
    if (strcmp(s->name, "rate") == 0) return read_number(s, &r->rate, err);
    if (strcmp(s->name, "repeated") == 0) return read_number(s, &r->repeated, err);
    if (strcmp(s->name, "seed") == 0) {
        if (!read_count(s, SEED_MAX, &number, err)) return false;
        r->seed = (uint64_t)number;
        return true;
    }
    for (size_t k = 0; k < sizeof COUNTS / sizeof COUNTS[0]; k++) {
        if (strcmp(s->name, COUNTS[k].name) != 0) continue;
        if (!read_count(s, COUNT_MAX, &number, err)) return false;
        *COUNTS[k].count = (int)number;
    }
    return true;
}

static bool read_recipe(const Options *o, bool resume, NetRecipe *r, Error *err) {
    *r = net_recipe();
    for (int k = 0; k < o->settings; k++) {
        if (!read_setting(&o->setting[k], r, err)) return false;
    }
    return resume || net_recipe_check(r, err);
}

static void say(void *context, const char *line) {
    (void)context;
    puts(line);
    fflush(stdout);
}

bool headless_train(const Options *o, Error *err) {
    NetRecipe recipe;
    const char *resume = options_setting(o, "resume");
    return read_recipe(o, resume, &recipe, err) &&
           train_headless(&recipe, resume, resume ? resume : o->output, say, NULL, err);
}
