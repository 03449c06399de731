// All heads of a model or a dump as `lookback.head-map/1`.
#ifndef LOOKBACK_OUT_HEAD_MAP_H
#define LOOKBACK_OUT_HEAD_MAP_H

#include "attn/detect.h"
#include "attn/tokens.h"
#include "base/str.h"

// What is written; everything is borrowed.
typedef struct HeadScores {
    const char *kind;   // of source: "dump" or "model"
    const char *source; // its path
    int layers, heads;
    const Tokens *tokens;
    const DetectText *text; // what the heads were measured on
    const DetectHead *head; // [layers × heads]
    int period;             // for stripe scores; 0: the text has none
    const char *other_kind, *other; // another source that it is compared with; NULL: none
    const double *apart;    // [layers × heads] distances to its heads; NULL: not known
} HeadScores;

// classes {name: {formula, baseline, score [layer][head], mul, stripe}}, entropy_bits, entropy_of_ceiling, distance,
// future_mass, sink [layer][head], sink_baseline, bad_rows, and beside another source compared_with and js_distance. What the text cannot test is null, with the reason beside
// it.
void out_head_map_json(const HeadScores *s, Str *out);

#endif
