// What a paper says of heads that can be looked at here: reported, not measured.
#ifndef LOOKBACK_MODEL_REPORTED_H
#define LOOKBACK_MODEL_REPORTED_H

#include "net/weights.h"

// What Wang et al. 2022 (arXiv 2211.00593) call the head of GPT-2 small in the task of finding the indirect object;
// NULL if they name it not, or the shape is another model's.
const char *reported_role(const NetShape *shape, int layer, int head);

#endif
