#include "model/past.h"

#include "base/mem.h"
#include "math/half.h"
#include "net/block.h"

#include <stdlib.h>

void past_free(Past *p) {
    net_weights_free(&p->weights);
    free(p->block);
    *p = (Past){0};
}

void past_view_states(Past *p, const Timeline *line, int states, const int *step, const uint16_t *numbers) {
    past_free(p);
    *p = (Past){.line = line, .states = states, .step = step, .numbers = numbers};
}

void past_view(Past *p, const Timeline *line) {
    past_view_states(p, line, line->states, line->step, line->numbers);
}

int past_at(const Past *p, int step) {
    int k = p->states - 1;
    while (k > 0 && p->step[k] > step) k--;
    return k;
}

const NetWeights *past_weights(Past *p, int k) {
    size_t count = p->line->count;
    if (!p->block) {
        p->block = MEM_NEW(float, count);
        net_weights_init(&p->weights, &p->line->shape);
        net_block_view(p->block, &p->weights);
    }
    const uint16_t *half = p->numbers + (size_t)k * count;
    for (size_t j = 0; j < count && p->shown != k + 1; j++) p->block[j] = half_to_float(half[j]);
    p->shown = k + 1;
    p->weights.shape.divide = timeline_levers(p->line, p->step[k]).divide;
    return &p->weights;
}
