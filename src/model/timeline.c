#include "model/timeline.h"

#include "base/mem.h"
#include "math/half.h"
#include "net/block.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void timeline_init(Timeline *t, const NetRecipe *recipe, const NetShape *shape) {
    *t = (Timeline){.recipe = *recipe, .shape = *shape, .count = net_block_count(shape)};
    timeline_turn(t, 0, recipe->mask, recipe->divide);
}

void timeline_free(Timeline *t) {
    free(t->step);
    free(t->numbers);
    free(t->pulse);
    free(t->turn);
    *t = (Timeline){0};
}

int timeline_interval(const NetRecipe *recipe) {
    int interval = (recipe->steps + TIMELINE_PULSES - 1) / TIMELINE_PULSES;
    return interval > TIMELINE_PULSE ? interval : TIMELINE_PULSE;
}

bool timeline_keeps(const NetRecipe *recipe, int step) {
    int interval = timeline_interval(recipe), half = TIMELINE_STATES / 2, sixth = recipe->steps / 6;
    if (step == 0 || step == recipe->steps) return true;
    for (int k = 1; k < TIMELINE_STATES - 1; k++) {
        double at = k <= half ? (double)sixth * k / half
                              : sixth + (double)(recipe->steps - sixth) * (k - half) / (TIMELINE_STATES - 1 - half);
        if (step == interval * (int)lround(at / interval)) return true;
    }
    return false;
}

void timeline_add_pulse(Timeline *t, const Pulse *pulse) {
    t->pulse = mem_resize(t->pulse, (size_t)t->pulses + 1, sizeof *t->pulse);
    t->pulse[t->pulses++] = *pulse;
}

void timeline_add_state(Timeline *t, int step, const float *block) {
    size_t states = (size_t)t->states + 1;
    t->step = mem_resize(t->step, states, sizeof *t->step);
    t->numbers = mem_resize(t->numbers, states * t->count, sizeof *t->numbers);
    t->step[t->states] = step;
    uint16_t *at = t->numbers + (size_t)t->states * t->count;
    for (size_t k = 0; k < t->count; k++) at[k] = half_from_float(block[k]);
    t->states++;
}

void timeline_turn(Timeline *t, int step, bool mask, bool divide) {
    if (t->turns > 0 && t->turn[t->turns - 1].step == step) t->turns--;
    const Turn *last = t->turns > 0 ? &t->turn[t->turns - 1] : NULL;
    if (last && last->mask == mask && last->divide == divide) return;
    t->turn = mem_resize(t->turn, (size_t)t->turns + 1, sizeof *t->turn);
    t->turn[t->turns++] = (Turn){step, mask, divide};
}

Turn timeline_levers(const Timeline *t, int step) {
    int k = t->turns - 1;
    while (k > 0 && t->turn[k].step >= step) k--;
    return t->turn[k];
}

void timeline_cut(Timeline *t, int step) {
    if (t->done > step) t->done = step;
    while (t->turns > 1 && t->turn[t->turns - 1].step >= step) t->turns--;
    while (t->states > 0 && t->step[t->states - 1] > step) t->states--;
    while (t->pulses > 0 && t->pulse[t->pulses - 1].step > step) t->pulses--;
}

const Pulse *timeline_pulse_at(const Timeline *t, int step) {
    return pulse_at(t->pulse, t->pulses, step);
}
