#include "net/pulse.h"

#include <stddef.h>

const char *const SCORE_NAMES[SCORE_CLASSES] = {"previous-token", "duplicate-token", "induction", "first-token",
                                                "name-mover"};

float head_scores_best(const HeadScores *s, ScoreClass c, const NetShape *shape, int only_layer, int *layer,
                       int *head) {
    float best = -1;
    for (int l = 0; l < shape->layers; l++) {
        for (int h = 0; h < shape->heads; h++) {
            if ((only_layer >= 0 && l != only_layer) || !(s->at[c][l][h] > best)) continue;
            best = s->at[c][l][h];
            *layer = l;
            *head = h;
        }
    }
    return best;
}

const Pulse *pulse_at(const Pulse *pulse, int pulses, int step) {
    const Pulse *found = NULL;
    for (int k = 0; k < pulses && pulse[k].step <= step; k++) found = &pulse[k];
    return found;
}
